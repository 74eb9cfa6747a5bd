// What a search that looks ahead is told of Gomoku; see native/lookahead.hpp.
#pragma once
#include "lookahead.hpp"
#include "rules.hpp"

namespace tengen::gomoku {

// How many stones are near a point, those right beside it counted three times.
inline int hint(const State& state, int action) {
  constexpr std::uint32_t kBeside = 0b00000'01110'01110'01110'00000;
  const int size = state.rules().size;
  if (action >= state.rules().points()) return 0;
  const int x = action % size, y = action / size;
  const std::uint32_t *black = state.lines().rows(kBlack), *white = state.lines().rows(kWhite);
  std::uint32_t around = 0;  // five rows of five points
  for (int row = std::max(0, y - 2); row <= std::min(size - 1, y + 2); ++row)
    around |= ((black[row] | white[row]) << 2 >> x & 31u) << 5 * (row - y + 2);
  return std::popcount(around) + 2 * std::popcount(around & kBeside);
}

}  // namespace tengen::gomoku
