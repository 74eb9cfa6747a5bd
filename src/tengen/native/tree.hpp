// One search tree: select a leaf, have it evaluated, back the value up.
#pragma once
#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "cache.hpp"
#include "force.hpp"
#include "game.hpp"
#include "gumbel.hpp"
#include "node.hpp"
#include "simd.hpp"

namespace tengen {

struct SearchSettings {
  float c_puct = 1.5f;           // weight of the prior
  float fpu_reduction = 0.25f;   // an unvisited action is worth this x sqrt(explored prior) less
  bool fpu_zero = false;         // an unvisited action is worth 0, whatever the node is
  int considered = 0;            // actions a Gumbel root considers; 0 searches the root by PUCT
  QScale q_scale;                // of the Gumbel root
  float dirichlet_alpha = 0.3f;  // root noise of a PUCT root when exploring
  float dirichlet_fraction = 0.0f;
  bool solver = true;     // back up proven results
  bool sensible = false;  // expand sensible actions only
  // In games that count points: keep the leads and owners that the evaluator tells, and what a
  // large lead over its siblings adds to the value of an action.
  bool points = false;
  float lead_weight = 0.0f;
  // Positions that exact tactical search looks at for a win by force of the side to move; 0: none.
  int force_at_root = 0, force_at_leaf = 0;
};

// The points of the board.
template <class Rules>
int num_points(const Rules& rules) {
  const Shape shape = rules.planes_shape();
  return shape.height * shape.width;
}

// A simulation that waits for an evaluation.
template <GameState S>
struct Leaf {
  struct Step {
    Index node;
    std::uint16_t child;
    float lent;  // to the child's value sum, until the simulation's own value is there
  };
  explicit Leaf(typename S::Rules rules) : state(rules) {}
  S state;
  Index node = kNone;
  std::vector<Step> path;             // from the root to the leaf's parent
  std::vector<std::int32_t> actions;  // what the node will have edges for
  int legal = 0;                      // how many actions the rules allow
};

// A row of what an evaluator answers, for the side to move; `lead` and `owners` with points alone.
struct Evaluation {
  const float* logits = nullptr;  // [A]
  float value = 0.0f;
  float lead = Opinion::kUntold;
  const float* owners = nullptr;  // [points] in [-1, 1]
};

// How one simulation went.
enum class Step {
  Leaf,      // needs an evaluation
  Resolved,  // finished by itself: end of game, proven, or known from the cache
  Blocked,   // ran into a leaf that still waits
  Idle,      // the search is over
};

template <GameState S>
class Tree {
 public:
  Tree(S root, const SearchSettings& settings, EvaluationCache& cache, std::size_t memory,
       std::uint64_t seed)
      : settings_(settings),
        cache_(&cache),
        budget_(memory),
        nodes_(budget_),
        blocks_(budget_),
        rng_(seed),
        mask_words_((root.rules().num_actions() + 63) / 64),
        state_(root),
        outlook_bytes_(outlook_bytes()) {
    reset(root);
  }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  // Begins anew at a position; `among` are the only actions considered there, if there are any.
  void reset(const S& root, std::vector<std::int32_t> among = {}) {
    among_ = std::move(among);
    nodes_.clear();
    blocks_.clear();
    state_ = root;
    root_ = new_node(state_);
    full_ = root_ == kNone;
    target_ = started_ = 0;
    forced_.clear();
  }

  // Goes to the position after a legal action and keeps what is known of it.
  void advance(int action) {
    S after = state_;
    after.play(action);
    const int child = full_ ? -1 : child_of(action);
    if (child < 0) return reset(after);
    const Index keep = children(nodes_[root_]).nodes[child];
    discard(root_, keep);
    state_ = after;
    root_ = keep;
    among_.clear();
    forced_.clear();
    Node& root = nodes_[root_];
    if (!root.expanded())
      root.proof = Proof::Unknown;  // its winning action has not been looked for
    if (root.expanded() && !list_edges(root)) return reset(after);
    target_ = started_ = 0;
  }

  // Starts a search of `simulations` more, besides the root's own evaluation where that is still
  // missing; an exploring one adds noise at the root. One that finds nothing but losses goes on
  // until it has looked at a move that is none: else an action that nobody looked at would be the
  // best.
  void begin(int simulations, bool explore) {
    target_ = simulations;
    started_ = 0;
    explore_ = explore;
    root_prepared_ = false;
    if (!full_ && nodes_[root_].expanded()) prepare_root();
  }

