// Positions and moves as CheckerBoard has them.
#pragma once
#include <optional>
#include <string_view>

#include "checkerboard.hpp"
#include "draughts/rules/ways.hpp"

namespace tengen::draughts::checkerboard {

using Board = int[8][8];

// Square 1 (0 here) is at the bottom, second from the right; 32 at the top, second from the left.
constexpr CbSquare place_of(int square) {
  const int y = row_of(square);
  return {2 * (3 - square % 4) + y % 2, y};
}

constexpr int colour_of(int player) { return player == 0 ? kBlack : kWhite; }

inline int piece_on(const Position& position, int square) {
  const Mask at = mask_of(square);
  if ((position.occupied() & at) == 0) return kFree;
  return colour_of((position.pieces[0] & at) != 0 ? 0 : 1) |
         ((position.kings & at) != 0 ? kKing : kMan);
}

inline bool is_possible(const Position& position) {
  return position.is_consistent() && std::popcount(position.pieces[0]) <= 12 &&
         std::popcount(position.pieces[1]) <= 12 && position.occupied() != 0;
}

// Nothing when no game can come to it. What is no piece counts as free.
inline std::optional<Position> read_board(const Board& board, int colour) {
  if (colour != kBlack && colour != kWhite) return std::nullopt;
  Position position{{}, 0, colour == kBlack ? 0 : 1};
  for (int square = 0; square < kSquares; ++square) {
    const auto [x, y] = place_of(square);
    const int piece = board[x][y];
    for (const int player : {0, 1})
      for (const int kind : {kMan, kKing})
        if (piece == (colour_of(player) | kind)) {
          position.pieces[static_cast<std::size_t>(player)] |= mask_of(square);
          if (kind == kKing) position.kings |= mask_of(square);
        }
  }
  return is_possible(position) ? std::optional(position) : std::nullopt;
}

inline void write_board(const Position& position, Board& board) {
  for (int square = 0; square < kSquares; ++square) {
    const auto [x, y] = place_of(square);
    board[x][y] = piece_on(position, square);
  }
}

// A whole move from `before`, as it is animated.
inline CbMove describe_move(const Position& before, const Way& way, const Position& after) {
  CbMove move{};
  move.oldpiece = piece_on(before, way.first());
  move.newpiece = piece_on(after, way.last());
  move.from = move.path[0] = place_of(way.first());
  move.to = place_of(way.last());
  for (int i = 0; i < way.hops; ++i) {
    const auto action = way.actions[static_cast<std::size_t>(i)];
    if (i + 1 < way.hops) move.path[i + 1] = place_of(way.squares[static_cast<std::size_t>(i) + 1]);
    if (!way.captures) continue;
    const int taken = landing(action, false);  // a step that way is where it jumps over
    move.del[i] = place_of(taken);
    move.delpiece[i] = piece_on(before, taken);
    move.jumps = i + 1;
  }
  return move;
}

// A FEN, "B:W18,K24:B1,K2"; nothing when it cannot be read or no game can come to it.
class FenReader {
 public:
  explicit FenReader(std::string_view text) : rest_(text) {}

  std::optional<Position> read() {
    Position position;
    if (!read_colour(position.side)) return std::nullopt;
    while (take(':')) {
      int player = 0;
      if (!read_colour(player)) return std::nullopt;
      if (!read_pieces(position, player)) return std::nullopt;
    }
    return rest_.empty() && is_possible(position) ? std::optional(position) : std::nullopt;
  }

 private:
  bool take(char wanted) {
    if (rest_.empty() || rest_[0] != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool read_colour(int& player) {
    player = take('B') ? 0 : 1;
    return player == 0 || take('W');
  }
  bool read_pieces(Position& position, int player) {
    if (rest_.empty() || rest_[0] == ':') return true;
    do {
      const bool is_king = take('K');
      int number = 0;
      for (; !rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9' && number <= kSquares;
           rest_.remove_prefix(1))
        number = 10 * number + rest_[0] - '0';
      if (number < 1 || number > kSquares) return false;
      position.pieces[static_cast<std::size_t>(player)] |= mask_of(number - 1);
      if (is_king) position.kings |= mask_of(number - 1);
    } while (take(','));
    return true;
  }

  std::string_view rest_;
};

}  // namespace tengen::draughts::checkerboard
