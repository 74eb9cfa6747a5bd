// The learned evaluation of English draughts (NNUE: Nasu 2018): rows of small numbers for the
// shapes of men and for kings are summed; what the sums say by themselves and what a small net
// makes of them is added up. Each phase of the game has a small net of its own.
#pragma once
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "hand_evaluation.hpp"
#include "nnue.hpp"
#include "square_shapes.hpp"

namespace tengen::draughts {

// As it is stored; views of memory that outlives the making of a net.
struct SquareNetArrays {
  std::span<const std::int16_t> rows;  // [kRows, kWidth]: blocks by shape, own kings, theirs
  std::span<const std::int16_t> bias;  // [kWidth]
  std::span<const std::int8_t> first, second;             // [kPhases, kWidth, kWidth] by rows
  std::span<const std::int32_t> first_bias, second_bias;  // [kPhases, kWidth]
  std::span<const std::int16_t> out;                      // [kPhases, kWidth]
  std::span<const std::int32_t> out_bias;                 // [kPhases]
};

class SquareNet {
 public:
  static constexpr int kWidth = nnue::kHidden;
  static constexpr int kKingRows = kBlocks * kBlockShapes, kRows = kKingRows + 2 * kSquares;
  static constexpr int kPhases = 5;      // up to eight pieces, then by four more
  static constexpr int kLargest = 9999;  // score, either way

  SquareNet() = default;  // learned nothing: positions are evaluated by hand
  explicit SquareNet(const SquareNetArrays& arrays);

  bool is_empty() const { return weights_ == nullptr; }

  // For the side to move.
  int score(const SquareShapes& shapes, const Position& position,
            const nnue::Kernels& kernels = nnue::kBest) const;

 private:
  // The first two sums are a score each, with all pieces on the board and with none.
  static constexpr int kShift = 2, kMostPieces = 24, kUnit = 256;
  struct alignas(64) Row {
    std::array<std::int16_t, kWidth> numbers;
  };
  struct Weights {
    Weights(const SquareNetArrays& arrays);

    std::vector<Row> rows;
    std::vector<nnue::Head> heads;  // of the phases
  };

  static std::size_t phase_of(int pieces) {
    return static_cast<std::size_t>(std::max(0, (pieces - 5) / 4));
  }

  void add_kings(Row& sums, Mask kings, int first, int viewer) const;

  std::shared_ptr<const Weights> weights_;
  Row bias_{};
};

inline SquareNet::Weights::Weights(const SquareNetArrays& arrays) : rows(kRows) {
  for (std::size_t phase = 0; phase < kPhases; ++phase) {
    const std::size_t unit = phase * kWidth, square = unit * kWidth;
    nnue::Tail tail(&arrays.second[square], &arrays.second_bias[unit], &arrays.out[unit],
                    arrays.out_bias[phase]);
    heads.emplace_back(&arrays.first[square], &arrays.first_bias[unit], kWidth, std::move(tail));
  }
  for (std::size_t row = 0; row < rows.size(); ++row)
    std::copy_n(arrays.rows.begin() + static_cast<std::ptrdiff_t>(row * kWidth), kWidth,
                rows[row].numbers.begin());
}

inline SquareNet::SquareNet(const SquareNetArrays& arrays) {
  constexpr std::size_t kWide = kWidth, kDense = kPhases * kWide;
  if (arrays.rows.size() != kRows * kWide || arrays.bias.size() != kWide ||
      arrays.first.size() != kDense * kWide || arrays.second.size() != kDense * kWide ||
      arrays.first_bias.size() != kDense || arrays.second_bias.size() != kDense ||
      arrays.out.size() != kDense || arrays.out_bias.size() != kPhases)
    throw std::invalid_argument("not the arrays of an evaluation of draughts");
  std::copy_n(arrays.bias.begin(), kWidth, bias_.numbers.begin());
  weights_ = std::make_shared<const Weights>(arrays);
}

inline int SquareNet::score(const SquareShapes& shapes, const Position& position,
                            const nnue::Kernels& kernels) const {
  const std::int16_t* seen = shapes.seen_by(position.side);
  const Row* rows = weights_->rows.data();
  std::array<const std::int16_t*, kBlocks> row;
  for (std::size_t i = 0; i < kBlocks; ++i)
    row[i] = rows[static_cast<int>(i) * kBlockShapes + seen[i]].numbers.data();
  Row sums;
  for (std::size_t k = 0; k < kWidth; ++k) {
    int sum = bias_.numbers[k];
    for (std::size_t i = 0; i < kBlocks; ++i) sum += row[i][k];
    sums.numbers[k] = static_cast<std::int16_t>(sum);
  }
  if (position.kings != 0) {
    add_kings(sums, position.own() & position.kings, kKingRows, position.side);
    add_kings(sums, position.enemy() & position.kings, kKingRows + kSquares, position.side);
  }
  alignas(32) std::array<std::uint8_t, kWidth> clipped;
  kernels.clip(sums.numbers.data(), clipped.data(), kWidth, kShift);
  const int pieces = count_bits(position.occupied());
  const int alone = sums.numbers[0] * pieces + sums.numbers[1] * (kMostPieces - pieces);
  // Both in 1 / (kMostPieces * kUnit); 64 of a sum are one of the head.
  const nnue::Head& head = weights_->heads[phase_of(pieces)];
  const int all = head(clipped.data(), kernels) * kMostPieces + 64 * alone;
  return std::clamp(all / (kMostPieces * kUnit), -kLargest, kLargest);
}

inline void SquareNet::add_kings(Row& sums, Mask kings, int first, int viewer) const {
  for_each_bit(kings, [&](int bit) {
    const int seen = viewer == 0 ? bit : (11 - bit) & 31;  // the board turned by half a circle
    const Row& row = weights_->rows[static_cast<std::size_t>(first + square_of(seen))];
    for (std::size_t k = 0; k < kWidth; ++k)
      sums.numbers[k] = static_cast<std::int16_t>(sums.numbers[k] + row.numbers[k]);
  });
}

}  // namespace tengen::draughts
