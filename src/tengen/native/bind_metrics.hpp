// Python face of the numbers that describe a board.
#pragma once
#include <cstdint>

#include "bind_state.hpp"
#include "lookahead.hpp"

namespace tengen {

// Binds `measure`, which writes `kCount` numbers, and `just_moved`, the player whose they are.
template <int kCount, GameState S>
void bind_metrics(nb::class_<S>& state_class) {
  state_class
      .def("metrics",
           [](const S& state) {
             std::vector<std::int32_t> numbers(kCount);
             measure(state, numbers.data());
             return own_array(std::move(numbers), {kCount});
           })
      .def_prop_ro("just_moved", [](const S& state) { return just_moved(state); })
      // Whether a search would judge the position, and not look further.
      .def_prop_ro("is_quiet",
                   [](const S& state) { return may_be_judged(state) && !in_mid_move(state); });
}

}  // namespace tengen
