// The men on the board as the learned evaluation sees them: by overlapping blocks of squares.
#pragma once
#include "draughts/rules/position.hpp"
#include "draughts/tables/tables.hpp"

namespace tengen::draughts {

// Blocks of 4 x 4 points, eight squares each, two points from one another.
inline constexpr int kBlocks = 9, kBlockSquares = 8, kBlockShapes = 6561;

// Whether each square of a block is free of men (0), has one of the viewer's (1) or one of the
// opponent's (2), as one number in base 3. The viewer is the side to move; White turns the board.
class SquareShapes {
 public:
  SquareShapes() = default;
  explicit SquareShapes(const Position& position) {
    for (const int player : {0, 1})
      for_each_bit(position.pieces[static_cast<std::size_t>(player)] & ~position.kings,
                   [&](int bit) { add(player, bit); });
  }

  void add(int player, int bit) {
    const Numbers& change =
        kChanges[static_cast<std::size_t>(player)][static_cast<std::size_t>(bit)];
    for (std::size_t i = 0; i < change.size(); ++i)
      numbers_[i] = static_cast<std::int16_t>(numbers_[i] + change[i]);
  }
  void remove(int player, int bit) {
    const Numbers& change =
        kChanges[static_cast<std::size_t>(player)][static_cast<std::size_t>(bit)];
    for (std::size_t i = 0; i < change.size(); ++i)
      numbers_[i] = static_cast<std::int16_t>(numbers_[i] - change[i]);
  }

  // `[kBlocks]`, as `player` sees them.
  const std::int16_t* seen_by(int player) const {
    return numbers_.data() + kLanes * static_cast<std::size_t>(player);
  }
  bool operator==(const SquareShapes&) const = default;

 private:
  static constexpr std::size_t kLanes = 16;  // a view, filled up with zeros
  using Numbers = std::array<std::int16_t, 2 * kLanes>;

  // What a man on a square adds: [player][bit].
  static constexpr auto kChanges = [] {
    std::array<std::array<Numbers, kSquares>, 2> changes{};
    for (int block = 0; block < kBlocks; ++block) {
      const int top = 2 * (block / 3), left = 2 * (block % 3);
      std::int16_t digit = 1;
      for (int square = 0; square < kSquares; ++square) {
        const int row = row_of(square) - top, column = column_of(square) - left;
        if (row < 0 || row >= 4 || column < 0 || column >= 4) continue;
        const auto here = static_cast<std::size_t>(bit_of(square));
        const auto turned = static_cast<std::size_t>(bit_of(kSquares - 1 - square));
        const auto lane = static_cast<std::size_t>(block);
        const auto twice = static_cast<std::int16_t>(2 * digit);
        changes[0][here][lane] = digit;
        changes[1][here][lane] = twice;
        changes[1][turned][kLanes + lane] = digit;
        changes[0][turned][kLanes + lane] = twice;
        digit = static_cast<std::int16_t>(3 * digit);
      }
    }
    return changes;
  }();

  Numbers numbers_{};
};

}  // namespace tengen::draughts
