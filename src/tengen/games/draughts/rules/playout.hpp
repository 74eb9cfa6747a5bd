// A uniformly random game, with all the rules but without a State's book-keeping. Draws end it,
// also where players would have to claim them.
#pragma once
#include "history.hpp"
#include "moves.hpp"
#include "random.hpp"

namespace tengen::draughts {

class Playout {
 public:
  // `capturing` is the piece that must go on capturing, if there is one.
  Playout(const Position& position, Mask capturing, const History& history)
      : position_(position),
        capturing_(capturing),
        is_drawn_(history.is_draw()),
        history_(history) {}

  // Plays to the end; returns the winner, -1 for a draw. Every hop is as likely as any other.
  int play(Rng& rng) {
    for (int result = kGoesOn;;) {
      result = position_.side == 0 ? hop<0>(rng) : hop<1>(rng);
      if (result != kGoesOn) return result;
    }
  }

 private:
  static constexpr int kGoesOn = -2;

  // What may hop: two words of two directions each.
  struct Choice {
    std::uint64_t north, south;
    bool captures;
  };

  template <int kSide>
  Choice choices() const {
    using Of = Moves<kSide>;
    const auto wide = [](Mask west, Mask east) { return west | std::uint64_t{east} << 32; };
    const Mask movers = capturing_ == 0 ? ~Mask{0} : capturing_;
    const Choice jumps{wide(Of::template jumpers<kNorthWest>(position_) & movers,
                            Of::template jumpers<kNorthEast>(position_) & movers),
                       wide(Of::template jumpers<kSouthWest>(position_) & movers,
                            Of::template jumpers<kSouthEast>(position_) & movers),
                       true};
    if ((jumps.north | jumps.south) != 0) return jumps;
    return {wide(Of::template steppers<kNorthWest>(position_),
                 Of::template steppers<kNorthEast>(position_)),
            wide(Of::template steppers<kSouthWest>(position_),
                 Of::template steppers<kSouthEast>(position_)),
            false};
  }

  template <int kSide>
  int hop(Rng& rng) {
    const Choice choice = choices<kSide>();
    const int north = count_bits(choice.north), all = north + count_bits(choice.south);
    if (all == 0) return kSide ^ 1;
    if (is_drawn_) return -1;
    int pick = static_cast<int>(rng.below(static_cast<std::uint32_t>(all)));
    const bool goes_north = pick < north;
    std::uint64_t left = goes_north ? choice.north : choice.south;
    for (pick -= goes_north ? 0 : north; pick > 0; --pick) left &= left - 1;
    const int chosen = std::countr_zero(left);
    const auto direction = static_cast<Direction>((goes_north ? 0 : 2) + chosen / 32);
    move<kSide>(Mask{1} << (chosen % 32), direction, choice.captures);
    return kGoesOn;
  }

  template <int kSide>
  void move(Mask from, Direction direction, bool captures) {
    using Of = Moves<kSide>;
    const bool is_man = (from & position_.kings) == 0;
    const Mask over = captures ? rotate(from, direction) : 0;
    const Mask to = rotate(captures ? over : from, direction);
    position_.pieces[kSide] ^= from | to;
    position_.pieces[kSide ^ 1] ^= over;
    position_.kings = (position_.kings & ~(from | over)) | (is_man ? 0 : to);
    if (captures || is_man) history_.clear();
    if (captures && !(is_man && (to & king_row(kSide)) != 0)) {
      capturing_ = to & Of::jumpers(position_);
      if (capturing_ != 0) return;
    }
    capturing_ = 0;
    position_.kings |= to & king_row(kSide);
    position_.side = kSide ^ 1;
    history_.push(position_);
    is_drawn_ = history_.is_draw();
  }

  Position position_;
  Mask capturing_;
  bool is_drawn_;
  History history_;
};

}  // namespace tengen::draughts
