#include "bind_search.hpp"
#include "perft.hpp"
#include "rules.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tengen::draughts;

static_assert(tengen::GameState<State>);

namespace {

// Sets of squares as Python sees them: bit i is the square with number i + 1.
Mask from_numbers(std::uint32_t squares) {
  Mask mask = 0;
  for (int square = 0; square < kSquares; ++square)
    if ((squares >> square & 1u) != 0) mask |= mask_of(square);
  return mask;
}

Position make_position(std::uint32_t black, std::uint32_t white, std::uint32_t kings, int side) {
  const Position position{{from_numbers(black), from_numbers(white)}, from_numbers(kings), side};
  if ((side != 0 && side != 1) || !position.is_consistent() || std::popcount(black) > 12 ||
      std::popcount(white) > 12)
    throw std::invalid_argument("impossible position");
  return position;
}

}  // namespace

NB_MODULE(_native, module) {
  nb::class_<Rules>(module, "Rules")
      .def(
          "__init__",
          [](Rules* self, std::uint32_t black, std::uint32_t white, std::uint32_t kings,
             int to_play) { new (self) Rules{make_position(black, white, kings, to_play)}; },
          "black"_a, "white"_a, "kings"_a, "to_play"_a);
  module.def(
      "perft",
      // Sequences of `depth` whole moves from the rules' start, draw rules aside.
      [](const Rules& rules, int depth) { return Perft()(rules.start, depth); }, "rules"_a,
      "depth"_a, nb::call_guard<nb::gil_scoped_release>());
  tengen::bind_state<State>(module);
  tengen::bind_search<State>(module);
}
