// The whole moves of English draughts.
#pragma once
#include "position.hpp"

namespace tengen::draughts {

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

// Calls `visit(after)` for the position after each whole move: a step or, where there is one, a
// capture with all its jumps. Captures by different ways are visited each, even if they end the
// same.
template <class Visit>
void for_each_move(const Position& position, Visit visit) {
  if (position.side == 0)
    Moves<0>::visit_all(position, visit);
  else
    Moves<1>::visit_all(position, visit);
}

}  // namespace tengen::draughts
