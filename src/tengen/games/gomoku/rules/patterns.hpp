// What a stone would make of the lines through a point, for each rule and any win length.
#pragma once
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "rules.hpp"

namespace tengen::gomoku {

// Named as for five in a row, ascending. A window is as many points in a row as win, the point
// among them, that can still become a row that wins; the names tell how many stones the best lacks.
enum class Pattern : std::uint8_t {
  None,         // no window is left
  Far,          // lacks more than three
  Two,          // lacks three
  OpenTwo,      // and one more stone makes a broken three or better
  Three,        // lacks two
  BrokenThree,  // and one point makes an open four
  OpenThree,    // and several points do
  Four,         // lacks one
  OpenFour,     // and several points complete it
  Five,
};

// Judges lines around a stone for one kind of row that wins.
class Patterns {
 public:
  Patterns(int win_length, bool exact, bool caro)
      : win_length_(win_length), exact_(exact), caro_(caro) {
    if (win_length <= kMaxTable)
      table_ = std::vector<std::atomic<std::uint8_t>>(1u << (4 * win_length));
  }

  // One for each kind of row, kept for ever.
  static const Patterns& of(const Rules& rules, int colour) {
    static std::mutex mutex;
    static std::map<std::tuple<int, bool, bool>, std::unique_ptr<Patterns>> known;
    const std::lock_guard lock(mutex);
    auto& found = known[{rules.win_length, rules.exact_for(colour), rules.caro}];
    if (!found)
      found = std::make_unique<Patterns>(rules.win_length, rules.exact_for(colour), rules.caro);
    return *found;
  }

  // What a stone of `colour` makes of the line that has it at `place`.
  Pattern at(const Lines& lines, int size, int colour, Lines::Place place) const {
    const auto around = [&](std::uint32_t word) {
      return (std::uint64_t{word} << win_length_) >> place.bit & low(cells());
    };
    const std::uint64_t off = ~around(on_board(place.line, size)) & low(cells());
    const std::uint64_t own = around(lines(colour, place.line));
    const std::uint64_t other = around(lines(colour ^ 1, place.line));
    if (table_.empty()) return look_at(own, other, off);
    // A cell off the board is one that both sides hold.
    const std::size_t key = beside(own | off) | beside(other | off) << (2 * win_length_);
    if (const int known = table_[key].load(std::memory_order_relaxed); known != 0)
      return static_cast<Pattern>(known - 1);
    const Pattern pattern = look_at(own, other, off);
    table_[key].store(static_cast<std::uint8_t>(static_cast<int>(pattern) + 1),
                      std::memory_order_relaxed);
    return pattern;
  }

 private:
  static constexpr int kMaxTable = 5;  // a MiB, filled as lines come up

  static constexpr std::uint64_t low(int count) { return (std::uint64_t{1} << count) - 1; }
  // The stone is the middle one of so many cells.
  int cells() const { return 2 * win_length_ + 1; }
  std::size_t beside(std::uint64_t cells) const {
    return static_cast<std::size_t>((cells & low(win_length_)) |
                                    (cells >> (win_length_ + 1) << win_length_));
  }

  // Calls visit(empty cells) for each window through the stone.
  template <class Visit>
  void each_window(std::uint64_t own, std::uint64_t other, std::uint64_t off, Visit visit) const {
    for (int from = 1; from <= win_length_; ++from) {
      const std::uint64_t window = low(win_length_) << from;
      const std::uint64_t ends = std::uint64_t{1} << (from - 1) | std::uint64_t{1}
                                                                      << (from + win_length_);
      if ((window & (other | off)) != 0 || (exact_ && (ends & own) != 0) ||
          (caro_ && (ends & ~other) == 0))
        continue;
      visit(window & ~own);
    }
  }

  // How many stones the best window lacks, and the empty cells of all that lack no more.
  struct Best {
    int lacks;
    std::uint64_t cells;
  };
  Best best_of(std::uint64_t own, std::uint64_t other, std::uint64_t off) const {
    Best best{win_length_, 0};
    each_window(own, other, off, [&](std::uint64_t empty) {
      const int lacks = std::popcount(empty);
      if (lacks > best.lacks) return;
      if (lacks < best.lacks) best = {lacks, 0};
      best.cells |= empty;
    });
    return best;
  }

  Pattern look_at(std::uint64_t own, std::uint64_t other, std::uint64_t off) const {
    own |= std::uint64_t{1} << win_length_;
    const Best best = best_of(own, other, off);
    if (best.lacks == win_length_) return Pattern::None;
    if (best.lacks == 0) return Pattern::Five;
    if (best.lacks == 1) return std::popcount(best.cells) > 1 ? Pattern::OpenFour : Pattern::Four;
    if (best.lacks > 3) return Pattern::Far;
    int ways = 0;
    const Pattern open = best.lacks == 2 ? Pattern::OpenFour : Pattern::BrokenThree;
    for (std::uint64_t rest = best.cells; rest != 0; rest &= rest - 1) {
      const Pattern next = look_at(own | (rest & ~(rest - 1)), other, off);
      ways += next >= open;
    }
    if (best.lacks == 3) return ways > 0 ? Pattern::OpenTwo : Pattern::Two;
    return ways == 0 ? Pattern::Three : ways == 1 ? Pattern::BrokenThree : Pattern::OpenThree;
  }

  int win_length_;
  bool exact_, caro_;
  // By the cells beside the stone: 0, or one more than the pattern.
  mutable std::vector<std::atomic<std::uint8_t>> table_;
};

// What a stone of each colour would make of each line through each empty point: [2, 4, H, W], the
// colour that places the next stone first, directions in the order of kDirections; 0 where taken.
inline void draw_patterns(const State& state, std::uint8_t* out) {
  const int size = state.rules().size, area = size * size;
  const Lines& lines = state.lines();
  std::fill_n(out, 8 * area, std::uint8_t{0});
  for (int side = 0; side < 2; ++side, out += 4 * area) {
    const int colour = state.colour() ^ side;
    const Patterns& patterns = Patterns::of(state.rules(), colour);
    for (int point = 0; point < area; ++point) {
      const int x = point % size, y = point / size;
      if (lines.has(kBlack, x, y) || lines.has(kWhite, x, y)) continue;
      const auto places = Lines::through(x, y);
      for (int d = 0; d < 4; ++d)
        out[d * area + point] = static_cast<std::uint8_t>(
            patterns.at(lines, size, colour, places[static_cast<std::size_t>(d)]));
    }
  }
}

}  // namespace tengen::gomoku
