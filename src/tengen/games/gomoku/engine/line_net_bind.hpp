// Python face of the learned evaluation: making one of arrays, and what training needs of
// positions.
#pragma once
#include <nanobind/stl/vector.h>

#include "bind_nnue.hpp"
#include "bind_state.hpp"
#include "board.hpp"

namespace tengen::gomoku {

namespace nb = nanobind;
using namespace nb::literals;

namespace detail {

// A position as it is stored: Black's stones, then White's, bit i of the first byte being point i;
// and the colour to move.
inline int stones_bytes(const Rules& rules) { return (rules.points() + 7) / 8; }
inline int stored_bytes(const Rules& rules) { return 2 * stones_bytes(rules) + 1; }

inline std::vector<std::uint8_t> store(const State& state) {
  const Rules& rules = state.rules();
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(stored_bytes(rules)));
  std::vector<std::int8_t> board(static_cast<std::size_t>(rules.points()));
  state.board(board.data());
  for (std::size_t point = 0; point < board.size(); ++point)
    if (board[point] != 0)
      bytes[static_cast<std::size_t>(board[point] == 2 ? stones_bytes(rules) : 0) + point / 8] |=
          static_cast<std::uint8_t>(1 << point % 8);
  bytes.back() = static_cast<std::uint8_t>(state.colour());
  return bytes;
}

inline bool has_stone(const Rules& rules, const std::uint8_t* bytes, int colour, int point) {
  return (bytes[colour * stones_bytes(rules) + point / 8] >> point % 8 & 1) != 0;
}

// The levels of the counts of what is threatened: [ThreatCounts::kCounts].
inline void write_threats(ThreatBoard board, const std::uint8_t* bytes, std::int32_t* out) {
  const Rules& rules = board.rules();
  const auto let_move = [&](int colour) {
    if (board.side() != colour) board.pass();
  };
  for (int colour = 0; colour < 2; ++colour)
    for (int point = 0; point < rules.points(); ++point)
      if (has_stone(rules, bytes, colour, point)) {
        let_move(colour);
        board.place(point);
      }
  let_move(bytes[stored_bytes(rules) - 1]);
  ThreatCounts::visit(board, [&](int, int level) { *out++ = level; });
}

// The lines of every empty point, and -1 for those of the others: [points, 4].
inline void write_lines(const Rules& rules, const std::uint8_t* bytes, std::int32_t* out) {
  const Geometry& geometry = Geometry::of(rules.size);
  LineWords words = geometry.empty_board;
  const auto has = [&](int colour, int point) { return has_stone(rules, bytes, colour, point); };
  const auto each_line = [&](int point, auto visit) {
    const auto& here = geometry.through[static_cast<std::size_t>(point)];
    for (std::size_t d = 0; d < 4; ++d) visit(words[here.line[d]], int{here.bit[d]});
  };
  for (int colour = 0; colour < 2; ++colour)
    for (int point = 0; point < rules.points(); ++point)
      if (has(colour, point))
        each_line(point, [&](std::uint64_t& word, int bit) {
          word |= std::uint64_t{1} << (32 * colour + kReach + bit);
        });
  for (int point = 0; point < rules.points(); ++point)
    each_line(point, [&](std::uint64_t word, int bit) {
      *out++ = has(0, point) || has(1, point) ? -1 : LineRows::get()[word >> bit];
    });
}

// [N, 4 * points + ThreatCounts::kCounts] of positions [N, bytes].
inline Array<std::int32_t> features_of(Rules rules, const nnue::StoredPositions& positions) {
  const std::size_t count = positions.shape(0);
  const auto width = static_cast<std::size_t>(stored_bytes(rules));
  const auto lines = static_cast<std::size_t>(4 * rules.points());
  const std::size_t numbers = lines + ThreatCounts::kCounts;
  if (positions.shape(1) != width)
    throw std::invalid_argument("not positions of gomoku on this board");
  if (!EngineBoard::knows(rules)) throw std::invalid_argument("not rows of five");
  rules.start = nullptr;
  rules.swap2 = false;
  const ThreatBoard empty{State(rules)};
  std::vector<std::int32_t> features(count * numbers);
  for (std::size_t i = 0; i < count; ++i) {
    std::int32_t* out = features.data() + i * numbers;
    write_lines(rules, positions.data() + i * width, out);
    write_threats(empty, positions.data() + i * width, out + lines);
  }
  return own_array(std::move(features), {count, numbers});
}

}  // namespace detail

inline void make_line_weights(LineWeights* self, const std::optional<nnue::Arrays>& given) {
  if (!given) {
    new (self) LineWeights();  // evaluates by hand
    return;
  }
  const nnue::Arrays& arrays = *given;
  new (self) LineWeights(LineArrays{nnue::numbers_of<std::int16_t>(arrays, "rows"),
                                    nnue::numbers_of<std::int16_t>(arrays, "first"),
                                    nnue::numbers_of<std::int32_t>(arrays, "first_bias"),
                                    nnue::numbers_of<std::int8_t>(arrays, "second"),
                                    nnue::numbers_of<std::int32_t>(arrays, "second_bias"),
                                    nnue::numbers_of<std::int16_t>(arrays, "out"),
                                    nnue::numbers_of<std::int32_t>(arrays, "out_bias"),
                                    nnue::numbers_of<std::int8_t>(arrays, "policy"),
                                    arrays.contains("threats")
                                        ? nnue::numbers_of<std::int32_t>(arrays, "threats")
                                        : std::span<const std::int32_t>{}});
}

inline Array<std::int32_t> scores_of(const LineWeights& net,
                                     const std::vector<const State*>& states) {
  std::vector<std::int32_t> scores;
  for (const State* state : states) {
    if (!EngineBoard::knows(state->rules()) || !EngineBoard::plays(*state))
      throw std::invalid_argument("a position that is not searched");
    scores.push_back(EngineBoard(*state, net).evaluate());
  }
  return own_array(std::move(scores), {states.size()});
}

inline void bind_line_net(nb::module_& module, nb::class_<State>& state_class) {
  nb::class_<LineWeights>(module, "NnueNet")
      .def("__init__", &make_line_weights, "arrays"_a = nb::none(), nb::sig(nnue::kMakeNet))
      .def("scores", &scores_of, "states"_a);  // for the side to move
  state_class.def("nnue_position", [](const State& state) {
    const auto bytes = detail::store(state);
    return nb::bytes(bytes.data(), bytes.size());
  });
  module.def("nnue_features", &detail::features_of, "rules"_a, "positions"_a);
}

}  // namespace tengen::gomoku
