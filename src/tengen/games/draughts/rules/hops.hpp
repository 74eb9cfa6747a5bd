// Single hops: what is an action, and which are legal.
#pragma once
#include "position.hpp"

namespace tengen::draughts {

inline constexpr int kActions = kSquares * kDirections;

// Action: square * 4 + direction, for a step and for a jump alike.
constexpr int action_of(int square, Direction direction) {
  return square * kDirections + direction;
}
constexpr int square_of_action(int action) { return action / kDirections; }
constexpr Direction direction_of_action(int action) {
  return static_cast<Direction>(action % kDirections);
}

// The pieces that may hop in each direction.
struct Hops {
  std::array<Mask, kDirections> from{};

  bool any() const { return (from[0] | from[1] | from[2] | from[3]) != 0; }

  // Of the side to move; inside a capture, of the piece on `capturing` alone.
  static Hops legal(const Position& position, Mask capturing) {
    const Mask movers = capturing == 0 ? ~Mask{0} : capturing;
    const Hops jumps = of_each([&](Direction d) { return position.jumpers(d) & movers; });
    if (jumps.any() || capturing != 0) return jumps;
    return of_each([&](Direction d) { return position.steppers(d); });
  }

  // The actions, ascending; returns how many.
  int list(std::int32_t* out) const {
    std::array<std::uint64_t, 2> bits{};
    for (int d = 0; d < kDirections; ++d)
      for_each_bit(from[static_cast<std::size_t>(d)], [&](int bit) {
        const int action = action_of(square_of(bit), static_cast<Direction>(d));
        bits[static_cast<std::size_t>(action / 64)] |= std::uint64_t{1} << (action % 64);
      });
    int n = 0;
    for (int word = 0; word < 2; ++word)
      for (std::uint64_t left = bits[static_cast<std::size_t>(word)]; left != 0; left &= left - 1)
        out[n++] = 64 * word + std::countr_zero(left);
    return n;
  }

 private:
  template <class Of>
  static Hops of_each(Of of) {
    return {{of(kNorthWest), of(kNorthEast), of(kSouthWest), of(kSouthEast)}};
  }
};

}  // namespace tengen::draughts
