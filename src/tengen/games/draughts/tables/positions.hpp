// The positions of a material one by one, what their moves are worth, and the steps that lead to
// them.
#pragma once
#include <algorithm>
#include <vector>

#include "draughts/rules/moves.hpp"
#include "tables.hpp"

namespace tengen::draughts::tables {

// Positions of a material by their place in its slice, Black to move.
class Catalogue {
 public:
  explicit Catalogue(const Material& m)
      : parts_{sets(m.men, true, false), sets(m.kings, false, false), sets(m.other_men, true, true),
               sets(m.other_kings, false, true)} {}

  std::size_t size() const {
    std::size_t size = 1;
    for (const auto& part : parts_) size *= part.size();
    return size;
  }
  // Returns false where two pieces would share a square.
  bool read(std::uint32_t place, Position& out) const {
    std::array<Mask, 4> squares{};
    for (std::size_t i = parts_.size(); i-- > 0;) {
      const auto sets = static_cast<std::uint32_t>(parts_[i].size());
      squares[i] = parts_[i][place % sets];
      place /= sets;
    }
    const auto [men, kings, other_men, other_kings] = squares;
    out = {{men | kings, other_men | other_kings}, kings | other_kings, 0};
    return (men & kings) == 0 && (other_men & other_kings) == 0 &&
           (out.pieces[0] & out.pieces[1]) == 0;
  }

 private:
  // All sets of so many squares, in the order of their ranks.
  static std::vector<Mask> sets(int pieces, bool men, bool turn) {
    std::vector<Mask> all(places(pieces, men));
    const Mask allowed = men ? ~king_row(0) : ~Mask{0};
    const auto add = [&](auto&& self, Mask chosen, int left, int below) -> void {
      if (left == 0) {
        all[rank_of(chosen, men, 0).place] = turn ? turned(chosen) : chosen;
        return;
      }
      for (int bit = left - 1; bit < below; ++bit)
        if ((allowed >> bit & 1u) != 0) self(self, chosen | Mask{1} << bit, left - 1, bit);
    };
    add(add, 0, pieces, kSquares);
    return all;
  }

  std::array<std::vector<Mask>, 4> parts_;
};

// The best that a side can do by the moves looked at so far.
class Outlook {
 public:
  // Takes in a move by the position it leads to, which the tables have.
  void add(const Tables& tables, const Position& after) {
    const Entry entry = after.own() == 0 ? entry_of(0) : *tables.find(after);
    if (is_loss(entry)) {
      win_ = std::min(win_, plies_of(entry) + 1);
    } else if (is_win(entry)) {
      loss_ = std::max(loss_, plies_of(entry) + 1);
    } else {
      draws_ = true;
    }
  }
  bool wins() const { return win_ != kNever; }
  bool draws() const { return !wins() && draws_; }
  int plies() const { return wins() ? win_ : loss_; }

 private:
  static constexpr int kNever = 1 << 20;
  int win_ = kNever, loss_ = 0;  // no move at all: lost on the spot
  bool draws_ = false;
};

// Calls `visit(before)` for the positions from which White stepped here, without a crowning.
template <Direction D, class Visit>
void step_back_by(const Position& position, Visit& visit) {
  for_each_bit(Moves<1>::own_towards<D>(position) & moved<D>(position.empty()), [&](int bit) {
    const Mask to = Mask{1} << bit, from = rotate(to, opposite(D));
    Position before = position;
    before.side = 1;
    before.pieces[1] ^= from | to;
    if ((before.kings & to) != 0) before.kings ^= from | to;
    visit(static_cast<const Position&>(before));
  });
}
template <class Visit>
void for_each_step_back(const Position& position, Visit visit) {
  step_back_by<kNorthWest>(position, visit);
  step_back_by<kNorthEast>(position, visit);
  step_back_by<kSouthWest>(position, visit);
  step_back_by<kSouthEast>(position, visit);
}

}  // namespace tengen::draughts::tables
