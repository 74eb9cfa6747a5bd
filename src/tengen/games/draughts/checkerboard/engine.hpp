// The player behind the CheckerBoard interface: the selective search with the net that ships.
#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "draughts/engine/board.hpp"
#include "engine/search.hpp"
#include "known.hpp"
#include "net.hpp"

namespace tengen::draughts::checkerboard {

using Clock = std::chrono::steady_clock;
using Search = engine::Search<EngineBoard>;
using engine::Report;
using engine::Score;

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
  Clock::time_point started;
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

  void make_search();
  Report think(const State& root, const Timing& timing, const Talk& talk);

  OwnTables tables_;
  Past past_;
  SquareNet net_ = NetReader(net_file()).read();
  std::unique_ptr<Search> search_;
  int megabytes_ = 64, most_pieces_ = OwnTables::kMostPieces;
  int nodes_ = 0;  // that a move may cost; 0 for any number
  bool uses_tables_ = true, has_tables_ = false;
};

}  // namespace tengen::draughts::checkerboard
