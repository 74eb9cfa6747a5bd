// A position of Gomoku that is changed in place and knows what a stone of either colour would
// threaten on every empty point: a move looks only at the four lines through it. Longer than other
// headers: what it keeps in step is read together.
#pragma once
#include "classes.hpp"
#include "geometry.hpp"

namespace tengen::gomoku {

class ThreatBoard {
 public:
  // Whether it knows such rules: rows are within kReach.
  static bool knows(const Rules& rules) { return rules.win_length <= kReach; }

  explicit ThreatBoard(const State& state)
      : rules_(state.rules()),
        geometry_(&Geometry::of(rules_.size)),
        shape_table_(&ShapeTable::of(rules_)),
        threat_tables_{&ThreatTable::of(rules_, kBlack), &ThreatTable::of(rules_, kWhite)},
        words_(geometry_->empty_board),
        side_(state.colour()) {
    assert(knows(rules_));
    const int reach = rules_.win_length - (rules_.plain() ? 1 : 0);
    reached_ = (low_bits(2 * reach + 1) << (kReach - reach)) & ~(1u << kReach);
    if (side_ == kWhite) key_ = kSideKey;
    set_up(state.lines());
  }

  const Rules& rules() const { return rules_; }
  int size() const { return rules_.size; }
  int side() const { return side_; }  // the colour of the next stone
  int stones() const { return stones_; }
  bool is_full() const { return stones_ == rules_.points(); }
  std::uint64_t key() const { return key_; }  // of the stones and the side
  std::uint64_t key_after(int point) const { return key_ ^ stone_key(point, side_) ^ kSideKey; }
  const LineWords& words() const { return words_; }
  const Geometry& geometry() const { return *geometry_; }

  bool is_empty(int point) const { return (occupied_[at(point).y] >> at(point).x & 1u) == 0; }
  bool has(int colour, int point) const {
    return !is_empty(point) &&
           (words_[at(point).line[0]] >> (32 * colour + kReach + at(point).x) & 1u) != 0;
  }
  // The empty points of a row within two steps of a stone.
  std::uint32_t candidates(int y) const { return near_[index(y + kNear)] & ~occupied_[index(y)]; }

  // What a stone of `colour` on an empty point makes of the line along a direction of kDirections.
  LineShape shape(int colour, int direction, int point) const {
    return shape_of(colour, points_[index(point)].shapes[index(direction)]);
  }
  // The same if a stone of the other colour stood so many steps along the line.
  LineShape shape_against(int colour, int direction, int point, int steps) const {
    const std::size_t d = index(direction);
    const int bit = at(point).bit[d];
    const std::uint64_t stone = stone_bit(colour ^ 1, bit + steps);
    return shape_of(colour, (*shape_table_)[(words_[at(point).line[d]] | stone) >> bit]);
  }
  // And of all four.
  Threat best(int colour, int point) const { return points_[index(point)].threats[index(colour)]; }
  // The four shapes without their order, below kCodes.
  int code(int colour, int point) const {
    return static_cast<int>(points_[index(point)].codes >> 16 * colour & 0xffffu);
  }
  // The empty points where a stone of `colour` threatens so much, and no more.
  const PointSet& points(int colour, Threat threat) const {
    return sets_[index(colour)][static_cast<std::size_t>(threat)];
  }
  int count(int colour, Threat threat) const {
    return counts_[index(colour)][static_cast<std::size_t>(threat)];
  }

  // Renju: whether a stone of Black's on an empty point is forbidden.
  bool is_forbidden(int point) const {
    if (!rules_.renju) return false;
    const Threat threat = best(kBlack, point);
    if (threat == Threat::Forbidden) return true;
    if (threat == Threat::Five || !has_two_threes(point)) return false;
    LineWords lines = words_;
    return renju::is_forbidden(judge_forbidden(lines, *geometry_, point));
  }
  // Whether the side to move may place a stone on an empty point.
  bool may_place(int point) const { return side_ == kWhite || !is_forbidden(point); }

  // Places a stone of the side to move on an empty point.
  void place(int point) {
    Placed& now = placed_.emplace_back();
    now.point = static_cast<std::int16_t>(point);
    now.log_size = log_size_;
    const std::size_t y = at(point).y;
    std::copy_n(near_.begin() + static_cast<std::ptrdiff_t>(y), now.near.size(), now.near.begin());
    const std::uint32_t around = (0b11111u << at(point).x >> kNear) & low_bits(size());
    for (std::size_t row = y; row < y + now.near.size(); ++row) near_[row] |= around;
    join_sets(point, -1);
    toggle_stone(point, side_);
    look_around(point);
    side_ ^= 1;
  }

  // Takes the last stone back.
  void remove() {
    const Placed last = placed_.back();
    placed_.pop_back();
    side_ ^= 1;
    while (log_size_ > last.log_size) restore(log_[--log_size_]);
    toggle_stone(last.point, side_);
    join_sets(last.point, 1);
    std::copy(last.near.begin(), last.near.end(),
              near_.begin() + static_cast<std::ptrdiff_t>(at(last.point).y));
  }

  // Lets the other side place the next stone, or takes that back.
  void pass() {
    side_ ^= 1;
    key_ ^= kSideKey;
  }

 private:
  static constexpr int kNear = 2, kMostChanged = 8 * kReach;
  static constexpr std::uint64_t kSideKey = mix64(0x30000u);

