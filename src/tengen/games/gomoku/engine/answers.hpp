// Which stones keep the other side from what it threatens, exactly.
#pragma once
#include "gomoku/threats/board.hpp"

namespace tengen::gomoku {

// Points of the lines through a point, and itself.
struct Around {
  static constexpr int kMost = 4 * kNeighbours + 1;
  std::array<std::int16_t, kMost> points;
  int size = 0;

  void add(int point) {
    points[static_cast<std::size_t>(size++)] = static_cast<std::int16_t>(point);
  }
  template <class Wanted>
  void keep(Wanted wanted) {
    const auto end = points.begin() + size;
    const auto kept = std::remove_if(points.begin(), end, [&](int p) { return !wanted(p); });
    size = static_cast<int>(kept - points.begin());
  }
  const std::int16_t* begin() const { return points.data(); }
  const std::int16_t* end() const { return points.data() + size; }
};

class Answers {
 public:
  explicit Answers(const Rules& rules)
      : is_caro_(rules.caro),
        renju_(rules.renju),
        threats_{&ThreatTable::of(rules, kBlack), &ThreatTable::of(rules, kWhite)} {}

  // A four with two ways to five, which no stone stops. Under caro there are stones that do, at
  // the ends of the row.
  bool is_open_four(Threat threat) const {
    return !is_caro_ && (threat == Threat::OpenFour || threat == Threat::DoubleFour);
  }

  // Whether the other side makes five, whatever is done. False where it is not certain.
  bool is_five_unstoppable(const ThreatBoard& board) const {
    const int other = board.side() ^ 1;
    return !is_caro_ && (board.count(other, Threat::Five) > 1 ||
                         !board.may_place(board.points(other, Threat::Five).front()));
  }

  // The points, legal or not, where a stone of the side to move leaves the other side without a
  // four of `is_open_four`, of those that it certainly may make.
  Around to_open_four(const ThreatBoard& board) const {
    Around list;
    bool is_first = true;
    for (const Threat threat : {Threat::OpenFour, Threat::DoubleFour})
      board.points(board.side() ^ 1, threat).for_each([&](int four) {
        if (!may_surely_make(board, four)) return;
        if (is_first)
          list = around(board, four);
        else
          list.keep([&](int point) { return prevents(board, point, four); });
        is_first = false;
      });
    return list;
  }

  // Whether the other side threatens such a four.
  bool is_threatened(const ThreatBoard& board) const {
    const int other = board.side() ^ 1;
    if (is_caro_ ||
        board.count(other, Threat::OpenFour) + board.count(other, Threat::DoubleFour) == 0)
      return false;
    bool found = false;
    for (const Threat threat : {Threat::OpenFour, Threat::DoubleFour})
      board.points(other, threat).for_each([&](int four) {
        found |= may_surely_make(board, four);
      });
    return found;
  }

 private:
  // Black's point in renju is not forbidden, whatever White's stone changes on one line.
  bool may_surely_make(const ThreatBoard& board, int four) const {
    if (!renju_ || board.side() == kBlack) return true;
    int strong = 0;
    for (int d = 0; d < 4; ++d) strong += board.shape(kBlack, d, four) >= LineShape::Two;
    return strong < 2;
  }

  // The threat at an empty point of the other side's, after a stone of the side to move on a line
  // through it.
  Threat after(const ThreatBoard& board, int four, std::size_t d, int steps) const {
    const int other = board.side() ^ 1, direction = static_cast<int>(d);
    const auto weight = [](LineShape shape) {
      return kShapeWeights[static_cast<std::size_t>(shape)];
    };
    const int code = board.code(other, four) - weight(board.shape(other, direction, four)) +
                     weight(board.shape_against(other, direction, four, steps));
    return (*threats_[static_cast<std::size_t>(other)])[static_cast<std::uint32_t>(code)];
  }

  // The points that prevent a four: itself, and those of its lines.
  Around around(const ThreatBoard& board, int four) const {
    Around list;
    list.add(four);
    const auto& here = board.geometry().through[static_cast<std::size_t>(four)];
    for (std::size_t d = 0; d < 4; ++d) {
      if (board.shape(board.side() ^ 1, static_cast<int>(d), four) < LineShape::Four) continue;
      const std::uint64_t word = board.words()[here.line[d]];
      for (int steps = -kReach; steps <= kReach; ++steps)
        if (steps != 0 && ((word | word >> 32) >> (kReach + here.bit[d] + steps) & 1) == 0 &&
            !is_open_four(after(board, four, d, steps)))
          list.add(four + steps * board.geometry().steps[d]);
    }
    return list;
  }

  bool prevents(const ThreatBoard& board, int point, int four) const {
    if (point == four) return true;
    for (std::size_t d = 0; d < 4; ++d)
      for (int steps = -kReach; steps <= kReach; ++steps)
        if (is_at(board, four, d, steps, point)) return !is_open_four(after(board, four, d, steps));
    return false;
  }
  static bool is_at(const ThreatBoard& board, int from, std::size_t d, int steps, int point) {
    if (from + steps * board.geometry().steps[d] != point) return false;
    const auto& through = board.geometry().through;
    return through[static_cast<std::size_t>(from)].line[d] ==
           through[static_cast<std::size_t>(point)].line[d];
  }

  bool is_caro_, renju_;
  std::array<const ThreatTable*, 2> threats_;
};

}  // namespace tengen::gomoku
