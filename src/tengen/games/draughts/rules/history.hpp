// The positions a game can still come back to.
#pragma once
#include <algorithm>
#include <cstring>

#include "position.hpp"

namespace tengen::draughts {

// Positions between whole moves since the last capture or move of a man, the newest last; where
// games go on without progress, only as many as a draw takes. The side to move alternates, so it
// need not be kept. Copies only what is there.
class History {
 public:
  static constexpr int kLongest = 80;  // plies without progress that make a draw

  struct Board {
    Mask black, white, kings;
    bool operator==(const Board&) const = default;
  };
  static_assert(sizeof(Board) == 12);

  History() = default;
  History(const History& other) { *this = other; }
  History& operator=(const History& other) {
    size_ = other.size_;
    std::memmove(boards_.data(), other.boards_.data(), sizeof(Board) * count());
    return *this;
  }
  bool operator==(const History& other) const {
    return std::equal(boards_.begin(), boards_.begin() + size_, other.boards_.begin(),
                      other.boards_.begin() + other.size_);
  }

  void clear() { size_ = 0; }
  void push(const Position& position) {
    if (size_ > kLongest) drop_oldest();
    boards_[count()] = {position.pieces[0], position.pieces[1], position.kings};
    ++size_;
  }

  // Positions kept, and one of them, the oldest first.
  int size() const { return size_; }
  const Board& board(int i) const { return boards_[static_cast<std::size_t>(i)]; }

  // Plies since the last capture or move of a man, or since the start; no more than `kLongest`.
  int quiet_plies() const { return size_ == 0 ? 0 : size_ - 1; }

  // How often the newest position has been there with the same side to move, itself counted.
  int occurrences() const {
    int found = 0;
    for (int i = size_ - 1; i >= 0; i -= 2)
      found += boards_[static_cast<std::size_t>(i)] == boards_[count() - 1];
    return found;
  }

  bool is_draw() const { return quiet_plies() >= kLongest || (size_ > 8 && occurrences() >= 3); }

 private:
  std::size_t count() const { return static_cast<std::size_t>(size_); }
  void drop_oldest() {
    --size_;
    std::memmove(boards_.data(), boards_.data() + 1, sizeof(Board) * count());
  }

  std::array<Board, kLongest + 1> boards_;
  int size_ = 0;
};

}  // namespace tengen::draughts
