// How alpha-beta counts: whole numbers, so that a window can be as narrow as one of them.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace tengen {

// For the side to move. A judged value in [-1, 1] is that many of `kUnit`; a certain win is `kWin`
// less the moves until it, so that the nearest is the best; a certain draw is 0.
using Score = std::int32_t;
inline constexpr Score kUnit = 1 << 20, kWin = 1 << 21, kInfinite = 1 << 22;

constexpr Score win_in(int moves) { return kWin - moves; }
constexpr bool is_decided(Score score) { return std::abs(score) > kUnit; }
// Moves until a decided end.
constexpr int moves_until_end(Score score) { return kWin - std::abs(score); }

inline Score judged(float value) {
  // A net that is out of its mind may say something that is no number: it counts as lost.
  const float sane = value > -1.0f ? std::min(value, 1.0f) : -1.0f;
  const float scaled = sane * static_cast<float>(kUnit);
  return static_cast<Score>(scaled + (scaled < 0.0f ? -0.5f : 0.5f));
}
constexpr float as_value(Score score) {
  if (is_decided(score)) return score > 0 ? 1.0f : -1.0f;
  return static_cast<float>(score) / static_cast<float>(kUnit);
}

}  // namespace tengen
