// Which moves are being searched, so that another thread turns to those that are not ("simplified
// ABDADA": Kerrigan 2017, after Weill 1996).
#pragma once
#include <array>
#include <atomic>
#include <cstdint>

#include "random.hpp"

namespace tengen::engine {

class Busy {
 public:
  // What stands for a move of a position; never 0.
  static std::uint64_t stamp(std::uint64_t key, std::uint16_t code) {
    return mix64(key + std::uint64_t{code} * 0x9e3779b97f4a7c15ULL) | 1u;
  }

  bool is_busy(std::uint64_t stamp) const {
    return place_of(stamp).load(std::memory_order_relaxed) == stamp;
  }
  void begin(std::uint64_t stamp) { place_of(stamp).store(stamp, std::memory_order_relaxed); }
  // A move that has been overwritten by another one just counts as free.
  void end(std::uint64_t stamp) {
    if (is_busy(stamp)) place_of(stamp).store(0, std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t kPlaces = 4096;

  const std::atomic<std::uint64_t>& place_of(std::uint64_t stamp) const {
    return stamps_[stamp >> 32 & (kPlaces - 1)];
  }
  std::atomic<std::uint64_t>& place_of(std::uint64_t stamp) {
    return stamps_[stamp >> 32 & (kPlaces - 1)];
  }

  std::array<std::atomic<std::uint64_t>, kPlaces> stamps_{};
};

}  // namespace tengen::engine
