// Several threads on one table: answers that can be played, bounds that are kept, and wins that are
// as far away as one thread says; stopped from elsewhere at any moment.
#include <chrono>

#include "check.hpp"
#include "draughts/engine/board.hpp"
#include "draughts/rules/ahead.hpp"
#include "engine/search.hpp"
#include "gomoku/rules/ahead.hpp"
#include "lines.hpp"
#include "state_board.hpp"

namespace engine_threads_test {

using namespace tengen;
using namespace tengen::engine;
using test::check;
using test::check_line;
using test::StateBoard;

constexpr std::size_t kLittle = std::size_t{1} << 16;

template <GameState S>
void play_game(typename S::Rules rules, int threads, int depth, int plies) {
  using B = StateBoard<S>;
  const typename B::Net net;
  Search<B> one(rules, net, kLittle, 1, 5), many(rules, net, kLittle, threads, 5);
  S state(rules);
  for (int ply = 0; ply < plies && !state.is_over(); ++ply) {
    int reports = 0;
    const Report report =
        many.run(state, {.depth = depth, .lines = 2}, [&](const Report&) { ++reports; });
    check(report.depth <= depth && reports > 0, "every line is told, and none deeper");
    const RootLine& best = report.lines.front();
    const Score alone = one.run(state, {.depth = depth}).lines.front().score;
    if (is_decided(best.score) && is_decided(alone))
      check((best.score > 0) == (alone > 0), "one thread and many agree on who wins");
    for (const RootLine& line : report.lines) check_line(state, line);
    state.play(best.actions.front());
  }
}

// In endings of kings lines run into repetitions, which the key of a position does not tell.
void play_kings() {
  constexpr std::size_t kMuch = std::size_t{1} << 22;
  const draughts::SquareNet none;
  Rng rng(3);
  for (int game = 0; game < 12; ++game) {
    draughts::Position start;
    for (const int side : {0, 0, 1, 1})
      start.pieces[side] |= std::uint32_t{1} << rng.below(32) & ~start.pieces[side ^ 1];
    start.kings = start.pieces[0] | start.pieces[1];
    draughts::State state(draughts::State::Rules{.start = start});
    Search<draughts::EngineBoard> search(state.rules(), none, kMuch, 2, 5);
    for (int ply = 0; ply < 12 && !state.is_over(); ++ply) {
      const Report report = search.run(state, {.depth = 13});
      for (const RootLine& line : report.lines) check_line(state, line);
      for (const int action : report.lines.front().actions) {
        state.play(action);
        if (state.capturing_square() < 0) break;
      }
    }
  }
}

template <GameState S>
void count_nodes(typename S::Rules rules) {
  using B = StateBoard<S>;
  const typename B::Net net;
  Search<B> search(rules, net, kLittle, 3, 5);
  // The first depth is completed whatever it takes; each of the three threads is allowed it here.
  const std::uint64_t first = 3 * search.run(S(rules), {.depth = 1}).nodes;
  for (std::uint64_t nodes = first; nodes < 5000 + first; nodes = 2 * nodes + 1)
    check(search.run(S(rules), {.nodes = nodes}).nodes <= nodes, "no more than all may look at");
}

template <GameState S>
void stop_from_elsewhere(typename S::Rules rules) {
  using B = StateBoard<S>;
  const typename B::Net net;
  Search<B> search(rules, net, kLittle, 3, 5);
  for (int wait = 1; wait < 20; wait += 3) {
    std::atomic<bool> is_ready{false};
    std::thread other([&] {
      while (!is_ready.load()) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(wait));
      search.stop();
    });
    const Report report =
        search.run(S(rules), {.lines = 300}, [&](const Report&) { is_ready = true; });
    other.join();
    check(report.depth < kDeepest - 1, "it was stopped");
  }
  search.clear();
}

const test::Test kTest("engine_threads", [] {
  gomoku::Rules small;
  small.size = 5;
  small.win_length = 4;
  play_game<gomoku::State>(small, 2, 4, 25);
  play_game<draughts::State>({}, 3, 4, 10);
  play_kings();
  count_nodes<draughts::State>({});
  stop_from_elsewhere<draughts::State>({});
});

}  // namespace engine_threads_test
