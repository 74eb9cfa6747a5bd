// What a stone would make of a line, for both colours from one look-up.
#pragma once
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "gomoku/rules/rules.hpp"

namespace tengen::gomoku {

// `Pattern`, told more finely, ascending: four bits.
enum class LineShape : std::uint8_t {
  None,
  Overline,  // of Black in renju: too long, and forbidden
  Far,
  Two,
  OpenTwo,
  Three,
  BrokenThree,  // one point makes an open four
  OpenThree,    // several do
  Four,
  TwoFours,  // several points complete it, but not those at its ends: in renju Black's double-four
  OpenFour,
  Five,
};
inline constexpr int kLineShapes = 12;

// The cells of a line around a stone: so many on either side decide, and rows that win are no
// longer than that.
inline constexpr int kReach = 5, kCells = 2 * kReach + 1, kNeighbours = 2 * kReach;

// Of eleven cells the ten beside the stone.
constexpr std::uint32_t beside(std::uint32_t cells) {
  return (cells & low_bits(kReach)) | (cells >> 1 & low_bits(kReach) << kReach);
}

// How one colour's rows win.
struct RowKind {
  int win_length;
  bool exact, caro;
  bool forbids;  // renju's Black: overlines and two fours on a line

  RowKind(const Rules& rules, int colour)
      : win_length(rules.win_length),
        exact(rules.exact_for(colour)),
        caro(rules.caro),
        forbids(rules.renju && colour == kBlack) {}
  auto operator<=>(const RowKind&) const = default;
};

// The shapes of one colour's stone in the middle of eleven cells, each looked at once.
class ShapesOfColour {
 public:
  explicit ShapesOfColour(RowKind kind) : kind_(kind), known_(1u << (2 * kNeighbours)) {}

  // Cells off the board are in `off` alone.
  LineShape look_at(std::uint32_t own, std::uint32_t other, std::uint32_t off) {
    std::uint8_t& known = known_[beside(own | off) | beside(other | off) << kNeighbours];
    if (known == 0)
      known = static_cast<std::uint8_t>(1 + static_cast<int>(judge(own | kStone, other, off)));
    return static_cast<LineShape>(known - 1);
  }

 private:
  static constexpr std::uint32_t kStone = 1u << kReach;

  // How many stones the best window lacks, and the empty cells of all that lack no more.
  struct Best {
    int lacks;
    std::uint32_t cells;
  };

  Best best_of(std::uint32_t own, std::uint32_t other, std::uint32_t off) const {
    const int k = kind_.win_length;
    Best best{k, 0};
    for (int from = kReach - k + 1; from <= kReach; ++from) {
      const std::uint32_t window = low_bits(k) << from;
      const std::uint32_t ends = 1u << (from - 1) | 1u << (from + k);
      if ((window & (other | off)) != 0 || (kind_.exact && (ends & own) != 0) ||
          (kind_.caro && (ends & ~other) == 0))
        continue;
      const int lacks = std::popcount(window & ~own);
      if (lacks > best.lacks) continue;
      if (lacks < best.lacks) best = {lacks, 0};
      best.cells |= window & ~own;
    }
    return best;
  }

  static int run_through_stone(std::uint32_t own) {
    return std::countr_one(own >> kReach) + std::countl_one(own << (32 - kReach));
  }

  LineShape judge(std::uint32_t own, std::uint32_t other, std::uint32_t off) {
    const Best best = best_of(own, other, off);
    const int run = run_through_stone(own);
    if (best.lacks == 0) return LineShape::Five;
    if (kind_.forbids && run > kind_.win_length) return LineShape::Overline;
    if (best.lacks == kind_.win_length) return LineShape::None;
    if (best.lacks > 3) return LineShape::Far;
    if (best.lacks == 1) {
      if (std::popcount(best.cells) < 2) return LineShape::Four;
      return run == kind_.win_length - 1 ? LineShape::OpenFour : LineShape::TwoFours;
    }
    const int ways = count_ways(best, own, other, off);
    if (best.lacks == 3) return ways > 0 ? LineShape::OpenTwo : LineShape::Two;
    return ways == 0 ? LineShape::Three : ways == 1 ? LineShape::BrokenThree : LineShape::OpenThree;
  }

  // How many cells make more of a three or two: what leaves several answers to choose from.
  int count_ways(Best best, std::uint32_t own, std::uint32_t other, std::uint32_t off) {
    const LineShape four = kind_.forbids ? LineShape::OpenFour : LineShape::TwoFours;
    const LineShape wanted = best.lacks == 2 ? four : LineShape::BrokenThree;
    int ways = 0;
    for (std::uint32_t rest = best.cells; rest != 0; rest &= rest - 1)
      ways += look_at(own | (rest & ~(rest - 1)), other, off) >= wanted;
    return ways;
  }

