// Endgame tables: who wins a position with few pieces, and in how many moves where that is kept.
// A position is stored once, for the side to move; each player's pieces are seen from that
// player's side of the board, so that a position and its turned image are the same entry.
#pragma once
#include <compare>
#include <cstddef>
#include <optional>

#include "draughts/rules/position.hpp"

namespace tengen::draughts::tables {

inline constexpr int kMostPieces = 5;   // of both players together
inline constexpr int kManSquares = 28;  // a man on its king row is a king

// What a table says: a draw, or the moves until the end plus one; an odd entry is a loss for the
// side to move, an even one a win. A capture with all its jumps is one move.
using Entry = std::uint8_t;
inline constexpr Entry kDraw = 0;
inline constexpr Entry kWon = 254, kLost = 255;  // where the moves are not kept
inline constexpr int kLongest = 252;             // moves that an entry can tell
constexpr Entry entry_of(int plies) { return static_cast<Entry>(plies + 1); }
constexpr int plies_of(Entry entry) { return entry - 1; }
constexpr bool is_loss(Entry entry) { return (entry & 1u) != 0; }
constexpr bool is_win(Entry entry) { return entry != kDraw && !is_loss(entry); }
constexpr bool tells_plies(Entry entry) { return entry != kDraw && entry < kWon; }

// How many men and kings the side to move has, and the other side.
struct Material {
  int men = 0, kings = 0, other_men = 0, other_kings = 0;

  int pieces() const { return men + kings + other_men + other_kings; }
  bool is_playable() const { return men + kings > 0 && other_men + other_kings > 0; }
  Material turned() const { return {other_men, other_kings, men, kings}; }
  auto operator<=>(const Material&) const = default;
};

// Ways to choose k of n.
constexpr std::uint32_t choose(int n, int k) {
  std::uint32_t ways = 1;
  for (int i = 0; i < k; ++i)
    ways = ways * static_cast<std::uint32_t>(n - i) / static_cast<std::uint32_t>(i + 1);
  return n < k ? 0 : ways;
}
constexpr std::uint32_t places(int pieces, bool men) {
  return choose(men ? kManSquares : kSquares, pieces);
}

// Places of a slice, those that put two pieces on one square among them.
constexpr std::size_t size_of(const Material& m) {
  return std::size_t{places(m.men, true)} * places(m.kings, false) * places(m.other_men, true) *
         places(m.other_kings, false);
}

// What is kept of a material: an entry a byte, or the results alone, four a byte from its lowest
// bits on, as places in `kResults`.
enum class Kept : bool { Entries, Results };
inline constexpr std::array<Entry, 4> kResults{kDraw, kLost, kWon, kDraw};
constexpr std::size_t bytes_of(const Material& m, Kept kept) {
  return kept == Kept::Entries ? size_of(m) : (size_of(m) + 3) / 4;
}

// Adds up to the place of a set of squares among all sets of as many: kWays[men][k][bit] for the
// k-th piece, on `bit`. Bits are Black's; of Black's king row there are none for men.
inline constexpr auto kWays = [] {
  std::array<std::array<std::array<std::uint32_t, kSquares>, kMostPieces + 1>, 2> ways{};
  for (int k = 1; k <= kMostPieces; ++k)
    for (int bit = 0; bit < kSquares; ++bit) {
      const Mask below = (Mask{1} << bit) - 1;
      const auto row = static_cast<std::size_t>(k), column = static_cast<std::size_t>(bit);
      ways[0][row][column] = choose(bit, k);
      ways[1][row][column] = choose(std::popcount(below & ~king_row(0)), k);
    }
  return ways;
}();

// The board seen from the other side.
constexpr Mask turned(Mask mask) {
  Mask image = 0;
  for_each_bit(mask, [&](int bit) { image |= mask_of(kSquares - 1 - square_of(bit)); });
  return image;
}

// Place of a set of squares among all sets of as many, and how many they are.
struct Rank {
  std::uint32_t place = 0, count = 0;
};

inline Rank rank_of(Mask squares, bool men, int player) {
  const auto& ways = kWays[men];
  Rank rank;
  if (player == 0)
    for (; squares != 0; squares &= squares - 1)
      rank.place += ways[++rank.count][static_cast<std::size_t>(std::countr_zero(squares))];
  else  // turning takes bit b to 11 - b, so White's squares are met from the top of the word
    for (squares = std::rotl(squares, 20); squares != 0; squares ^= std::bit_floor(squares))
      rank.place += ways[++rank.count][static_cast<std::size_t>(std::countl_zero(squares))];
  return rank;
}

// The tables there are, one slice for each material. Whoever adds a slice keeps it alive.
class Tables {
 public:
  void add(const Material& m, const std::uint8_t* bytes, Kept kept = Kept::Entries) {
    slices_[slot(m.men, m.kings, m.other_men, m.other_kings)] = {
        bytes, kept, places(m.kings, false), places(m.other_men, true),
        places(m.other_kings, false)};
    if (m.pieces() > most_pieces_) most_pieces_ = m.pieces();
  }
  int most_pieces() const { return most_pieces_; }

  // The entry of a position between moves; nothing where no table has it.
  std::optional<Entry> find(const Position& position) const {
    if (!is_small(position.occupied())) return {};
    const auto [slice, place] = locate(position);
    if (slice->bytes == nullptr) return {};
    if (slice->kept == Kept::Entries) return slice->bytes[place];
    return kResults[slice->bytes[place / 4] >> place % 4 * 2 & 3u];
  }
  // Where it is in the slice of its material.
  std::uint32_t place_of(const Position& position) const { return locate(position).place; }

 private:
  struct Slice {
    const std::uint8_t* bytes = nullptr;
    Kept kept = Kept::Entries;
    std::uint32_t kings = 0, other_men = 0, other_kings = 0;
  };
  struct Place {
    const Slice* slice;
    std::uint32_t place;
  };

  Place locate(const Position& position) const {
    const int own = position.side, other = own ^ 1;
    const Rank m = rank(position, own, true), k = rank(position, own, false);
    const Rank om = rank(position, other, true), ok = rank(position, other, false);
    const Slice& slice = slices_[slot(m.count, k.count, om.count, ok.count)];
    return {&slice,
            ((m.place * slice.kings + k.place) * slice.other_men + om.place) * slice.other_kings +
                ok.place};
  }

  static constexpr int kCounts = kMostPieces + 1;
  template <class Count>
  static constexpr std::size_t slot(Count men, Count kings, Count other_men, Count other_kings) {
    constexpr auto n = static_cast<Count>(kCounts);
    return static_cast<std::size_t>(((men * n + kings) * n + other_men) * n + other_kings);
  }
  static Rank rank(const Position& position, int player, bool men) {
    const Mask squares = position.pieces[static_cast<std::size_t>(player)];
    return rank_of(men ? squares & ~position.kings : squares & position.kings, men, player);
  }
  bool is_small(Mask occupied) const {
    for (int left = most_pieces_; left > 0; --left) occupied &= occupied - 1;
    return occupied == 0;
  }

  std::array<Slice, kCounts * kCounts * kCounts * kCounts> slices_{};
  int most_pieces_ = 0;
};

}  // namespace tengen::draughts::tables
