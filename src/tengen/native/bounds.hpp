// What ends a search.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>

namespace tengen {

// `poll` is asked some hundred times a second whether to stop.
struct Bounds {
  using Clock = std::chrono::steady_clock;

  std::uint64_t nodes = UINT64_MAX;
  Clock::time_point until = Clock::time_point::max();
  std::function<bool()> poll;
};

}  // namespace tengen
