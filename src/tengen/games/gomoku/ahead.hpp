// What a search that looks ahead is told of Gomoku; see native/lookahead.hpp.
#pragma once
#include "lookahead.hpp"
#include "rules.hpp"

namespace tengen::gomoku {

// How many stones are near a point, those right beside it counted three times.
inline int hint(const State& state, int action) {
  const int size = state.rules().size;
  if (action >= state.rules().points()) return 0;
  const int x = action % size, y = action / size;
  const std::uint32_t wide = x < 2 ? 0x1fu >> (2 - x) : 0x1fu << (x - 2);
  const std::uint32_t narrow = x < 1 ? 0x7u >> 1 : 0x7u << (x - 1);
  const std::uint32_t *black = state.lines().rows(kBlack), *white = state.lines().rows(kWhite);
  int stones = 0;
  for (int row = std::max(0, y - 2); row <= std::min(size - 1, y + 2); ++row) {
    const std::uint32_t all = black[row] | white[row];
    stones += std::popcount(all & wide);
    if (std::abs(row - y) <= 1) stones += 2 * std::popcount(all & narrow);
  }
  return stones;
}

}  // namespace tengen::gomoku
