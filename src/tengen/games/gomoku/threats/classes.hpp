// What the shapes of the four lines through a point are worth together.
#pragma once
#include "shapes.hpp"

namespace tengen::gomoku {

// What a stone would threaten, ascending. A broken three counts as an open one.
enum class Threat : std::uint8_t {
  None,
  Forbidden,  // renju, Black: an overline or a double-four; a double-three needs a closer look
  OpenTwo,
  DoubleTwo,
  Three,
  Four,
  OpenThree,
  DoubleThree,
  FourThree,
  DoubleFour,
  OpenFour,
  Five,
};
inline constexpr int kThreats = 12;

// Weights whose sums of four are all different: the sum is a code of four shapes that forgets their
// order (a Sidon set of order 4, found greedily).
inline constexpr std::array<std::uint16_t, kLineShapes> kShapeWeights{
    0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603, 4967, 8194};
inline constexpr int kCodes = 4 * kShapeWeights.back() + 1;

// The weights of both colours' shapes as ShapeTable has them: Black's, and White's times 2^16.
inline constexpr auto kPairWeights = [] {
  std::array<std::uint32_t, 256> weights{};
  for (std::size_t white = 0; white < kLineShapes; ++white)
    for (std::size_t black = 0; black < kLineShapes; ++black)
      weights[black | white << 4] = kShapeWeights[black] | std::uint32_t{kShapeWeights[white]}
                                                               << 16;
  return weights;
}();

class ThreatTable {
 public:
  static const ThreatTable& of(const Rules& rules, int colour) {
    static const ThreatTable free(false), forbidding(true);
    return rules.renju && colour == kBlack ? forbidding : free;
  }

  Threat operator[](std::uint32_t code) const { return threats_[code]; }

 private:
  explicit ThreatTable(bool forbids) {
    std::array<LineShape, 4> shapes{};
    fill(shapes, 0, 0, forbids);
  }

  void fill(std::array<LineShape, 4>& shapes, std::size_t place, std::uint32_t code, bool forbids) {
    if (place == shapes.size()) {
      threats_[code] = judge(shapes, forbids);
      return;
    }
    for (std::size_t shape = 0; shape < kLineShapes; ++shape) {
      shapes[place] = static_cast<LineShape>(shape);
      fill(shapes, place + 1, code + kShapeWeights[shape], forbids);
    }
  }

  static Threat judge(const std::array<LineShape, 4>& shapes, bool forbids) {
    const auto count = [&](LineShape from, LineShape to) {
      return std::count_if(shapes.begin(), shapes.end(),
                           [&](LineShape shape) { return shape >= from && shape <= to; });
    };
    using enum LineShape;
    const auto fours = count(Four, OpenFour), threes = count(BrokenThree, OpenThree);
    if (count(Five, Five) > 0) return Threat::Five;
    if (forbids && (count(Overline, Overline) + count(TwoFours, TwoFours) > 0 || fours > 1))
      return Threat::Forbidden;
    if (count(OpenFour, OpenFour) > 0) return Threat::OpenFour;
    if (fours > 1 || count(TwoFours, TwoFours) > 0) return Threat::DoubleFour;
    if (fours > 0) return threes > 0 ? Threat::FourThree : Threat::Four;
    if (threes > 0) return threes > 1 ? Threat::DoubleThree : Threat::OpenThree;
    if (count(Three, Three) > 0) return Threat::Three;
    const auto twos = count(OpenTwo, OpenTwo);
    return twos > 1 ? Threat::DoubleTwo : twos > 0 ? Threat::OpenTwo : Threat::None;
  }

  std::array<Threat, kCodes> threats_{};
};

}  // namespace tengen::gomoku
