// Random games: a board of its own that is light enough to play millions of moves a second.
// Longer than other headers: the board is of no use outside the loop it is made for.
#pragma once
#include <cstring>

#include "board.hpp"

namespace tengen::go {

// Where a playout begins, besides the stones.
struct PlayoutStart {
  int to_play = 0;
  int ko = -1;       // where the side to move must not retake
  int to_place = 0;  // stones Black places in a row first
  int passes = 0;    // in a row, just before
};

// Uniformly random moves among those that are legal by simple ko, without suicide, and do not
// fill an own true eye (`State::is_true_eye`); who has none passes. Two passes end it.
//
// Chains count pseudo-liberties: pairs of a stone and an empty point beside it. No hashes. The
// board has a frame, and each point knows how many beside it are empty, black and white, where
// the frame counts as both.
class Playout {
 public:
  Playout(const Board& board, const PlayoutStart& start)
      : Playout(blank(board.geometry().size), board, start) {}

  void run(Rng& rng) {
    const int longest = kLongest * size_ * size_;
    for (plies_ = 0; passes_ < 2 && plies_ < longest; ++plies_) {
      step(rng);
      if (to_place_ > 0) --to_place_;
      if (to_place_ == 0) mover_ = opponent(mover_);
    }
  }

  int plies() const { return plies_; }
  // Whose a point is: 1 Black's, -1 White's, 0 nobody's. At the end no empty point has an empty
  // one beside it, so a look at those is all there is to area.
  int owner(int point) const {
    const auto v = static_cast<std::size_t>(vertex(point % size_, point / size_));
    if (colour_[v] != kEmpty) return colour_[v] == kBlack ? 1 : -1;
    return (count(v, kBlack) == 4) - (count(v, kWhite) == 4);
  }
  // Black's area less White's.
  int area_lead() const {
    int lead = stones_[kBlack] - stones_[kWhite];
    for (int i = 0; i < num_empty_; ++i) {
      const std::size_t v = empty_[static_cast<std::size_t>(i)];
      lead += (count(v, kBlack) == 4) - (count(v, kWhite) == 4);
    }
    return lead;
  }

 private:
  static constexpr int kLongest = 8;  // plies a point; only endless kos come near
  static constexpr int kVertices = (kMaxSize + 1) * (kMaxSize + 2) + 1;
  static constexpr std::uint8_t kFrame = 3;

  using Vertex = std::uint16_t;
  template <class T>
  using Each = std::array<T, kVertices>;

  explicit Playout(int size) : size_(size), stride_(size + 1) {
    for (std::size_t v = 0; v < kVertices; ++v) colour_[v] = kFrame;
    for (int point = 0; point < size * size; ++point) {
      const auto v = static_cast<std::size_t>(vertex(point % size, point / size));
      colour_[v] = kEmpty;
      add_empty(v);
    }
    for (int i = 0; i < num_empty_; ++i) {
      const std::size_t v = empty_[static_cast<std::size_t>(i)];
      each_near(v, [&](std::size_t n) {
        near_[v] = static_cast<std::uint16_t>(near_[v] +
                                              (colour_[n] == kEmpty ? kOne[kEmpty] : kOneFrame));
      });
    }
  }
  static const Playout& blank(int size) {
    static const auto all = [] {
      std::vector<Playout> made;
      for (int n = 0; n <= kMaxSize; ++n) made.push_back(Playout(n));
      return made;
    }();
    return all[static_cast<std::size_t>(size)];
  }
  Playout(const Playout& empty, const Board& board, const PlayoutStart& start) : Playout(empty) {
    mover_ = colour_of(start.to_play);
    to_place_ = start.to_place;
    passes_ = start.passes;
    for (int point = 0; point < size_ * size_; ++point)
      if (board.colour(point) != kEmpty)
        place(static_cast<std::size_t>(vertex(point % size_, point / size_)), board.colour(point));
    ko_ = start.ko < 0 ? 0 : static_cast<std::size_t>(vertex(start.ko % size_, start.ko / size_));
  }

  int vertex(int x, int y) const { return (y + 1) * stride_ + x + 1; }
  template <class Visit>
  void each_near(std::size_t v, Visit visit) const {
    const auto stride = static_cast<std::size_t>(stride_);
    visit(v - stride);
    visit(v - 1);
    visit(v + 1);
    visit(v + stride);
  }

  // Counts of the four points beside one, four bits each.
  static constexpr std::array<std::uint16_t, 3> kOne{0x001, 0x010, 0x100};
  static constexpr std::uint16_t kOneFrame = 0x110;
  int count(std::size_t v, Colour colour) const { return near_[v] >> (4 * colour) & 15; }

