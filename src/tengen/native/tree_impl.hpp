// Select, expand, back up.
#pragma once
#include "tree.hpp"

namespace tengen {

template <GameState S>
Step Tree<S>::simulate(Leaf<S>& leaf) {
  if (finished()) return Step::Idle;
  leaf.state = state_;
  leaf.path.clear();
  Index at = root_;
  if (!nodes_[at].expanded()) {
    if (pending_ > 0) return Step::Blocked;
  } else {
    for (;;) {
      Node& node = nodes_[at];
      if (node.proof != Proof::Unknown && at != root_) {
        ++started_;
        leaf.node = at;
        back_up(leaf, proven_value(node.proof, node.to_play), lead_at_end(leaf.state));
        return Step::Resolved;
      }
      if (!node.expanded()) {
        undo(leaf);
        return Step::Blocked;
      }
      int child = choose(node, at == root_);
      const bool is_new = child >= node.num_children;
      const bool has_room = !is_new || make_room(node, leaf.state);
      if (has_room) {
        if (is_new && !node.listed) bring_forward(node);
        leaf.state.play(action_of(node, child));
        if (is_new) child = add_child(node, child, leaf.state);
      }
      if (!has_room || child < 0) {
        full_ = true;
        undo(leaf);
        return Step::Idle;
      }
      descend_through(node, child, leaf.path, at);
      at = children(node).nodes[child];
      if (!is_new) continue;
      ++started_;
      leaf.node = at;
      const Node& fresh = nodes_[at];
      if (fresh.proof == Proof::Unknown) break;
      back_up(leaf, proven_value(fresh.proof, fresh.to_play), lead_at_end(leaf.state));
      if (settings_.solver) prove(leaf);
      return Step::Resolved;
    }
  }
  leaf.node = at;
  leaf.legal = list_actions(leaf.state, is_restricted(at), leaf.actions);
  Opinion opinion;
  // What is cached has a prior for every action.
  const std::int16_t* known =
      is_restricted(at) ? nullptr : cache_->find(leaf.state.hash(), opinion);
  if (known != nullptr) {
    if (!expand(at, leaf, known, opinion)) {
      undo(leaf);
      return Step::Idle;
    }
    back_up(leaf, opinion.value * nodes_[at].sign(), lead_of(nodes_[at], opinion));
    if (at == root_) prepare_root();
    return Step::Resolved;
  }
  ++pending_;
  return Step::Leaf;
}

// Sets what a node has edges for, ascending; returns how many actions the rules allow.
template <GameState S>
int Tree<S>::list_actions(const S& state, bool restricted, std::vector<std::int32_t>& out) const {
  std::array<std::int32_t, S::kMaxActions> all;
  const int legal = state.legal_actions(all.data());
  int count = legal;
  if constexpr (HasSense<S>) {
    if (settings_.sensible && !restricted) count = state.sensible_actions(all.data());
  }
  out.assign(all.begin(), all.begin() + count);
  if (restricted)
    std::erase_if(out, [this](std::int32_t action) {
      return std::find(among_.begin(), among_.end(), action) == among_.end();
    });
  return legal;
}

template <GameState S>
void Tree<S>::receive(const Leaf<S>& leaf, const Evaluation& told) {
  --pending_;
  const int n = static_cast<int>(leaf.actions.size());
  logits_.resize(leaf.actions.size());
  priors_.resize(leaf.actions.size());
  std::transform(leaf.actions.begin(), leaf.actions.end(), logits_.begin(),
                 [all = told.logits](std::int32_t action) { return all[action]; });
  Opinion opinion = read(told);
  if (!encode_softmax(logits_.data(), n, priors_.data()) || !std::isfinite(told.value)) {
    // A net that has gone astray must not take the search with it.
    std::fill(priors_.begin(), priors_.end(), LogPrior::encode(std::log(static_cast<float>(n))));
    opinion.value = 0.0f;
  }
  if (!is_restricted(leaf.node)) cache_->store(leaf.state.hash(), opinion, priors_.data(), n);
  if (!expand(leaf.node, leaf, priors_.data(), opinion)) return undo(leaf);
  const Node& fresh = nodes_[leaf.node];
  back_up(leaf, opinion.value * fresh.sign(), lead_of(fresh, opinion));
  if (leaf.node == root_) prepare_root();
}

template <GameState S>
int Tree<S>::playouts(int count, Leaf<S>& leaf) {
  const std::vector<float> uniform(static_cast<std::size_t>(state_.rules().num_actions()), 0.0f);
  int done = 0;
  for (; done < count; ++done) {
    const Step step = simulate(leaf);
    if (step == Step::Idle) break;
    if (step != Step::Leaf) continue;
    const int winner = leaf.state.playout(rng_);
    const int mine = leaf.state.to_play();
    const float value = winner < 0 ? 0.0f : (winner == mine ? 1.0f : -1.0f);
    receive(leaf, Evaluation{.logits = uniform.data(), .value = value});
  }
  return done;
}

// Gives a node its edges; false when the memory is spent.
template <GameState S>
bool Tree<S>::expand(Index index, const Leaf<S>& leaf, const std::int16_t* log_priors,
                     const Opinion& opinion) {
  Node& node = nodes_[index];
  const int n = static_cast<int>(leaf.actions.size());
  node.listed = index == root_;
  const PackedPriors* packed = node.listed ? nullptr : packer_.pack(log_priors, n);
  const std::size_t bytes = node.listed ? Edges::bytes(n) : std::size_t{packed->bytes};
  node.edges = blocks_.allocate(edge_units(bytes));
  if (node.edges == kNone) {
    full_ = true;
    return false;
  }
  node.num_edges = static_cast<std::uint16_t>(n);
  // An action left out stays unproven, so that nothing is taken for lost that might not be.
  node.unproven = static_cast<std::uint16_t>(leaf.legal);
  if (node.listed) {
    const Edges list = edges(node);
    std::copy_n(log_priors, n, list.log_priors);
    std::copy_n(leaf.actions.begin(), n, list.actions);
    front_likeliest(node);
  } else {
    std::memcpy(list_of(node), packed, bytes);
  }
  keep_points(node, opinion);
  return true;
}

// Moves the likeliest action without a child to the front of those.
template <GameState S>
void Tree<S>::front_likeliest(Node& node) {
  const Edges list = edges(node);
  const int first = node.num_children;
  if (first >= node.num_edges) return;
  const int best = first + argmin(list.log_priors + first, node.num_edges - first);
  std::swap(list.log_priors[first], list.log_priors[best]);
  std::swap(list.actions[first], list.actions[best]);
}

// Brings the likeliest action without a child forward, in a node that has no list but room.
template <GameState S>
void Tree<S>::bring_forward(Node& node) {
  const Children kids = children(node);
  const int place = node.num_children;
  kids.from[place] = node.next_from;
  // Which action that is: the swaps before it undone, the last one first.
  int rank = node.next_from;
  for (int i = place - 1; i >= 0; --i)
    if (rank == i || rank == kids.from[i]) rank = i + kids.from[i] - rank;
  kids.actions[place] = static_cast<std::uint16_t>(nth_bit(kids.mask, rank));
}

// Gives a node that becomes the root the list of its actions; false when the memory is spent.
template <GameState S>
bool Tree<S>::list_edges(Node& node) {
  list_actions(state_, false, listing_);
  const Node before = node;
  const Index block = blocks_.allocate(edge_units(Edges::bytes(node.num_edges)));
  if (block == kNone) return false;
  node.edges = block;
  node.listed = true;
  const Edges list = edges(node);
  unpack(before, list.log_priors);
  std::copy_n(listing_.begin(), node.num_edges, list.actions);
  for (int i = 0; i < node.num_children; ++i)
    std::swap(list.actions[i], list.actions[children(node).from[i]]);
  front_likeliest(node);
  if (keeps_leads()) {
    outlook(node) = outlook(before);
    std::copy_n(owners_of(before), points(), owners_of(node));
  }
  release_edges(before);
  return true;
}

// Writes the log-priors of a node that has no list: those of the children first, in their order.
template <GameState S>
void Tree<S>::unpack(const Node& node, std::int16_t* log_priors) const {
  packed(node).unpack(node.num_edges, log_priors);
  if (node.num_children == 0) return;
  const std::uint16_t* from = children(node).from;
  for (int i = 0; i < node.num_children; ++i) std::swap(log_priors[i], log_priors[from[i]]);
}

// The log-prior of the likeliest action without a child, of which there is one.
template <GameState S>
std::int16_t Tree<S>::next_prior(Node& node) {
  if (node.listed) return edges(node).log_priors[node.num_children];
  if (node.next != Node::kUnseen) return node.next;
  const int place = node.num_children;
  if (packed(node).are_equal()) {
    node.next_from = node.num_children;
    return node.next = static_cast<std::int16_t>(packed(node).centre);
  }
  priors_.resize(node.num_edges);
  unpack(node, priors_.data());
  const int best = place + argmin(priors_.data() + place, node.num_edges - place);
  node.next_from = static_cast<std::uint16_t>(best);
  return node.next = priors_[static_cast<std::size_t>(best)];
}

template <GameState S>
int Tree<S>::action_of(const Node& node, int child) const {
  return node.listed ? edges(node).actions[child] : children(node).actions[child];
}

// What is known of a position without looking further.
template <GameState S>
Proof Tree<S>::certain(const S& state) const {
  const auto proof_of = [&](int winner) {
    return winner < 0 ? Proof::Draw : (winner == state.to_play() ? Proof::Win : Proof::Loss);
  };
  if (state.is_over()) return proof_of(state.winner());
  if (!settings_.solver) return Proof::Unknown;
  if constexpr (SeesWins<S>) {
    if (state.wins_at_once()) return Proof::Win;
  }
  if constexpr (KnowsResult<S>) {
    if (const Known known = state.known(); known.winner != Known::kUnknown)
      return proof_of(known.winner);
  }
  return has_forced_win(state) ? Proof::Win : Proof::Unknown;
}

// Whether the side to move is found to win by force, as a leaf is looked at.
template <GameState S>
bool Tree<S>::has_forced_win(const S& state) const {
  if constexpr (WinsByForce<S>) {
    if (settings_.force_at_leaf == 0) return false;
    std::array<std::int32_t, S::kMaxActions> line;
    return wins_by_force(state, settings_.force_at_leaf, line.data()) > 0;
  }
  return false;
}

// Makes room for another child of a node, whose position is `state`; false when the memory is
// spent.
template <GameState S>
bool Tree<S>::make_room(Node& node, const S& state) {
  constexpr int kFewest = 2;
  if (node.num_children < node.capacity) return true;
  const int capacity = node.capacity == 0 ? kFewest : 2 * node.capacity;
  const Index block = blocks_.allocate(Children::units(capacity, mask_words_));
  if (block == kNone) return false;
  const Children to = children_at(block, capacity);
  if (node.capacity > 0) {
    const Children old = children(node);
    std::copy_n(old.mask, mask_words_, to.mask);
    std::copy_n(old.value_sums, node.capacity, to.value_sums);
    std::copy_n(old.visits, node.capacity, to.visits);
    std::copy_n(old.priors, node.capacity, to.priors);
    std::copy_n(old.nodes, node.capacity, to.nodes);
    std::copy_n(old.actions, node.capacity, to.actions);
    std::copy_n(old.from, node.capacity, to.from);
    blocks_.release(node.children, Children::units(node.capacity, mask_words_));
  } else if (!node.listed) {
    list_actions(state, false, listing_);
    set_bits(to.mask, mask_words_, listing_);
  }
  node.children = block;
  node.capacity = static_cast<std::uint16_t>(capacity);
  return true;
}

// Makes the child of an edge that has none, in a node with room; returns its place, -1 when the
// memory is spent.
template <GameState S>
int Tree<S>::add_child(Node& node, int edge, const S& after) {
  const Index index = new_node(after);
  if (index == kNone) return -1;
  nodes_[index].proof = certain(after);
  const int place = node.num_children++;
  const Children kids = children(node);
  std::int16_t log_prior = node.next;
  if (node.listed) {
    const Edges list = edges(node);
    std::swap(list.log_priors[place], list.log_priors[edge]);
    std::swap(list.actions[place], list.actions[edge]);
    log_prior = list.log_priors[place];
    kids.actions[place] = list.actions[place];
  }
  kids.value_sums[place] = 0;
  kids.visits[place] = 0;
  kids.priors[place] = LogPrior::prior(log_prior);
  kids.nodes[place] = index;
  node.explored += kids.priors[place];
  node.next = Node::kUnseen;
  if (node.listed) front_likeliest(node);
  return place;
}

// The edge to follow: a child's place, or that of the likeliest action without one.
template <GameState S>
int Tree<S>::choose(Node& node, bool at_root) {
  if (at_root && settings_.considered > 0) return choose_gumbel(node);
  const float weight =
      settings_.c_puct * std::sqrt(static_cast<float>(node.visits + node.in_flight));
  Scored best{0, -std::numeric_limits<float>::infinity()};
  if (node.num_children > 0) {
    const Children kids = children(node);
    const float* sums = settings_.lead_weight > 0 ? lean_to_points(node) : kids.value_sums;
    best = puct_argmax(sums, kids.visits, kids.priors, node.num_children, node.sign(), weight);
  }
  if (node.num_children < node.num_edges) {
    const float prior = LogPrior::prior(next_prior(node));
    const float first_play =
        settings_.fpu_zero
            ? 0.0f
            : node.sign() * node.mean() - settings_.fpu_reduction * std::sqrt(node.explored);
    if (first_play + weight * prior > best.score) return node.num_children;
  }
  return best.index;
}

// A simulation whose value is not there yet counts as a visit and as no more (Liu and others 2020,
// "Watch the unobserved"): it is lent what the action is worth so far, where a lost game (Chaslot,
// Winands, van den Herik 2008) would make it look bad to all leaves of a batch that come after. The
// leaf itself is lent that: nobody can go on from it.
template <GameState S>
void Tree<S>::descend_through(Node& node, int child, std::vector<typename Leaf<S>::Step>& path,
                              Index index) {
  const Children kids = children(node);
  const std::int32_t visits = kids.visits[child]++;
  const float lent =
      visits > 0 ? kids.value_sums[child] / static_cast<float>(visits) : -node.sign();
  ++node.in_flight;
  add_value(node, child, lent);
  path.push_back({index, static_cast<std::uint16_t>(child), lent});
}

// Changes a child's sum, unless its value is certain.
template <GameState S>
void Tree<S>::add_value(Node& node, int child, float change) {
  const Children kids = children(node);
  const Node& below = nodes_[kids.nodes[child]];
  float& sum = kids.value_sums[child];
  sum = below.proof == Proof::Unknown
            ? sum + change
            : proven_value(below.proof, below.to_play) * static_cast<float>(kids.visits[child]);
}

template <GameState S>
void Tree<S>::undo(const Leaf<S>& leaf) {
  for (const auto& step : leaf.path) {
    Node& node = nodes_[step.node];
    --node.in_flight;
    --children(node).visits[step.child];
    add_value(node, step.child, -step.lent);
  }
}

// `value` and `lead` are the first player's; the lead may be untold.
template <GameState S>
void Tree<S>::back_up(const Leaf<S>& leaf, float value, float lead) {
  Node& last = nodes_[leaf.node];
  if (last.visits == 0) last.value = value;
  ++last.visits;
  last.value_sum += value;
  add_lead(last, lead);
  for (const auto& step : leaf.path) {
    Node& node = nodes_[step.node];
    --node.in_flight;
    ++node.visits;
    node.value_sum += value;
    add_lead(node, lead);
    add_value(node, step.child, value - step.lent);
  }
}

// Carries a proven leaf's result up as far as it decides (MCTS-solver: Winands, Björnsson,
// Saito 2008, with draws).
template <GameState S>
void Tree<S>::prove(const Leaf<S>& leaf) {
  for (auto step = leaf.path.rbegin(); step != leaf.path.rend(); ++step) {
    Node& node = nodes_[step->node];
    const Children kids = children(node);
    const Node& child = nodes_[kids.nodes[step->child]];
    const bool was_proven = node.proof != Proof::Unknown;
    const float value = proven_value(child.proof, child.to_play);
    kids.value_sums[step->child] = value * static_cast<float>(kids.visits[step->child]);
    --node.unproven;
    if (was_proven) return;
    if (value * node.sign() > 0) {
      node.proof = Proof::Win;
    } else {
      if (value * node.sign() < 0) kids.priors[step->child] = Children::kLost;
      if (node.unproven > 0) return;
      node.proof = Proof::Loss;
      for (int i = 0; i < node.num_children; ++i)
        if (nodes_[kids.nodes[i]].proof == Proof::Draw) node.proof = Proof::Draw;
    }
  }
}

// Frees everything below `from` but the subtree of `keep`, and `from` itself.
template <GameState S>
void Tree<S>::discard(Index from, Index keep) {
  std::vector<Index> stack{from};
  while (!stack.empty()) {
    const Index index = stack.back();
    stack.pop_back();
    const Node node = nodes_[index];
    if (node.capacity > 0) {
      const Children kids = children(node);
      for (int i = 0; i < node.num_children; ++i)
        if (kids.nodes[i] != keep) stack.push_back(kids.nodes[i]);
      blocks_.release(node.children, Children::units(node.capacity, mask_words_));
    }
    if (node.expanded()) release_edges(node);
    nodes_.release(index);
  }
}

}  // namespace tengen
