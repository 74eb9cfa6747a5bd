// An evaluation made by hand: what is known of English draughts in a few numbers. It is where
// training begins, and what is left where there is no net.
#pragma once
#include "draughts/rules/metrics.hpp"

namespace tengen::draughts {

namespace detail {

inline constexpr std::array<Mask, 8> kRows = [] {
  std::array<Mask, 8> rows{};
  for (int row = 0; row < 8; ++row) rows[static_cast<std::size_t>(row)] = row_mask(row);
  return rows;
}();
inline constexpr Mask kCentre = mask_of(13) | mask_of(14) | mask_of(17) | mask_of(18) | mask_of(9) |
                                mask_of(10) | mask_of(21) | mask_of(22);
// Men here keep kings out: on squares 1 and 3, 30 and 32.
inline constexpr std::array<Mask, 2> kBridge{mask_of(0) | mask_of(2), mask_of(29) | mask_of(31)};

// What a player's pieces are worth by where they stand, in hundredths of a man.
inline int standing(const Position& position, int player) {
  const Mask own = position.pieces[static_cast<std::size_t>(player)];
  const Mask men = own & ~position.kings, kings = own & position.kings;
  int worth = 0;
  for (int row = 1; row < 7; ++row)
    worth +=
        3 * row * count_bits(men & kRows[static_cast<std::size_t>(player == 0 ? row : 7 - row)]);
  worth += 4 * count_bits(men & kCentre) + 10 * count_bits(kings & kCentre);
  worth -= 2 * count_bits(men & (column_mask(0) | column_mask(7)));
  const bool enemy_has_men =
      (position.pieces[static_cast<std::size_t>(player ^ 1)] & ~position.kings) != 0;
  if (enemy_has_men) worth += 9 * count_bits(men & kBridge[static_cast<std::size_t>(player)]);
  return worth;
}

}  // namespace detail

// For the side to move, about 127 a logit of the expected result, as learned evaluations have it:
// the share is from games of the search with itself. Whoever is ahead likes exchanges.
inline int evaluate_by_hand(const Position& position) {
  const auto worth = [&](Mask pieces) {
    return 100 * count_bits(pieces & ~position.kings) + 140 * count_bits(pieces & position.kings);
  };
  const int material = worth(position.own()) - worth(position.enemy());
  const int fewer = 24 - count_bits(position.occupied());
  const int all = material + material * fewer / 32 + detail::standing(position, position.side) -
                  detail::standing(position, position.side ^ 1) + 3;
  return all * 3 / 5;
}

}  // namespace tengen::draughts
