// Counts the sequences of whole moves of a given length, the proof of a move generator. Draw
// rules do not end them, as in the published counts.
#pragma once
#include <cstddef>

#include "moves.hpp"

namespace tengen::draughts {

// The moves of the last ply are not made but counted, for many positions at once: the positions
// before it are collected, and one loop without a branch, which compilers turn into vectors,
// counts their moves. Only where a king captures, or a man more than twice, is one looked at alone.
class Perft {
 public:
  std::uint64_t operator()(const Position& position, int depth) {
    total_ = 0;
    if (depth <= 0) return 1;
    position.side == 0 ? start<0>(position, depth) : start<1>(position, depth);
    return total_;
  }

 private:
  static constexpr int kLanes = 256;
  struct Batch {
    std::array<Mask, kLanes> own, enemy, kings;
    std::array<std::uint32_t, kLanes> counts, slow;  // moves; not zero where they are not counted
  };

  template <int kSide>
  void start(const Position& position, int depth) {
    constexpr int kOther = kSide ^ 1;
    if (depth == 1)
      push<kSide>(position.pieces[kSide], position.pieces[kOther], position.kings);
    else
      walk<kSide>(position, depth);
    if (depth % 2 == 1)
      flush<kSide>();
    else
      flush<kOther>();
  }

  template <int kSide>
  void walk(const Position& position, int depth) {
    if (depth == 2) return collect<kSide>(position);
    for_each_move(position,
                  [this, depth](const Position& after) { walk<kSide ^ 1>(after, depth - 1); });
  }

  // Puts the positions after each move in the batch.
  template <int kSide>
  void collect(const Position& position) {
    constexpr int kOther = kSide ^ 1;
    const auto keep = [this](const Position& after) {
      push<kOther>(after.pieces[kOther], after.pieces[kSide], after.kings);
    };
    Moves<kSide>::visit_all(position, keep);
  }

  template <int kSide>
  void push(Mask own, Mask enemy, Mask kings) {
    const auto lane = static_cast<std::size_t>(size_);
    batch_.own[lane] = own;
    batch_.enemy[lane] = enemy;
    batch_.kings[lane] = kings;
    if (++size_ == kLanes) flush<kSide>();
  }

  template <int kSide>
  void flush() {
    count_lanes<kSide>(batch_);
    for (std::size_t lane = 0; lane < static_cast<std::size_t>(size_); ++lane)
      total_ += batch_.slow[lane] == 0 ? batch_.counts[lane]
                                       : count_captures<kSide>(batch_.own[lane], batch_.enemy[lane],
                                                               batch_.kings[lane]);
    size_ = 0;
  }

  // Fields of four bits that each hold how many of their bits are set.
  static constexpr std::uint32_t nibbles(std::uint32_t x) {
    x -= (x >> 1) & 0x55555555u;
    return (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
  }
  static constexpr std::uint32_t bytes(std::uint32_t nibbles) {
    return (nibbles & 0x0f0f0f0fu) + ((nibbles >> 4) & 0x0f0f0f0fu);
  }

  // Where men that can go on with `D` land.
  template <Direction D>
  static constexpr Mask jumped(Mask men, Mask enemy, Mask empty) {
    return moved<D>(moved<D>(men) & enemy) & empty;
  }

  // Men's captures of one or two jumps are counted here: forward, a jump never opens or closes
  // the way of the next. `slow` are pieces whose captures need a closer look: kings, and men that
  // jump more than twice.
  template <int kSide>
  static void count_lanes(Batch& batch) {
    constexpr Direction kLeft = kSide == 0 ? kSouthWest : kNorthWest;
    constexpr Direction kRight = kSide == 0 ? kSouthEast : kNorthEast;
    constexpr Direction kBackLeft = opposite(kRight), kBackRight = opposite(kLeft);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const Mask own = batch.own[lane], enemy = batch.enemy[lane], empty = ~(own | enemy);
      const Mask kings = own & batch.kings[lane];
      const Mask left = jumped<kLeft>(own, enemy, empty), right = jumped<kRight>(own, enemy, empty);
      const Mask from_left = moved<opposite(kLeft)>(enemy & moved<opposite(kLeft)>(empty));
      const Mask from_right = moved<opposite(kRight)>(enemy & moved<opposite(kRight)>(empty));
      const Mask goes_on = from_left | from_right;
      const Mask ll = jumped<kLeft>(left, enemy, empty), lr = jumped<kRight>(left, enemy, empty);
      const Mask rl = jumped<kLeft>(right, enemy, empty), rr = jumped<kRight>(right, enemy, empty);
      const Mask by_king = (goes_on & kings) | jumped<kBackLeft>(kings, enemy, empty) |
                           jumped<kBackRight>(kings, enemy, empty);
      const Mask captures = left | right | by_king;
      const Mask quiet = captures == 0 ? ~Mask{0} : 0;
      const std::uint32_t first =
          nibbles((left & ~goes_on) | (moved<kLeft>(own) & empty & quiet)) +
          nibbles((right & ~goes_on) | (moved<kRight>(own) & empty & quiet)) +
          nibbles(ll | (moved<kBackLeft>(kings) & empty & quiet));
      const std::uint32_t second =
          nibbles(lr | (moved<kBackRight>(kings) & empty & quiet)) + nibbles(rl) + nibbles(rr);
      const std::uint32_t all = bytes(first) + bytes(second), pairs = all + (all >> 8);
      batch.counts[lane] = (pairs + (pairs >> 16)) & 0xffu;
      batch.slow[lane] = by_king | ((ll | lr | rl | rr) & goes_on);
    }
  }

  template <int kSide>
  static std::uint64_t count_captures(Mask own, Mask enemy, Mask kings) {
    std::uint64_t count = 0;
    Position position{{}, kings, kSide};
    position.pieces[kSide] = own;
    position.pieces[kSide ^ 1] = enemy;
    const auto step = [&count](const Position&) { ++count; };
    Moves<kSide>::visit_all(position, step);
    return count;
  }

  Batch batch_{};
  int size_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace tengen::draughts
