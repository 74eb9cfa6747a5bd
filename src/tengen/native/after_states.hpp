// What follows from actions, for many positions and actions at once.
#pragma once
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "game.hpp"

namespace tengen {

// Whether the side to move can end the game in its favour with one action.
template <GameState S>
bool sees_win(const S& state) {
  if constexpr (SeesWins<S>) {
    return state.wins_at_once();
  } else {
    std::vector<std::int32_t> actions(S::kMaxActions);
    actions.resize(static_cast<std::size_t>(state.legal_actions(actions.data())));
    for (const int action : actions) {
      S after = state;
      after.play(action);
      if (after.is_over() && after.winner() == state.to_play()) return true;
    }
    return false;
  }
}

// One row for each of the positions that were asked about.
struct AfterStates {
  static constexpr std::int8_t kGoesOn = -2;
  std::vector<std::int8_t> to_play;
  std::vector<std::int8_t> winner;  // kGoesOn, -1 for a draw, 0, 1
  std::vector<std::uint8_t> wins_at_once;

  explicit AfterStates(std::size_t count)
      : to_play(count), winner(count, kGoesOn), wins_at_once(count) {}

  template <GameState S>
  void set(std::size_t at, const S& after) {
    to_play[at] = static_cast<std::int8_t>(after.to_play());
    if (after.is_over())
      winner[at] = static_cast<std::int8_t>(after.winner());
    else
      wins_at_once[at] = sees_win(after);
  }
};

// Position `rows[i]` of `states` after `actions[i]`; its planes go to `planes` unless that is null.
template <GameState S>
AfterStates look_at_after_states(const std::vector<const S*>& states, const std::int32_t* rows,
                                 const std::int32_t* actions, std::size_t count, float* planes) {
  AfterStates result(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto row = static_cast<std::size_t>(rows[i]);
    if (rows[i] < 0 || row >= states.size()) throw std::invalid_argument("no such position");
    if (!states[row]->is_legal(actions[i])) throw std::invalid_argument("illegal action");
    S after = *states[row];
    after.play(actions[i]);
    result.set(i, after);
    if (planes == nullptr) continue;
    const auto size = static_cast<std::size_t>(after.rules().planes_shape().size());
    after.planes(planes + i * size);
  }
  return result;
}

}  // namespace tengen
