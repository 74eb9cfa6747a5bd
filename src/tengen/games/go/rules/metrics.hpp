// Ten numbers that describe a board, for the side that has just moved; the README defines them.
#pragma once
#include "rules.hpp"

namespace tengen::go {

inline constexpr int kMetrics = 10;

// Whose metrics they are: while handicap stones are placed, the side to move has just moved too.
inline int just_moved(const State& state) {
  return state.to_place() > 0 ? state.to_play() : state.to_play() ^ 1;
}

namespace detail {

struct Stones {
  int stones = 0, liberties = 0, in_atari = 0, chains = 0, eyes = 0;
};

inline Stones stones_of(const State& state, int player) {
  const Geometry& geometry = state.geometry();
  const Board& board = state.board();
  const PointSet& own = state.stones()[static_cast<std::size_t>(player)];
  const PointSet empty = state.empty(), beside = own.grown() & empty;
  Stones found{.stones = own.count(), .liberties = beside.count()};
  geometry.each(own, [&](int point) {
    found.in_atari += board.liberties(point) == 1;
    found.chains += board.head(point) == point;
  });
  geometry.each(beside, [&](int point) { found.eyes += state.is_true_eye(point, player); });
  return found;
}

// Empty points that are nearer to each player's stones, steps going over empty points.
inline std::array<int, 2> nearer(const State& state) {
  std::array<int, 2> points{};
  Areas reached = state.stones();
  for (PointSet open = state.empty(); open.any();) {
    const PointSet first = reached[0].grown() & open, second = reached[1].grown() & open;
    if (!(first | second).any()) break;
    points[0] += first.without(second).count();
    points[1] += second.without(first).count();
    open = open.without(first | second);
    reached = {first, second};
  }
  return points;
}

}  // namespace detail

// Stones, captured, liberties, atari, in_atari, chains, eyes, area, influence, won.
inline void measure(const State& state, std::int32_t* out) {
  const int player = just_moved(state);
  const auto own = static_cast<std::size_t>(player), enemy = own ^ 1;
  const detail::Stones mine = detail::stones_of(state, player);
  const detail::Stones theirs = detail::stones_of(state, player ^ 1);
  const Areas areas = area_of(state.geometry(), state.stones());
  const std::array<int, 2> near = detail::nearer(state);
  *out++ = mine.stones - theirs.stones;
  *out++ = state.prisoners()[enemy] - state.prisoners()[own];
  *out++ = mine.liberties - theirs.liberties;
  *out++ = theirs.in_atari;
  *out++ = mine.in_atari;
  *out++ = mine.chains - theirs.chains;
  *out++ = mine.eyes - theirs.eyes;
  *out++ = areas[own].count() - areas[enemy].count();
  *out++ = near[own] - near[enemy];
  *out++ = state.winner() < 0 ? 0 : state.winner() == player ? 1 : -1;
}

}  // namespace tengen::go
