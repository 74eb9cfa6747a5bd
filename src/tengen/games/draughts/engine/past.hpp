// What has been on the board before the position that is searched, by numbers that stand for it.
#pragma once
#include <vector>

#include "draughts/rules/rules.hpp"

namespace tengen::draughts {

namespace detail {

// Random numbers of pieces: [player][whether it is a king][bit].
inline constexpr auto kPieceKeys = [] {
  std::array<std::array<std::array<std::uint64_t, kSquares>, 2>, 2> keys{};
  std::uint64_t seed = 0;
  for (auto& player : keys)
    for (auto& kind : player)
      for (auto& key : kind) key = mix64(++seed);
  return keys;
}();
inline constexpr std::uint64_t kSideKey = mix64(0);

inline std::uint64_t piece_key(int player, bool is_king, int bit) {
  return kPieceKeys[static_cast<std::size_t>(player)][is_king][static_cast<std::size_t>(bit)];
}

}  // namespace detail

// Of the board and the side to move; changes by what a move changes.
inline std::uint64_t key_of(const Position& position) {
  std::uint64_t key = position.side == 0 ? 0 : detail::kSideKey;
  for (int player = 0; player < 2; ++player)
    for_each_bit(position.pieces[static_cast<std::size_t>(player)], [&](int bit) {
      key ^= detail::piece_key(player, (position.kings >> bit & 1) != 0, bit);
    });
  return key;
}

// The positions of the game and of the search, between whole moves.
class Past {
 public:
  static constexpr std::size_t kUsualDepth = 160;

  explicit Past(const State& root) {
    keys_.reserve(kUsualDepth + History::kLongest);
    const History& history = root.history();
    for (int i = 0; i < history.size(); ++i) {
      const auto& [black, white, kings] = history.board(i);
      const int plies_ago = history.size() - 1 - i;
      keys_.push_back(key_of({{black, white}, kings, root.to_play() ^ (plies_ago & 1)}));
    }
    // Inside a capture there is none: the root cannot come back.
    root_ = keys_.empty() ? 0 : keys_.size() - 1;
  }

  void push(std::uint64_t key) { keys_.push_back(key); }
  void pop() { keys_.pop_back(); }

  struct Found {
    int times = 1;  // the newest itself counted
    bool since_root = false;
  };
  // How often the newest has been there in so many plies before it.
  Found find(int plies) const {
    Found found;
    const std::size_t newest = keys_.size() - 1;
    const auto last = std::min(static_cast<std::size_t>(plies), newest);
    for (std::size_t ago = 4; ago <= last; ago += 2) {
      if (keys_[newest - ago] != keys_[newest]) continue;
      ++found.times;
      found.since_root |= newest - ago >= root_;
    }
    return found;
  }

 private:
  std::vector<std::uint64_t> keys_;
  std::size_t root_ = 0;
};

}  // namespace tengen::draughts
