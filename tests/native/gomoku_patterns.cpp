// Random games of Gomoku on every size, by every rule: the patterns say where a stone wins, from
// the table and without it, and nothing is written past their end.
#include <array>
#include <thread>
#include <vector>

#include "check.hpp"
#include "gomoku/rules/patterns.hpp"

namespace gomoku_patterns_test {

using namespace tengen;
using gomoku::Pattern;
using gomoku::Rules;
using gomoku::State;
using test::check;

bool wins(const State& state, int point) {
  State after = state;
  after.play(point);
  return after.winner() == state.to_play();
}

void look_at(const State& state) {
  const auto area = static_cast<std::size_t>(state.rules().points());
  std::vector<std::uint8_t> patterns(8 * area);
  gomoku::draw_patterns(state, patterns.data());
  for (const std::uint8_t pattern : patterns)
    check(pattern <= static_cast<std::uint8_t>(Pattern::Five), "every pattern has a name");
  for (const int point : test::legal_actions(state)) {
    bool five = false;
    for (std::size_t d = 0; d < 4; ++d)
      five |= patterns[d * area + static_cast<std::size_t>(point)] ==
              static_cast<std::uint8_t>(Pattern::Five);
    check(five == wins(state, point), "a five is where a stone wins");
  }
}

void play_games(std::uint64_t seed) {
  Rng rng(seed);
  for (int game = 0; game < 60; ++game) {
    Rules rules;
    rules.size = 5 + static_cast<int>(rng.below(16));
    rules.win_length = 3 + static_cast<int>(rng.below(4));
    if (game % 12 == 0) rules.win_length = rules.size;
    switch (rng.below(4)) {
      case 1:
        rules.exact = true;
        break;
      case 2:
        rules.caro = true;
        break;
      case 3:
        rules.renju = true;
        rules.win_length = 5;
        break;
      default:
        break;
    }
    State state(rules);
    while (!state.is_over()) {
      if (rng.below(4) == 0) look_at(state);
      state.play(test::random_action(state, rng));
    }
  }
}

const test::Test kTest("gomoku_patterns", [] {
  // Tables are filled by all threads at once.
  std::array<std::thread, 3> threads;
  for (std::size_t i = 0; i < threads.size(); ++i) threads[i] = std::thread(play_games, i);
  for (std::thread& thread : threads) thread.join();
});

}  // namespace gomoku_patterns_test
