// What a game may know of wins that nothing can stop.
#pragma once
#include "game.hpp"

namespace tengen {

// Optional, by a free function beside the State: `wins_by_force(state, max_nodes, out)` writes the
// actions of a win that is certain for the side to move, both sides' in turn, and returns how many;
// 0 where it found none with so much effort.
template <class S>
concept WinsByForce = requires(const S state, int max_nodes, std::int32_t* actions) {
  { wins_by_force(state, max_nodes, actions) } -> std::same_as<int>;
};

}  // namespace tengen
