// The stones as bit masks of the board's lines, once for each direction, so that a row is seen by
// shifting one word. Lines: rows, columns, diagonals (x - y), anti-diagonals (x + y).
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace tengen::gomoku {

inline constexpr int kMaxSize = 20;
inline constexpr int kBlack = 0, kWhite = 1;

struct Direction {
  int dx, dy;
};
inline constexpr std::array<Direction, 4> kDirections{{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};

// Bit x of word y is the point (x, y).
using Rows = std::array<std::uint32_t, kMaxSize>;

constexpr std::uint32_t low_bits(int count) { return (1u << count) - 1u; }

class Lines {
 public:
  static constexpr int kDiagonals = 2 * kMaxSize - 1;
  static constexpr int kRow = 0, kColumn = kMaxSize, kDiagonal = 2 * kMaxSize,
                       kAnti = kDiagonal + kDiagonals, kCount = kAnti + kDiagonals;
  // A line and the place of a point in it; along kDirections, bits ascend, but along the last
  // they descend.
  struct Place {
    int line, bit;
  };

  static constexpr std::array<Place, 4> through(int x, int y) {
    return {{{kRow + y, x},
             {kColumn + x, y},
             {kDiagonal + x - y + kMaxSize - 1, x},
             {kAnti + x + y, x}}};
  }

  std::uint32_t operator()(int colour, int line) const {
    return lines_[static_cast<std::size_t>(colour)][static_cast<std::size_t>(line)];
  }
  const std::uint32_t* rows(int colour) const {
    return &lines_[static_cast<std::size_t>(colour)][kRow];
  }
  bool has(int colour, int x, int y) const { return ((rows(colour)[y] >> x) & 1u) != 0; }

  // The words of the lines through the stone set, in the order of kDirections.
  std::array<std::uint32_t, 4> set(int colour, int x, int y) {
    auto& lines = lines_[static_cast<std::size_t>(colour)];
    const auto add = [&](int line, int bit) {
      return lines[static_cast<std::size_t>(line)] |= 1u << bit;
    };
    return {add(kRow + y, x), add(kColumn + x, y), add(kDiagonal + x - y + kMaxSize - 1, x),
            add(kAnti + x + y, x)};
  }

  bool operator==(const Lines&) const = default;

 private:
  std::array<std::array<std::uint32_t, kCount>, 2> lines_{};
};

// The bits of a line that are on the board.
inline std::uint32_t on_board(int line, int size) {
  static const auto tables = [] {
    std::array<std::array<std::uint32_t, Lines::kCount>, kMaxSize + 1> all{};
    for (int n = 1; n <= kMaxSize; ++n)
      for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x)
          for (const Lines::Place place : Lines::through(x, y))
            all[static_cast<std::size_t>(n)][static_cast<std::size_t>(place.line)] |= 1u
                                                                                      << place.bit;
    return all;
  }();
  return tables[static_cast<std::size_t>(size)][static_cast<std::size_t>(line)];
}

// The point `steps` along a direction from (x, y), as bits of a line ascend.
constexpr Direction kBitDirections[4] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

}  // namespace tengen::gomoku
