// What a game may tell a search that looks ahead, each by a free function beside its State; a game
// that has none of them is searched as it is.
#pragma once
#include <climits>

#include "game.hpp"

namespace tengen {

// How far ahead rules that count what has been before cannot reach: nothing within fewer moves
// than these depends on the way to a position.
struct Horizon {
  int repeats = INT_MAX;  // until a position from before it may count again
  int stops = INT_MAX;    // until play without progress ends the game

  bool is_before(int moves) const { return moves >= repeats || moves >= stops; }
};

// `is_mid_move(state)`: the side to move is inside a move of several actions.
template <GameState S>
bool in_mid_move(const S& state) {
  if constexpr (requires { is_mid_move(state); }) return is_mid_move(state);
  return false;
}

// `is_quiet(state)`: a judge may be believed. Positions that are not must end by themselves.
template <GameState S>
bool may_be_judged(const S& state) {
  if constexpr (requires { is_quiet(state); }) return is_quiet(state);
  return true;
}

// `horizon(state)`.
template <GameState S>
Horizon horizon_of(const S& state) {
  if constexpr (requires { horizon(state); }) return horizon(state);
  return {};
}

// `hint(state, action)`: how promising a move looks at a glance, 0 to 255.
template <GameState S>
int hint_of(const S& state, int action) {
  if constexpr (requires { hint(state, action); }) return hint(state, action);
  return 0;
}

// The actions worth a look, ascending; returns how many.
template <GameState S>
int list_actions(const S& state, std::int32_t* out) {
  if constexpr (HasSense<S>)
    if (const int n = state.sensible_actions(out); n > 0) return n;
  return state.legal_actions(out);
}

}  // namespace tengen
