// A learned evaluation of Gomoku that is updated from move to move: every empty point sums the rows
// of its four lines and is clipped; the sum over the board goes through a small dense head, one for
// each side to move. What a point sums tells how promising it is, too.
#pragma once
#include <utility>

#include "line_weights.hpp"
#include "prefetch.hpp"

namespace tengen::gomoku {

class LineNet {
 public:
  static constexpr int kWidth = LineWeights::kWidth;

  LineNet(const LineWeights& weights, const LineWords& words, int size,
          const nnue::Kernels& kernels = nnue::kBest)
      : weights_(&weights),
        kernels_(&kernels),
        rows_(&LineRows::get()),
        geometry_(&Geometry::of(size)),
        words_(words),
        sums_(static_cast<std::size_t>(size * size)) {
    const LineWords given = std::exchange(words_, geometry_->empty_board);
    begin();
    empty_totals_ = std::exchange(totals_, {});
    words_ = given;
    begin();
  }

  // Stones placed since the start.
  int stones() const { return depth_; }

  void place(int point, int colour) {
    if (depth_ == static_cast<int>(steps_.size())) steps_.emplace_back();
    Step& step = steps_[static_cast<std::size_t>(depth_++)];
    step.totals = totals_;
    step.point = static_cast<std::int16_t>(point);
    step.colour = static_cast<std::int8_t>(colour);
    const std::int16_t* sums = sums_of(point);
    for (std::size_t k = 0; k < kWidth; ++k)
      totals_[k] =
          static_cast<std::uint16_t>(totals_[k] - std::clamp<int>(sums[k], 0, nnue::kClip));
    Changes changes;
    const int count = collect(changes, step, point, colour);
    step.count = static_cast<std::int8_t>(count);
    kernels_->change_points(totals_.data(), changes.data(), count, kWidth,
                            step.saved.front().numbers.data());
  }

  // Takes the last stone back.
  void remove() {
    const Step& step = steps_[static_cast<std::size_t>(--depth_)];
    totals_ = step.totals;
    toggle(step.point, step.colour);
    for (std::size_t i = 0; i < static_cast<std::size_t>(step.count); ++i)
      sums_[static_cast<std::size_t>(step.points[i])] = step.saved[i];
  }

  // For the side to move of the same position, in units of which 400 are a logit of winning.
  int score(const ThreatBoard& board) const {
    const LineWeights::Head& head = weights_->head(board.side());
    alignas(32) std::array<std::int16_t, kWidth> inputs;
    for (std::size_t k = 0; k < kWidth; ++k)
      inputs[k] = static_cast<std::int16_t>(totals_[k] - empty_totals_[k]);
    LineWeights::Sums first;
    kernels_->dense16(inputs.data(), kWidth, head.first.data(), head.bias.data(), first.data());
    if (!head.threats.empty())
      ThreatCounts::visit(board, [&](int count, int level) {
        if (level == 0) return;
        const LineWeights::Sums& added =
            head.threats[static_cast<std::size_t>(count * ThreatCounts::kLevels + level - 1)];
        for (std::size_t i = 0; i < first.size(); ++i) first[i] += added[i];
      });
    const int score = head.tail(first.data(), LineWeights::kFirstShift, *kernels_);
    return score >> LineWeights::kLastShift;
  }

  // How promising an empty point is to the side to move; of kPolicyUnit.
  std::int32_t policy(int side, int point) const {
    return kernels_->point_score(sums_of(point), weights_->policy(side), kWidth);
  }

 private:
  static constexpr int kMostChanges = 4 * kNeighbours;
  using Changes = std::array<nnue::Change, kMostChanges>;

  struct Step {
    std::array<std::uint16_t, kWidth> totals;
    std::array<std::int16_t, kMostChanges> points;
    std::int16_t point;
    std::int8_t colour, count;
    std::array<LineWeights::Row, kMostChanges> saved;  // sums before
  };

