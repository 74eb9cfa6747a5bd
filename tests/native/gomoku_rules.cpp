// Random games of Gomoku on every size: what a position says of itself holds together.
#include <vector>

#include "check.hpp"
#include "gomoku/rules.hpp"

using namespace tengen;
using gomoku::Rules;
using gomoku::State;
using test::check;

namespace {

void look_at(const State& state, Rng& rng) {
  const Rules& rules = state.rules();
  const auto points = static_cast<std::size_t>(rules.num_actions());
  const auto actions = test::legal_actions(state);
  check(state.is_over() == actions.empty(), "only a finished game has no legal action");
  check(!state.is_legal(-1) && !state.is_legal(rules.num_actions()), "points are on the board");
  for (std::size_t i = 0; i < actions.size(); ++i) {
    check(state.is_legal(actions[i]), "a listed action is legal");
    check(i == 0 || actions[i - 1] < actions[i], "actions are listed ascending");
  }

  // Exactly as large as they are said to be, so that a write past the end is seen.
  std::vector<std::int8_t> board(points);
  state.board(board.data());
  std::vector<float> planes(4 * points);
  state.planes(planes.data());
  int stones = 0;
  for (std::size_t p = 0; p < points; ++p) {
    stones += board[p] != 0;
    check((planes[p] == 1.0f) == (board[p] == state.to_play() + 1),
          "plane 0 is the mover's stones");
  }
  check(stones == state.ply(), "a stone a ply");

  std::vector<std::int32_t> run(State::kMaxActions);
  const int length = state.winning_points(run.data());
  check((state.winner() >= 0) == (length >= rules.win_length), "a winner has a winning run");
  const int winner = state.playout(rng);
  check(winner >= -1 && winner <= 1, "a playout ends with a winner or a draw");
}

void play_through(Rules rules, Rng& rng) {
  State state(rules);
  while (!state.is_over()) {
    look_at(state, rng);
    const bool sees_win = state.wins_at_once();
    bool has_win = false;
    for (const std::int32_t action : test::legal_actions(state)) {
      State after = state;
      after.play(action);
      has_win = has_win || after.winner() == state.to_play();
    }
    check(sees_win == has_win, "wins_at_once is what trying every move finds");
    state.play(test::random_action(state, rng));
  }
  look_at(state, rng);
}

}  // namespace

int main() {
  Rng rng(1);
  for (int size = 3; size <= gomoku::kMaxSize; ++size)
    for (const int win_length : {3, 5, size})
      for (const bool exact : {false, true})
        if (win_length <= size) play_through({size, win_length, exact}, rng);
  return 0;
}
