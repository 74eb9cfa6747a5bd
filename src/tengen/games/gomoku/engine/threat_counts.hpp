// How many points threaten what, of both sides, as a learned evaluation sees it: what its sums over
// the whole board can hardly tell, that there is one such point or none, decides games.
#pragma once
#include <algorithm>
#include <bit>

#include "gomoku/threats/board.hpp"

namespace tengen::gomoku {

struct ThreatCounts {
  static constexpr int kFirst = static_cast<int>(Threat::OpenTwo);
  static constexpr int kLast = static_cast<int>(Threat::OpenFour);
  static constexpr int kKinds = kLast - kFirst + 1;
  static constexpr int kCounts = 2 * kKinds;  // of the side to move, then of the other
  static constexpr int kLevels = 3;           // above none: one, two or three, more

  // 0 for none.
  static int level(int count) {
    return std::min(kLevels, static_cast<int>(std::bit_width(static_cast<unsigned>(count))));
  }
  // Visits each count, by its place and its level.
  template <class Visit>
  static void visit(const ThreatBoard& board, Visit visit) {
    for (int side = 0; side < 2; ++side)
      for (int kind = 0; kind < kKinds; ++kind)
        visit(side * kKinds + kind,
              level(board.count(board.side() ^ side, static_cast<Threat>(kFirst + kind))));
  }
};

}  // namespace tengen::gomoku
