// Random games of Gomoku on every size, by every rule and opening: what a position says of itself
// holds together.
#include <algorithm>
#include <vector>

#include "check.hpp"
#include "gomoku/rules/rules.hpp"

namespace gomoku_rules_test {

using namespace tengen;
using gomoku::Rules;
using gomoku::State;
using test::check;

void look_at_actions(const State& state) {
  const Rules& rules = state.rules();
  const auto actions = test::legal_actions(state);
  check(state.is_over() == actions.empty(), "only a finished game has no legal action");
  check(!state.is_legal(-1) && !state.is_legal(rules.num_actions()), "actions are in range");
  for (std::size_t i = 0; i < actions.size(); ++i)
    check(i == 0 || actions[i - 1] < actions[i], "actions are listed ascending");
  std::size_t listed = 0;
  for (int action = 0; action < rules.num_actions(); ++action)
    listed += state.is_legal(action) &&
              std::binary_search(actions.begin(), actions.end(), std::int32_t{action});
  check(listed == actions.size(), "listed actions are legal");
  int legal = 0;
  for (int action = 0; action < rules.num_actions(); ++action) legal += state.is_legal(action);
  check(legal == static_cast<int>(actions.size()), "legal actions are listed");
}

// The points that renju forbids are those that judging each empty point finds.
void look_at_forbidden(const State& state, const std::vector<std::int8_t>& board) {
  std::vector<std::int32_t> points(State::kMaxActions);
  points.resize(static_cast<std::size_t>(state.forbidden_points(points.data())));
  std::vector<std::int32_t> judged;
  if (state.rules().renju && !state.is_over())
    for (int p = 0; p < state.rules().points(); ++p)
      if (board[static_cast<std::size_t>(p)] == 0 && gomoku::renju::is_forbidden(state.judge(p)))
        judged.push_back(p);
  check(points == judged, "no forbidden point is overlooked");
}

void look_at(const State& state, Rng& rng) {
  const Rules& rules = state.rules();
  const auto points = static_cast<std::size_t>(rules.points());
  look_at_actions(state);

  // Exactly as large as they are said to be, so that a write past the end is seen.
  std::vector<std::int8_t> board(points);
  state.board(board.data());
  std::vector<float> planes(static_cast<std::size_t>(rules.planes_shape().size()));
  state.planes(planes.data());
  int stones = 0;
  for (std::size_t p = 0; p < points; ++p) {
    stones += board[p] != 0;
    check((planes[p] == 1.0f) == (board[p] == state.colour() + 1),
          "plane 0 is the stones of the colour to be placed");
  }
  check(stones <= state.ply() && (rules.swap2 || stones == state.ply()), "a stone a ply");
  look_at_forbidden(state, board);

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

// Thick random stones, so that much is forbidden, and what comes of them.
void play_from_stones(int size, Rng& rng) {
  gomoku::Setup setup;
  for (int p = 0; p < size * size; ++p) {
    const std::uint32_t drawn = rng.below(10);
    if (drawn < 4) setup.stones[drawn == 3][static_cast<std::size_t>(p / size)] |= 1u << (p % size);
  }
  State state(Rules{size, 5, false, true, false, false, &setup});
  if (state.has_row()) return;
  while (!state.is_over()) {
    std::vector<std::int8_t> board(static_cast<std::size_t>(state.rules().points()));
    state.board(board.data());
    look_at_forbidden(state, board);
    look_at_actions(state);
    state.play(test::random_action(state, rng));
  }
}

const test::Test kTest("gomoku_rules", [] {
  Rng rng(1);
  for (int size = 3; size <= gomoku::kMaxSize; ++size) {
    for (const int win_length : {3, 5, size})
      for (const bool exact : {false, true})
        for (const bool caro : {false, true})
          if (win_length <= size)
            for (const bool swap2 : {false, win_length > 3})
              play_through({size, win_length, exact, false, caro, swap2}, rng);
    if (size < 5) continue;
    for (const bool swap2 : {false, true}) play_through({size, 5, false, true, false, swap2}, rng);
    for (int i = 0; i < 5; ++i) play_from_stones(size, rng);
  }
});

}  // namespace gomoku_rules_test
