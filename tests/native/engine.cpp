// The selective search over every kind of game: with all selectivity off it has the value of the
// full-width search; with it on, what it calls decided is; broken off anywhere, there is an answer.
#include "check.hpp"
#include "draughts/rules/ahead.hpp"
#include "engine/search.hpp"
#include "gomoku/rules/ahead.hpp"
#include "lines.hpp"
#include "state_board.hpp"

namespace engine_test {

using namespace tengen;
using namespace tengen::engine;
using test::check;
using test::check_line;
using test::StateBoard;

constexpr std::size_t kPlenty = std::size_t{1} << 20;

Settings none() {
  Settings settings;
  for (const auto& [name, member] : Settings::names()) settings.*member = false;
  return settings;
}

// By the definition of the search.
template <class B>
Score plain(B& board, int depth, int ply) {
  if (const Known known = board.known(); ply > 0 && known.winner != Known::kUnknown)
    return known.winner < 0               ? 0
           : known.winner == board.side() ? win_in(ply + known.plies)
                                          : lost_in(ply + known.plies);
  if (depth <= 0 && board.is_quiet()) return board.evaluate();
  MoveList<typename B::Move, B::kMostMoves> moves;
  board.list(moves);
  Score best = -kInfinite;
  for (int i = 0; i < moves.size; ++i) {
    board.play(moves.items[static_cast<std::size_t>(i)].move);
    best = std::max(best, -plain(board, depth - 1, ply + 1));
    board.undo();
  }
  return best;
}

template <GameState S>
void play_game(typename S::Rules rules, const Settings& settings, int depth, int plies) {
  using B = StateBoard<S>;
  const typename B::Net net;
  Search<B> search(rules, net, kPlenty, 1, 5, settings);
  S state(rules);
  Rng rng(9);
  for (int ply = 0; ply < plies && !state.is_over(); ++ply) {
    const Report report = search.run(state, {.depth = depth});
    B board(state, net);
    const RootLine& best = report.lines.front();
    check(best.score == plain(board, depth, 0), "the value of the plain search");
    check_line(state, best);
    state.play(ply % 3 == 0 ? test::random_action(state, rng) : best.actions.front());
  }
}

// With everything that is exact on: the table is not, it remembers deeper results.
Settings exact() {
  Settings settings = none();
  settings.aspiration = settings.killers = settings.history = true;
  settings.counter = settings.continuation = true;
  return settings;
}

// What all features together call a win can be forced, and the nearest win is found.
void decide() {
  gomoku::Rules rules;
  rules.size = 4;
  rules.win_length = 3;
  using B = StateBoard<gomoku::State>;
  const B::Net net;
  Rng rng(3);
  for (int game = 0; game < 40; ++game) {
    gomoku::State state(rules);
    for (int i = 0; i < 3 && !state.is_over(); ++i) state.play(test::random_action(state, rng));
    if (state.is_over() || state.wins_at_once()) continue;
    Search<B> search(rules, net, kPlenty, 1, 5);
    const Score score = search.run(state, {.depth = 8}).lines.front().score;
    B board(state, net);
    const Score truth = plain(board, 5, 0);
    if (is_decided(truth)) check(score == truth, "a decided score is exact");
  }
}

// Every position is judged to be far more than a win.
struct LoudBoard : StateBoard<gomoku::State> {
  using StateBoard::StateBoard;
  static Score evaluate() { return 1'000'000; }
};

// A judgement, however high, is not taken for a certain result.
void shout() {
  gomoku::Rules rules;
  rules.size = 7;
  rules.win_length = 5;
  const LoudBoard::Net net;
  for (const Settings& settings : {none(), Settings{}}) {
    Search<LoudBoard> search(rules, net, kPlenty, 1, 5, settings);
    for (int depth = 1; depth <= 2; ++depth) {
      const Score score = search.run(gomoku::State(rules), {.depth = depth}).lines.front().score;
      check(!is_decided(score), "judged, not decided");
    }
  }
}

// Wherever it stops, there is an answer.
template <GameState S>
void break_off(typename S::Rules rules) {
  using B = StateBoard<S>;
  const typename B::Net net;
  Search<B> search(rules, net, 4096, 1, 5);
  const S state(rules);
  for (std::uint64_t nodes = 1; nodes < 3000; nodes += nodes / 3 + 1) {
    const Report report = search.run(state, {.nodes = nodes, .lines = 3});
    check(report.nodes <= nodes || report.depth == 1, "no more nodes than allowed, but at first");
    check(report.lines.front().score > -kInfinite, "the best move has a value");
    Score most = kInfinite;
    for (const RootLine& line : report.lines) {
      check_line(state, line);
      if (line.score == -kInfinite) continue;
      check(line.score <= most, "the best first");
      most = line.score;
    }
  }
  const Report polled = search.run(state, {.poll = [] { return true; }});
  check(polled.depth == 0 && !polled.lines.empty(), "a stop is heard at once");
  check(search.run(state, {.seconds = 0.0}).depth == 0, "and so is the clock");
  check(search.run(state, {.depth = 2}).depth == 2, "it can go on");
}

const test::Test kTest("engine", [] {
  gomoku::Rules small;
  small.size = 4;
  small.win_length = 3;
  for (const Settings& settings : {none(), exact()}) {
    play_game<gomoku::State>(small, settings, 4, 16);
    play_game<draughts::State>({}, settings, 4, 60);
  }
  decide();
  shout();
  break_off<gomoku::State>(small);
  break_off<draughts::State>({});
});

}  // namespace engine_test
