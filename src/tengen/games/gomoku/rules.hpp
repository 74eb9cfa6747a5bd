// Gomoku: k stones in a row on a square board, up to 20x20. Two rules: freestyle (k or more
// win) and standard (exactly k win; Renju International Federation's "gomoku" without opening).
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>

#include "game.hpp"

namespace tengen::gomoku {

inline constexpr int kMaxSize = 20;

struct Rules {
  int size = 15;
  int win_length = 5;
  bool exact = false;

  int num_actions() const { return size * size; }
  Shape planes_shape() const { return {4, size, size}; }
  bool operator==(const Rules&) const = default;
};

struct Direction {
  int dx, dy;
};
inline constexpr std::array<Direction, 4> kDirections{{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};

// The board is kept as bit masks of its lines, once for each direction, so that a win is seen
// by shifting one word. Lines: rows, columns, diagonals (x - y), anti-diagonals (x + y).
class State {
 public:
  using Rules = gomoku::Rules;
  static constexpr int kMaxActions = kMaxSize * kMaxSize;

  explicit State(Rules rules) : rules_(rules) {}

  const Rules& rules() const { return rules_; }
  int to_play() const { return ply_ & 1; }
  int ply() const { return ply_; }
  int last_action() const { return last_; }
  bool is_over() const { return winner_ >= 0 || ply_ == rules_.num_actions(); }
  int winner() const { return winner_; }
  // The last stone is part of the value: nets see it.
  std::uint64_t hash() const {
    return stones_hash_ ^ mix64(0x10000u + static_cast<unsigned>(last_));
  }
  bool operator==(const State&) const = default;

  bool is_legal(int action) const {
    if (action < 0 || action >= rules_.num_actions() || is_over()) return false;
    return ((empties(action / rules_.size) >> (action % rules_.size)) & 1u) != 0;
  }

  int legal_actions(std::int32_t* out) const {
    return is_over() ? 0 : list_points(out, [this](int y) { return empties(y); });
  }

  void play(int action) {
    assert(is_legal(action));
    const int mover = to_play();
    if (place(mover, action % rules_.size, action / rules_.size))
      winner_ = static_cast<std::int8_t>(mover);
    stones_hash_ ^= mix64(static_cast<unsigned>(2 * action + mover));
    last_ = static_cast<std::int16_t>(action);
    ++ply_;
  }

  // Own stones, the opponent's, the opponent's last move, ones when the first player is to move.
  void planes(float* out) const {
    const int area = rules_.num_actions();
    std::memset(out, 0, sizeof(float) * 3 * static_cast<std::size_t>(area));
    for (int plane = 0; plane < 2; ++plane) {
      float* cells = out + plane * area;
      for_each_point([&](int y) { return rows(to_play() ^ plane)[y]; },
                     [&](int p) { cells[p] = 1.0f; });
    }
    if (last_ >= 0) out[2 * area + last_] = 1.0f;
    std::fill_n(out + 3 * area, area, to_play() == 0 ? 1.0f : 0.0f);
  }

  void board(std::int8_t* out) const {
    std::memset(out, 0, static_cast<std::size_t>(rules_.num_actions()));
    for (int player = 0; player < 2; ++player)
      for_each_point([&](int y) { return rows(player)[y]; },
                     [&](int p) { out[p] = static_cast<std::int8_t>(player + 1); });
  }

  // Plays uniformly random moves to the end; stones fall on a random order of the empty points.
  int playout(Rng& rng) const {
    if (is_over()) return winner_;
    State game = *this;
    std::array<std::int32_t, kMaxActions> points;
    const Points& xy = points_of(rules_.size);
    int mover = to_play();
    for (int n = legal_actions(points.data()); n > 0; mover ^= 1) {
      const std::uint32_t i = rng.below(static_cast<std::uint32_t>(n));
      const Point point = xy[static_cast<std::size_t>(points[i])];
      points[i] = points[static_cast<std::size_t>(--n)];
      if (game.place(mover, point.x, point.y)) return mover;
    }
    return -1;
  }

  bool wins_at_once() const;
  int winning_points(std::int32_t* out) const;

 private:
  static constexpr int kDiagonals = 2 * kMaxSize - 1;
  static constexpr int kRow = 0, kColumn = kMaxSize, kDiagonal = 2 * kMaxSize,
                       kAnti = kDiagonal + kDiagonals, kLines = kAnti + kDiagonals;
  struct Point {
    std::uint8_t x, y;
  };
  using Points = std::array<Point, kMaxActions>;

  // Coordinates of every point, one table a board size: a division costs more than a look-up.
  static const Points& points_of(int size) {
    static const auto tables = [] {
      std::array<Points, kMaxSize + 1> all{};
      for (int n = 1; n <= kMaxSize; ++n)
        for (int p = 0; p < n * n; ++p)
          all[static_cast<std::size_t>(n)][static_cast<std::size_t>(p)] = {
              static_cast<std::uint8_t>(p % n), static_cast<std::uint8_t>(p / n)};
      return all;
    }();
    return tables[static_cast<std::size_t>(size)];
  }

  const std::uint32_t* rows(int player) const {
    return &lines_[static_cast<std::size_t>(player)][kRow];
  }
  std::uint32_t empties(int y) const {
    return ~(rows(0)[y] | rows(1)[y]) & ((1u << rules_.size) - 1u);
  }

  template <class RowOf, class Visit>
  void for_each_point(RowOf row_of, Visit visit) const {
    for (int y = 0; y < rules_.size; ++y)
      for (std::uint32_t row = row_of(y); row != 0; row &= row - 1)
        visit(y * rules_.size + std::countr_zero(row));
  }
  template <class RowOf>
  int list_points(std::int32_t* out, RowOf row_of) const {
    int n = 0;
    for_each_point(row_of, [&](int p) { out[n++] = p; });
    return n;
  }

  // Starts of the winning runs in a line, as bits.
  std::uint32_t wins_in(std::uint32_t line) const {
    std::uint32_t run = line;
    for (int have = 1; have < rules_.win_length;) {
      const int step = std::min(have, rules_.win_length - have);
      run &= run >> step;
      have += step;
    }
    return rules_.exact ? run & ~(line << 1) & ~(line >> rules_.win_length) : run;
  }

  bool place(int player, int x, int y) {
    auto& lines = lines_[static_cast<std::size_t>(player)];
    const auto set = [&](int line, int bit) {
      return lines[static_cast<std::size_t>(line)] |= 1u << bit;
    };
    const std::uint32_t row = set(kRow + y, x), column = set(kColumn + x, y);
    const std::uint32_t diagonal = set(kDiagonal + x - y + kMaxSize - 1, x);
    const std::uint32_t anti = set(kAnti + x + y, x);
    return (wins_in(row) | wins_in(column) | wins_in(diagonal) | wins_in(anti)) != 0;
  }

  std::array<std::array<std::uint32_t, kLines>, 2> lines_{};
  std::uint64_t stones_hash_ = 0;
  Rules rules_;
  std::int16_t last_ = -1;
  std::int16_t ply_ = 0;
  std::int8_t winner_ = -1;
};

// Looks at all windows of win_length points at once: a window with one empty point and else
// only own stones is a win in one.
inline bool State::wins_at_once() const {
  constexpr int kPad = kMaxSize + 1;  // rows outside the board are empty of everything
  const int n = rules_.size, k = rules_.win_length;
  if (is_over() || ply_ < 2 * (k - 1)) return false;
  std::array<std::uint32_t, kMaxSize + 2 * kPad> own{}, open{};
  for (int y = 0; y < n; ++y) {
    own[static_cast<std::size_t>(y + kPad)] = rows(to_play())[y];
    open[static_cast<std::size_t>(y + kPad)] = empties(y);
  }
  const auto at = [](const auto& board, int y, int dx, int i) {
    const std::uint32_t row = board[static_cast<std::size_t>(y + kPad)];
    return dx == 0 ? row : (dx * i >= 0 ? row >> (dx * i) : row << (-dx * i));
  };
  for (const auto [dx, dy] : kDirections) {
    std::array<std::uint32_t, kMaxSize> all, one;
    all.fill(~0u);
    one.fill(0u);
    for (int i = 0; i < k; ++i)
      for (int y = 0; y < n; ++y) {
        const std::uint32_t stone = at(own, y + dy * i, dx, i), space = at(open, y + dy * i, dx, i);
        const auto row = static_cast<std::size_t>(y);
        one[row] = (one[row] & stone) | (all[row] & space);
        all[row] &= stone;
      }
    std::uint32_t found = 0;
    for (int y = 0; y < n; ++y) {
      std::uint32_t wins = one[static_cast<std::size_t>(y)];
      if (rules_.exact) wins &= ~at(own, y - dy, dx, -1) & ~at(own, y + dy * k, dx, k);
      found |= wins;
    }
    if (found != 0) return true;
  }
  return false;
}

// The stones of every winning run through the last stone, ascending; returns how many.
inline int State::winning_points(std::int32_t* out) const {
  if (winner_ < 0) return 0;
  const int n = rules_.size, x = last_ % n, y = last_ / n;
  std::array<bool, kMaxActions> wins{};
  for (const Direction along : kDirections) {
    const auto reach = [&](int sign) {
      for (int i = 0;; ++i) {
        const int px = x + sign * along.dx * (i + 1), py = y + sign * along.dy * (i + 1);
        if (px < 0 || px >= n || py < 0 || py >= n || ((rows(winner_)[py] >> px) & 1u) == 0)
          return i;
      }
    };
    const int forward = reach(1), back = reach(-1), run = forward + back + 1;
    if (run < rules_.win_length || (rules_.exact && run != rules_.win_length)) continue;
    for (int i = -back; i <= forward; ++i)
      wins[static_cast<std::size_t>((y + along.dy * i) * n + x + along.dx * i)] = true;
  }
  int count = 0;
  for (int p = 0; p < n * n; ++p)
    if (wins[static_cast<std::size_t>(p)]) out[count++] = p;
  return count;
}

}  // namespace tengen::gomoku
