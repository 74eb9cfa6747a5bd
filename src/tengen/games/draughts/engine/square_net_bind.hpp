// Python face of the learned evaluation: making one of arrays, and what training needs of
// positions.
#pragma once
#include <nanobind/stl/vector.h>

#include "bind_nnue.hpp"
#include "bind_state.hpp"
#include "board.hpp"

namespace tengen::draughts {

namespace nb = nanobind;
using namespace nb::literals;

namespace detail {

// A position as it is stored: black, white, kings, four bytes each, square 1 in the lowest bit of
// the first; and the side to move.
inline constexpr std::size_t kStoredBytes = 13;
using Stored = std::array<std::uint8_t, kStoredBytes>;

inline Stored store(const Position& position) {
  Stored bytes{};
  const Mask masks[] = {position.pieces[0], position.pieces[1], position.kings};
  for (std::size_t i = 0; i < 3; ++i)
    for_each_bit(masks[i], [&](int bit) {
      const auto square = static_cast<std::size_t>(square_of(bit));
      bytes[4 * i + square / 8] |= static_cast<std::uint8_t>(1 << square % 8);
    });
  bytes[kStoredBytes - 1] = static_cast<std::uint8_t>(position.side);
  return bytes;
}

inline Position load(const std::uint8_t* bytes) {
  Mask masks[3] = {};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t square = 0; square < kSquares; ++square)
      if ((bytes[4 * i + square / 8] >> square % 8 & 1) != 0)
        masks[i] |= mask_of(static_cast<int>(square));
  return {{masks[0], masks[1] & ~masks[0]}, masks[2], bytes[kStoredBytes - 1] & 1};
}

// What a net in floats sums up: the shapes of the blocks, then the pieces by kind (own men, own
// kings, theirs) and square, as the side to move sees them; filled up with `kNoFeature`.
inline constexpr int kMostFeatured = 24, kFeatures = kBlocks + kMostFeatured;
inline constexpr int kFirstPiece = kBlocks * kBlockShapes, kNoFeature = kFirstPiece + 4 * kSquares;

inline void write_features(const Position& position, std::int32_t* out) {
  const SquareShapes shapes(position);
  std::int32_t* const end = out + kFeatures;
  for (int block = 0; block < kBlocks; ++block)
    *out++ = block * kBlockShapes + shapes.seen_by(position.side)[block];
  for (const bool is_enemy : {false, true})
    for_each_bit(is_enemy ? position.enemy() : position.own(), [&](int bit) {
      const int kind = 2 * is_enemy + static_cast<int>(position.kings >> bit & 1);
      const int square = square_of(bit);
      const int seen = position.side == 0 ? square : kSquares - 1 - square;
      if (out != end) *out++ = kFirstPiece + kind * kSquares + seen;
    });
  std::fill(out, end, kNoFeature);
}

// `[N, kFeatures]` of positions `[N, kStoredBytes]`.
inline Array<std::int32_t> features_of(const Rules&, const nnue::StoredPositions& positions) {
  const std::size_t count = positions.shape(0);
  if (positions.shape(1) != kStoredBytes) throw std::invalid_argument("not positions of draughts");
  std::vector<std::int32_t> features(count * kFeatures);
  for (std::size_t i = 0; i < count; ++i)
    write_features(load(positions.data() + i * kStoredBytes), features.data() + i * kFeatures);
  return own_array(std::move(features), {count, kFeatures});
}

}  // namespace detail

inline void make_square_net(SquareNet* self, const std::optional<nnue::Arrays>& given) {
  if (!given) {
    new (self) SquareNet();  // evaluates by hand
    return;
  }
  const nnue::Arrays& arrays = *given;
  new (self) SquareNet(SquareNetArrays{nnue::numbers_of<std::int16_t>(arrays, "rows"),
                                       nnue::numbers_of<std::int16_t>(arrays, "bias"),
                                       nnue::numbers_of<std::int8_t>(arrays, "first"),
                                       nnue::numbers_of<std::int8_t>(arrays, "second"),
                                       nnue::numbers_of<std::int32_t>(arrays, "first_bias"),
                                       nnue::numbers_of<std::int32_t>(arrays, "second_bias"),
                                       nnue::numbers_of<std::int16_t>(arrays, "out"),
                                       nnue::numbers_of<std::int32_t>(arrays, "out_bias")});
}

inline Array<std::int32_t> scores_of(const SquareNet& net,
                                     const std::vector<const State*>& states) {
  std::vector<std::int32_t> scores;
  for (const State* state : states) scores.push_back(EngineBoard(*state, net).judge());
  return own_array(std::move(scores), {states.size()});
}

inline void bind_square_net(nb::module_& module, nb::class_<State>& state_class) {
  nb::class_<SquareNet>(module, "NnueNet")
      .def("__init__", &make_square_net, "arrays"_a = nb::none(), nb::sig(nnue::kMakeNet))
      .def("scores", &scores_of, "states"_a);  // for the side to move
  state_class.def("nnue_position", [](const State& state) {
    const auto bytes = detail::store(state.position());
    return nb::bytes(bytes.data(), bytes.size());
  });
  module.def("nnue_features", &detail::features_of, "rules"_a, "positions"_a);
}

}  // namespace tengen::draughts
