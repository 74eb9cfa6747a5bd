// What is visited is what a tree would visit that has all its actions and priors at hand, over
// every game, with leaves that wait, trees kept over moves, and priors that are equal, tied or
// distinct.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "check.hpp"
#include "draughts/rules/rules.hpp"
#include "forest.hpp"
#include "go/rules/rules.hpp"
#include "gomoku/rules/rules.hpp"

namespace choices_test {

using namespace tengen;
using test::check;

enum class Priors { Equal, Tied, Distinct };

// Says the same of equal planes.
struct Judge {
  std::vector<float> logits;
  float value;

  Judge(const float* planes, const Shape& shape, int num_actions, Priors priors) {
    std::uint64_t hash = 1;
    for (int i = 0; i < shape.size(); ++i)
      hash = mix64(2 * hash + std::bit_cast<std::uint32_t>(planes[i]));
    Rng rng(hash);
    value = (static_cast<float>(rng.below(17)) - 8.0f) / 16.0f;
    for (int action = 0; action < num_actions; ++action)
      logits.push_back(priors == Priors::Equal  ? 0.0f
                       : priors == Priors::Tied ? static_cast<float>(rng.below(4))
                                                : static_cast<float>(rng.normal() * 1.8));
  }
};

// The formulas of native search by PUCT without a solver, and no thought of memory.
template <GameState S>
class PlainTree {
 public:
  struct Child {
    std::size_t node;
    std::int32_t visits = 0;
    float value_sum = 0.0f, prior;
  };
  struct Node {
    S state;
    bool expanded = false;
    int visits = 0, in_flight = 0;
    float value_sum = 0.0f, value = 0.0f, explored = 0.0f;  // first player's view
    std::vector<std::int32_t> actions{};  // first those of the children, in their order
    std::vector<std::int16_t> log_priors{};
    std::vector<Child> children{};

    float sign() const { return static_cast<float>(sign_of(state.to_play())); }
  };
  struct Step {
    std::size_t node, place;
    float lent;
  };
  struct Path {
    std::vector<Step> steps;
    std::size_t last;
  };

  explicit PlainTree(const S& start) { nodes_.push_back({.state = start}); }

  const Node& root() const { return nodes_[root_]; }
  const S& state(const Path& path) const { return nodes_[path.last].state; }
  bool is_over(const Path& path) const { return state(path).is_over(); }

  void advance(int action) {
    for (std::size_t i = 0; i < root().children.size(); ++i)
      if (root().actions[i] == action) {
        root_ = root().children[i].node;
        return;
      }
    S after = root().state;
    after.play(action);
    nodes_.push_back({.state = after});
    root_ = nodes_.size() - 1;
  }

  // Goes down to a position that has not been looked at; nothing where it waits already.
  std::optional<Path> select() {
    Path path{.steps = {}, .last = root_};
    while (nodes_[path.last].expanded && !is_over(path)) {
      const std::size_t at = path.last, place = choose(nodes_[at]);
      if (place == nodes_[at].children.size()) add_child(at);
      const Child& child = nodes_[at].children[place];
      const float lent = child.visits > 0 ? child.value_sum / static_cast<float>(child.visits)
                                          : -nodes_[at].sign();
      count(at, place, 1, lent);
      path.steps.push_back({at, place, lent});
      path.last = child.node;
      if (nodes_[path.last].visits == 0 && nodes_[path.last].in_flight == 0) {
        nodes_[path.last].in_flight = 1;  // it waits
        return path;
      }
    }
    if (is_over(path) || (path.steps.empty() && nodes_[root_].in_flight == 0)) {
      nodes_[path.last].in_flight = 1;
      return path;
    }
    for (const Step& step : path.steps) count(step.node, step.place, -1, -step.lent);
    return std::nullopt;
  }

  void receive(const Path& path, float value, const Judge* judge) {
    Node& leaf = nodes_[path.last];
    leaf.in_flight = 0;
    if (judge != nullptr) expand(leaf, *judge);
    if (leaf.visits++ == 0) leaf.value = value;
    leaf.value_sum += value;
    for (const Step& step : path.steps) {
      Node& node = nodes_[step.node];
      count(step.node, step.place, 0, value - step.lent);
      --node.in_flight;
      ++node.visits;
      node.value_sum += value;
    }
  }

 private:
  void expand(Node& leaf, const Judge& judge) {
    leaf.expanded = true;
    leaf.actions = test::legal_actions(leaf.state);
    std::vector<float> logits;
    for (const std::int32_t action : leaf.actions)
      logits.push_back(judge.logits[static_cast<std::size_t>(action)]);
    leaf.log_priors.resize(logits.size());
    check(encode_softmax(logits.data(), static_cast<int>(logits.size()), leaf.log_priors.data()),
          "logits are finite");
  }

  void add_child(std::size_t at) {
    const std::size_t place = nodes_[at].children.size();
    const std::size_t best = likeliest(nodes_[at]);
    std::swap(nodes_[at].actions[place], nodes_[at].actions[best]);
    std::swap(nodes_[at].log_priors[place], nodes_[at].log_priors[best]);
    S after = nodes_[at].state;
    after.play(nodes_[at].actions[place]);
    nodes_.push_back({.state = after});
    const float prior = LogPrior::prior(nodes_[at].log_priors[place]);
    nodes_[at].children.push_back({.node = nodes_.size() - 1, .prior = prior});
    nodes_[at].explored += prior;
  }

  // The first of equals among those without a child.
  static std::size_t likeliest(const Node& node) {
    const auto first = node.log_priors.begin();
    const auto rest = first + static_cast<std::ptrdiff_t>(node.children.size());
    return static_cast<std::size_t>(std::min_element(rest, node.log_priors.end()) - first);
  }

