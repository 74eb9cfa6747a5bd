// A position between two moves, and the whole moves of English draughts.
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

namespace detail {

// The moves of one side, its directions known when compiled.
template <int kSide>
struct Moves {
  static constexpr std::size_t kOwn = kSide, kEnemy = kSide ^ 1;

  template <Direction D>
  static Mask own_towards(const Position& p) {
    return is_forward(D, kSide) ? p.pieces[kOwn] : p.pieces[kOwn] & p.kings;
  }
  template <Direction D>
  static Mask jumpers(const Position& p) {
    constexpr Direction kBack = opposite(D);
    return own_towards<D>(p) & moved<kBack>(p.pieces[kEnemy] & moved<kBack>(p.empty()));
  }

  template <Direction D>
  static Mask steppers(const Position& p) {
    return own_towards<D>(p) & moved<opposite(D)>(p.empty());
  }
  static Mask jumpers(const Position& p) {
    return jumpers<kNorthWest>(p) | jumpers<kNorthEast>(p) | jumpers<kSouthWest>(p) |
           jumpers<kSouthEast>(p);
  }

  template <class Visit>
  static void visit_all(const Position& p, Visit& visit) {
    const Mask nw = jumpers<kNorthWest>(p), ne = jumpers<kNorthEast>(p);
    const Mask sw = jumpers<kSouthWest>(p), se = jumpers<kSouthEast>(p);
    if ((nw | ne | sw | se) == 0) {
      visit_steps<kNorthWest>(p, visit);
      visit_steps<kNorthEast>(p, visit);
      visit_steps<kSouthWest>(p, visit);
      visit_steps<kSouthEast>(p, visit);
    } else {
      for_each_bit(nw, [&](int bit) { jump<kNorthWest>(p, Mask{1} << bit, visit); });
      for_each_bit(ne, [&](int bit) { jump<kNorthEast>(p, Mask{1} << bit, visit); });
      for_each_bit(sw, [&](int bit) { jump<kSouthWest>(p, Mask{1} << bit, visit); });
      for_each_bit(se, [&](int bit) { jump<kSouthEast>(p, Mask{1} << bit, visit); });
    }
  }

  template <Direction D, class Visit>
  static void visit_steps(const Position& p, Visit& visit) {
    for_each_bit(steppers<D>(p), [&](int bit) {
      const Mask from = Mask{1} << bit, to = rotate(from, D);
      Position after;
      after.pieces[kOwn] = p.pieces[kOwn] ^ (from | to);
      after.pieces[kEnemy] = p.pieces[kEnemy];
      after.kings = (p.kings & ~from) | rotate(p.kings & from, D) | (to & king_row(kSide));
      after.side = kSide ^ 1;
      visit(static_cast<const Position&>(after));
    });
  }

  // Visits the positions after each capture that begins with this jump.
  template <Direction D, class Visit>
  static void jump(const Position& p, Mask from, Visit& visit) {
    const Mask over = rotate(from, D), to = rotate(over, D);
    Position after;
    after.pieces[kOwn] = p.pieces[kOwn] ^ (from | to);
    after.pieces[kEnemy] = p.pieces[kEnemy] ^ over;
    after.kings = (p.kings & ~(from | over)) | rotate(rotate(p.kings & from, D), D);
    after.side = kSide ^ 1;
    const Mask crowned = to & king_row(kSide) & ~after.kings;
    if (crowned == 0 && jump_on(after, to, visit)) return;
    after.kings |= crowned;
    visit(static_cast<const Position&>(after));
  }

  template <class Visit>
  static bool jump_on(const Position& p, Mask at, Visit& visit) {
    const Mask nw = jumpers<kNorthWest>(p) & at, ne = jumpers<kNorthEast>(p) & at;
    const Mask sw = jumpers<kSouthWest>(p) & at, se = jumpers<kSouthEast>(p) & at;
    if (nw != 0) jump<kNorthWest>(p, at, visit);
    if (ne != 0) jump<kNorthEast>(p, at, visit);
    if (sw != 0) jump<kSouthWest>(p, at, visit);
    if (se != 0) jump<kSouthEast>(p, at, visit);
    return (nw | ne | sw | se) != 0;
  }
};

}  // namespace detail

// Calls `visit(after)` for the position after each whole move: a step or, where there is one, a
// capture with all its jumps. Captures by different ways are visited each, even if they end the
// same.
template <class Visit>
void for_each_move(const Position& position, Visit visit) {
  if (position.side == 0)
    detail::Moves<0>::visit_all(position, visit);
  else
    detail::Moves<1>::visit_all(position, visit);
}

}  // namespace tengen::draughts
