// Which points are forbidden to Black: overline, double-four, double-three (International Rules
// of Renju, RIF 1996). A point that makes five in a row is never forbidden.
#pragma once
#include <memory>

#include "lines.hpp"

namespace tengen::gomoku::renju {

enum class Verdict : std::int8_t { Allowed, Five, Overline, DoubleFour, DoubleThree };

constexpr bool is_forbidden(Verdict verdict) { return verdict > Verdict::Five; }

// What a black stone makes of one line.
struct Shape {
  bool five = false, overline = false;
  std::uint8_t fours = 0;                 // different sets of four stones that lack one to five
  std::array<std::int8_t, 2> straight{};  // steps to the points that make a three a straight four
};

// Five points on either side of the stone decide. Neighbours are ten bits, those before the
// stone first; a point that is neither black nor blocked (white, off the board) is empty.
class Shapes {
 public:
  static constexpr int kReach = 5, kCells = 2 * kReach + 1, kNeighbours = 2 * kReach;

  // Takes the eleven bits of a line around the stone.
  static const Shape& of(std::uint32_t black, std::uint32_t blocked) {
    static const Shapes shapes;
    const Ternary& ternary = shapes.ternary_;
    return shapes.shapes_[ternary[beside(black)] + 2u * ternary[beside(blocked)]];
  }

 private:
  using Ternary = std::array<std::uint16_t, 1 << kNeighbours>;

  static std::size_t beside(std::uint32_t cells) {
    return (cells & low_bits(kReach)) | (cells >> (kReach + 1) << kReach);
  }

  Shapes();
  static Shape look_at(std::uint32_t black, std::uint32_t blocked);

