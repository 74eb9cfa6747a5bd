// Random games of Go: what a position says of itself holds together, and moves can be taken back.
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "go/rules/rules.hpp"

namespace go_rules_test {

using namespace tengen;
using go::Rules;
using go::State;
using go::Superko;
using test::check;

using Stones = std::vector<std::int8_t>;
using Situations = std::set<std::pair<Stones, int>>;

Stones stones_of(const State& state) {
  // Exactly as large as it is said to be, so that a write past the end is seen.
  Stones board(static_cast<std::size_t>(state.rules().area()));
  state.board(board.data());
  return board;
}

// Liberties by looking at the whole chain.
int count_liberties(const State& state, int point) {
  const go::PointSet chain = state.board().chain(point);
  return (chain.grown() & state.empty()).count();
}

void look_at_points(const State& state) {
  const Stones board = stones_of(state);
  go::Areas stones;
  for (int p = 0; p < state.rules().area(); ++p) {
    const int held = board[static_cast<std::size_t>(p)];
    if (held == 0) {
      check(state.board().liberties(p) == 0, "an empty point has no chain");
      continue;
    }
    state.geometry().add(stones[static_cast<std::size_t>(held - 1)], p);
    const int liberties = state.board().liberties(p);
    check(liberties > 0, "a chain on the board has a liberty");
    check(liberties == count_liberties(state, p), "liberties are those of the whole chain");
  }
  check(stones == state.stones(), "the board and the sets of stones agree");
}

void look_at_planes(const State& state) {
  const auto area = static_cast<std::size_t>(state.rules().area());
  const Stones board = stones_of(state);
  std::vector<float> planes(static_cast<std::size_t>(state.rules().planes_shape().size()));
  state.planes(planes.data());
  for (std::size_t p = 0; p < area; ++p) {
    const int liberties = std::min(3, state.board().liberties(static_cast<int>(p)));
    check((planes[p] == 1.0f) == (board[p] == state.to_play() + 1), "plane 0 is the mover's");
    check((planes[area + p] == 1.0f) == (board[p] == 2 - state.to_play()),
          "plane 1 is the other's");
    for (int n = 1; n <= 3; ++n)
      check((planes[(3 + static_cast<std::size_t>(n)) * area + p] == 1.0f) == (liberties == n),
            "planes 4 to 6 are liberties");
    check((planes[7 * area + p] == 1.0f) ==
              state.geometry().has(state.repeats(), static_cast<int>(p)),
          "plane 7 is ko and superko");
  }
}

void look_at_actions(const State& state) {
  const auto actions = test::legal_actions(state);
  check(state.is_over() == actions.empty(), "only a finished game has no legal action");
  check(!state.is_legal(-1) && !state.is_legal(state.rules().num_actions()),
        "actions are on the board");
  for (int action = 0; action < state.rules().num_actions(); ++action)
    check(state.is_legal(action) == std::binary_search(actions.begin(), actions.end(), action),
          "an action is legal when it is listed");
  std::vector<std::int32_t> sensible(State::kMaxActions);
  sensible.resize(static_cast<std::size_t>(state.sensible_actions(sensible.data())));
  for (const std::int32_t action : actions) {
    const bool is_eye = action < state.rules().pass() && state.is_true_eye(action, state.to_play());
    check(is_eye != std::binary_search(sensible.begin(), sensible.end(), action),
          "what is legal and no own eye is sensible");
  }
}

void look_at_life(const State& state) {
  for (int player = 0; player < 2; ++player) {
    const go::Life life =
        go::unconditional_life(state.geometry(), state.stones(), player, state.rules().suicide);
    check(state.stones()[static_cast<std::size_t>(player)].contains(life.stones),
          "stones that live are on the board");
    check(life.stones.any() == life.eyes.any(), "who lives has eyes");
  }
}

// Every move made on a copy, taken back, and looked at.
void try_all(State& state, const Situations& seen, const Stones& previous) {
  const State before = state;
  State::Undo undo;
  const Superko superko = state.rules().superko;
  for (int action = 0; action < state.rules().pass(); ++action) {
    if (!state.is_legal(action)) continue;
    state.play(action, undo);
    State copy = before;
    copy.play(action);
    check(state == copy && state.hash() == copy.hash(), "both ways to play agree");
    const Stones board = stones_of(state);
    const bool same_side = seen.contains({board, state.to_play()});
    const bool other_side = seen.contains({board, state.to_play() ^ 1});
    check(superko == Superko::Simple || !same_side, "no situation comes again");
    check(superko != Superko::Positional || !other_side, "no board comes again");
    const auto other = static_cast<std::size_t>(before.to_play() ^ 1);
    const bool captures = before.prisoners()[other] != state.prisoners()[other];
    check(!captures || board != previous, "no ko is retaken at once");
    state.undo(undo);
    check(state == before && state.hash() == before.hash(), "a move taken back is forgotten");
  }
  look_at_points(state);
}

void play_through(Rules rules, int plies, Rng& rng) {
  State state(rules);
  Situations seen;
  Stones previous, now;  // the board before the last move, and after it
  while (!state.is_over() && state.ply() < plies) {
    previous = std::exchange(now, stones_of(state));
    seen.insert({now, state.to_play()});
    look_at_points(state);
    look_at_planes(state);
    look_at_actions(state);
    if (rules.size < 6 || state.ply() % 4 == 0) try_all(state, seen, previous);
    if (state.ply() % 16 == 0) {
      look_at_life(state);
      const int winner = state.playout(rng);
      check(winner >= -1 && winner <= 1, "a playout ends with a winner or a draw");
    }
    state.play(test::random_action(state, rng));
  }
  check(!state.is_over() || state.playout(rng) == state.winner(), "a finished game is its result");
}

// All the way back from the end of a game, through captures and joined chains.
void take_back_a_game(Rules rules, int plies, Rng& rng) {
  State state(rules);
  std::vector<State> states;
  std::vector<State::Undo> undos;
  while (!state.is_over() && state.ply() < plies) {
    states.push_back(state);
    undos.emplace_back();
    state.play(test::random_action(state, rng), undos.back());
  }
  for (; !states.empty(); states.pop_back(), undos.pop_back()) {
    state.undo(undos.back());
    check(state == states.back(), "every position comes back");
    look_at_points(state);
  }
}

// A history of many thousand boards is found, copied and let go.
void keep_long_history() {
  go::History history, at_half;
  const auto key = [](int i) { return go::Key{mix64(static_cast<std::uint64_t>(i)), 1}; };
  constexpr int kBoards = 100'000;
  for (int i = 0; i < kBoards; ++i) {
    history.push(key(i));
    if (i == kBoards / 2) at_half = history;
  }
  for (int i = 0; i < kBoards; i += 37) {
    check(history.find(key(i)) == i, "a board is found with its ply");
    check(at_half.find(key(i)) == (i <= kBoards / 2 ? i : -1), "a copy stays as it was");
  }
  check(history.find(key(kBoards)) == -1, "a board that never was is not found");
  history.push(key(5));
  check(history.find(key(5)) == kBoards, "the last time counts");
  check(!(history == at_half), "histories of other boards differ");
}

const test::Test kTest("go_rules", [] {
  Rng rng(1);
  for (int size = go::kMinSize; size <= 7; ++size)
    for (const Superko superko : {Superko::Positional, Superko::Situational, Superko::Simple})
      for (const bool suicide : {false, true})
        for (int games = size < 6 ? 20 : 4; games > 0; --games)
          play_through({size, 15, superko, suicide}, 250, rng);
  play_through({13, 15, Superko::Positional, false, 5}, 200, rng);
  play_through({go::kMaxSize, 15, Superko::Situational, true}, 60, rng);
  take_back_a_game({5, 15, Superko::Positional, true}, 400, rng);
  take_back_a_game({9, 15, Superko::Simple, false}, 400, rng);
  keep_long_history();
});

}  // namespace go_rules_test
