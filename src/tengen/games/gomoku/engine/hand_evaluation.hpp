// What shapes are worth where nothing has been learned.
#pragma once
#include "gomoku/threats/board.hpp"

namespace tengen::gomoku {

// By `Threat`: points that the side to move could take now, and those the other one waits for.
inline constexpr std::array<int, kThreats> kToMove{0,   0,   14,  34,  30,  60,
                                                   110, 220, 500, 600, 800, 1000};
inline constexpr std::array<int, kThreats> kToWait{0,  0,   10,  24,  18,  30,
                                                   55, 110, 180, 200, 240, 400};

// For the side to move; 400 are a logit of winning.
inline int evaluate_by_hand(const ThreatBoard& board) {
  const int own = board.side();
  int score = 40;  // the move itself
  for (int i = static_cast<int>(Threat::OpenTwo); i < kThreats; ++i) {
    const auto threat = static_cast<Threat>(i);
    const auto weight = static_cast<std::size_t>(i);
    score += board.count(own, threat) * kToMove[weight];
    score -= board.count(own ^ 1, threat) * kToWait[weight];
  }
  return std::clamp(score, -8000, 8000);
}

// How promising a point is by what a stone of either colour would make there.
class PointRanks {
 public:
  static const PointRanks& get() {
    static const PointRanks ranks;
    return ranks;
  }

  int operator()(const ThreatBoard& board, int point) const {
    const int own = board.side();
    return ranks_[0][static_cast<std::size_t>(board.code(own, point))] +
           ranks_[1][static_cast<std::size_t>(board.code(own ^ 1, point))];
  }

 private:
  static constexpr std::array<int, kLineShapes> kOwn{0,    0,    20,   120,   500,   700,
                                                     1800, 2200, 2500, 12000, 20000, 30000};
  static constexpr std::array<int, kLineShapes> kOther{0,    0,    15,   90,   350,  400,
                                                       1100, 1300, 1400, 6000, 9000, 25000};

  PointRanks() { fill(0, 0, {0, 0}); }
  // Every code is made of four shapes; two strong ones together are worth more than their sum.
  void fill(int place, std::size_t code, std::array<int, 2> sums) {
    if (place == 4) {
      for (std::size_t i = 0; i < 2; ++i) ranks_[i][code] = std::min(sums[i], 60000);
      return;
    }
    for (std::size_t shape = 0; shape < kLineShapes; ++shape) {
      const auto add = [&](int sum, int worth) { return sum + worth + sum / 16 * (worth / 100); };
      fill(place + 1, code + kShapeWeights[shape],
           {add(sums[0], kOwn[shape]), add(sums[1], kOther[shape])});
    }
  }

  std::array<std::array<std::int32_t, kCodes>, 2> ranks_{};  // of the side to move, of the other
};

}  // namespace tengen::gomoku
