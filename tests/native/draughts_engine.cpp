// The board of the selective search against the rules: the same moves, the same ends, and what is
// kept while moves are made is what a fresh look gives.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "check.hpp"
#include "draughts/engine_board.hpp"

using namespace tengen;
using namespace tengen::draughts;
using test::check;

static_assert(engine::Board<EngineBoard>);

namespace {

constexpr int kGames = 150;

using Pieces = std::tuple<Mask, Mask, Mask, int>;

Pieces pieces_of(const Position& p) { return {p.pieces[0], p.pieces[1], p.kings, p.side}; }

WholeMoves moves_of(const EngineBoard& board) {
  WholeMoves moves;
  board.list(moves);
  return moves;
}

std::uint64_t count(EngineBoard& board, int depth) {
  if (depth == 0) return 1;
  const WholeMoves moves = moves_of(board);
  std::uint64_t total = 0;
  for (int i = 0; i < moves.size; ++i) {
    board.play(moves.items[static_cast<std::size_t>(i)].move);
    total += count(board, depth - 1);
    board.undo();
  }
  return total;
}

// The positions after all whole moves from here, made hop by hop.
void add_after_hops(const State& state, std::set<Pieces>& boards) {
  for (const std::int32_t action : test::legal_actions(state)) {
    State after = state;
    after.play(action);
    if (after.capturing_square() < 0)
      boards.insert(pieces_of(after.position()));
    else
      add_after_hops(after, boards);
  }
}

// Makes every move on the board and in the game, and compares.
void look_at_moves(EngineBoard& board, const State& state) {
  const WholeMoves moves = moves_of(board);
  std::set<Pieces> by_hops, by_moves;
  std::set<int> codes;
  add_after_hops(state, by_hops);
  const std::uint64_t key = board.key();
  for (std::size_t i = 0; i < static_cast<std::size_t>(moves.size); ++i) {
    const WholeMove& move = moves.items[i].move;
    check(EngineBoard::code(move) != 0 && codes.insert(EngineBoard::code(move)).second,
          "codes tell moves apart");
    check(board.slot(move) >= 0 && board.slot(move) < EngineBoard::kSlots, "slots are bounded");
    std::int32_t actions[Way::kLongest];
    const int hops = board.actions(move, actions);
    State after = state;
    for (int hop = 0; hop < hops; ++hop) {
      check(after.is_legal(actions[hop]), "hops of a move are legal");
      after.play(actions[hop]);
    }
    check(hops > 0 && after.capturing_square() < 0, "all hops of a move are told");
    board.play(move);
    check(board.position() == after.position(), "a move is its hops");
    by_moves.insert(pieces_of(board.position()));
    board.undo();
  }
  check(board.key() == key, "a move that is taken back leaves no trace");
  check(by_moves == by_hops && by_moves.size() == static_cast<std::size_t>(moves.size),
        "every position after a move is reached once");
}

}  // namespace

int main() {
  const SquareNet none;
  EngineBoard start(State(State::Rules{}), none);
  const std::uint64_t counts[] = {1, 7, 49, 302, 1469, 7361, 36768, 179740};
  for (int depth = 0; depth < 8; ++depth)
    check(count(start, depth) == counts[depth], "moves are counted as published");
  Rng rng(3);
  for (int game = 0; game < kGames; ++game) {
    State state{State::Rules{}};
    while (!state.is_over()) {
      EngineBoard fresh(state, none);
      look_at_moves(fresh, state);
      state.play(test::random_action(state, rng));
    }
  }
  return 0;
}
