// The rows that one side of a small board can still make.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "gomoku/rules/rules.hpp"

namespace tengen::gomoku {

// Small boards in one word: the point (x, y) is bit 8 y + x.
using Board64 = std::uint64_t;
inline constexpr int kSmall = 8;

constexpr Board64 small_bit(int x, int y) { return Board64{1} << (kSmall * y + x); }

namespace small {

// Swaps neighbouring rows of the board, then pairs, then halves.
constexpr Board64 flip(Board64 b) {
  b = (b >> 8 & 0x00ff00ff00ff00ffu) | (b & 0x00ff00ff00ff00ffu) << 8;
  b = (b >> 16 & 0x0000ffff0000ffffu) | (b & 0x0000ffff0000ffffu) << 16;
  return b >> 32 | b << 32;
}

// The same within each row.
constexpr Board64 mirror(Board64 b) {
  b = (b >> 1 & 0x5555555555555555u) | (b & 0x5555555555555555u) << 1;
  b = (b >> 2 & 0x3333333333333333u) | (b & 0x3333333333333333u) << 2;
  return (b >> 4 & 0x0f0f0f0f0f0f0f0fu) | (b & 0x0f0f0f0f0f0f0f0fu) << 4;
}

// Swaps the off-diagonal parts of ever larger squares.
constexpr Board64 transpose(Board64 b) {
  const auto swap = [&b](int by, Board64 of) {
    const Board64 differing = (b ^ b >> by) & of;
    b ^= differing ^ differing << by;
  };
  swap(7, 0x00aa00aa00aa00aau);
  swap(14, 0x0000cccc0000ccccu);
  swap(28, 0x00000000f0f0f0f0u);
  return b;
}

}  // namespace small

// Calls visit(map) for each symmetry of a square board; map(points) are the points as it has them.
template <class Visit>
void each_symmetry(int size, Visit visit) {
  const int shift = kSmall - size;
  const auto down = [=](Board64 b) { return small::flip(b) >> kSmall * shift; };
  const auto across = [=](Board64 b) { return small::mirror(b) >> shift; };
  visit([](Board64 b) { return b; });
  visit([=](Board64 b) { return down(b); });
  visit([=](Board64 b) { return across(b); });
  visit([=](Board64 b) { return across(down(b)); });
  visit([](Board64 b) { return small::transpose(b); });
  visit([=](Board64 b) { return down(small::transpose(b)); });
  visit([=](Board64 b) { return across(small::transpose(b)); });
  visit([=](Board64 b) { return across(down(small::transpose(b))); });
}

// Each by the points it lacks. One that lacks all that another does, and more, is not kept.
class OpenRows {
 public:
  OpenRows() = default;
  OpenRows(const State& state, int colour) {
    const int size = state.rules().size;
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x)
        for (const Direction direction : kDirections) add(state, colour, x, y, direction);
    keep_least(0);
  }
  OpenRows(const OpenRows& from) : count_(from.count_) {
    std::copy_n(from.rows_.begin(), count_, rows_.begin());
  }
  OpenRows& operator=(const OpenRows& from) {
    count_ = from.count_;
    std::copy_n(from.rows_.begin(), count_, rows_.begin());
    return *this;
  }

  const Board64* begin() const { return rows_.data(); }
  const Board64* end() const { return rows_.data() + count_; }

  // The side's stone: only rows through it can make others superfluous.
  void place(Board64 point) {
    const auto from = std::partition(rows_.begin(), rows_.begin() + size(),
                                     [=](Board64 row) { return (row & point) == 0; });
    const auto others = static_cast<std::size_t>(from - rows_.begin());
    for (std::size_t i = others; i < count_; ++i) rows_[i] &= ~point;
    keep_least(others);
    const auto needed = [&](Board64 row) {
      return std::none_of(rows_.begin() + size(others), rows_.begin() + size(),
                          [=](Board64 shorter) { return (shorter & ~row) == 0; });
    };
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i)
      if (i >= others || needed(rows_[i])) rows_[kept++] = rows_[i];
    count_ = kept;
  }
  // The opponent's.
  void block(Board64 points) {
    const auto last = std::remove_if(rows_.begin(), rows_.begin() + size(),
                                     [=](Board64 row) { return (row & points) != 0; });
    count_ = static_cast<std::size_t>(last - rows_.begin());
  }

  Board64 points() const {
    Board64 all = 0;
    for (const Board64 row : *this) all |= row;
    return all;
  }
  // Points that complete a row.
  Board64 completes() const {
    Board64 found = 0;
    for (const Board64 row : *this)
      if ((row & (row - 1)) == 0) found |= row;
    return found;
  }
  // The sum of 2^(whole - missing stones).
  std::uint64_t weight(int whole) const {
    std::uint64_t sum = 0;
    for (Board64 row : *this) {
      int lacks = 0;
      for (; row != 0; row &= row - 1) ++lacks;
      sum += std::uint64_t{1} << (whole - lacks);
    }
    return sum;
  }

 private:
  static constexpr std::size_t kMost = 4 * kSmall * kSmall;

  void add(const State& state, int colour, int x, int y, Direction direction) {
    const int size = state.rules().size;
    Board64 missing = 0;
    for (int i = 0; i < state.rules().win_length; ++i, x += direction.dx, y += direction.dy) {
      if (x < 0 || x >= size || y >= size || state.lines().has(colour ^ 1, x, y)) return;
      if (!state.lines().has(colour, x, y)) missing |= small_bit(x, y);
    }
    rows_[count_++] = missing;
  }

  // Of the rows from the first-th on.
  void keep_least(std::size_t first) {
    for (std::size_t i = first; i < count_;) {
      bool is_least = true;
      for (std::size_t j = first; j < count_ && is_least; ++j)
        is_least = (rows_[j] & ~rows_[i]) != 0 || j == i || (rows_[j] == rows_[i] && j > i);
      if (is_least)
        ++i;
      else
        rows_[i] = rows_[--count_];
    }
  }

  std::ptrdiff_t size() const { return size(count_); }
  static std::ptrdiff_t size(std::size_t count) { return static_cast<std::ptrdiff_t>(count); }

  std::array<Board64, kMost> rows_;
  std::size_t count_ = 0;
};

}  // namespace tengen::gomoku