  bool finished() const {
    if (full_ || state_.is_over()) return true;
    const Node& root = nodes_[root_];
    if (!root.expanded()) return false;
    if (settings_.solver && root.proof != Proof::Unknown) return true;
    return started_ >= target_ && (target_ == 0 || !only_losses());
  }
  bool waiting() const { return pending_ > 0; }
  // Forgets everything, leaves that wait for an evaluation included.
  void abandon() {
    pending_ = 0;
    reset(S(state_));
  }
  bool full() const { return full_; }
  Proof proof() const { return nodes_[root_].proof; }
  const S& state() const { return state_; }
  int root_visits() const { return full_ && root_ == kNone ? 0 : nodes_[root_].visits; }

  Step simulate(Leaf<S>& leaf);
  // Takes a leaf's evaluation.
  void receive(const Leaf<S>& leaf, const Evaluation& told);
  // Searches with random games instead of an evaluator; returns the simulations done.
  int playouts(int count, Leaf<S>& scratch);

  // What the root knows.
  template <class Visit>
  void for_each_root_edge(Visit visit) const;
  float root_value() const;               // for the side to move
  float root_lead() const;                // likewise, in points; kUntold without an opinion
  std::vector<float> root_leads() const;  // likewise, after each edge in their order
  void owners(float* out) const;          // [points] in [-1, 1], likewise; zeros without an opinion
  int best_action() const;
  void policy(float* out) const;  // [A], the improved policy: what a net should learn
  // `visits`, where wanted: of what each action of the line leads to.
  void principal_variation(int action, std::vector<int>& out,
                           std::vector<int>* visits = nullptr) const;

 private:
  // What completes the root's Q: the value of an unvisited action for the side to move
  // (v_mix of the paper), and the largest visit count.
  struct Completion {
    float unvisited;
    int most_visits;
  };

  Index new_node(const S& state) {
    const Index index = nodes_.allocate();
    if (index == kNone) return kNone;
    Node& node = nodes_[index];
    node.to_play = static_cast<std::uint8_t>(state.to_play()) & 0xfu;
    return index;
  }

  Edges edges(const Node& node) const {
    assert(node.listed);
    auto* first = reinterpret_cast<std::int16_t*>(list_of(node));
    return {first, reinterpret_cast<std::uint16_t*>(first + node.num_edges)};
  }
  const PackedPriors& packed(const Node& node) const {
    assert(!node.listed);
    return *reinterpret_cast<const PackedPriors*>(list_of(node));
  }
  std::byte* list_of(const Node& node) const {
    return const_cast<Blocks&>(blocks_).template at<std::byte>(node.edges) + outlook_bytes_;
  }
  Children children(const Node& node) const { return children_at(node.children, node.capacity); }
  Children children_at(Index block, int capacity) const {
    auto* mask = const_cast<Blocks&>(blocks_).template at<std::uint64_t>(block);
    auto* first = reinterpret_cast<float*>(mask + mask_words_);
    auto* nodes = reinterpret_cast<Index*>(first + 3 * capacity);
    auto* actions = reinterpret_cast<std::uint16_t*>(nodes + capacity);
    return {mask,
            first,
            reinterpret_cast<std::int32_t*>(first + capacity),
            first + 2 * capacity,
            nodes,
            actions,
            actions + capacity};
  }

  int child_of(int action) const {
    const Node& root = nodes_[root_];
    for (int i = 0; i < root.num_children; ++i)
      if (edges(root).actions[i] == action) return i;
    return -1;
  }