  // Of an empty point; a taken one keeps what it was before. Directions as kDirections.
  struct Point {
    std::array<std::uint8_t, 4> shapes{};  // as ShapeTable has them
    std::uint32_t codes = 0;               // White's times 2^16
    std::array<Threat, 2> threats{};
  };
  struct Changed {
    std::int16_t point;
    Point before;
  };
  struct Placed {
    std::int16_t point;
    std::size_t log_size;
    std::array<std::uint32_t, 2 * kNear + 1> near;
  };

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static LineShape shape_of(int colour, int both) {
    return static_cast<LineShape>(both >> 4 * colour & 15);
  }
  static constexpr std::uint64_t stone_bit(int colour, int bit) {
    return std::uint64_t{1} << (32 * colour + kReach + bit);
  }
  static std::uint64_t stone_key(int point, int colour) {
    static const auto keys = [] {
      std::array<std::uint64_t, 2 * kMaxPoints> all{};
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = mix64(i);
      return all;
    }();
    return keys[index(2 * point + colour)];
  }
  const Geometry::Through& at(int point) const { return geometry_->through[index(point)]; }

  void set_up(const Lines& lines) {
    for (int point = 0; point < rules_.points(); ++point)
      for (int colour = 0; colour < 2; ++colour)
        if (lines.has(colour, at(point).x, at(point).y)) {
          toggle_stone(point, colour);
          key_ ^= kSideKey;  // the side is given
          for (std::size_t row = at(point).y; row <= at(point).y + 2u * kNear; ++row)
            near_[row] |= (0b11111u << at(point).x >> kNear) & low_bits(size());
        }
    for (int point = 0; point < rules_.points(); ++point) {
      if (!is_empty(point)) continue;
      Point& here = points_[index(point)];
      for (std::size_t d = 0; d < 4; ++d) {
        here.shapes[d] = (*shape_table_)[words_[at(point).line[d]] >> at(point).bit[d]];
        here.codes += kPairWeights[here.shapes[d]];
      }
      here.threats = threats_of(here.codes);
      join_sets(point, 1);
    }
  }

  std::array<Threat, 2> threats_of(std::uint32_t codes) const {
    return {(*threat_tables_[0])[codes & 0xffffu], (*threat_tables_[1])[codes >> 16]};
  }

  // Adds a stone to the lines, or takes it away; the side changes.
  void toggle_stone(int point, int colour) {
    const Geometry::Through& here = at(point);
    for (std::size_t d = 0; d < 4; ++d) words_[here.line[d]] ^= stone_bit(colour, here.bit[d]);
    occupied_[here.y] ^= 1u << here.x;
    stones_ += (occupied_[here.y] >> here.x & 1u) != 0 ? 1 : -1;
    key_ ^= stone_key(point, colour) ^ kSideKey;
  }

  // Puts an empty point into the sets, or with -1 takes it out.
  void join_sets(int point, int step) {
    for (int colour = 0; colour < 2; ++colour) {
      const auto threat = static_cast<std::size_t>(best(colour, point));
      sets_[index(colour)][threat].toggle(point);
      counts_[index(colour)][threat] =
          static_cast<std::int16_t>(counts_[index(colour)][threat] + step);
    }
  }

  // Looks again at the empty points whose shapes may have changed.
  void look_around(int point) {
    if (log_.size() < log_size_ + kMostChanged) log_.resize(2 * (log_size_ + kMostChanged));
    for (std::size_t d = 0; d < 4; ++d) {
      const std::uint64_t word = words_[at(point).line[d]];
      const int bit = at(point).bit[d], step = geometry_->steps[d];
      const std::uint64_t taken = word | word >> 32;
      for (auto rest = static_cast<std::uint32_t>(~taken >> bit) & reached_; rest != 0;
           rest &= rest - 1) {
        const int steps = std::countr_zero(rest) - kReach;
        look_at(point + steps * step, d, (*shape_table_)[word >> (bit + steps)]);
      }
    }
  }

  // Field by field: what is put together in parts and then read as a whole, the processor waits
  // for.
  void look_at(int point, std::size_t d, std::uint8_t shapes) {
    Point& here = points_[index(point)];
    const std::uint8_t before = here.shapes[d];
    if (before == shapes) return;
    log_[log_size_++] = {static_cast<std::int16_t>(point), here};
    here.shapes[d] = shapes;
    here.codes += kPairWeights[shapes] - kPairWeights[before];
    change_threats(point, here, threats_of(here.codes));
  }

  void restore(const Changed& changed) {
    Point& here = points_[index(changed.point)];
    change_threats(changed.point, here, changed.before.threats);
    here = changed.before;
  }

  void change_threats(int point, Point& here, std::array<Threat, 2> threats) {
    for (std::size_t colour = 0; colour < 2; ++colour) {
      const auto from = static_cast<std::size_t>(here.threats[colour]);
      const auto to = static_cast<std::size_t>(threats[colour]);
      if (from == to) continue;
      here.threats[colour] = threats[colour];
      sets_[colour][from].toggle(point);
      sets_[colour][to].toggle(point);
      --counts_[colour][from];
      ++counts_[colour][to];
    }
  }

  bool has_two_threes(int point) const {
    int threes = 0;
    for (int d = 0; d < 4; ++d) threes += shape(kBlack, d, point) >= LineShape::BrokenThree;
    return threes > 1;
  }

  Rules rules_;
  const Geometry* geometry_;
  const ShapeTable* shape_table_;
  std::array<const ThreatTable*, 2> threat_tables_;
  LineWords words_;
  std::array<Point, kMaxPoints> points_{};
  std::array<std::array<PointSet, kThreats>, 2> sets_{};
  std::array<std::array<std::int16_t, kThreats>, 2> counts_{};
  Rows occupied_{};
  std::array<std::uint32_t, kMaxSize + 2 * kNear> near_{};
  std::uint32_t reached_ = 0;  // the cells beside a stone whose shapes it may change
  std::vector<Changed> log_;
  std::size_t log_size_ = 0;
  std::vector<Placed> placed_;
  std::uint64_t key_ = 0;
  int side_;
  int stones_ = 0;
};

}  // namespace tengen::gomoku
