// How a state of Go changes, and how it is shown.
#pragma once
#include <cstring>

#include "rules.hpp"

namespace tengen::go {

inline State::State(Rules rules) : rules_(rules), board_(rules.size) {
  now_.to_place = static_cast<std::int16_t>(rules.free_stones);
  if (rules.setup != nullptr) {
    for (int player = 0; player < 2; ++player)
      set_up(player, rules.setup->stones[static_cast<std::size_t>(player)]);
    now_.to_play = static_cast<std::int16_t>(rules.setup->to_play);
  }
  if (rules_.superko != Superko::Simple) now_.history.push(with_side(now_.key, now_.to_play));
  forbid();
}

inline void State::set_up(int player, const PointSet& points) {
  geometry().each(points, [&](int point) {
    board_.place(point, colour_of(player));
    now_.key ^= stone_key(player, point);
  });
  now_.stones[static_cast<std::size_t>(player)] = points;
}

inline void State::play(int action, Undo& undo) {
  undo.cells_.clear();
  undo.before_ = now_;
  play(action, &undo.cells_);
}

inline void State::undo(const Undo& undo) {
  board_.restore(undo.cells_);
  now_ = undo.before_;
}

inline void State::play(int action, Board::Journal* journal) {
  assert(is_legal(action));
  now_.ko = -1;
  if (action == rules_.pass()) {
    ++now_.passes_in_row;
    ++now_.passes[static_cast<std::size_t>(now_.to_play)];
  } else {
    now_.passes_in_row = 0;
    place(action, journal);
  }
  end_ply(action);
}

inline void State::place(int point, Board::Journal* journal) {
  const auto own = static_cast<std::size_t>(now_.to_play);
  const Taken taken = board_.place(point, mover(), journal);
  geometry().add(now_.stones[own], point);
  now_.key ^= stone_key(now_.to_play, point) ^ taken.key;
  if (taken.count == 0) return;
  const std::size_t loser = board_.colour(point) == kEmpty ? own : own ^ 1;
  now_.stones[loser] = now_.stones[loser].without(taken.points);
  now_.removed[loser] |= taken.points;
  now_.prisoners[loser] += taken.count;
  // A lone stone that took one and has no other liberty can be retaken there, unless by simple ko.
  if (loser != own && taken.count == 1 && board_.is_lone(point) && board_.liberties(point) == 1)
    now_.ko = static_cast<std::int16_t>(taken.last);
}

inline void State::end_ply(int action) {
  now_.last = {static_cast<std::int16_t>(action), now_.last[0]};
  ++now_.ply;
  if (now_.to_place > 0) --now_.to_place;
  if (now_.to_place == 0) now_.to_play ^= 1;
  if (rules_.superko != Superko::Simple) now_.history.push(with_side(now_.key, now_.to_play));
  forbid();
}

// Finds the empty points that the rules forbid the side to move. Most need no look: only a point
// without an empty one beside it can be suicide, and a stone can only remake an earlier board
// where one of its colour has been taken, unless it is suicide.
inline void State::forbid() {
  now_.suicides = now_.repeats = {};
  if (is_over()) return;
  const PointSet empty = this->empty();
  PointSet dead, shut;
  for (std::size_t y = 0; y < shut.rows.size(); ++y)
    shut.rows[y] = empty.rows[y] &
                   ~(empty.rows[y] << 1 | empty.rows[y] >> 1 | (y > 0 ? empty.rows[y - 1] : 0) |
                     (y + 1 < shut.rows.size() ? empty.rows[y + 1] : 0));
  geometry().each(shut, [&](int point) {
    if (is_suicide(point)) geometry().add(dead, point);
  });
  if (!rules_.suicide) now_.suicides = dead;
  if (rules_.superko == Superko::Simple) {
    if (now_.ko >= 0) geometry().add(now_.repeats, now_.ko);
    return;
  }
  const PointSet& gone = now_.removed[static_cast<std::size_t>(now_.to_play)];
  const PointSet doubtful = ((empty & gone) | dead).without(now_.suicides);
  geometry().each(doubtful, [&](int point) {
    if (is_repeat(point)) geometry().add(now_.repeats, point);
  });
}

// The key of the board that a stone here would make.
inline Key State::key_after(int point) const {
  Key key = with_side(now_.key, now_.to_play ^ 1) ^ stone_key(now_.to_play, point);
  bool lives = !is_suicide(point);
  const auto take_from = [&](int player) {
    return [this, &key, player](int head) {
      board_.each_stone(head, [&](int stone) { key ^= stone_key(player, stone); });
    };
  };
  if (lives)
    board_.each_chain_beside(point, opponent(mover()), true, take_from(now_.to_play ^ 1));
  else {
    key ^= stone_key(now_.to_play, point);
    board_.each_chain_beside(point, mover(), true, take_from(now_.to_play));
  }
  return key;
}

inline std::uint64_t State::hash() const {
  const auto part = [](int value, int shift) {
    return static_cast<std::uint64_t>(static_cast<std::uint16_t>(value)) << shift;
  };
  std::uint64_t hash = mix64(part(now_.last[0], 0) | part(now_.last[1], 16) |
                             part(now_.to_place, 32) | part(now_.to_play, 48));
  if (now_.repeats.any())
    for (const std::uint32_t row : now_.repeats.rows) hash = mix64(hash ^ row);
  return now_.key.low ^ hash;
}

inline bool State::is_true_eye(int point, int player) const {
  const Colour own = colour_of(player);
  for (const int near : geometry().near(point))
    if (board_.colour(near) != own) return false;
  const Near& across = geometry().diagonals(point);
  int hostile = 0;
  for (const int near : across) hostile += board_.colour(near) == opponent(own);
  return hostile <= (across.count == 4 ? 1 : 0);
}

inline int State::sensible_actions(std::int32_t* out) const {
  PointSet points = allowed(), eyes;
  const PointSet shut = points.without(empty().without(points).grown());
  geometry().each(shut, [&](int point) {
    if (is_true_eye(point, now_.to_play)) geometry().add(eyes, point);
  });
  return list(out, points.without(eyes));
}

// A bit a plane; what `State::planes` shows of one point.
namespace shows {
inline constexpr std::uint8_t kOwn = 1, kOther = 2, kRepeat = 4;
inline constexpr std::array<std::uint8_t, 4> kLiberties{0, 8, 16, 32};  // none, 1, 2, 3 or more
}  // namespace shows

// Own stones, the opponent's, the last move, the one before (a pass fills the plane), stones with
// 1, 2, 3 or more liberties, points forbidden by ko or superko, ones when Black is to move, komi.
inline void State::planes(float* out) const {
  const int area = rules_.area();
  std::array<std::uint8_t, kMaxPoints> marks;
  std::array<std::uint8_t, 16> mark_of{};  // by liberties and colour
  for (std::size_t i = 0; i < mark_of.size(); ++i)
    if (i % 4 != kEmpty)
      mark_of[i] = shows::kLiberties[i / 4] | (i % 4 == mover() ? shows::kOwn : shows::kOther);
  for (int point = 0; point < area; ++point) {
    const int liberties = std::min(board_.liberties(point), 3);
    marks[static_cast<std::size_t>(point)] =
        mark_of[static_cast<std::size_t>(4 * liberties + board_.colour(point))];
  }
  geometry().each(now_.repeats,
                  [&](int p) { marks[static_cast<std::size_t>(p)] |= shows::kRepeat; });
  const auto show = [&](int plane, std::uint8_t mark) {
    float* cells = out + plane * area;
    for (int point = 0; point < area; ++point)
      cells[point] = (marks[static_cast<std::size_t>(point)] & mark) != 0 ? 1.0f : 0.0f;
  };
  const auto fill = [&](int plane, float value) { std::fill_n(out + plane * area, area, value); };
  show(0, shows::kOwn);
  show(1, shows::kOther);
  for (int plane = 2; plane < 4; ++plane) {
    const int action = now_.last[static_cast<std::size_t>(plane - 2)];
    fill(plane, action == rules_.pass() ? 1.0f : 0.0f);
    if (action >= 0 && action < area) out[plane * area + action] = 1.0f;
  }
  for (int i = 1; i < 4; ++i) show(3 + i, shows::kLiberties[static_cast<std::size_t>(i)]);
  show(7, shows::kRepeat);
  fill(8, now_.to_play == 0 ? 1.0f : 0.0f);
  const float komi = std::clamp(static_cast<float>(rules_.half_points) / 64.0f, -1.0f, 1.0f);
  fill(9, now_.to_play == 0 ? -komi : komi);
}

inline void State::board(std::int8_t* out) const {
  for (int point = 0; point < rules_.area(); ++point)
    out[point] = static_cast<std::int8_t>(board_.colour(point));
}

inline int State::playout(Rng& rng) const {
  if (is_over()) return winner();
  Playout game(board_, start_of_playout());
  game.run(rng);
  const int lead = 2 * game.area_lead() - rules_.half_points;
  return lead == 0 ? -1 : (lead > 0 ? 0 : 1);
}

}  // namespace tengen::go
