// What no player who sees one move ahead gets wrong: a win in one move is taken, and the opponent
// is left none. A move may be of several actions.
#pragma once
#include <vector>

#include "after_states.hpp"
#include "lookahead.hpp"

namespace tengen {

namespace one_move {

template <GameState S>
std::vector<std::int32_t> list(const S& state) {
  std::vector<std::int32_t> actions(S::kMaxActions);
  actions.resize(static_cast<std::size_t>(list_actions(state, actions.data())));
  return actions;
}

template <GameState S>
S after(const S& state, int action) {
  S result = state;
  result.play(action);
  return result;
}

// Whether the side to move before it has won, or wins by going on with the same move.
template <GameState S>
bool is_won(const S& after, int mover) {
  if (after.is_over()) return after.winner() == mover;
  if (after.to_play() != mover || !in_mid_move(after)) return false;
  for (const int action : list(after))
    if (is_won(one_move::after(after, action), mover)) return true;
  return false;
}

// Whether the side to move wins within one move.
template <GameState S>
bool has_win(const S& state) {
  if constexpr (SeesWins<S>) {
    return state.wins_at_once();
  } else {
    for (const int action : list(state))
      if (is_won(after(state, action), state.to_play())) return true;
    return false;
  }
}

// Whether `mover`, whose move it was or still is, has lost or lets the opponent win in one move.
template <GameState S>
bool is_given_away(const S& after, int mover) {
  if (after.is_over()) return after.winner() == 1 - mover;
  if (after.to_play() != mover) return has_win(after);
  if (!in_mid_move(after)) return false;
  for (const int action : list(after))
    if (!is_given_away(one_move::after(after, action), mover)) return false;
  return true;
}

}  // namespace one_move

struct Better {
  bool wins;  // they win, else they leave the opponent no win
  std::vector<std::int32_t> actions;
};

// What is better than a legal action, ascending: what wins where it fails to, else what leaves the
// opponent no win where it leaves one; nothing where it is neither mistake or where nothing helps.
template <GameState S>
Better better_at_once(const S& state, int action) {
  const int mover = state.to_play();
  const bool wins = one_move::has_win(state);
  const auto is_right = [&](const S& after) {
    return wins ? one_move::is_won(after, mover) : !one_move::is_given_away(after, mover);
  };
  Better better{wins, {}};
  if (is_right(one_move::after(state, action))) return better;
  for (const int other : one_move::list(state))
    if (is_right(one_move::after(state, other))) better.actions.push_back(other);
  return better;
}

}  // namespace tengen
