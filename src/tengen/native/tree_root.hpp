// What is special at the root: Gumbel selection, noise, and the answers read from it.
#pragma once
#include <tuple>

#include "tree.hpp"

namespace tengen {

template <GameState S>
void Tree<S>::prepare_root() {
  if (root_prepared_) return;
  root_prepared_ = true;
  Node& root = nodes_[root_];
  if constexpr (SeesWins<S>) {
    if (settings_.solver && root.proof == Proof::Unknown && state_.wins_at_once()) look_for_win();
  }
  if (settings_.solver && settings_.force_at_root > 0 && root.proof == Proof::Unknown)
    look_for_forced_win();
  if constexpr (KnowsResult<S>) {
    const Known known = settings_.solver ? state_.known() : Known{};
    if (known.winner != Known::kUnknown) look_up_edges();
    // Tables may know a draw, but not what becomes of each move.
    if (known.winner == -1 && among_.empty()) root.proof = Proof::Draw;
  }
  if (settings_.considered > 0) {
    const auto actions = static_cast<std::size_t>(state_.rules().num_actions());
    schedule_ = halving_schedule(std::min<int>(settings_.considered, root.num_edges),
                                 std::min(target_, kLongestSchedule));
    gumbel_.assign(actions, 0.0f);
    visits_before_.assign(actions, 0);
    for (int i = 0; i < root.num_edges; ++i) {
      const std::size_t action = edges(root).actions[i];
      visits_before_[action] = edge_visits(root, i);
      if (explore_) gumbel_[action] = static_cast<float>(rng_.gumbel());
    }
  } else if (explore_ && settings_.dirichlet_fraction > 0) {
    mix_noise(root);
  }
}

template <GameState S>
void Tree<S>::mix_noise(Node& root) {
  const float keep = 1.0f - settings_.dirichlet_fraction;
  std::vector<double> noise(root.num_edges);
  double total = 0;
  for (auto& part : noise) total += part = rng_.gamma(settings_.dirichlet_alpha);
  const Edges list = edges(root);
  root.explored = 0;
  for (int i = 0; i < root.num_edges; ++i) {
    const double share = noise[static_cast<std::size_t>(i)] / std::max(total, 1e-30);
    const float prior = keep * LogPrior::prior(list.log_priors[i]) +
                        settings_.dirichlet_fraction * static_cast<float>(share);
    list.log_priors[i] = LogPrior::encode(-std::log(prior));
    if (i >= root.num_children) continue;
    root.explored += prior;
    float& known = children(root).priors[i];
    if (known != Children::kLost) known = prior;
  }
  front_likeliest(root);
}

// The side to move can win at once: find the move and visit it.
template <GameState S>
void Tree<S>::look_for_win() {
  Node& root = nodes_[root_];
  for (int i = 0; i < root.num_edges; ++i) {
    S after = state_;
    after.play(edges(root).actions[i]);
    if (after.winner() == state_.to_play()) return visit_proven(i, after, certain(after));
  }
}

// Visits the first action of a win by force and remembers how it goes on.
template <GameState S>
void Tree<S>::look_for_forced_win() {
  if constexpr (WinsByForce<S>) {
    std::vector<std::int32_t> line(S::kMaxActions);
    line.resize(
        static_cast<std::size_t>(wins_by_force(state_, settings_.force_at_root, line.data())));
    if (line.empty() || edge_of(line.front()) == nodes_[root_].num_edges) return;
    forced_.assign(line.begin(), line.end());
    S after = state_;
    after.play(forced_.front());
    visit_proven(edge_of(forced_.front()), after, Proof::Loss);
  }
}

// The place of an action's edge at the root.
template <GameState S>
int Tree<S>::edge_of(int action) const {
  const Node& root = nodes_[root_];
  const std::uint16_t* list = edges(root).actions;
  return static_cast<int>(std::find(list, list + root.num_edges, action) - list);
}

// The result is known: look at every action, so that the shortest way to it is seen.
template <GameState S>
void Tree<S>::look_up_edges() {
  const Node& root = nodes_[root_];
  // A new child changes the order of the edges.
  const std::vector<std::uint16_t> actions(edges(root).actions,
                                           edges(root).actions + root.num_edges);
  for (const std::uint16_t action : actions) {
    S after = state_;
    after.play(action);
    if (full_ || child_of(action) >= 0) continue;
    if (const Proof proof = certain(after); proof != Proof::Unknown)
      visit_proven(edge_of(action), after, proof);
  }
}

// Visits an edge that leads to a position whose result is certain.
template <GameState S>
void Tree<S>::visit_proven(int edge, const S& after, Proof proof) {
  Node& root = nodes_[root_];
  if (edge >= root.num_edges) return;
  Leaf<S> leaf(state_.rules());
  const int child = edge < root.num_children  ? edge
                    : make_room(root, state_) ? add_child(root, edge, after)
                                              : -1;
  if (child < 0) {
    full_ = true;
    return;
  }
  Node& fresh = nodes_[children(root).nodes[child]];
  fresh.proof = proof;
  descend_through(root, child, leaf.path, root_);
  leaf.node = children(root).nodes[child];
  back_up(leaf, proven_value(fresh.proof, fresh.to_play), lead_at_end(after));
  prove(leaf);
}

template <GameState S>
Proof Tree<S>::edge_proof(int edge) const {
  const Node& root = nodes_[root_];
  if (edge >= root.num_children) return Proof::Unknown;
  const Node& child = nodes_[children(root).nodes[edge]];
  if (child.proof == Proof::Unknown || child.to_play == root.to_play) return child.proof;
  return static_cast<Proof>(static_cast<int>(Proof::Loss) + static_cast<int>(Proof::Win) -
                            static_cast<int>(child.proof));
}

template <GameState S>
bool Tree<S>::only_losses() const {
  const Node& root = nodes_[root_];
  for (int edge = 0; edge < root.num_children; ++edge)
    if (edge_proof(edge) != Proof::Loss) return false;
  // None may be left where actions are left out that no sensible player considers.
  return root.num_children > 0 && root.num_children < root.num_edges;
}

template <GameState S>
int Tree<S>::edge_plies(int edge) const {
  if constexpr (KnowsResult<S>) {
    S after = state_;
    after.play(edges(nodes_[root_]).actions[edge]);
    if (after.is_over()) return 0;
    if (const Known known = after.known(); known.winner != Known::kUnknown) return known.plies;
  }
  return kFar;
}

template <GameState S>
auto Tree<S>::complete_q(const Node& root) const -> Completion {
  double weighted = 0, mass = 0;
  int total = 0, most = 0;
  for (int i = 0; i < root.num_children; ++i) {
    const int n = edge_visits(root, i);
    if (n == 0) continue;
    const double prior = LogPrior::prior(edges(root).log_priors[i]);
    weighted += prior * static_cast<double>(edge_q(root, i));
    mass += prior;
    total += n;
    most = std::max(most, n);
  }
  const double raw = static_cast<double>(root.value * root.sign());
  const double mixed = mass > 0 ? (raw + total * weighted / mass) / (1.0 + total) : raw;
  return {static_cast<float>(mixed), most};
}

// Logit plus the transformed, completed Q of an edge.
template <GameState S>
float Tree<S>::gumbel_score(const Node& root, int edge, const Completion& completion) const {
  const float q = edge_visits(root, edge) > 0 ? edge_q(root, edge) : completion.unvisited;
  return LogPrior::log(edges(root).log_priors[edge]) + settings_.q_scale(q, completion.most_visits);
}

template <GameState S>
int Tree<S>::choose_gumbel(Node& root) {
  const Completion completion = complete_q(root);
  const auto turn = static_cast<std::size_t>(started_);
  const int due = turn < schedule_.size() ? schedule_[turn] : -1;  // past its end the score decides
  int best = 0;
  // An action due by the schedule goes before the others, a proven loss last.
  std::tuple<bool, bool, float> best_key{false, false, -std::numeric_limits<float>::infinity()};
  for (int i = 0; i < root.num_edges; ++i) {
    const std::size_t action = edges(root).actions[i];
    const bool is_due = edge_visits(root, i) - visits_before_[action] == due;
    const std::tuple key{edge_proof(i) != Proof::Loss, is_due,
                         gumbel_[action] + gumbel_score(root, i, completion)};
    if (key > best_key) {
      best_key = key;
      best = i;
    }
  }
  return best;
}

template <GameState S>
template <class Visit>
void Tree<S>::for_each_root_edge(Visit visit) const {
  if (full_ && root_ == kNone) return;
  const Node& root = nodes_[root_];
  for (int i = 0; i < root.num_edges; ++i) {
    const int n = edge_visits(root, i);
    visit(edges(root).actions[i], n, LogPrior::prior(edges(root).log_priors[i]),
          n > 0 ? edge_q(root, i) : std::numeric_limits<float>::quiet_NaN(), edge_proof(i));
  }
}

template <GameState S>
float Tree<S>::root_value() const {
  const Node& root = nodes_[root_];
  return (root.proof != Proof::Unknown ? proven_value(root.proof, root.to_play) : root.mean()) *
         root.sign();
}

template <GameState S>
int Tree<S>::best_action() const {
  const Node& root = nodes_[root_];
  if (root.num_edges == 0) return -1;
  const bool gumbel = settings_.considered > 0 && root_prepared_;
  const Completion completion = complete_q(root);
  int best = 0;
  // A proven win, then not a proven loss, and a proven draw at once where there is no more; the
  // shortest win, the longest loss; then visits. The score breaks ties.
  std::tuple<int, int, int, float> best_key{-1, 0, 0, 0.0f};
  for (int i = 0; i < root.num_edges; ++i) {
    const Proof proof = edge_proof(i);
    const bool is_kept = proof == Proof::Draw && root.proof == Proof::Draw;
    const int rank = proof == Proof::Win ? 3 : proof == Proof::Loss ? 0 : is_kept ? 2 : 1;
    const std::size_t action = edges(root).actions[i];
    const int visits = edge_visits(root, i) - (gumbel ? visits_before_[action] : 0);
    const float score = gumbel_score(root, i, completion) + (gumbel ? gumbel_[action] : 0.0f);
    const int haste = rank == 3 ? -edge_plies(i) : rank == 0 ? edge_plies(i) : 0;
    const std::tuple key{rank, haste, visits, score};
    if (key > best_key) {
      best_key = key;
      best = i;
    }
  }
  return edges(root).actions[best];
}

template <GameState S>
void Tree<S>::policy(float* out) const {
  const int actions = state_.rules().num_actions();
  std::fill_n(out, actions, 0.0f);
  const Node& root = nodes_[root_];
  if (root.num_edges == 0) return;
  const Completion completion = complete_q(root);
  // Certain knowledge first: only winning moves where one is known, no losing one else.
  const auto allowed = [&](int i) {
    const Proof proof = edge_proof(i);
    return root.proof == Proof::Win ? proof == Proof::Win
                                    : (root.proof == Proof::Loss || proof != Proof::Loss);
  };
  int visited = 0;
  for (int i = 0; i < root.num_children; ++i)
    if (allowed(i)) visited += edge_visits(root, i);
  // By PUCT the visits say it, or the priors while there are none.
  const auto weight = [&](int i) {
    if (settings_.considered > 0) return gumbel_score(root, i, completion);
    return visited > 0 ? std::log(static_cast<float>(edge_visits(root, i)))
                       : LogPrior::log(edges(root).log_priors[i]);
  };
  float top = -std::numeric_limits<float>::infinity();
  for (int i = 0; i < root.num_edges; ++i)
    if (allowed(i)) top = std::max(top, weight(i));
  double total = 0;
  for (int i = 0; i < root.num_edges; ++i)
    if (allowed(i)) total += std::exp(static_cast<double>(weight(i) - top));
  for (int i = 0; i < root.num_edges; ++i)
    if (allowed(i))
      out[edges(root).actions[i]] =
          static_cast<float>(std::exp(static_cast<double>(weight(i) - top)) / total);
}

// `action` and the most visited replies after it, as far as they were looked at twice.
template <GameState S>
void Tree<S>::principal_variation(int action, std::vector<int>& out,
                                  std::vector<int>* visits) const {
  int child = full_ && root_ == kNone ? -1 : child_of(action);
  if (visits != nullptr) visits->assign(1, child < 0 ? 0 : children(nodes_[root_]).visits[child]);
  if (!forced_.empty() && forced_.front() == action) {
    out = forced_;
    if (visits != nullptr) visits->resize(out.size());  // the rest was proven without a visit
    return;
  }
  out.assign(1, action);
  Index at = root_;
  while (child >= 0) {
    at = children(nodes_[at]).nodes[child];
    const Node& node = nodes_[at];
    child = -1;
    for (int i = 0; i < node.num_children; ++i)
      if (child < 0 || children(node).visits[i] > children(node).visits[child]) child = i;
    if (child >= 0 && children(node).visits[child] < 2) child = -1;
    if (child < 0) break;
    out.push_back(action_of(node, child));
    if (visits != nullptr) visits->push_back(children(node).visits[child]);
  }
}

}  // namespace tengen
