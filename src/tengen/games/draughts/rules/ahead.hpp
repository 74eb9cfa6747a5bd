// What a search that looks ahead is told of English draughts; see native/lookahead.hpp.
#pragma once
#include "lookahead.hpp"
#include "rules.hpp"

namespace tengen::draughts {

inline bool is_mid_move(const State& state) { return state.capturing_square() >= 0; }

// Captures are compulsory: where there is one, the board says little of who is ahead.
inline bool is_quiet(const State& state) { return !state.must_capture(); }

// A position comes back after four moves at the earliest and ends the game when it is there for
// the third time: one of k moves ago after 8 - k, or 5 where it was there longer ago.
inline Horizon horizon(const State& state) {
  if (state.rules().draws == Draws::Claimed) return {};
  const int quiet = state.quiet_plies();
  Horizon horizon{.stops = History::kLongest - quiet};
  if (state.came_back())
    horizon.repeats = 1;
  else if (quiet > 0)
    horizon.repeats = 8 - std::min(quiet, 3);
  return horizon;
}

}  // namespace tengen::draughts
