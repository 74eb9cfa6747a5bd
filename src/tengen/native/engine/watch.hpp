// When a search ends: bounds, the clock, and whoever tells it to stop.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <vector>

namespace tengen::engine {

struct Limits {
  static constexpr double kEver = std::numeric_limits<double>::infinity();

  double seconds = kEver;       // never more
  double soft_seconds = kEver;  // no deeper search is begun after about so long
  std::uint64_t nodes = UINT64_MAX;
  int depth = INT32_MAX;
  int lines = 1;   // best moves whose value is wanted
  int leaves = 0;  // positions judged on the way that are told of, drawn by lot
  // What the moves of the root begin with, where not all are considered: actions of the State.
  std::vector<std::int32_t> root_moves{};
  std::function<bool()> poll{};  // asked some hundred times a second whether to stop
};

class Watch {
 public:
  using Clock = std::chrono::steady_clock;

  void begin(const Limits& limits) {
    limits_ = limits;
    started_ = next_poll_ = Clock::now();
    failure_ = nullptr;
    is_stopped_.store(false, std::memory_order_relaxed);
  }

  const Limits& limits() const { return limits_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
  bool is_stopped() const { return is_stopped_.load(std::memory_order_relaxed); }
  void stop() { is_stopped_.store(true, std::memory_order_relaxed); }

  // Asked by the leading thread alone, now and again.
  void look() {
    const Clock::time_point now = Clock::now();
    const double left = limits_.seconds - std::chrono::duration<double>(now - started_).count();
    if (left <= 0) return stop();
    // Whoever is asked may take a while, for which there must be time.
    if (!limits_.poll || now < next_poll_ || left < 2 * kPollSeconds) return;
    ask();
    next_poll_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                    std::chrono::duration<double>(kPollSeconds));
  }

  // Calls what may throw: the search then ends, and `rethrow` passes it on.
  template <class Call>
  void guard(Call call) {
    try {
      call();
    } catch (...) {
      failure_ = std::current_exception();
      stop();
    }
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  static constexpr double kPollSeconds = 0.005;

  void ask() {
    guard([&] {
      if (limits_.poll()) stop();
    });
  }

  Limits limits_;
  Clock::time_point started_, next_poll_;
  std::exception_ptr failure_;
  std::atomic<bool> is_stopped_{false};
};

}  // namespace tengen::engine