  Ternary ternary_{};
  std::array<Shape, 59049> shapes_;  // 3^10
};

// A run of black cells through the stone, as bits of the eleven.
struct Run {
  int from, to;  // the first cell and the one after the last
  int length() const { return to - from; }
  std::uint32_t bits() const { return low_bits(to) & ~low_bits(from); }
};

inline Run run_around(std::uint32_t black) {
  int from = Shapes::kReach, to = Shapes::kReach + 1;
  while (from > 0 && (black >> (from - 1) & 1u) != 0) --from;
  while (to < Shapes::kCells && (black >> to & 1u) != 0) ++to;
  return {from, to};
}

inline Shape Shapes::look_at(std::uint32_t black, std::uint32_t blocked) {
  black |= 1u << kReach;
  const int now = run_around(black).length();
  Shape shape;
  shape.five = now == 5;
  shape.overline = now > 5;
  if (now >= 5) return shape;
  std::array<std::uint32_t, 2> fours{};
  std::size_t threes = 0;
  const auto is_empty = [&](int cell) { return (((black | blocked) >> cell) & 1u) == 0; };
  for (int cell = 1; cell < kCells - 1; ++cell) {
    if (!is_empty(cell)) continue;
    const std::uint32_t added = 1u << cell;
    const Run run = run_around(black | added);
    if ((run.bits() & added) == 0) continue;
    const std::uint32_t stones = run.bits() & ~added;
    if (run.length() == 5 && fours[0] != stones && fours[1] != stones)
      fours[shape.fours++] = stones;
    const auto completes = [&](int end) {
      return is_empty(end) && run_around(black | added | 1u << end).length() == 5;
    };
    if (run.length() == 4 && completes(run.from - 1) && completes(run.to))
      shape.straight[threes++] = static_cast<std::int8_t>(cell - kReach);
  }
  return shape;
}

inline Shapes::Shapes() {
  for (std::size_t bits = 0; bits < ternary_.size(); ++bits)
    for (std::size_t bit = 0, power = 1; bit < kNeighbours; ++bit, power *= 3)
      if ((bits >> bit & 1u) != 0)
        ternary_[bits] = static_cast<std::uint16_t>(ternary_[bits] + power);
  const auto spread = [](std::uint32_t bits) {
    return (bits & low_bits(kReach)) | (bits >> kReach << (kReach + 1));
  };
  for (std::uint32_t black = 0; black < ternary_.size(); ++black)
    for (std::uint32_t rest = ~black & low_bits(kNeighbours), blocked = rest;;
         blocked = (blocked - 1) & rest) {
      shapes_[ternary_[black] + 2u * ternary_[blocked]] = look_at(spread(black), spread(blocked));
      if (blocked == 0) break;
    }
}

// The shapes that a black stone on an empty point makes along each direction.
inline std::array<const Shape*, 4> shapes_at(const Lines& lines, int size, int x, int y) {
  std::array<const Shape*, 4> shapes;
  const auto places = Lines::through(x, y);
  for (std::size_t d = 0; d < 4; ++d) {
    const auto [line, bit] = places[d];
    const auto around = [bit = bit](std::uint32_t word) {
      return static_cast<std::uint32_t>((std::uint64_t{word} << Shapes::kReach) >> bit) &
             low_bits(Shapes::kCells);
    };
    const std::uint32_t off_board = ~around(on_board(line, size)) & low_bits(Shapes::kCells);
    shapes[d] = &Shapes::of(around(lines(kBlack, line)), around(lines(kWhite, line)) | off_board);
  }
  return shapes;
}

// Judges a black stone on an empty point. A three counts where one of the points that make it a
// straight four is neither forbidden itself nor, at the same time, a five.
inline Verdict judge(const Lines& lines, int size, int x, int y) {
  const auto shapes = shapes_at(lines, size, x, y);
  int fours = 0, threes = 0;
  bool overline = false;
  for (const Shape* shape : shapes) {
    if (shape->five) return Verdict::Five;
    fours += shape->fours;
    threes += shape->straight[0] != 0;
    overline = overline || shape->overline;
  }
  if (overline) return Verdict::Overline;
  if (fours > 1) return Verdict::DoubleFour;
  if (threes < 2) return Verdict::Allowed;
  Lines after = lines;
  after.set(kBlack, x, y);
  int true_threes = 0;
  for (std::size_t d = 0; d < 4; ++d)
    for (const int steps : shapes[d]->straight)
      if (steps != 0 && judge(after, size, x + steps * kBitDirections[d].dx,
                              y + steps * kBitDirections[d].dy) == Verdict::Allowed) {
        ++true_threes;
        break;
      }
  return true_threes > 1 ? Verdict::DoubleThree : Verdict::Allowed;
}

// The points near enough black stones to be forbidden: a four or three needs two stones within
// four steps, and two of them on one line or an overline need four.
inline Rows suspects(const std::uint32_t* black, int size) {
  constexpr int kNear = 4;
  std::array<std::uint32_t, kMaxSize + 2 * kNear> padded{};
  std::copy_n(black, size, padded.begin() + kNear);
  Rows one_line{}, found{};
  for (const auto [dx, dy] : kDirections) {
    Rows ones{}, twos{}, fours{};  // a counter of three bits for every point
    for (int i = -kNear; i <= kNear; ++i) {
      if (i == 0) continue;
      const std::uint32_t* from = padded.data() + kNear + dy * i;
      const int left = std::max(0, -dx * i), right = std::max(0, dx * i);
      for (std::size_t y = 0; y < kMaxSize; ++y) {
        const std::uint32_t stones = from[y] << left >> right;
        const std::uint32_t carry = ones[y] & stones;
        ones[y] ^= stones;
        fours[y] |= twos[y] & carry;
        twos[y] ^= carry;
      }
    }
    for (std::size_t y = 0; y < kMaxSize; ++y) {
      const std::uint32_t two = twos[y] | fours[y];
      found[y] |= (one_line[y] & two) | fours[y];
      one_line[y] |= two;
    }
  }
  return found;
}

}  // namespace tengen::gomoku::renju