  static constexpr std::uint64_t stone(int colour, int bit) {
    return std::uint64_t{1} << (32 * colour + bit + kReach);
  }
  const Geometry::Through& at(int point) const {
    return geometry_->through[static_cast<std::size_t>(point)];
  }
  std::int16_t* sums_of(int point) { return sums_[static_cast<std::size_t>(point)].numbers.data(); }
  const std::int16_t* sums_of(int point) const {
    return sums_[static_cast<std::size_t>(point)].numbers.data();
  }
  // Which colours hold a cell; both where it is off the board.
  static unsigned holders(std::uint64_t word, int bit) {
    const std::uint64_t cell = word >> (bit + kReach);
    return static_cast<unsigned>((cell & 1) | (cell >> 31 & 2));
  }
  bool is_empty(int point) const {
    const Geometry::Through& here = at(point);
    return holders(words_[here.line[0]], here.bit[0]) == 0;
  }
  void toggle(int point, int colour) {
    const Geometry::Through& here = at(point);
    for (std::size_t d = 0; d < 4; ++d) words_[here.line[d]] ^= stone(colour, here.bit[d]);
  }

  // Sums up everything.
  void begin() {
    std::fill(sums_.begin(), sums_.end(), LineWeights::Row{});
    for (int point = 0; point < geometry_->size * geometry_->size; ++point)
      if (is_empty(point)) begin(point);
  }
  void begin(int point) {
    const Geometry::Through& here = at(point);
    std::int16_t* sums = sums_of(point);
    for (std::size_t d = 0; d < 4; ++d)
      kernels_->add_row(sums, weights_->row((*rows_)[words_[here.line[d]] >> here.bit[d]]), kWidth);
    for (std::size_t k = 0; k < kWidth; ++k)
      totals_[k] =
          static_cast<std::uint16_t>(totals_[k] + std::clamp<int>(sums[k], 0, nnue::kClip));
  }

  // The points whose view of a line changes with the stone, which is set; returns how many.
  int collect(Changes& changes, Step& step, int point, int colour) {
    const Geometry::Through& here = at(point);
    int count = 0;
    for (std::size_t d = 0; d < 4; ++d) {
      const int bit = here.bit[d];
      const std::uint64_t word = words_[here.line[d]];
      for (std::uint32_t rest = viewers(word >> bit); rest != 0; rest &= rest - 1) {
        const int steps = std::countr_zero(rest) - kReach;
        const auto [before, after] = views(word >> (bit + steps), colour, steps);
        if (before == after) continue;
        const int to = point + steps * geometry_->steps[d];
        step.points[static_cast<std::size_t>(count)] = static_cast<std::int16_t>(to);
        const std::int16_t* added = weights_->row(after);
        for (std::size_t k = 0; k < kWidth; k += alignof(LineWeights::Row) / sizeof *added)
          prefetch(added + k);
        changes[static_cast<std::size_t>(count++)] = {sums_of(to), weights_->row(before), added};
      }
      words_[here.line[d]] ^= stone(colour, bit);
    }
    return count;
  }

  // The empty ones of the cells around one that see it: nobody sees past stones of both colours.
  static std::uint32_t viewers(std::uint64_t cells) {
    const auto black = static_cast<std::uint32_t>(cells),
               white = static_cast<std::uint32_t>(cells >> 32);
    const auto ahead = [](std::uint32_t stones) {
      return std::countr_zero(stones >> (kReach + 1));
    };
    const auto behind = [](std::uint32_t stones) {
      return std::countl_zero(stones << (32 - kReach) | 1u);
    };
    const int right = std::min(kReach, std::max(ahead(black), ahead(white)));
    const int left = std::min(kReach, std::max(behind(black), behind(white)));
    const std::uint32_t near = low_bits(left + 1 + right) << (kReach - left);
    return near & ~(black | white | 1u << kReach);
  }

  // The rows of a line as seen from a cell, before and after a stone so many steps back along it.
  std::pair<int, int> views(std::uint64_t cells, int colour, int steps) const {
    const std::uint32_t ahead = cells_before(cells), behind = cells_after(cells);
    const int before = rows_->before(ahead), after = rows_->after(behind);
    const int place = steps > 0 ? kReach - steps : -steps - 1;
    const std::uint32_t stone = 1u << (kReach * colour + place);
    const int now = steps > 0 ? rows_->row(rows_->before(ahead | stone), after)
                              : rows_->row(before, rows_->after(behind | stone));
    return {rows_->row(before, after), now};
  }

  const LineWeights* weights_;
  const nnue::Kernels* kernels_;
  const LineRows* rows_;
  const Geometry* geometry_;
  LineWords words_;
  alignas(32) std::array<std::uint16_t, kWidth> totals_{}, empty_totals_{};
  std::vector<LineWeights::Row> sums_;  // by point
  std::vector<Step> steps_;
  int depth_ = 0;
};

}  // namespace tengen::gomoku
