// Random numbers for search and playouts: small, fast, the same on every platform.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>

namespace tengen {

// SplitMix64 (Steele, Lea, Flood 2014): turns any number into a well-mixed one.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// xoshiro256++ (Blackman, Vigna 2019).
class Rng {
 public:
  explicit Rng(std::uint64_t seed) {
    for (auto& word : state_) word = mix64(seed++);
  }

  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  // Uniform in [0, n) by multiply-shift; the bias is below n / 2^32.
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32);
  }

  // Uniform in (0, 1), never an end point, so that logarithms are finite.
  double uniform() { return (static_cast<double>(next() >> 11) + 0.5) * 0x1.0p-53; }

  double gumbel() { return -std::log(-std::log(uniform())); }

  double normal() {
    return std::sqrt(-2.0 * std::log(uniform())) * std::cos(6.283185307179586 * uniform());
  }

  // Gamma(alpha, 1) by Marsaglia and Tsang (2000), boosted for alpha < 1.
  double gamma(double alpha) {
    if (alpha < 1.0) return gamma(alpha + 1.0) * std::pow(uniform(), 1.0 / alpha);
    const double d = alpha - 1.0 / 3.0;
    const double c = 1.0 / std::sqrt(9.0 * d);
    for (;;) {
      const double x = normal();
      const double v = std::pow(1.0 + c * x, 3.0);
      if (v > 0.0 && std::log(uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
    }
  }

 private:
  static constexpr std::uint64_t rotate(std::uint64_t x, int k) {
    return (x << k) | (x >> (64 - k));
  }
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace tengen
