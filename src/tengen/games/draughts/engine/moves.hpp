// Whole moves of English draughts as the selective search has them: small, told apart by a number.
#pragma once
#include "draughts/rules/moves.hpp"
#include "native/engine/board.hpp"

namespace tengen::draughts {

// Squares are bits of a `Mask`. Captures by different ways that leave the same position are one.
struct WholeMove {
  std::uint8_t from = 0, to = 0;
  std::uint8_t number = 0;  // of a capture among those of its position, from 1; 0 for a step
  Mask taken = 0;

  bool operator==(const WholeMove&) const = default;
  Mask left() const { return Mask{1} << from; }
  Mask entered() const { return Mask{1} << to; }
};

inline constexpr int kMostMoves = 64;  // twelve kings have 48 steps; see `Captures::add`
using WholeMoves = engine::MoveList<WholeMove, kMostMoves>;

// Steps of one side; `rank(from, to)` says how promising each is.
template <int kSide, class Rank>
void list_steps(const Position& position, WholeMoves& moves, Rank rank) {
  const auto towards = [&]<Direction D>() {
    for_each_bit(Moves<kSide>::template steppers<D>(position), [&](int bit) {
      const Mask from = Mask{1} << bit, to = rotate(from, D);
      const auto entered = static_cast<std::uint8_t>(std::countr_zero(to));
      moves.add({static_cast<std::uint8_t>(bit), entered}, rank(from, to));
    });
  };
  towards.template operator()<kNorthWest>();
  towards.template operator()<kNorthEast>();
  towards.template operator()<kSouthWest>();
  towards.template operator()<kSouthEast>();
}

// Captures of one side, each with all its jumps.
template <int kSide>
class Captures {
 public:
  Captures(const Position& position, WholeMoves& moves) : position_(position), moves_(moves) {}

  void list(Mask jumpers) {
    for_each_bit(jumpers, [this](int bit) { list_from(Mask{1} << bit); });
  }

 private:
  // What a capture leaves so far: the piece itself is on none of the squares.
  struct Board {
    Mask enemy, empty;
  };

  void list_from(Mask from) {
    from_ = from;
    is_king_ = (from & position_.kings) != 0;
    follow(from, {position_.pieces[kSide ^ 1], position_.empty() | from}, 0);
  }

  void follow(Mask at, const Board& board, Mask taken) {
    bool goes_on = jump<forward(0)>(at, board, taken);
    goes_on |= jump<forward(1)>(at, board, taken);
    if (is_king_) {
      goes_on |= jump<opposite(forward(0))>(at, board, taken);
      goes_on |= jump<opposite(forward(1))>(at, board, taken);
    }
    if (!goes_on) add(at, taken);
  }

  static constexpr Direction forward(int hand) {
    return static_cast<Direction>((kSide == 0 ? kSouthWest : kNorthWest) + hand);
  }

  template <Direction D>
  bool jump(Mask at, const Board& board, Mask taken) {
    const Mask over = moved<D>(at) & board.enemy, to = moved<D>(over) & board.empty;
    if (to == 0) return false;
    if (!is_king_ && (to & king_row(kSide)) != 0)
      add(to, taken | over);
    else
      follow(to, {board.enemy ^ over, board.empty | over}, taken | over);
    return true;
  }

  // Positions with more captures than there is room for are not known; their last are left out.
  void add(Mask to, Mask taken) {
    if (moves_.size + 1 >= kMostMoves) return;
    const WholeMove move{static_cast<std::uint8_t>(std::countr_zero(from_)),
                         static_cast<std::uint8_t>(std::countr_zero(to)),
                         static_cast<std::uint8_t>(moves_.size + 1), taken};
    if (is_king_ && is_listed(move)) return;
    const int kings = count_bits(taken & position_.kings);
    const int crowned = !is_king_ && (to & king_row(kSide)) != 0 ? 1 : 0;
    moves_.add(move, 2 * count_bits(taken) + kings + crowned);
  }

  bool is_listed(const WholeMove& move) const {
    for (std::size_t i = 0; i < static_cast<std::size_t>(moves_.size); ++i) {
      const WholeMove& other = moves_.items[i].move;
      if (other.from == move.from && other.to == move.to && other.taken == move.taken) return true;
    }
    return false;
  }

  const Position& position_;
  WholeMoves& moves_;
  Mask from_ = 0;
  bool is_king_ = false;
};

}  // namespace tengen::draughts
