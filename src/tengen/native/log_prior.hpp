// How priors are stored.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tengen {

// Priors are kept as -1024 log p in 15 bits: 0.1 % exact down to e^-32, two bytes each.
class LogPrior {
 public:
  static std::int16_t encode(float negative_log) {
    return static_cast<std::int16_t>(std::clamp(negative_log * kScale + 0.5f, 0.0f, 32767.0f));
  }
  static float log(std::int16_t code) { return static_cast<float>(code) * (-1.0f / kScale); }
  static float prior(std::int16_t code) { return std::exp(log(code)); }

 private:
  static constexpr float kScale = 1024.0f;
};

}  // namespace tengen