  RowKind kind_;
  std::vector<std::uint8_t> known_;  // one more than the shape
};

// The five cells before an empty one, and the five after it, Black's and then White's; a cell off
// the board is in both. Of a line's word (`LineWords`) from the first of those before on.
constexpr std::uint32_t cells_before(std::uint64_t cells) {
  constexpr std::uint64_t kBlacks = low_bits(kReach), kWhites = kBlacks << kReach;
  return static_cast<std::uint32_t>((cells & kBlacks) | (cells >> (32 - kReach) & kWhites));
}
constexpr std::uint32_t cells_after(std::uint64_t cells) {
  return cells_before(cells >> (kReach + 1));
}

// The shapes of both colours by the ten cells beside a point. Small, for it is looked up
// at random all the time: what makes the same shapes with whatever is on the other side is one kind
// of side, of which freestyle has 57.
class ShapeTable {
 public:
  // One for each kind of rules, kept for ever.
  static const ShapeTable& of(const Rules& rules) {
    static std::mutex mutex;
    static std::map<std::tuple<RowKind, RowKind>, std::unique_ptr<ShapeTable>> known;
    const std::lock_guard lock(mutex);
    auto& found = known[{RowKind(rules, kBlack), RowKind(rules, kWhite)}];
    if (!found) found = std::make_unique<ShapeTable>(rules);
    return *found;
  }

  explicit ShapeTable(const Rules& rules) {
    ShapesOfColour black(RowKind(rules, kBlack)), white(RowKind(rules, kWhite));
    const auto look = [&](std::uint32_t before, std::uint32_t after) {
      const auto cells = [&](int colour) {
        return (before >> kReach * colour & low_bits(kReach)) |
               (after >> kReach * colour & low_bits(kReach)) << (kReach + 1);
      };
      const std::uint32_t x = cells(kBlack), o = cells(kWhite), off = x & o;
      return static_cast<std::uint8_t>(static_cast<int>(black.look_at(x & ~off, o & ~off, off)) |
                                       static_cast<int>(white.look_at(o & ~off, x & ~off, off))
                                           << 4);
    };
    const Sides before = sides(true), after = sides(false);
    const Sides first = sort_out(before, after, before_, look);
    const Sides second =
        sort_out(after, before, after_, [&](auto a, auto b) { return look(b, a); });
    count_ = static_cast<std::uint32_t>(second.size());
    for (const std::uint32_t a : first)
      for (const std::uint32_t b : second) shapes_.push_back(look(a, b));
  }

  // Black's in the lower four bits, White's above; by cells as `cells_before` takes them.
  std::uint8_t operator[](std::uint64_t cells) const {
    return shapes_[before_[cells_before(cells)] * count_ + after_[cells_after(cells)]];
  }

 private:
  using Sides = std::vector<std::uint32_t>;  // as `cells_before` gives them
  using Kinds = std::array<std::uint16_t, 1u << (2 * kReach)>;

  // All that may be on one side: the cells off the board are the farthest.
  static Sides sides(bool is_before) {
    Sides all;
    for (int count = 0; count <= kReach; ++count) {
      const std::uint32_t off = low_bits(count) << (is_before ? 0 : kReach - count);
      for_each_subset(low_bits(kReach) & ~off, [&](std::uint32_t x) {
        for_each_subset(low_bits(kReach) & ~off & ~x,
                        [&](std::uint32_t o) { all.push_back((x | off) | (o | off) << kReach); });
      });
    }
    return all;
  }

  // Numbers the kinds of sides, and returns one of each.
  template <class Look>
  static Sides sort_out(const Sides& sides, const Sides& others, Kinds& kinds, Look look) {
    std::map<std::vector<int>, std::uint16_t> known;  // by the shapes with all others
    Sides firsts;
    for (const std::uint32_t side : sides) {
      std::vector<int> shapes;
      for (const std::uint32_t other : others) shapes.push_back(look(side, other));
      const auto number = static_cast<std::uint16_t>(known.size());
      const auto [kind, is_new] = known.try_emplace(std::move(shapes), number);
      if (is_new) firsts.push_back(side);
      kinds[side] = kind->second;
    }
    return firsts;
  }

  template <class Visit>
  static void for_each_subset(std::uint32_t bits, Visit visit) {
    for (std::uint32_t subset = bits;; subset = (subset - 1) & bits) {
      visit(subset);
      if (subset == 0) return;
    }
  }

  Kinds before_{}, after_{};
  std::uint32_t count_;  // of kinds of the second side
  std::vector<std::uint8_t> shapes_;
};

}  // namespace tengen::gomoku