  typename S::Rules rules() const { return state_.rules(); }
  bool keeps_leads() const { return CountsPoints<S> && settings_.points; }
  // Whose owners are kept.
  int points() const { return keeps_leads() ? num_points(rules()) : 0; }
  // Before the edges of a node; a multiple of what they consist of.
  std::size_t outlook_bytes() const {
    return keeps_leads() ? sizeof(Outlook) + static_cast<std::size_t>(points() + 3) / 4 * 4 : 0;
  }
  Index edge_units(std::size_t bytes) const { return Blocks::units(outlook_bytes_ + bytes); }
  void release_edges(const Node& node) {
    blocks_.release(node.edges, edge_units(node.listed ? Edges::bytes(node.num_edges)
                                                       : std::size_t{packed(node).bytes}));
  }
  // Of an expanded node, where leads are kept.
  Outlook& outlook(const Node& node) const {
    return *const_cast<Blocks&>(blocks_).template at<Outlook>(node.edges);
  }
  std::int8_t* owners_of(const Node& node) const {
    return reinterpret_cast<std::int8_t*>(&outlook(node) + 1);
  }
  bool has_lead(const Node& node) const {
    return keeps_leads() && node.expanded() && outlook(node).leads > 0;
  }
  Opinion read(const Evaluation& told);
  void keep_points(const Node& node, const Opinion& opinion);
  float lead_of(const Node& node, const Opinion& opinion) const;
  float lead_at_end(const S& state) const;
  void add_lead(const Node& node, float lead);
  const float* lean_to_points(const Node& node);

  bool expand(Index index, const Leaf<S>& leaf, const std::int16_t* log_priors,
              const Opinion& opinion);
  void front_likeliest(Node& node);
  bool list_edges(Node& node);
  void bring_forward(Node& node);
  std::int16_t next_prior(Node& node);
  void unpack(const Node& node, std::int16_t* log_priors) const;
  int action_of(const Node& node, int child) const;
  bool make_room(Node& node, const S& state);
  int list_actions(const S& state, bool restricted, std::vector<std::int32_t>& out) const;
  bool is_restricted(Index index) const { return index == root_ && !among_.empty(); }
  Proof certain(const S& state) const;
  bool has_forced_win(const S& state) const;
  int add_child(Node& node, int edge, const S& after);
  int choose(Node& node, bool at_root);
  int choose_gumbel(Node& root);
  void prepare_root();
  void mix_noise(Node& root);
  void look_for_win();
  void look_for_forced_win();
  int edge_of(int action) const;
  void visit_proven(int edge, const S& after, Proof proof);
  void look_up_edges();
  Completion complete_q(const Node& root) const;
  float gumbel_score(const Node& root, int edge, const Completion& completion) const;
  // A result that is certain for an edge, for the side to move at the root.
  Proof edge_proof(int edge) const;
  // Whether all edges that were looked at are proven losses, and there are others.
  bool only_losses() const;
  // Plies to the end after an edge where a table or the end itself tells, else kFar.
  static constexpr int kFar = 1 << 20;
  int edge_plies(int edge) const;
  int edge_visits(const Node& root, int edge) const {
    return edge < root.num_children ? children(root).visits[edge] : 0;
  }
  float edge_q(const Node& root, int edge) const {
    const Children kids = children(root);
    return root.sign() * kids.value_sums[edge] / static_cast<float>(kids.visits[edge]);
  }

  void descend_through(Node& node, int child, std::vector<typename Leaf<S>::Step>& path,
                       Index index);
  void undo(const Leaf<S>& leaf);
  void add_value(Node& node, int child, float change);
  void back_up(const Leaf<S>& leaf, float value, float lead);
  void prove(const Leaf<S>& leaf);
  void discard(Index from, Index keep);

  SearchSettings settings_;
  EvaluationCache* cache_;
  Budget budget_;
  Pool<Node> nodes_;
  Blocks blocks_;
  Rng rng_;
  int mask_words_;  // that hold a bit for each action
  S state_;
  std::size_t outlook_bytes_;
  Index root_ = kNone;
  bool full_ = false, explore_ = false, root_prepared_ = false;
  int target_ = 0, started_ = 0, pending_ = 0;
  std::vector<std::int32_t> among_;          // all that is considered at the root, where not empty
  std::vector<int> forced_;                  // a win by force from the root, as it is played
  std::vector<int> schedule_;                // Gumbel: visits of the action to take next
  std::vector<float> gumbel_;                // [A]
  std::vector<std::int32_t> visits_before_;  // [A], Gumbel: visits from earlier searches
  PriorPacker packer_;
  std::vector<std::int16_t> priors_;   // scratch
  std::vector<std::int32_t> listing_;  // scratch
  std::vector<float> logits_;          // scratch
  std::vector<std::int8_t> owners_;    // scratch
  std::vector<float> leaning_;         // scratch
};

}  // namespace tengen

#include "tree_impl.hpp"
#include "tree_points.hpp"
#include "tree_root.hpp"
