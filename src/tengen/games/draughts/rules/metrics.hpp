// Ten numbers that describe a board, for the side that has just moved; the README defines them.
#pragma once
#include <array>
#include <cstdint>

#include "rules.hpp"

namespace tengen::draughts {

inline constexpr int kMetrics = 10;

namespace detail {

inline constexpr Mask kEdge = row_mask(0) | row_mask(7) | column_mask(0) | column_mask(7);
inline constexpr Mask kMiddle = row_mask(3) | row_mask(4);
// The three rows on which the opponent of each player begins.
inline constexpr std::array<Mask, 2> kFar{row_mask(5) | row_mask(6) | row_mask(7),
                                          row_mask(0) | row_mask(1) | row_mask(2)};

// Inner pieces with no friend on any diagonal.
inline Mask lonely(Mask pieces) {
  Mask friends = 0;
  for (int d = 0; d < kDirections; ++d) friends |= moved(pieces, static_cast<Direction>(d));
  return pieces & ~friends & ~kEdge;
}

// Pieces on an edge, or with two friends on one side, whichever: they cannot be jumped.
inline Mask safe(Mask pieces) {
  // The squares that have a friend in the north west, and so on.
  const Mask nw = moved<kSouthEast>(pieces), ne = moved<kSouthWest>(pieces);
  const Mask sw = moved<kNorthEast>(pieces), se = moved<kNorthWest>(pieces);
  return pieces & (kEdge | (nw & ne) | (sw & se) | (nw & sw) | (ne & se));
}

// Whole moves that a player would have to choose from, if it were to move now.
inline int count_moves(Position position, int player) {
  position.side = player;
  int count = 0;
  for_each_move(position, [&](const Position&) { ++count; });
  return count;
}

}  // namespace detail

// Whose metrics they are: inside a capture the side to move is the one that has just moved.
inline int just_moved(const State& state) {
  return state.capturing_square() >= 0 ? state.to_play() : state.to_play() ^ 1;
}

// Captured, potential, men, kings, caps, semicaps, uncaps, mid, far, won.
inline void measure(const State& state, std::int32_t* out) {
  const Position& position = state.position();
  const int player = just_moved(state);
  const Mask own = position.pieces[static_cast<std::size_t>(player)];
  const Mask enemy = position.pieces[static_cast<std::size_t>(player ^ 1)];
  const Mask kings = position.kings;
  const Mask own_lonely = detail::lonely(own), own_safe = detail::safe(own);
  const auto far = [](int side) { return detail::kFar[static_cast<std::size_t>(side)]; };
  const auto surplus = [](Mask mine, Mask theirs) {
    return std::popcount(mine) - std::popcount(theirs);
  };
  *out++ = 12 - std::popcount(enemy);
  *out++ = detail::count_moves(position, player) - detail::count_moves(position, player ^ 1);
  *out++ = surplus(own & ~kings, enemy & ~kings);
  *out++ = surplus(own & kings, enemy & kings);
  *out++ = surplus(detail::lonely(enemy), own_lonely);
  *out++ = std::popcount(own & ~own_safe & ~own_lonely);
  *out++ = surplus(own_safe, detail::safe(enemy));
  *out++ = surplus(own & detail::kMiddle, enemy & detail::kMiddle);
  *out++ = surplus(own & far(player), enemy & far(player ^ 1));
  *out++ = state.winner() < 0 ? 0 : state.winner() == player ? 1 : -1;
}

}  // namespace tengen::draughts
