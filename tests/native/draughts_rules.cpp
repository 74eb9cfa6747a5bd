// Random games of draughts: what a position says of itself holds together, moves agree with hops,
// lines read back, and counting the last ply agrees with playing it.
#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "check.hpp"
#include "draughts/rules/line.hpp"
#include "draughts/rules/metrics.hpp"

namespace draughts_rules_test {

using namespace tengen;
using namespace tengen::draughts;
using test::check;

constexpr int kGames = 200;

using Board = std::tuple<Mask, Mask, Mask, int>;

Board board_of(const Position& p) { return {p.pieces[0], p.pieces[1], p.kings, p.side}; }

// The positions after every whole move, each as often as there are ways to it.
std::multiset<Board> after_moves(const Position& position) {
  std::multiset<Board> boards;
  for_each_move(position, [&](const Position& after) { boards.insert(board_of(after)); });
  return boards;
}

void add_after_hops(const State& state, std::multiset<Board>& boards) {
  for (const std::int32_t action : test::legal_actions(state)) {
    State after = state;
    after.play(action);
    if (after.capturing_square() < 0)
      boards.insert(board_of(after.position()));
    else
      add_after_hops(after, boards);
  }
}

std::uint64_t count_moves(const Position& position, int depth) {
  if (depth == 0) return 1;
  std::uint64_t total = 0;
  for_each_move(position, [&](const Position& after) { total += count_moves(after, depth - 1); });
  return total;
}

// Plays a random game hop by hop, drawing from the hops in the order of a playout.
int play_slowly(State state, Rng rng) {
  while (!state.is_over()) {
    auto actions = test::legal_actions(state);
    std::ranges::sort(actions, {}, [](int action) {
      return std::pair(direction_of_action(action), bit_of(square_of_action(action)));
    });
    state.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
  }
  return state.winner();
}

void look_at(const State& state, Rng& rng) {
  const auto actions = test::legal_actions(state);
  check(state.position().is_consistent(), "pieces do not overlap and men are not on king rows");
  check(state.is_over() == actions.empty(), "only a finished game has no legal action");
  check(!state.is_legal(-1) && !state.is_legal(kActions), "actions are on the board");
  for (int action = 0; action < kActions; ++action)
    check(state.is_legal(action) == std::binary_search(actions.begin(), actions.end(), action),
          "the legal actions are those listed, ascending");

  // Exactly as large as they are said to be, so that a write past the end is seen.
  std::vector<std::int8_t> board(64);
  state.board(board.data());
  std::vector<float> planes(static_cast<std::size_t>(state.rules().planes_shape().size()));
  state.planes(planes.data());
  for (std::size_t point = 0; point < board.size(); ++point)
    check((planes[point] + planes[64 + point] == 1.0f) ==
              (board[point] != 0 && (board[point] - 1) % 2 == state.to_play()),
          "planes 0 and 1 are the mover's pieces");
  std::vector<std::int32_t> metrics(kMetrics);
  measure(state, metrics.data());
  check((metrics.back() != 0) == (state.winner() >= 0), "the last metric tells of a win");
  const int winner = play_slowly(state, rng);
  check(state.playout(rng) == winner, "a playout is a game by the rules");
  if (state.capturing_square() >= 0 || state.is_over()) return;
  std::multiset<Board> by_hops;
  add_after_hops(state, by_hops);
  check(by_hops == after_moves(state.position()), "whole moves are the hops joined");
}

void read_back(const State& start, const std::vector<std::int32_t>& actions) {
  const auto names = write_line(start, actions);
  check(names.has_value(), "a game that was played can be written");
  std::string text;
  for (const std::string& name : *names) text += name + ' ';
  State after = start;
  const Line line = read_line(after, text, true);
  check(line.fault == Fault::None && line.actions == actions, "what is written reads back");
  check(line.ends.size() == names->size(), "a word a move");
}

void play_through(const Position& start, Rng& rng) {
  State state(Rules{start});
  std::vector<std::int32_t> actions;
  while (!state.is_over()) {
    look_at(state, rng);
    if (actions.size() % 20 == 0)
      check(state.capturing_square() >= 0 || state.perft(3) == count_moves(state.position(), 3),
            "perft counts what can be played");
    actions.push_back(test::random_action(state, rng));
    state.play(actions.back());
    check(state.quiet_plies() <= History::kLongest, "a game without progress ends in time");
    const State copy = state;
    check(copy == state && copy.hash() == state.hash(), "a copy is equal");
  }
  look_at(state, rng);
  read_back(State(Rules{start}), actions);
}

// The same game where draws are claimed: no different until a draw, and then it goes on.
void go_on(const Position& start, Rng& rng) {
  State state(Rules{start}), claimed(Rules{start, Draws::Claimed});
  for (int ply = 0; ply < 300 && !claimed.is_over(); ++ply) {
    const auto result = [&rng](const State& of) {
      Rng same = rng;
      return of.playout(same);
    };
    if (!state.is_over() || state.winner() >= 0) {
      check(state.hash() == claimed.hash(), "the setting is not seen");
      check(result(state) == result(claimed), "playouts end by draws in any case");
    } else {
      check(!claimed.is_over() && !test::legal_actions(claimed).empty(), "a draw ends nothing");
      const bool is_draw = claimed.occurrences() >= 3 || claimed.quiet_plies() >= History::kLongest;
      check(!is_draw || result(claimed) == -1, "a playout ends at once where a draw is due");
    }
    const int action = test::random_action(claimed, rng);
    if (!state.is_over()) state.play(action);
    claimed.play(action);
    check(claimed.quiet_plies() <= History::kLongest, "what has been is bounded");
    check(State(claimed) == claimed, "a copy is equal");
  }
}

// A few kings of each side on any squares, so that captures turn and repetitions come.
Position random_kings(Rng& rng) {
  Position position;
  position.side = static_cast<int>(rng.below(2));
  for (std::size_t player = 0; player < 2; ++player)
    for (std::uint32_t n = 1 + rng.below(4); n > 0; --n) {
      const Mask at = Mask{1} << rng.below(kSquares);
      if ((position.occupied() & at) == 0) position.pieces[player] |= at;
    }
  position.kings = position.occupied();
  return position;
}

const test::Test kTest("draughts_rules", [] {
  Rng rng(1);
  for (int game = 0; game < kGames; ++game) {
    play_through(kStart, rng);
    play_through(random_kings(rng), rng);
    go_on(random_kings(rng), rng);
  }
  for (std::string text :
       {"", "x", "11", "11-", "11-15x", "0-4", "33-29", "99x1", "11--15", "32-28"})
    check(Word().read(text) == (text == "32-28"), "only squares joined make a move");
  check(!Word().read("1x10x19x26x17x10x1x10x19x26x17x10x1x10"), "no move is as long as that");
});

}  // namespace draughts_rules_test
