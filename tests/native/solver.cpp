// Proofs against plain exhaustive search, on boards small enough for it.
#include <map>
#include <vector>

#include "check.hpp"
#include "forest.hpp"
#include "gomoku/rules/rules.hpp"

namespace solver_test {

using namespace tengen;
using gomoku::Rules;
using gomoku::State;
using test::check;

constexpr std::size_t kPlenty = std::size_t{64} << 20;

class Exhaustive {
 public:
  // Result of perfect play for the side to move: -1, 0 or 1.
  int value(const State& state) {
    if (state.is_over())
      return state.winner() < 0 ? 0 : (state.winner() == state.to_play() ? 1 : -1);
    const auto [at, is_new] = known_.try_emplace(state.hash(), -2);
    if (!is_new) return at->second;
    int best = -1;
    for (const std::int32_t action : test::legal_actions(state))
      best = std::max(best, -value(after(state, action)));
    return known_[state.hash()] = best;
  }

  static State after(const State& state, int action) {
    State next = state;
    next.play(action);
    return next;
  }

 private:
  std::map<std::uint64_t, int> known_;
};

int value_of(Proof proof) { return static_cast<int>(proof) - static_cast<int>(Proof::Draw); }

void compare(const Tree<State>& tree, Exhaustive& truth) {
  const State& state = tree.state();
  if (tree.proof() != Proof::Unknown) {
    check(value_of(tree.proof()) == truth.value(state), "a proof is true");
    check(-truth.value(Exhaustive::after(state, tree.best_action())) == truth.value(state),
          "the best action keeps it");
  }
  tree.for_each_root_edge([&](int action, int visits, float, float q, Proof proof) {
    check(visits == 0 || (q >= -1.00001f && q <= 1.00001f), "a value is in [-1, 1]");
    if (proof == Proof::Unknown) return;
    const int value = -truth.value(Exhaustive::after(state, action));
    check(value_of(proof) == value, "a proof of an action is true");
    check(std::abs(q - static_cast<float>(value)) < 1e-5f, "and its value says so");
  });
}

void search(Forest<State>& forest, Rng& rng) {
  while (const int waiting = forest.select()) {
    const test::Noise noise(waiting, forest.rules().num_actions(), rng);
    forest.backup(noise.logits.data(), noise.values.data());
  }
}

void play(Rules rules, int batch, int considered, int simulations, Rng& rng, Exhaustive& truth) {
  SearchSettings settings;
  settings.considered = considered;
  settings.c_puct = 4.0f;
  Forest<State> forest(rules, 1, batch, settings, 256, kPlenty, rng.next());
  Tree<State>& tree = forest.tree(0);
  for (int opening = 0; opening < 2; ++opening)
    tree.advance(test::random_action(tree.state(), rng));
  while (!tree.state().is_over()) {
    forest.begin(0, simulations, rng.below(2) == 0);
    search(forest, rng);
    compare(tree, truth);
    tree.advance(rng.below(3) == 0 ? test::random_action(tree.state(), rng) : tree.best_action());
  }
}

const test::Test kTest("solver", [] {
  Rng rng(17);
  for (const Rules rules : {Rules{3, 3, false}, Rules{3, 3, true}, Rules{3, 2, true}}) {
    Exhaustive truth;
    for (const int batch : {1, 4, 16})
      for (const int considered : {0, 4})
        for (const int simulations : {3, 30, 400})
          for (int game = 0; game < 10; ++game)
            play(rules, batch, considered, simulations, rng, truth);
  }
});

}  // namespace solver_test
