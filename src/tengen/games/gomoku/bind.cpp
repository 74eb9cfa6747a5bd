#include <nanobind/stl/vector.h>

#include <mutex>
#include <set>

#include "bind_alphabeta.hpp"
#include "bind_metrics.hpp"
#include "bind_proof.hpp"
#include "bind_search.hpp"
#include "gomoku/engine/line_net_bind.hpp"
#include "gomoku/proof/proving.hpp"
#include "gomoku/rules/ahead.hpp"
#include "gomoku/rules/metrics.hpp"
#include "gomoku/rules/patterns.hpp"
#include "gomoku/threats/bind_threats.hpp"
#include "native/engine/bind_engine.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using tengen::gomoku::Rules;
using tengen::gomoku::Setup;
using tengen::gomoku::State;

static_assert(tengen::GameState<State> && tengen::SeesWins<State>);

namespace {

// One address for equal setups, so that rules are equal where their bytes are.
const Setup* intern(const Setup& setup) {
  static std::mutex mutex;
  static std::set<Setup> known;
  const std::lock_guard lock(mutex);
  return &*known.insert(setup).first;
}

// An empty board with Black to move is no setup.
const Setup* make_setup(int size, const std::vector<int>& black, const std::vector<int>& white,
                        int colour) {
  if (black.empty() && white.empty() && colour == tengen::gomoku::kBlack) return nullptr;
  Setup setup{{}, colour};
  for (const auto* points : {&black, &white})
    for (const int point : *points) {
      if (point < 0 || point >= size * size) throw std::invalid_argument("point off the board");
      setup.stones[points == &white][static_cast<std::size_t>(point / size)] |= 1u << point % size;
    }
  return intern(setup);
}

}  // namespace

NB_MODULE(_native, module) {
  nb::set_leak_warnings(false);  // what Python holds to its end is no leak
  nb::class_<Rules>(module, "Rules")
      .def(
          "__init__",
          [](Rules* self, int size, int win_length, bool exact, bool renju, bool caro, bool swap2,
             const std::vector<int>& black, const std::vector<int>& white, int colour) {
            new (self) Rules{size,
                             win_length,
                             exact,
                             renju,
                             caro,
                             swap2,
                             make_setup(size, black, white, colour)};
          },
          "size"_a, "win_length"_a, "exact"_a = false, "renju"_a = false, "caro"_a = false,
          "swap2"_a = false, "black"_a = std::vector<int>{}, "white"_a = std::vector<int>{},
          "colour"_a = 0);
  auto state_class = tengen::bind_state<State>(module);
  tengen::gomoku::bind_threats(module, state_class);
  tengen::bind_metrics<tengen::gomoku::kMetrics>(state_class);
  state_class.def_prop_ro("colour", &State::colour)
      .def_prop_ro("phase", [](const State& state) { return static_cast<int>(state.phase()); })
      .def_prop_ro("has_row", &State::has_row)
      .def("forbidden_points",
           [](const State& state) {
             std::vector<std::int32_t> points(State::kMaxActions);
             points.resize(static_cast<std::size_t>(state.forbidden_points(points.data())));
             const std::size_t n = points.size();
             return tengen::own_array(std::move(points), {n});
           })
      .def("patterns",
           [](const State& state) {
             const auto size = static_cast<std::size_t>(state.rules().size);
             std::vector<std::uint8_t> patterns(8 * size * size);
             tengen::gomoku::draw_patterns(state, patterns.data());
             return tengen::own_array(std::move(patterns), {2, 4, size, size});
           })
      .def(
          "judge",
          // Why a black stone on an empty point is forbidden, as renju::Verdict numbers it.
          [](const State& state, int point) { return static_cast<int>(state.judge(point)); },
          "point"_a);
  tengen::bind_search<State>(module);
  tengen::bind_alphabeta<State>(module);
  tengen::bind_proof<State>(module);
  tengen::bind_metrics_alphabeta<State, tengen::gomoku::kMetrics>(module);
  tengen::gomoku::bind_line_net(module, state_class);
  tengen::engine::bind_engine<tengen::gomoku::EngineBoard>(module);
}
