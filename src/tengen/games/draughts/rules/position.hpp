// A position of English draughts, and one hop in it.
#pragma once
#include <array>
#include <cassert>

#include "squares.hpp"

namespace tengen::draughts {

// A value. Player 0 is Black, who moves first and south.
struct Position {
  std::array<Mask, 2> pieces{};  // men and kings of Black, of White
  Mask kings = 0;                // of both
  int side = 0;                  // to move

  Mask own() const { return pieces[static_cast<std::size_t>(side)]; }
  Mask enemy() const { return pieces[static_cast<std::size_t>(side ^ 1)]; }
  Mask occupied() const { return pieces[0] | pieces[1]; }
  Mask empty() const { return ~occupied(); }
  bool operator==(const Position&) const = default;

  // Own pieces that may go in a direction: kings, and men if it is forward.
  Mask own_towards(Direction d) const { return is_forward(d, side) ? own() : own() & kings; }

  Mask steppers(Direction d) const { return own_towards(d) & moved(empty(), opposite(d)); }
  Mask jumpers(Direction d) const {
    return own_towards(d) & moved(enemy() & moved(empty(), opposite(d)), opposite(d));
  }
  Mask steppers() const {
    return any_direction([this](Direction d) { return steppers(d); });
  }
  Mask jumpers() const {
    return any_direction([this](Direction d) { return jumpers(d); });
  }
  bool can_move() const { return (steppers() | jumpers()) != 0; }

  bool is_consistent() const {
    return (pieces[0] & pieces[1]) == 0 && (kings & empty()) == 0 &&
           (pieces[0] & ~kings & king_row(0)) == 0 && (pieces[1] & ~kings & king_row(1)) == 0;
  }

  // One hop of the piece on `from`: a step, or a jump with the enemy it passes taken off.
  // Returns where it landed; the side to move stays.
  Mask hop(Mask from, Direction d) {
    Mask to = moved(from, d);
    if ((to & enemy()) != 0) {
      pieces[static_cast<std::size_t>(side ^ 1)] &= ~to;
      kings &= ~to;
      to = moved(to, d);
    }
    assert((from & own()) != 0 && (to & empty()) != 0);
    pieces[static_cast<std::size_t>(side)] ^= from | to;
    if ((kings & from) != 0) kings ^= from | to;
    return to;
  }
  // Makes a king of a man on `at` that stands on its king row; returns whether it did.
  bool crown(Mask at) {
    if ((at & king_row(side) & ~kings) == 0) return false;
    kings |= at;
    return true;
  }

 private:
  template <class Of>
  static Mask any_direction(Of of) {
    return of(kNorthWest) | of(kNorthEast) | of(kSouthWest) | of(kSouthEast);
  }
};

inline constexpr Position kStart{
    {row_mask(0) | row_mask(1) | row_mask(2), row_mask(5) | row_mask(6) | row_mask(7)}, 0, 0};

}  // namespace tengen::draughts
