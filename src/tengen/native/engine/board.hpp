// What a game must offer so that the selective search (`search.hpp`) plays it: a position that is
// changed in place and taken back, and that knows its own evaluation. What a game does not have it
// leaves out; see the optional hooks below.
#pragma once
#include <array>
#include <concepts>
#include <cstdint>

#include "game.hpp"

namespace tengen::engine {

// For the side to move. Judged scores are below `kDecided`; a certain win is `kWin` less the moves
// until it, so that the nearest is the best; a certain draw is 0.
using Score = std::int32_t;
inline constexpr Score kWin = 32000, kDecided = 31000, kInfinite = 32001;

constexpr Score win_in(int moves) { return kWin - moves; }
constexpr Score lost_in(int moves) { return moves - kWin; }
constexpr bool is_decided(Score score) { return score > kDecided || score < -kDecided; }

// The moves of a position, each with how promising it looks to the game, the more the better. What
// the search has learned is added to it: a few times `kHistoryMost` (ordering.hpp) either way.
template <class Move, int kMost>
struct MoveList {
  struct Item {
    Move move;
    std::int32_t rank;
  };
  std::array<Item, kMost> items;
  int size = 0;

  void add(Move move, std::int32_t rank = 0) {
    items[static_cast<std::size_t>(size++)] = {move, rank};
  }
};

// A move is a whole one: all hops of a capture together. `play` and `undo` nest. The constructor
// takes any unfinished State, in the midst of a move as well, and what evaluates it (shared by all
// threads, never changed by them).
template <class B>
concept Board =
    std::copyable<B> && GameState<typename B::State> &&
    std::equality_comparable<typename B::Move> &&
    requires(B board, const B view, const typename B::State state, const typename B::Net net,
             typename B::Move move, MoveList<typename B::Move, B::kMostMoves> moves,
             std::int32_t* actions) {
      requires std::constructible_from<B, const typename B::State&, const typename B::Net&>;
      { B::kMostMoves } -> std::convertible_to<int>;
      { B::kSlots } -> std::convertible_to<int>;      // bound on `slot`
      { view.side() } -> std::same_as<int>;           // to move
      { view.key() } -> std::same_as<std::uint64_t>;  // of all the future depends on, but history
      { board.play(move) };
      { board.undo() };
      // A result that is certain without looking further: the game over, a row that can be made,
      // an endgame table, a position that has come back. `plies` counts whole moves from here.
      { board.known() } -> std::same_as<Known>;  // its winner is a player, as `side` names them
      // Every move worth a look; never none where `known` says nothing, nor in the position it was
      // made from. All other moves lose, or are certainly no better.
      { board.list(moves) };
      { board.evaluate() } -> std::same_as<Score>;
      {
        B::code(move)
      } -> std::same_as<std::uint16_t>;  // tells the moves of a position apart; not 0
      {
        view.slot(move)
      } -> std::same_as<int>;  // of the mover's moves that are alike; for histories
      { view.actions(move, actions) } -> std::same_as<int>;  // of the State; returns how many
    };

// Optional: `static constexpr Tuning kTuning` (settings.hpp); `static constexpr Score kKnownScore`,
// above which a score says that somebody is known to win, be it that nobody knows how soon; and
// hooks, each a member:
//   bool is_quiet() const          false: the side to move is forced and the position must not be
//                                  judged, but looked at further (a capture, a four to be met)
//   bool is_threatened() const     the opponent threatens to win in a few moves, and few moves meet
//                                  that
//   bool is_pressed() const        such moves are listed alone: by a judgement of the position
//                                  nothing is pruned
//   bool is_foregone() const       who wins is known, though not how soon, and nothing that led
//                                  here can change it: judged at once, at any depth
//   int wins_by_force(int effort)  whole moves until a win that exact tactical search finds with so
//                                  many nodes, or 0; asked before a position is judged
//   std::uint64_t tactical_nodes() const   positions that all of these looked at
//   bool may_pass() const; void pass(); void undo_pass()   for the null move
//   bool forces(Move) const        the answer is forced: such moves are not reduced or pruned, and
//                                  may extend

}  // namespace tengen::engine
