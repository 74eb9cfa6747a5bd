// Whole moves as the hops they are made of.
#pragma once
#include "rules.hpp"

namespace tengen::draughts {

struct Way {
  static constexpr int kLongest = 12;  // jumps: there are no more pieces to take
  std::array<std::int16_t, kLongest> actions;
  std::array<std::int8_t, kLongest + 1> squares;  // touched, the first and the last included
  int hops = 0;
  bool captures = false;

  int first() const { return squares[0]; }
  int last() const { return squares[static_cast<std::size_t>(hops)]; }
  void push(int action, int to) {
    actions[static_cast<std::size_t>(hops)] = static_cast<std::int16_t>(action);
    squares[static_cast<std::size_t>(++hops)] = static_cast<std::int8_t>(to);
  }
};

// Where the piece of an action lands.
inline int landing(int action, bool captures) {
  const Direction d = direction_of_action(action);
  Mask to = moved(mask_of(square_of_action(action)), d);
  if (captures) to = moved(to, d);
  return square_of(std::countr_zero(to));
}

namespace detail {

// Calls `visit(way, after, is_whole)` for the way so far and all its continuations.
template <class Visit>
void follow(const Position& position, Way& way, Visit& visit) {
  const Mask at = mask_of(way.last());
  for (int i = 0; i < kDirections; ++i) {
    const auto d = static_cast<Direction>(i);
    if ((position.jumpers(d) & at) == 0) continue;
    Position after = position;
    const Mask to = after.hop(at, d);
    way.push(action_of(way.last(), d), square_of(std::countr_zero(to)));
    const bool is_whole = after.crown(to) || (after.jumpers() & to) == 0;
    visit(way, after, is_whole);
    if (!is_whole) follow(after, way, visit);
    --way.hops;
  }
}

}  // namespace detail

// Calls `visit(way, after, is_whole)` for every way to move the piece on `square` (from 0), and
// for the beginnings of longer captures too. `after` has the same side to move.
template <class Visit>
void for_each_way(const State& state, int square, Visit visit) {
  const Mask at = mask_of(square);
  const int capturing = state.capturing_square();
  const Position& position = state.position();
  if (state.is_over() || (capturing >= 0 && capturing != square)) return;
  Way way;
  way.squares[0] = static_cast<std::int8_t>(square);
  way.captures = capturing >= 0 || position.jumpers() != 0;
  if (way.captures) return detail::follow(position, way, visit);
  for (int i = 0; i < kDirections; ++i) {
    const auto d = static_cast<Direction>(i);
    if ((position.steppers(d) & at) == 0) continue;
    Position after = position;
    const Mask to = after.hop(at, d);
    after.crown(to);
    way.push(action_of(square, d), square_of(std::countr_zero(to)));
    visit(way, after, true);
    --way.hops;
  }
}

}  // namespace tengen::draughts
