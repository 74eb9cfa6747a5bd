// Where the lines through each point of a board lie, and a set of points.
#pragma once
#include "shapes.hpp"

namespace tengen::gomoku {

inline constexpr int kMaxPoints = kMaxSize * kMaxSize;

// Points of a board as bits, row by row.
class PointSet {
 public:
  static constexpr std::size_t kWords = (kMaxPoints + 63) / 64;

  void add(int point) { words_[word_of(point)] |= bit_of(point); }
  void toggle(int point) { words_[word_of(point)] ^= bit_of(point); }
  int size() const {
    int size = 0;
    for (const std::uint64_t word : words_) size += std::popcount(word);
    return size;
  }
  // The first one; there must be one.
  int front() const {
    std::size_t i = 0;
    while (words_[i] == 0) ++i;
    return static_cast<int>(64 * i) + std::countr_zero(words_[i]);
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < kWords; ++i)
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
        visit(static_cast<int>(64 * i) + std::countr_zero(word));
  }
  PointSet& operator|=(const PointSet& other) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  bool operator==(const PointSet&) const = default;

 private:
  static std::size_t word_of(int point) { return static_cast<std::size_t>(point) / 64; }
  static std::uint64_t bit_of(int point) { return std::uint64_t{1} << point % 64; }

  std::array<std::uint64_t, kWords> words_{};
};

// The lines of `Lines`, both colours in a word: Black's cells in the lower half, White's in the
// upper one, each from bit kReach on; a cell off the board is in both.
using LineWords = std::array<std::uint64_t, Lines::kCount>;

struct Geometry {
  struct Through {
    std::uint8_t x, y;
    std::array<std::uint8_t, 4> line, bit;
  };
  int size;
  std::array<int, 4> steps;  // from a point to the next of a line, as its bits ascend
  std::array<Through, kMaxPoints> through{};
  LineWords empty_board;

  static const Geometry& of(int size) {
    static const auto all = [] {
      std::array<std::unique_ptr<Geometry>, kMaxSize + 1> made;
      for (int n = 1; n <= kMaxSize; ++n) made[static_cast<std::size_t>(n)].reset(new Geometry(n));
      return made;
    }();
    return *all[static_cast<std::size_t>(size)];
  }

 private:
  explicit Geometry(int n) : size(n), steps{1, n, n + 1, 1 - n} {
    for (int point = 0; point < n * n; ++point) {
      Through& here = through[static_cast<std::size_t>(point)];
      here.x = static_cast<std::uint8_t>(point % n);
      here.y = static_cast<std::uint8_t>(point / n);
      const auto places = Lines::through(here.x, here.y);
      for (std::size_t d = 0; d < 4; ++d) {
        here.line[d] = static_cast<std::uint8_t>(places[d].line);
        here.bit[d] = static_cast<std::uint8_t>(places[d].bit);
      }
    }
    for (int line = 0; line < Lines::kCount; ++line) {
      const std::uint64_t off = ~(on_board(line, n) << kReach);
      empty_board[static_cast<std::size_t>(line)] = (off & 0xffffffffu) | off << 32;
    }
  }
};

// The eleven cells around a cell, of one colour.
inline std::uint32_t cells_around(std::uint64_t word, int colour, int bit) {
  return static_cast<std::uint32_t>(word >> (32 * colour + bit)) & low_bits(kCells);
}

// Renju: judges a black stone on an empty point as renju::judge does, in these words, which are as
// before when it returns.
inline renju::Verdict judge_forbidden(LineWords& lines, const Geometry& geometry, int point) {
  const Geometry::Through& here = geometry.through[static_cast<std::size_t>(point)];
  std::array<const renju::Shape*, 4> shapes;
  int fours = 0, threes = 0;
  bool overline = false;
  for (std::size_t d = 0; d < 4; ++d) {
    const std::uint64_t word = lines[here.line[d]];
    const std::uint32_t blocked = cells_around(word, kWhite, here.bit[d]);
    shapes[d] = &renju::Shapes::of(cells_around(word, kBlack, here.bit[d]) & ~blocked, blocked);
    if (shapes[d]->five) return renju::Verdict::Five;
    fours += shapes[d]->fours;
    threes += shapes[d]->straight[0] != 0;
    overline = overline || shapes[d]->overline;
  }
  if (overline) return renju::Verdict::Overline;
  if (fours > 1) return renju::Verdict::DoubleFour;
  if (threes < 2) return renju::Verdict::Allowed;
  const auto toggle = [&] {
    for (std::size_t d = 0; d < 4; ++d)
      lines[here.line[d]] ^= std::uint64_t{1} << (here.bit[d] + kReach);
  };
  toggle();
  int true_threes = 0;
  for (std::size_t d = 0; d < 4; ++d)
    for (const int steps : shapes[d]->straight)
      if (steps != 0 && judge_forbidden(lines, geometry, point + steps * geometry.steps[d]) ==
                            renju::Verdict::Allowed) {
        ++true_threes;
        break;
      }
  toggle();
  return true_threes > 1 ? renju::Verdict::DoubleThree : renju::Verdict::Allowed;
}

}  // namespace tengen::gomoku
