// A judge of positions that weighs and adds a game's metrics.
#pragma once
#include <cmath>
#include <stdexcept>
#include <vector>

#include "game.hpp"

namespace tengen {

// Optional: numbers that describe a board, for the player who has just moved.
template <class S>
concept HasMetrics = GameState<S> && requires(const S state, std::int32_t* out) {
  measure(state, out);
  { just_moved(state) } -> std::same_as<int>;
};

// The sum x of the weighted metrics as x / (scale + |x|): it keeps their order and never reaches 1.
template <HasMetrics S, int kCount>
class MetricsJudge {
 public:
  MetricsJudge(std::vector<float> weights, float scale)
      : weights_(std::move(weights)), scale_(scale) {
    if (weights_.size() != kCount || !(scale > 0.0f))
      throw std::invalid_argument("a weight for each metric, and a scale above zero");
  }

  // In [-1, 1], for the side to move.
  float value(const S& state) const {
    std::int32_t numbers[kCount];
    measure(state, numbers);
    float sum = 0.0f;
    for (int i = 0; i < kCount; ++i)
      sum += weights_[static_cast<std::size_t>(i)] * static_cast<float>(numbers[i]);
    const float value = sum / (scale_ + std::abs(sum));
    return just_moved(state) == state.to_play() ? value : -value;
  }

 private:
  std::vector<float> weights_;
  float scale_;
};

}  // namespace tengen