  void add_empty(std::size_t v) {
    index_[v] = static_cast<Vertex>(num_empty_);
    empty_[static_cast<std::size_t>(num_empty_++)] = static_cast<Vertex>(v);
  }
  void remove_empty(std::size_t v) {
    const Vertex last = empty_[static_cast<std::size_t>(--num_empty_)];
    empty_[index_[v]] = last;
    index_[last] = index_[v];
  }
  void swap_empty(std::size_t i, std::size_t j) {
    std::swap(empty_[i], empty_[j]);
    index_[empty_[i]] = static_cast<Vertex>(i);
    index_[empty_[j]] = static_cast<Vertex>(j);
  }

  // Plays a move drawn from those there are, or passes: points that will not do are put aside.
  void step(Rng& rng) {
    for (auto left = static_cast<std::uint32_t>(num_empty_); left > 0;) {
      const std::uint32_t drawn = rng.below(left);
      const std::size_t v = empty_[drawn];
      if (count(v, kEmpty) > 0 || will_do(v)) {
        passes_ = 0;
        return play(v);
      }
      swap_empty(drawn, --left);
    }
    ++passes_;
    ko_ = 0;
  }

  // Of a point with no empty one beside it.
  bool will_do(std::size_t v) const {
    if (v == ko_ || (count(v, mover_) == 4 && is_true_eye(v))) return false;
    bool breathes = false;
    lend(v, -1);
    each_near(v, [&](std::size_t n) {
      const bool dry = liberties_[chain_[n]] == 0;
      breathes |= dry ? colour_[n] == opponent(mover_) : colour_[n] == mover_;
    });
    lend(v, 1);
    return breathes;
  }
  void lend(std::size_t v, int change) const {
    each_near(v, [&](std::size_t n) { liberties_[chain_[n]] += change; });
  }
  bool is_true_eye(std::size_t v) const {
    const auto stride = static_cast<std::size_t>(stride_);
    int hostile = 0, frame = 0;
    for (const std::size_t d : {v - stride - 1, v - stride + 1, v + stride - 1, v + stride + 1}) {
      hostile += colour_[d] == opponent(mover_);
      frame |= colour_[d] == kFrame;
    }
    return hostile + frame < 2;
  }

  void play(std::size_t v) {
    const bool shut_in = count(v, opponent(mover_)) == 4;
    taken_ = 0;
    place(v, mover_);
    ko_ = shut_in && taken_ == 1 ? empty_[static_cast<std::size_t>(num_empty_ - 1)] : 0;
  }

  void place(std::size_t v, Colour colour) {
    remove_empty(v);
    colour_[v] = colour;
    ++stones_[colour];
    chain_[v] = next_[v] = static_cast<Vertex>(v);
    size_of_[v] = 1;
    liberties_[v] = count(v, kEmpty);
    const auto change = static_cast<std::uint16_t>(kOne[colour] - kOne[kEmpty]);
    each_near(v, [&](std::size_t n) {
      near_[n] = static_cast<std::uint16_t>(near_[n] + change);
      --liberties_[chain_[n]];
    });
    each_near(v, [&](std::size_t n) {
      if (colour_[n] == colour) {
        if (chain_[n] != chain_[v]) join(chain_[n], chain_[v]);
      } else if (colour_[n] == opponent(colour) && liberties_[chain_[n]] == 0) {
        take(n);
      }
    });
  }

  void join(std::size_t a, std::size_t b) {
    if (size_of_[a] < size_of_[b]) std::swap(a, b);
    liberties_[a] += liberties_[b];
    size_of_[a] = static_cast<Vertex>(size_of_[a] + size_of_[b]);
    std::size_t v = b;
    do {
      chain_[v] = static_cast<Vertex>(a);
      v = next_[v];
    } while (v != b);
    std::swap(next_[a], next_[b]);
  }

  void take(std::size_t first) {
    const auto colour = static_cast<Colour>(colour_[first]);
    const auto change = static_cast<std::uint16_t>(kOne[kEmpty] - kOne[colour]);
    std::size_t v = first;
    do {
      colour_[v] = kEmpty;
      chain_[v] = 0;
      add_empty(v);
      each_near(v, [&](std::size_t n) {
        near_[n] = static_cast<std::uint16_t>(near_[n] + change);
        ++liberties_[chain_[n]];
      });
      --stones_[colour];
      ++taken_;
      v = next_[v];
    } while (v != first);
  }

  int size_, stride_;
  Colour mover_ = kBlack;
  int to_place_ = 0, passes_ = 0, plies_ = 0, taken_ = 0, num_empty_ = 0;
  std::size_t ko_ = 0;
  std::array<int, 3> stones_{};
  Each<std::uint8_t> colour_{};
  Each<std::uint16_t> near_{};
  // The chain of a stone is one of its points; 0, in the frame, stands for none.
  Each<Vertex> chain_{}, next_{}, size_of_{};
  mutable Each<std::int32_t> liberties_{};
  Each<Vertex> empty_{}, index_{};
};

}  // namespace tengen::go
