// The 32 dark squares of the board, and all pieces moved one square at once.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

namespace tengen::draughts {

// A bit a square. Bits are dealt so that a step is the same rotation of the word from every
// square, without regard to the row:
//
//      11  05  31  25     squares  1  2  3  4      columns 1 3 5 7
//    10  04  30  24                5  6  7  8              0 2 4 6
//      03  29  23  17              9 10 11 12
//    02  28  22  16               13 14 15 16
//      27  21  15  09             17 18 19 20
//    26  20  14  08               21 22 23 24
//      19  13  07  01             25 26 27 28
//    18  12  06  00               29 30 31 32
using Mask = std::uint32_t;

inline constexpr int kSquares = 32;

// The bit of each square; squares count from 0 here, their numbers from 1.
inline constexpr std::array<std::uint8_t, kSquares> kBitOfSquare{
    11, 5,  31, 25, 10, 4,  30, 24, 3,  29, 23, 17, 2,  28, 22, 16,
    27, 21, 15, 9,  26, 20, 14, 8,  19, 13, 7,  1,  18, 12, 6,  0};

inline constexpr std::array<std::uint8_t, kSquares> kSquareOfBit = [] {
  std::array<std::uint8_t, kSquares> squares{};
  for (std::uint8_t square = 0; square < kSquares; ++square) squares[kBitOfSquare[square]] = square;
  return squares;
}();

constexpr int bit_of(int square) { return kBitOfSquare[static_cast<std::size_t>(square)]; }
constexpr int square_of(int bit) { return kSquareOfBit[static_cast<std::size_t>(bit)]; }
constexpr Mask mask_of(int square) { return Mask{1} << bit_of(square); }
constexpr int row_of(int square) { return square / 4; }
constexpr int column_of(int square) { return 2 * (square % 4) + (row_of(square) % 2 == 0 ? 1 : 0); }
constexpr int point_of(int square) { return 8 * row_of(square) + column_of(square); }  // of 8x8

constexpr Mask row_mask(int row) {
  Mask mask = 0;
  for (int square = 4 * row; square < 4 * row + 4; ++square) mask |= mask_of(square);
  return mask;
}
constexpr Mask column_mask(int column) {
  Mask mask = 0;
  for (int square = 0; square < kSquares; ++square)
    if (column_of(square) == column) mask |= mask_of(square);
  return mask;
}

// As drawn with square 1 in the top row; Black's men go south, White's north.
enum Direction { kNorthWest, kNorthEast, kSouthWest, kSouthEast };
inline constexpr int kDirections = 4;

constexpr Direction opposite(Direction direction) {
  return static_cast<Direction>(kSouthEast - direction);
}
constexpr bool is_forward(Direction direction, int player) {
  return (direction >= kSouthWest) == (player == 0);
}
// Tables, because a constexpr function may well be run.
namespace detail {

inline constexpr std::array<Mask, 2> kKingRows{row_mask(7), row_mask(0)};
inline constexpr std::array<Mask, kDirections> kEntered = [] {
  std::array<Mask, kDirections> masks{};
  for (std::size_t d = 0; d < kDirections; ++d)
    masks[d] = ~(row_mask(d < kSouthWest ? 7 : 0) | column_mask(d % 2 == 0 ? 7 : 0));
  return masks;
}();

}  // namespace detail

// Where the player's men are crowned.
constexpr Mask king_row(int player) { return detail::kKingRows[static_cast<std::size_t>(player)]; }
// Squares that are entered by a step in `direction`.
constexpr Mask entered(Direction direction) {
  return detail::kEntered[static_cast<std::size_t>(direction)];
}

constexpr Mask rotate(Mask mask, Direction direction) {
  constexpr std::array<int, kDirections> kTurns{7, 1, -1, -7};
  return std::rotl(mask, kTurns[static_cast<std::size_t>(direction)]);
}

// Every piece one square on; those that leave the board are gone.
template <Direction D>
constexpr Mask moved(Mask mask) {
  return rotate(mask, D) & entered(D);
}
constexpr Mask moved(Mask mask, Direction direction) {
  return rotate(mask, direction) & entered(direction);
}

// Without an instruction that not every processor has.
constexpr int count_bits(std::uint64_t bits) {
  bits -= (bits >> 1) & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return static_cast<int>(bits * 0x0101010101010101u >> 56);
}

// Calls `visit(bit)` for every set bit.
template <class Visit>
constexpr void for_each_bit(Mask mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(std::countr_zero(mask));
}

}  // namespace tengen::draughts
