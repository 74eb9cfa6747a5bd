// Whether one side of a small board gets its row, for df-pn; see native/proof.hpp.
#pragma once
#include <array>

#include "gomoku/rules/rules.hpp"
#include "open_rows.hpp"
#include "proof.hpp"

namespace tengen::gomoku {

// A row of win_length or more wins. Where the rows of the asker's opponent do not count, a No is
// valid for the game with them; a Yes says nothing.
//
// Certain without looking further, beside rows that lack one stone:
// - No, if the sum of 2^-(missing stones) over the asker's rows that can still be made is below 1/2
//   with the asker to move, below 1 else (Erdos, Selfridge 1973): the opponent stops them all.
// - Where only the asker's rows count, rows through two points that have all their rows in common
//   are worth nothing to him: the opponent answers one with the other.
// A point whose every row, of both colours, runs through another empty point is no better than that
// one, for either side, and is not tried.
class RowQuestion {
 public:
  static constexpr int kMostMoves = kSmall * kSmall;

  RowQuestion(const State& state, int asker_colour, bool both_count)
      : size_(static_cast<std::uint8_t>(state.rules().size)),
        whole_(static_cast<std::uint8_t>(state.rules().win_length)),
        asks_(state.colour() == asker_colour),
        both_count_(both_count) {
    own_ = OpenRows(state, asker_colour);
    if (both_count) other_ = OpenRows(state, asker_colour ^ 1);
    look();
  }

  // Freely played, and on a small board.
  static bool fits(const Rules& rules) {
    return rules.plain() && !rules.swap2 && rules.size <= kSmall;
  }

  Answer answer() const { return answer_; }
  bool asks() const { return asks_; }
  std::uint64_t key() const;
  ProofNumbers guess() const;
  int list(std::int32_t* out) const {
    int count = 0;
    for (Board64 rest = moves_; rest != 0; rest &= rest - 1) {
      const int bit = std::countr_zero(rest);
      out[count++] = bit / kSmall * size_ + bit % kSmall;
    }
    return count;
  }
  void play(int action) {
    const Board64 point = small_bit(action % size_, action / size_);
    (asks_ ? own_ : other_).place(point);
    (asks_ ? other_ : own_).block(point);
    asks_ = !asks_;
    look();
  }

 private:
  // Of each point, those that all its rows have in common.
  using Common = std::array<Board64, kMostMoves>;

  void look();
  bool decide();
  bool drop_pairs(const Common& common);
  Common common() const;
  void choose_moves(const Common& common);

  OpenRows own_, other_;  // the asker's, the opponent's where they count
  Board64 moves_ = 0;
  std::uint8_t size_, whole_;
  bool asks_, both_count_;
  Answer answer_ = Answer::Unknown;
};

inline void RowQuestion::look() {
  if (decide()) return;
  moves_ = asks_ ? other_.completes() : own_.completes();
  if (moves_ != 0) return;
  Common shared = common();
  while (!both_count_ && drop_pairs(shared)) {
    if (decide()) return;
    shared = common();
  }
  choose_moves(shared);
}

// Returns whether the answer is certain.
inline bool RowQuestion::decide() {
  const auto several = [](Board64 points) { return (points & (points - 1)) != 0; };
  const std::uint64_t bound = std::uint64_t{1} << (whole_ - (asks_ ? 1 : 0));
  const Board64 own = own_.completes(), other = other_.completes();
  if (asks_ ? own != 0 : other == 0 && several(own))
    answer_ = Answer::Yes;
  else if (own_.weight(whole_) < bound || (asks_ ? several(other) : other != 0))
    answer_ = Answer::No;
  return answer_ != Answer::Unknown;
}

inline auto RowQuestion::common() const -> Common {
  Common common;
  common.fill(~Board64{0});
  for (const OpenRows* rows : {&own_, &other_})
    for (const Board64 row : *rows)
      for (Board64 rest = row; rest != 0; rest &= rest - 1)
        common[static_cast<std::size_t>(std::countr_zero(rest))] &= row;
  return common;
}

// Takes away rows through pairs of points with the same rows; returns whether there were any.
inline bool RowQuestion::drop_pairs(const Common& common) {
  Board64 paired = 0;
  for (Board64 rest = own_.points(); rest != 0; rest &= rest - 1) {
    const Board64 self = rest & ~(rest - 1);
    for (Board64 with = common[static_cast<std::size_t>(std::countr_zero(rest))] & ~self; with != 0;
         with &= with - 1)
      if ((common[static_cast<std::size_t>(std::countr_zero(with))] & self) != 0) paired |= self;
  }
  if (paired != 0) own_.block(paired);
  return paired != 0;
}

inline void RowQuestion::choose_moves(const Common& common) {
  for (Board64 rest = own_.points() | other_.points(); rest != 0; rest &= rest - 1) {
    const Board64 self = rest & ~(rest - 1);
    bool is_best = true;
    for (Board64 with = common[static_cast<std::size_t>(std::countr_zero(rest))] & ~self;
         with != 0 && is_best; with &= with - 1) {
      const bool same = (common[static_cast<std::size_t>(std::countr_zero(with))] & self) != 0;
      is_best = same && self < (with & ~(with - 1));  // one stands for all of them
    }
    if (is_best) moves_ |= self;
  }
}

// The more the asker's rows weigh, the harder to stop.
inline ProofNumbers RowQuestion::guess() const {
  const std::uint64_t bound = std::uint64_t{1} << (whole_ - (asks_ ? 1 : 0));
  const auto ratio = static_cast<std::uint32_t>(16 * own_.weight(whole_) / bound);
  return {1 + 256 / ratio, 1 + (ratio - 15) * (ratio - 15) / 16};
}

inline std::uint64_t RowQuestion::key() const {
  std::uint64_t least = UINT64_MAX;
  each_symmetry(size_, [&](auto map) {
    std::uint64_t sum = 0;
    for (const Board64 row : own_) sum += mix64(map(row));
    for (const Board64 row : other_) sum += mix64(~map(row));
    least = std::min(least, mix64(sum));
  });
  return (least ^ (asks_ ? 1u : 0u)) | 2u;
}

}  // namespace tengen::gomoku
