// What a learned evaluation of Gomoku consists of: as it is stored, and as it is used.
#pragma once
#include <span>
#include <stdexcept>

#include "line_rows.hpp"
#include "nnue.hpp"
#include "threat_counts.hpp"

namespace tengen::gomoku {

// As it is stored; views of memory that outlives the making of weights.
struct LineArrays {
  std::span<const std::int16_t> rows;        // [LineRows::kRows, kWidth]
  std::span<const std::int16_t> first;       // [2, kHidden, kWidth], by the side to move
  std::span<const std::int32_t> first_bias;  // [2, kHidden]
  std::span<const std::int8_t> second;       // [2, kHidden, kHidden]
  std::span<const std::int32_t> second_bias;
  std::span<const std::int16_t> out;       // [2, kHidden]
  std::span<const std::int32_t> out_bias;  // [2]
  std::span<const std::int8_t> policy;     // [2, kWidth]
  // [2, ThreatCounts::kCounts, ThreatCounts::kLevels, kHidden]; empty for a net without them.
  std::span<const std::int32_t> threats;
};

// What was learned; never changed, so that threads share it. Whole numbers stand for 1 as follows:
// nnue::kClip in what points sum, 2^14 / 16 in `first`, whose inputs are the sums over the board
// divided by 16, less those of an empty board, 2^nnue::kShift8 in `second`.
class LineWeights {
 public:
  static constexpr int kWidth = 64;
  static constexpr int kFirstShift = 14, kLastShift = 10;
  static constexpr int kPolicyUnit = 16 * nnue::kClip;  // of a logit

  // Of whole lines of the cache: a row is read from far away all the time.
  struct alignas(64) Row {
    std::array<std::int16_t, kWidth> numbers{};
  };
  using Sums = std::array<std::int32_t, nnue::kHidden>;
  struct Head {
    std::vector<std::int16_t> first;  // packed
    Sums bias;
    nnue::Tail tail;
    std::vector<Sums> threats;  // by count and level
  };

  LineWeights() = default;  // learned nothing: positions are evaluated by hand
  explicit LineWeights(const LineArrays& arrays);

  bool is_empty() const { return heads_.empty(); }
  const std::int16_t* row(int line) const {
    return rows_[static_cast<std::size_t>(line)].numbers.data();
  }
  const Head& head(int side) const { return heads_[static_cast<std::size_t>(side)]; }
  const std::int8_t* policy(int side) const { return policy_.data() + side * kWidth; }

 private:
  std::vector<Row> rows_;
  std::vector<Head> heads_;
  std::vector<std::int8_t> policy_;
};

inline LineWeights::LineWeights(const LineArrays& arrays)
    : policy_(arrays.policy.begin(), arrays.policy.end()) {
  constexpr std::size_t kWide = kWidth, kHidden = nnue::kHidden,
                        kThreats = ThreatCounts::kCounts * ThreatCounts::kLevels;
  if (arrays.rows.size() != LineRows::kRows * kWide || arrays.first.size() != 2 * kHidden * kWide ||
      arrays.first_bias.size() != 2 * kHidden || arrays.second.size() != 2 * kHidden * kHidden ||
      arrays.second_bias.size() != 2 * kHidden || arrays.out.size() != 2 * kHidden ||
      arrays.out_bias.size() != 2 || policy_.size() != 2 * kWide ||
      (!arrays.threats.empty() && arrays.threats.size() != 2 * kThreats * kHidden))
    throw std::invalid_argument("not the arrays of an evaluation of gomoku");
  rows_.resize(LineRows::kRows);
  for (std::size_t row = 0; row < rows_.size(); ++row)
    std::copy_n(arrays.rows.begin() + static_cast<std::ptrdiff_t>(row * kWide), kWide,
                rows_[row].numbers.begin());
  for (std::size_t side = 0; side < 2; ++side) {
    Head head{nnue::pack(arrays.first.data() + side * kHidden * kWide, kWidth),
              {},
              {arrays.second.data() + side * kHidden * kHidden,
               arrays.second_bias.data() + side * kHidden, arrays.out.data() + side * kHidden,
               arrays.out_bias[side]},
              {}};
    std::copy_n(arrays.first_bias.data() + side * kHidden, kHidden, head.bias.begin());
    if (!arrays.threats.empty()) {
      head.threats.resize(kThreats);
      for (std::size_t i = 0; i < kThreats; ++i)
        std::copy_n(arrays.threats.data() + (side * kThreats + i) * kHidden, kHidden,
                    head.threats[i].begin());
    }
    heads_.push_back(std::move(head));
  }
}

}  // namespace tengen::gomoku
