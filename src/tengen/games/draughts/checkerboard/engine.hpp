// The player behind the CheckerBoard interface: alpha-beta over the metrics.
#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "alphabeta.hpp"
#include "draughts/rules/ahead.hpp"
#include "draughts/rules/metrics.hpp"
#include "known.hpp"
#include "metrics_judge.hpp"

namespace tengen::draughts::checkerboard {

using Search = AlphaBeta<State, MetricsJudge<State, kMetrics>>;

// The robot's weights (agents/robot): a man is worth 20, which is also the scale of the judge.
inline Search make_search(int hash_megabytes) {
  const std::vector<float> weights{0, 0.4f, 20, 30, 0, 0, 0.2f, 0.2f, 0.3f, 1000};
  return Search({weights, 20.0f}, {}, static_cast<std::size_t>(hash_megabytes) << 20, 0);
}

// How long to think about a move.
struct Timing {
  double seconds;  // never longer
  bool is_exact;   // never shorter either, if there is anything to think about

  // `moreinfo` has what a clock shows in its upper half and the increment in the lower.
  static Timing of(double maxtime, int info, int moreinfo) {
    constexpr double kDay = 86400.0;
    const int unit = info >> 2 & 3;
    if (unit == 0) {
      const double seconds = maxtime > 0.0 ? std::min(maxtime, kDay) : 0.0;
      return {seconds, (info & kExactTime) != 0};
    }
    constexpr std::array<double, 4> kUnits{0.0, 0.001, 0.01, 0.1};
    const auto packed = static_cast<unsigned>(moreinfo);
    const double left = (packed >> 16) * kUnits[static_cast<std::size_t>(unit)];
    const double increment = (packed & 0xffffu) * kUnits[static_cast<std::size_t>(unit)];
    return {std::min(left / 20 + 0.8 * increment, left / 2), false};
  }
};

// Whom a search listens and talks to.
struct Talk {
  Bounds::Clock::time_point started;
  std::function<bool()> is_wanted;  // the move, at once
  std::function<void(const std::string&)> say;
};

// What came of thinking.
struct Answer {
  Way way;
  Position after;  // the side to move is still the one that has moved
  Result result = kUnknown;
};

class Engine {
 public:
  static constexpr int kMostMegabytes = 2048;

  // Returns whether it was done; `reply` is "?" where it was not understood.
  bool command(std::string_view text, std::string& reply);

  // Plays a move in a position that has one.
  Answer play(const Position& position, const Timing& timing, const Talk& talk);

  void start_game() { past_.forget(); }

 private:
  enum class Done { No, Yes, Unknown };

  // What `get option` answers; nothing where there is no such option.
  std::string get(std::string_view option) const;
  Done set(std::string_view option, std::string_view value);
  Done set_number(std::string_view option, int number);
  bool set_history(std::string_view text);
  bool set_hash(int megabytes);
  void prepare();

  void think(const State& root, const Timing& timing, const Talk& talk);
  Way complete(const State& root);
  std::string describe_thoughts(const State& root, double seconds) const;

  OwnTables tables_;
  Past past_;
  std::unique_ptr<Search> search_;
  int megabytes_ = 64, most_pieces_ = OwnTables::kMostPieces;
  bool uses_tables_ = true, has_tables_ = false;
};

}  // namespace tengen::draughts::checkerboard
