#include "bind_search.hpp"
#include "rules.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using tengen::gomoku::Rules;
using tengen::gomoku::State;

static_assert(tengen::GameState<State> && tengen::SeesWins<State>);

NB_MODULE(_native, module) {
  nb::class_<Rules>(module, "Rules")
      .def(
          "__init__",
          [](Rules* self, int size, int win_length, bool exact) {
            new (self) Rules{size, win_length, exact};
          },
          "size"_a, "win_length"_a, "exact"_a);
  tengen::bind_state<State>(module);
  tengen::bind_search<State>(module);
}
