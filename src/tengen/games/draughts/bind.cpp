#include "draughts/tables/bind.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "bind_alphabeta.hpp"
#include "bind_metrics.hpp"
#include "bind_proof.hpp"
#include "bind_search.hpp"
#include "draughts/engine/square_net_bind.hpp"
#include "draughts/rules/ahead.hpp"
#include "draughts/rules/line.hpp"
#include "draughts/rules/metrics.hpp"
#include "native/engine/bind_engine.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tengen::draughts;

static_assert(tengen::GameState<State> && tengen::KnowsResult<State>);

namespace {

// Sets of squares as Python sees them: bit i is the square with number i + 1.
Mask from_numbers(std::uint32_t squares) {
  Mask mask = 0;
  for (int square = 0; square < kSquares; ++square)
    if ((squares >> square & 1u) != 0) mask |= mask_of(square);
  return mask;
}

std::uint32_t to_numbers(Mask mask) {
  std::uint32_t squares = 0;
  for_each_bit(mask, [&](int bit) { squares |= 1u << square_of(bit); });
  return squares;
}

Position make_position(std::uint32_t black, std::uint32_t white, std::uint32_t kings, int side) {
  const Position position{{from_numbers(black), from_numbers(white)}, from_numbers(kings), side};
  if ((side != 0 && side != 1) || !position.is_consistent() || std::popcount(black) > 12 ||
      std::popcount(white) > 12)
    throw std::invalid_argument("impossible position");
  return position;
}

// Moves that were read, and the position after them.
struct ReadLine {
  Line line;
  State after;
};

ReadLine read_words(const State& state, std::string_view text, bool unfinished) {
  ReadLine read{{}, state};
  read.line = read_line(read.after, text, unfinished);
  return read;
}

void bind_read_line(nb::module_& module) {
  nb::class_<ReadLine>(module, "ReadLine")
      .def_prop_ro("actions", [](const ReadLine& read) { return read.line.actions; })
      // How many of the actions there are up to the end of each move.
      .def_prop_ro("ends", [](const ReadLine& read) { return read.line.ends; })
      .def_prop_ro("fault", [](const ReadLine& read) { return static_cast<int>(read.line.fault); })
      .def_prop_ro("fault_word", [](const ReadLine& read) { return read.line.fault_word; })
      .def_prop_ro("fault_square", [](const ReadLine& read) { return read.line.fault_square; })
      .def_ro("after", &ReadLine::after);
}

}  // namespace

NB_MODULE(_native, module) {
  nb::set_leak_warnings(false);  // what Python holds to its end is no leak
  nb::class_<Rules>(module, "Rules")
      .def(
          "__init__",
          [](Rules* self, std::uint32_t black, std::uint32_t white, std::uint32_t kings,
             int to_play, bool draws_are_claimed) {
            new (self) Rules{make_position(black, white, kings, to_play),
                             draws_are_claimed ? Draws::Claimed : Draws::Automatic};
          },
          "black"_a, "white"_a, "kings"_a, "to_play"_a, "draws_are_claimed"_a);
  auto state_class = tengen::bind_state<State>(module);
  tengen::bind_metrics<kMetrics>(state_class);
  bind_read_line(module);
  state_class
      .def_prop_ro("ending", [](const State& state) { return static_cast<int>(state.ending()); })
      .def_prop_ro("must_capture", &State::must_capture)
      .def_prop_ro("capturing_square", &State::capturing_square)
      .def_prop_ro("quiet_plies", &State::quiet_plies)
      .def_prop_ro("occurrences", &State::occurrences)
      .def_prop_ro("black", [](const State& s) { return to_numbers(s.position().pieces[0]); })
      .def_prop_ro("white", [](const State& s) { return to_numbers(s.position().pieces[1]); })
      .def_prop_ro("kings", [](const State& s) { return to_numbers(s.position().kings); })
      .def("read_line", &read_words, "text"_a, "unfinished"_a)
      .def("write_line", &write_line, "actions"_a);
  tengen::bind_search<State>(module);
  tengen::bind_alphabeta<State>(module);
  tengen::bind_proof<State>(module);
  tengen::bind_metrics_alphabeta<State, kMetrics>(module);
  bind_square_net(module, state_class);
  tengen::engine::bind_engine<EngineBoard>(module);
  tables::bind_tables(module, &make_position);
}