  static std::size_t choose(const Node& node) {
    const SearchSettings settings;
    const float weight =
        settings.c_puct * std::sqrt(static_cast<float>(node.visits + node.in_flight));
    std::size_t best = 0;
    float most = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const Child& child = node.children[i];
      const auto n = static_cast<float>(child.visits);
      const float score = node.sign() * child.value_sum / n + weight * child.prior / (1.0f + n);
      if (score > most) {
        most = score;
        best = i;
      }
    }
    if (node.children.size() == node.actions.size()) return best;
    const float mean =
        node.visits > 0 ? node.value_sum / static_cast<float>(node.visits) : node.value;
    const float first_play = node.sign() * mean - settings.fpu_reduction * std::sqrt(node.explored);
    const float prior = LogPrior::prior(node.log_priors[likeliest(node)]);
    return first_play + weight * prior > most ? node.children.size() : best;
  }

  // Changes what is known of a child; that of a game's end is certain.
  void count(std::size_t at, std::size_t place, int visits, float change) {
    Node& node = nodes_[at];
    Child& child = node.children[place];
    node.in_flight += visits;
    child.visits += visits;
    const S& below = nodes_[child.node].state;
    child.value_sum = below.is_over() ? value_at_end(below) * static_cast<float>(child.visits)
                                      : child.value_sum + change;
  }

 public:
  static float value_at_end(const S& state) {
    return state.winner() < 0 ? 0.0f : static_cast<float>(sign_of(state.winner()));
  }

 private:
  std::vector<Node> nodes_;
  std::size_t root_ = 0;
};

template <GameState S>
Judge judge(const S& state, Priors priors) {
  const Shape shape = state.rules().planes_shape();
  std::vector<float> planes(static_cast<std::size_t>(shape.size()));
  state.planes(planes.data());
  return {planes.data(), shape, state.rules().num_actions(), priors};
}

// The batches of a forest of one tree.
template <GameState S>
void search(PlainTree<S>& tree, int simulations, int batch, Priors priors) {
  int started = 0;
  const auto is_over = [&] { return tree.root().expanded && started >= simulations; };
  while (!is_over()) {
    std::vector<typename PlainTree<S>::Path> waiting;
    // A forest gives up a batch that does not fill.
    for (int tries = 256 + batch; tries > 0 && !is_over(); --tries) {
      if (static_cast<int>(waiting.size()) == batch) break;
      const auto path = tree.select();
      if (!path) break;
      started += !path->steps.empty();
      if (tree.is_over(*path))
        tree.receive(*path, tree.value_at_end(tree.state(*path)), nullptr);
      else
        waiting.push_back(*path);
    }
    for (const auto& path : waiting) {
      const Judge told = judge(tree.state(path), priors);
      tree.receive(path, told.value * static_cast<float>(sign_of(tree.state(path).to_play())),
                   &told);
    }
  }
}

template <GameState S>
void search(Forest<S>& forest, int simulations, Priors priors) {
  const Shape shape = forest.rules().planes_shape();
  const int num_actions = forest.rules().num_actions();
  forest.begin(0, simulations, false);
  while (!forest.tree(0).finished() || forest.tree(0).waiting()) {
    const int waiting = forest.select();
    std::vector<float> logits, values;
    for (int i = 0; i < waiting; ++i) {
      const Judge told(forest.planes() + i * shape.size(), shape, num_actions, priors);
      logits.insert(logits.end(), told.logits.begin(), told.logits.end());
      values.push_back(told.value);
    }
    forest.backup(logits.data(), values.data());
  }
}

template <GameState S>
void compare(const Tree<S>& tree, const PlainTree<S>& plain) {
  const auto& root = plain.root();
  std::size_t i = 0;
  std::vector<bool> seen(root.actions.size());
  tree.for_each_root_edge([&](int action, int visits, float prior, float q, Proof) {
    const auto at = static_cast<std::size_t>(
        std::find(root.actions.begin(), root.actions.end(), action) - root.actions.begin());
    check(at < seen.size() && !seen[at], "each action has an edge");
    seen[at] = true;
    check(prior == LogPrior::prior(root.log_priors[at]), "an edge has its action's prior");
    const bool is_child = at < root.children.size();
    check(visits == (is_child ? root.children[at].visits : 0), "visits are those of a plain tree");
    if (visits > 0)
      check(q == root.sign() * root.children[at].value_sum / static_cast<float>(visits),
            "so are values");
    ++i;
  });
  check(i == root.actions.size(), "there are no other edges");
}

template <GameState S>
void play(typename S::Rules rules, int simulations, int moves) {
  SearchSettings settings;
  settings.solver = false;
  for (const Priors priors : {Priors::Equal, Priors::Tied, Priors::Distinct})
    for (const int batch : {1, 8}) {
      Forest<S> forest(rules, 1, batch, settings, 0, std::size_t{64} << 20, 1);
      PlainTree<S> plain{S(rules)};
      Rng rng(6);
      for (int move = 0; move < moves && !plain.root().state.is_over(); ++move) {
        search(forest, simulations, priors);
        search(plain, simulations, batch, priors);
        compare(forest.tree(0), plain);
        const int action = move % 3 == 2 ? test::random_action(plain.root().state, rng)
                                         : forest.tree(0).best_action();
        forest.tree(0).advance(action);
        plain.advance(action);
      }
    }
}

const test::Test kTest("choices", [] {
  play<gomoku::State>({.size = 15}, 300, 3);
  play<gomoku::State>({.size = 9, .renju = true, .swap2 = true}, 150, 5);
  play<gomoku::State>({.size = 4, .win_length = 3}, 600, 5);
  play<go::State>({.size = 7}, 200, 5);
  play<draughts::State>({}, 500, 6);
});

}  // namespace choices_test
