// What nets and people see of a position.
#pragma once
#include <algorithm>

#include "position.hpp"

namespace tengen::draughts {

inline constexpr int kPoints = 64, kPlanes = 8;

// Own men, own kings, the opponent's men and kings, the piece inside a capture, own king row, ones
// where `came_back`, and `quiet_share`, how near a draw for want of progress is.
inline void draw_planes(const Position& position, Mask capturing, bool came_back, float quiet_share,
                        float* out) {
  const Mask kings = position.kings, own = position.own(), enemy = position.enemy();
  const std::array<Mask, 6> masks{own & ~kings,  own & kings, enemy & ~kings,
                                  enemy & kings, capturing,   king_row(position.side)};
  std::fill_n(out, static_cast<int>(masks.size()) * kPoints, 0.0f);
  for (const Mask mask : masks) {
    for_each_bit(mask, [&](int bit) { out[point_of(square_of(bit))] = 1.0f; });
    out += kPoints;
  }
  std::fill_n(out, kPoints, came_back ? 1.0f : 0.0f);
  std::fill_n(out + kPoints, kPoints, quiet_share);
}

// 0 empty, 1 and 2 men of Black and White, 3 and 4 their kings.
inline void draw_board(const Position& position, std::int8_t* out) {
  std::fill_n(out, kPoints, std::int8_t{0});
  for (int player = 0; player < 2; ++player)
    for_each_bit(position.pieces[static_cast<std::size_t>(player)], [&](int bit) {
      const int king = (position.kings >> bit & 1u) != 0 ? 2 : 0;
      out[point_of(square_of(bit))] = static_cast<std::int8_t>(player + 1 + king);
    });
}

}  // namespace tengen::draughts
