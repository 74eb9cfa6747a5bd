// The lines through a point as a learned evaluation tells them apart: each kind has a number.
#pragma once
#include "gomoku/threats/geometry.hpp"

namespace tengen::gomoku {

// What a line is to an empty point: how far each colour could extend from it to either side, and
// where its stones are. A colour with no room for five sees nothing. Mirror images are one.
class LineRows {
 public:
  static constexpr int kSides = 120, kRows = 6469;

  static const LineRows& get() {
    static const LineRows rows;
    return rows;
  }

  // By cells as `cells_before` takes them.
  int operator[](std::uint64_t cells) const {
    return row(before(cells_before(cells)), after(cells_after(cells)));
  }

  // What is on one side of the point, below kSides, and what two sides make together.
  int before(std::uint32_t cells) const { return before_[cells]; }
  int after(std::uint32_t cells) const { return after_[cells]; }
  int row(int before, int after) const {
    return rows_[static_cast<std::size_t>(before * kSides + after)];
  }

 private:
  static constexpr std::uint32_t kSide = low_bits(kReach);

  // One side of a point, the nearest cell first: cells that are free or its own, then the own ones.
  struct View {
    int room;
    std::uint32_t own;
    auto operator<=>(const View&) const = default;
  };
  using Views = std::array<View, 2>;  // of each colour
  using Line = std::array<Views, 2>;  // each side

  static Views look(std::uint32_t black, std::uint32_t white) {
    const auto view = [](std::uint32_t own, std::uint32_t other) {
      const int room = std::min(kReach, std::countr_zero(other | 1u << kReach));
      return View{room, own & low_bits(room)};
    };
    return {view(black, white), view(white, black)};
  }
  static std::uint32_t mirrored(std::uint32_t side) {
    std::uint32_t result = 0;
    for (int i = 0; i < kReach; ++i) result |= (side >> i & 1u) << (kReach - 1 - i);
    return result;
  }
  static Line canonical(const Views& before, const Views& after) {
    Line line{before, after};
    for (std::size_t colour = 0; colour < 2; ++colour)
      if (1 + before[colour].room + after[colour].room < 5)
        line[0][colour] = line[1][colour] = {0, 0};
    return std::min(line, Line{line[1], line[0]});
  }

  LineRows() {
    std::map<Views, std::uint8_t> sides;
    for (std::uint32_t bits = 0; bits < after_.size(); ++bits) {
      const Views views = look(bits & kSide, bits >> kReach);
      const auto side = sides.try_emplace(views, static_cast<std::uint8_t>(sides.size())).first;
      after_[bits] = side->second;
      before_[mirrored(bits & kSide) | mirrored(bits >> kReach) << kReach] = side->second;
    }
    assert(sides.size() == kSides);
    std::map<Line, std::uint16_t> lines;
    for (const auto& [left, i] : sides)
      for (const auto& [right, j] : sides) {
        const Line line = canonical(left, right);
        rows_[std::size_t{i} * kSides + j] =
            lines.try_emplace(line, static_cast<std::uint16_t>(lines.size())).first->second;
      }
    assert(lines.size() == kRows);
  }

  std::array<std::uint8_t, 1u << (2 * kReach)> before_{}, after_{};
  std::array<std::uint16_t, kSides * kSides> rows_{};
};

}  // namespace tengen::gomoku
