// How a selective search is set up: what it does at all, and by how much.
#pragma once
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "board.hpp"

namespace tengen::engine {

// Numbers that fit a game; a Board may have its own as `static constexpr Tuning kTuning`.
struct Tuning {
  static constexpr int kNever = 1000;  // a depth that is not reached

  Score swing = 100;  // by how much a move commonly changes the evaluation
  int tactics = 200;  // effort of `wins_by_force`
  int reduction_base = 60, reduction_slope = 45;  // hundredths: base + slope ln(depth) ln(place)
  int reverse_margin = 40;  // per cent of a swing for each move of depth but the last
  int razor_depth = 2, razor_base = 30, razor_margin = 22;
  int high_base = -18, high_margin = 15;
  int futility_depth = 6, futility_base = 80, futility_margin = 60;
  int late_depth = 6, late_base = 4;  // the least moves that are looked at
  int late_power = 200;               // hundredths: base + depth^power
  int null_depth = 3, null_reduction = 3;
  int iir_depth = 4;
  int singular_depth = 8, singular_margin = 5;  // per cent of a swing for a move of depth
  int window = 30;                              // of aspiration, per cent of a swing
};

template <class B>
constexpr Tuning tuning_of() {
  if constexpr (requires { B::kTuning; }) return B::kTuning;
  return {};
}

// What can be switched off by its name.
struct Settings {
  bool table = true;         // transposition table: results, and the moves it remembers
  bool aspiration = true;    // aspiration windows: narrow, around the last score
  bool killers = true;       // killer moves: they refuted a sibling
  bool history = true;       // history heuristic: they refuted anything
  bool counter = true;       // counter-moves: the last refutation of the move before
  bool continuation = true;  // continuation histories: moves that went well after the moves before
  bool reductions = true;    // late move reductions
  bool late = true;          // late move pruning: very late moves are left out near the leaves
  bool futility = true;      // futility pruning: moves that cannot reach the window
  bool reverse = true;       // reverse futility pruning: a position above the window
  bool razoring = true;      // razoring: a position below the window, near the leaves
  bool high = true;          // fail-high reduction: moves where one will do
  bool null = true;          // null move: a position where even passing is good enough
  bool iir = true;           // internal iterative reduction: no move from the table, less depth
  bool extensions = true;    // forced answers cost no depth
  bool threats = true;       // nor do answers to threats, near the root
  bool singular = true;      // singular extensions and multi-cut: a move far better than all others
  bool tactics = true;       // exact tactical search before a leaf is judged

  using Name = std::pair<std::string_view, bool Settings::*>;
  static constexpr auto names() {
    return std::to_array<Name>({{"table", &Settings::table},
                                {"aspiration", &Settings::aspiration},
                                {"killers", &Settings::killers},
                                {"history", &Settings::history},
                                {"counter", &Settings::counter},
                                {"continuation", &Settings::continuation},
                                {"reductions", &Settings::reductions},
                                {"late", &Settings::late},
                                {"futility", &Settings::futility},
                                {"reverse", &Settings::reverse},
                                {"razoring", &Settings::razoring},
                                {"high", &Settings::high},
                                {"null", &Settings::null},
                                {"iir", &Settings::iir},
                                {"extensions", &Settings::extensions},
                                {"threats", &Settings::threats},
                                {"singular", &Settings::singular},
                                {"tactics", &Settings::tactics}});
  }
  // Whether there is a feature of that name.
  bool set(std::string_view name, bool on) {
    for (const auto& [known, member] : names())
      if (known == name) {
        this->*member = on;
        return true;
      }
    return false;
  }
};

}  // namespace tengen::engine
