// Search over Gomoku with a judge that knows nothing: every way of searching, little memory,
// trees kept over moves, positions that are already decided.
#include <cmath>
#include <vector>

#include "check.hpp"
#include "forest.hpp"
#include "gomoku/rules/rules.hpp"

namespace search_test {

using namespace tengen;
using gomoku::Rules;
using gomoku::State;
using test::check;

constexpr std::size_t kPlenty = std::size_t{64} << 20;

void search(Forest<State>& forest, Rng& rng) {
  while (const int waiting = forest.select()) {
    const test::Noise noise(waiting, forest.rules().num_actions(), rng);
    forest.backup(noise.logits.data(), noise.values.data());
  }
}

// The root's answers, asked for in every way; returns the best action.
int ask(Tree<State>& tree) {
  std::vector<float> policy(static_cast<std::size_t>(tree.state().rules().num_actions()));
  tree.policy(policy.data());
  float sum = 0;
  for (std::size_t action = 0; action < policy.size(); ++action) {
    sum += policy[action];
    check(policy[action] == 0.0f || tree.state().is_legal(static_cast<int>(action)),
          "the policy is legal");
  }
  check(std::abs(sum - 1.0f) < 1e-3f, "the policy sums to one");
  check(std::abs(tree.root_value()) <= 1.0f, "the value is in [-1, 1]");
  int edges = 0;
  tree.for_each_root_edge([&](int, int visits, float prior, float, Proof) {
    ++edges;
    check(visits >= 0 && prior >= 0.0f && prior <= 1.0f, "an edge has visits and a prior");
  });
  check(edges == static_cast<int>(test::legal_actions(tree.state()).size()),
        "an edge a legal action");
  const int best = tree.best_action();
  check(tree.state().is_legal(best), "the best action is legal");
  std::vector<int> line;
  tree.principal_variation(best, line);
  check(line.front() == best, "the principal variation starts with its action");
  return best;
}

// Self-play of `trees` games at once to their ends.
void play_games(Rules rules, int trees, int batch, const SearchSettings& settings,
                std::size_t cache) {
  Forest<State> forest(rules, trees, batch, settings, cache, kPlenty, 7);
  Rng rng(3);
  std::vector<int> left(static_cast<std::size_t>(trees), 0);
  for (int i = 0; i < trees; ++i) forest.begin(i, 24, true);
  int running = trees;
  while (running > 0) {
    search(forest, rng);
    for (const int i : forest.finished()) {
      Tree<State>& tree = forest.tree(i);
      tree.advance(ask(tree));
      if (tree.state().is_over())
        --running;
      else
        forest.begin(i, 24, (++left[static_cast<std::size_t>(i)] & 3) == 0);
    }
  }
}

// However little it may take, a search ends, keeps its limit and still has an answer.
void search_in_little_memory(Rules rules, bool with_playouts) {
  for (const std::size_t memory : {std::size_t{2} << 20, std::size_t{3} << 20}) {
    Forest<State> forest(rules, 1, 1, {}, 0, memory, 5);
    forest.begin(0, 50'000, false);
    Rng rng(5);
    if (with_playouts)
      while (!forest.tree(0).finished() && forest.playouts(0, 1000) > 0) {
      }
    else
      search(forest, rng);
    check(forest.tree(0).full(), "the memory was used up");
    ask(forest.tree(0));
  }
}

void refuse_too_little_memory(Rules rules) {
  bool refused = false;
  try {
    Forest<State> forest(rules, 4, 4, {}, 1000, 1000, 5);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  check(refused, "a limit below the least is refused");
}

// A judge that always says the same of a position.
struct Fixed {
  std::vector<float> logits;
  float value;

  Fixed(const float* planes, Rules rules) {
    std::uint64_t hash = 1;
    for (int i = 0; i < rules.planes_shape().size(); ++i)
      hash = mix64(2 * hash + static_cast<std::uint64_t>(planes[i] != 0));
    Rng rng(hash);
    value = static_cast<float>(rng.uniform() * 0.2);
    for (int action = 0; action < rules.num_actions(); ++action)
      logits.push_back(static_cast<float>(rng.normal()));
  }
  static Fixed of(const State& state) {
    std::vector<float> planes(static_cast<std::size_t>(state.rules().planes_shape().size()));
    state.planes(planes.data());
    return {planes.data(), state.rules()};
  }
};

// Each edge of the root has the prior that the judge gave this very action, and the value of what
// comes after it.
void check_edges(const Tree<State>& tree) {
  const Fixed judged = Fixed::of(tree.state());
  float sum = 0;
  for (const int action : test::legal_actions(tree.state()))
    sum += std::exp(judged.logits[static_cast<std::size_t>(action)]);
  tree.for_each_root_edge([&](int action, int visits, float prior, float q, Proof proof) {
    const float told = std::exp(judged.logits[static_cast<std::size_t>(action)]) / sum;
    check(std::abs(prior / told - 1) < 2e-3f, "an edge has its action's prior");
    if (visits != 1 || proof != Proof::Unknown) return;
    State after = tree.state();
    after.play(action);
    check(std::abs(q + Fixed::of(after).value) < 1e-5f, "a child is what its action leads to");
  });
}

// Nodes have no list of their actions before they are the root's.
void know_actions_by_priors_alone(Rules rules) {
  Forest<State> forest(rules, 1, 4, {}, 0, kPlenty, 5);
  for (int move = 0; move < 6; ++move) {
    forest.begin(0, 3000, false);
    while (const int waiting = forest.select()) {
      std::vector<float> logits, values;
      for (int i = 0; i < waiting; ++i) {
        const Fixed judged(forest.planes() + i * rules.planes_shape().size(), rules);
        logits.insert(logits.end(), judged.logits.begin(), judged.logits.end());
        values.push_back(judged.value);
      }
      forest.backup(logits.data(), values.data());
    }
    check_edges(forest.tree(0));
    forest.tree(0).advance(ask(forest.tree(0)));
    check_edges(forest.tree(0));
  }
}

// Batches by turns, as threads take them: each comes back while another is under way.
void search_in_several_batches(const SearchSettings& settings, int batches) {
  const Rules rules{6, 4, false};
  Forest<State> forest(rules, 1, 4, settings, 64, kPlenty, 7, batches);
  Rng rng(5);
  for (int move = 0; move < 8 && !forest.tree(0).state().is_over(); ++move) {
    forest.begin(0, 400, false);
    int under_way = 0;
    while (under_way > 0 || !forest.tree(0).finished()) {
      const int batch = static_cast<int>(rng.below(static_cast<std::uint32_t>(batches)));
      if (const int waiting = forest.waiting(batch)) {
        const test::Noise noise(waiting, rules.num_actions(), rng);
        forest.backup(noise.logits.data(), noise.values.data(), nullptr, nullptr, batch);
        --under_way;
      } else if (forest.select(batch) > 0) {
        ++under_way;
      }
    }
    check(!forest.tree(0).waiting(), "nothing is left under way");
    int visits = 1;
    forest.tree(0).for_each_root_edge([&](int, int n, float, float, Proof) { visits += n; });
    check(visits == forest.tree(0).root_visits(), "the root's visits are those of its edges");
    forest.tree(0).advance(ask(forest.tree(0)));
  }
}

void find_the_win() {
  // Three in a row of three is one stone away.
  State state(Rules{3, 3, false});
  for (const int action : {0, 3, 1, 4}) state.play(action);
  Forest<State> forest(state.rules(), 1, 1, {}, 16, kPlenty, 1);
  forest.tree(0).reset(state);
  forest.begin(0, 2000, false);
  Rng rng(1);
  search(forest, rng);
  check(forest.tree(0).proof() == Proof::Win, "a win at hand is proven");
  check(forest.tree(0).best_action() == 2, "and played");
}

void roll_out(Rules rules) {
  Forest<State> forest(rules, 1, 1, {}, 0, kPlenty, 9);
  for (int move = 0; move < 5; ++move) {
    forest.begin(0, 500, false);
    while (!forest.tree(0).finished()) forest.playouts(0, 100);
    forest.tree(0).advance(ask(forest.tree(0)));
  }
}

const test::Test kTest("search", [] {
  SearchSettings puct;
  puct.dirichlet_alpha = 0.3f;
  puct.dirichlet_fraction = 0.25f;
  SearchSettings gumbel;
  gumbel.considered = 8;
  SearchSettings plain;
  plain.solver = false;
  for (const SearchSettings& settings : {puct, gumbel, plain}) {
    play_games({3, 3, false}, 5, 5, settings, 64);
    play_games({8, 5, true}, 3, 3, settings, 1000);
    play_games({6, 4, false}, 1, 8, settings, 0);
    search_in_several_batches(settings, 3);
  }
  search_in_little_memory({15, 5, false}, false);
  search_in_little_memory({20, 5, true}, true);
  refuse_too_little_memory({15, 5, false});
  know_actions_by_priors_alone({11, 5, false});
  find_the_win();
  roll_out({15, 5, false});
  roll_out({20, 5, true});
});

}  // namespace search_test
