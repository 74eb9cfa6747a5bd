// Python face of Gomoku's threats.
#pragma once
#include <nanobind/stl/vector.h>

#include "bind_state.hpp"
#include "gomoku/threats/force.hpp"

namespace tengen::gomoku {

inline std::vector<std::int32_t> list_forced_win(const State& state, int max_nodes) {
  std::vector<std::int32_t> line(State::kMaxActions);
  line.resize(static_cast<std::size_t>(wins_by_force(state, max_nodes, line.data())));
  return line;
}

inline void bind_threats(nb::class_<State>& state_class) {
  using namespace nb::literals;
  state_class.def("wins_by_force", &list_forced_win, "max_nodes"_a,
                  nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace tengen::gomoku
