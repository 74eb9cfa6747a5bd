// Ten numbers that describe a board, for the side that has just moved; the README defines them.
#pragma once
#include "rules.hpp"

namespace tengen::gomoku {

inline constexpr int kMetrics = 10;

// Whose metrics they are.
inline int just_moved(const State& state) { return state.to_play() ^ 1; }

namespace detail {

// Counts in how many words each bit is set, for all bits at once.
class BitCounter {
 public:
  void add(std::uint32_t word) {
    for (std::uint32_t& digit : digits_) {
      const std::uint32_t carry = digit & word;
      digit ^= word;
      word = carry;
    }
  }
  // The bits that were set so often; none for less than once.
  std::uint32_t equal(int count) const {
    std::uint32_t bits = count < 1 ? 0u : ~0u;
    for (std::size_t i = 0; i < digits_.size(); ++i)
      bits &= (count >> i & 1) != 0 ? digits_[i] : ~digits_[i];
    return bits;
  }
  std::uint32_t any() const {
    std::uint32_t bits = 0;
    for (const std::uint32_t digit : digits_) bits |= digit;
    return bits;
  }

 private:
  static_assert(kMaxSize < 32);
  std::array<std::uint32_t, 5> digits_{};
};

// What one colour has on the lines of the board. A window is as many points in a row as win, none
// of them with a stone of the opponent's; an open one has an empty point at either end.
struct Shapes {
  int fours = 0, threes = 0, twos = 0, lines = 0;  // windows that lack 1, 2, 3; with any stone
  int open_threes = 0, open_twos = 0;  // a point longer and both ends empty, else as above

  void add(std::uint32_t own, std::uint32_t free, int k) {
    BitCounter stones;
    std::uint32_t inner = ~0u;
    for (int i = 1; i < k; ++i) {
      stones.add(own >> i);
      inner &= free >> i;
    }
    const std::uint32_t empty = free & ~own, open = inner & empty & (empty >> k);
    open_threes += std::popcount(open & stones.equal(k - 2));
    open_twos += std::popcount(open & stones.equal(k - 3));
    stones.add(own);
    const std::uint32_t windows = inner & free;
    fours += std::popcount(windows & stones.equal(k - 1));
    threes += std::popcount(windows & stones.equal(k - 2));
    twos += std::popcount(windows & stones.equal(k - 3));
    lines += std::popcount(windows & stones.any());
  }
};

inline Shapes shapes_of(const State& state, int colour) {
  Shapes shapes;
  const Lines& lines = state.lines();
  for (int line = 0; line < Lines::kCount; ++line)
    if (const std::uint32_t own = lines(colour, line); own != 0)
      shapes.add(own, on_board(line, state.rules().size) & ~lines(colour ^ 1, line),
                 state.rules().win_length);
  return shapes;
}

// How many rings of points lie outside each stone, all of a colour's added up.
inline int centre_of(const State& state, int colour) {
  const int size = state.rules().size;
  const std::uint32_t* rows = state.lines().rows(colour);
  int sum = 0;
  for (int y = 0; y < size; ++y)
    for (int ring = 1; ring <= std::min(y, size - 1 - y); ++ring)
      sum += std::popcount(rows[y] >> ring & low_bits(size - 2 * ring));
  return sum;
}

}  // namespace detail

// Fours, enemy_fours, open_threes, enemy_open_threes, threes, twos, open_twos, lines, centre, won.
// All 0 while a swap2 opening lasts: colours are nobody's yet.
inline void measure(const State& state, std::int32_t* out) {
  std::fill_n(out, kMetrics, 0);
  if (state.phase() != Phase::Play) return;
  const int colour = state.colour() ^ 1;
  const detail::Shapes own = detail::shapes_of(state, colour);
  const detail::Shapes enemy = detail::shapes_of(state, colour ^ 1);
  *out++ = own.fours;
  *out++ = enemy.fours;
  *out++ = own.open_threes;
  *out++ = enemy.open_threes;
  *out++ = own.threes - enemy.threes;
  *out++ = own.twos - enemy.twos;
  *out++ = own.open_twos - enemy.open_twos;
  *out++ = own.lines - enemy.lines;
  *out++ = detail::centre_of(state, colour) - detail::centre_of(state, colour ^ 1);
  *out++ = state.winner() < 0 ? 0 : state.winner() == just_moved(state) ? 1 : -1;
}

}  // namespace tengen::gomoku
