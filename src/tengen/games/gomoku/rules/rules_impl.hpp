// What is forbidden, how swap2 opens, who wins with the next stone, random games.
#pragma once
#include <functional>

#include "rules.hpp"

namespace tengen::gomoku {

// The stones of the colour to be placed next, the other's, the last one, ones when Black's is the
// next; under swap2 then, for each phase of the opening, ones while it lasts.
inline void State::planes(float* out) const {
  const int area = rules_.points();
  std::memset(out, 0, sizeof(float) * index(3 * area));
  for (int plane = 0; plane < 2; ++plane) {
    float* cells = out + plane * area;
    for_each_point([&](int y) { return rows(colour_ ^ plane)[y]; },
                   [&](int p) { cells[p] = 1.0f; });
  }
  if (last_ >= 0 && last_ < area) out[2 * area + last_] = 1.0f;
  std::fill_n(out + 3 * area, area, colour_ == kBlack ? 1.0f : 0.0f);
  if (!rules_.swap2) return;
  for (int phase = 1; phase <= Rules::kPhases; ++phase)
    std::fill_n(out + (3 + phase) * area, area, static_cast<int>(phase_) == phase ? 1.0f : 0.0f);
}

inline Rows State::forbidden_rows() const {
  Rows forbidden{};
  if (!rules_.renju) return forbidden;
  const Rows suspects = renju::suspects(rows(kBlack), rules_.size);
  for_each_point([&](int y) { return suspects[index(y)] & empties(y); },
                 [&](int p) {
                   const int x = p % rules_.size, y = p / rules_.size;
                   if (renju::is_forbidden(renju::judge(lines_, rules_.size, x, y)))
                     forbidden[index(y)] |= 1u << x;
                 });
  return forbidden;
}

// Whether Black is to move and every empty point is forbidden.
inline bool State::is_stuck() const {
  if (!rules_.renju || colour_ != kBlack) return false;
  for (int y = 0; y < rules_.size; ++y)
    for (std::uint32_t row = empties(y); row != 0; row &= row - 1)
      if (!is_forbidden(std::countr_zero(row), y)) return false;
  return true;
}

// A choice decides who is White, or makes the second player place two stones more.
inline void State::choose(int choice) {
  if (choice == kTwoMore) {
    phase_ = Phase::Extend;
    return;
  }
  swapped_ = (choice == kTakeBlack) == (player_ == 1);
  phase_ = Phase::Play;
  player_ = colour_ ^ swapped_;
}

// After a stone of the opening: three are followed by a choice, and so are the two more.
inline void State::go_on_opening() {
  const int stones = stones_[0] + stones_[1];
  if (phase_ == Phase::Compose && stones == 3) {
    phase_ = Phase::Choose;
    player_ = 1;
  } else if (phase_ == Phase::Extend && stones == 5) {
    phase_ = Phase::ChooseAgain;
    player_ = 0;
  }
}

inline void State::open_randomly(Rng& rng) {
  std::array<std::int32_t, kMaxActions> actions;
  while (phase_ != Phase::Play)
    play(actions[rng.below(static_cast<std::uint32_t>(legal_actions(actions.data())))]);
}

// Fills the board with random stones and returns the colour that wins, -1 for none.
template <bool renju>
int State::fill(Rng& rng) {
  std::array<std::int32_t, kMaxActions> points;
  const Points& xy = points_of(rules_.size);
  int colour = colour_;
  for (int n = list_empties(points.data()); n > 0; colour ^= 1) {
    std::size_t i = rng.below(static_cast<std::uint32_t>(n));
    Point point = xy[index(points[i])];
    if constexpr (renju) {
      // Points found forbidden go behind those still to be tried.
      int untried = n;
      while (colour == kBlack && gomoku::renju::is_forbidden(
                                     gomoku::renju::judge(lines_, rules_.size, point.x, point.y))) {
        if (--untried == 0) return -1;
        std::swap(points[i], points[index(untried)]);
        i = rng.below(static_cast<std::uint32_t>(untried));
        point = xy[index(points[i])];
      }
    }
    points[i] = points[index(--n)];
    if (place(colour, point.x, point.y)) return colour;
  }
  return -1;
}

// Looks at all windows of win_length points at once: a window with one empty point and else
// only own stones is a win in one, where the points beside it let it be.
inline bool State::finds_win() const {
  constexpr int kPad = kMaxSize + 1;  // rows outside the board are empty of everything
  using Padded = std::array<std::uint32_t, kMaxSize + 2 * kPad>;
  const int n = rules_.size, k = rules_.win_length;
  const bool plain = rules_.plain();
  Padded own{}, open{}, other{};
  for (int y = 0; y < n; ++y) {
    own[index(y + kPad)] = rows(colour_)[y];
    open[index(y + kPad)] = empties(y);
  }
  if (rules_.caro) std::copy_n(rows(colour_ ^ 1), n, other.begin() + kPad);
  const auto at = [](const Padded& board, int y, int dx, int i) {
    const std::uint32_t row = board[index(y + kPad)];
    return dx == 0 ? row : (dx * i >= 0 ? row >> (dx * i) : row << (-dx * i));
  };
  // Windows that do not win for what stands beside them.
  const auto stopped = [&](int y, int dx, int dy) {
    const auto at_both_ends = [&](const Padded& board, auto combine) {
      return combine(at(board, y - dy, dx, -1), at(board, y + dy * k, dx, k));
    };
    std::uint32_t stop = 0;
    if (rules_.exact_for(colour_)) stop |= at_both_ends(own, std::bit_or<>());
    if (rules_.caro) stop |= at_both_ends(other, std::bit_and<>());
    return stop;
  };
  for (const auto [dx, dy] : kDirections) {
    Rows all, one;
    all.fill(~0u);
    one.fill(0u);
    for (int i = 0; i < k; ++i)
      for (int y = 0; y < n; ++y) {
        const std::uint32_t stone = at(own, y + dy * i, dx, i), space = at(open, y + dy * i, dx, i);
        one[index(y)] = (one[index(y)] & stone) | (all[index(y)] & space);
        all[index(y)] &= stone;
      }
    std::uint32_t found = 0;
    for (int y = 0; y < n; ++y)
      found |= plain ? one[index(y)] : one[index(y)] & ~stopped(y, dx, dy);
    if (found != 0) return true;
  }
  return false;
}

// The stones of every winning run through the last stone, ascending; returns how many.
inline int State::winning_points(std::int32_t* out) const {
  if (winner_ < 0) return 0;
  const int n = rules_.size, x = last_ % n, y = last_ / n, colour = winner_ ^ swapped_;
  Rows wins{};
  for (std::size_t d = 0; d < 4; ++d) {
    const auto [line, bit] = Lines::through(x, y)[d];
    const auto [dx, dy] = kBitDirections[d];
    std::uint32_t starts = winning(runs_in(lines_(colour, line)), colour, line), run = 0;
    for (int i = 0; i < rules_.win_length; ++i) run |= starts << i;
    for (; run != 0; run &= run - 1) {
      const int steps = std::countr_zero(run) - bit;
      wins[index(y + steps * dy)] |= 1u << (x + steps * dx);
    }
  }
  return list_points(out, [&](int row) { return wins[index(row)]; });
}

inline bool State::has_row() const {
  std::uint32_t found = 0;
  for (int line = 0; line < Lines::kCount; ++line)
    for (int colour = 0; colour < 2; ++colour)
      found |= winning(runs_in(lines_(colour, line)), colour, line);
  return found != 0;
}

}  // namespace tengen::gomoku
