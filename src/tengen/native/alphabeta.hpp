// Alpha-beta: iterative deepening, principal-variation search (Marsland, Campbell 1982), a table of
// transpositions, and exact knowledge where the game has any.
//
// A search of depth d has the value of the full-width search of that depth, whatever the size of
// its table: d moves are looked ahead, then captures that must be made are played out (quiescence
// search), then the judge is asked. A move of several actions is one move and never judged within.
// Values change sign where `to_play` changes, not on every ply.
//
// For that, the table is believed only where it cannot be wrong. An entry serves its own depth.
// Where a rule that counts what has been before (repetition, moves without progress) could reach
// into the entry's depth, its key holds the way from the root, so that it serves that way alone.
#pragma once
#include <cassert>
#include <deque>

#include "bounds.hpp"
#include "move_order.hpp"
#include "transpositions.hpp"

namespace tengen {

template <class J, class S>
concept JudgeOf = std::copyable<J> && requires(J judge, const S state) {
  { judge.value(state) } -> std::same_as<float>;  // in [-1, 1], for the side to move
};

template <GameState S, JudgeOf<S> J>
class AlphaBeta {
 public:
  static constexpr int kDeepest = 100;

  // `memory` in bytes is that of the table. The seed decides among moves that are equally good.
  AlphaBeta(J judge, const typename S::Rules& rules, std::size_t memory, std::uint64_t seed)
      : judge_(std::move(judge)),
        rules_(rules),
        table_(memory),
        order_(rules.num_actions()),
        rng_(seed) {}

  struct RootMove {
    int action;
    bool is_searched = false;
    Score score = 0;          // at most this where another move is better
    std::uint64_t nodes = 0;  // positions looked at below it, in the last search of it
    std::vector<int> line;
  };

  const typename S::Rules& rules() const { return rules_; }

  // Makes a position, which is not finished, the one to search.
  void begin(const S& root);

  // Searches one move deeper. Returns whether it could be finished; what was found until then
  // counts in either case.
  bool deepen(const Bounds& bounds);

  // Completely searched moves ahead.
  int depth() const { return depth_; }
  std::uint64_t nodes() const { return nodes_; }
  // The best first. Of the others, those behind the best are in no strict order.
  const std::vector<RootMove>& moves() const { return moves_; }
  const RootMove& best() const { return moves_.front(); }
  // Whether going deeper would change nothing.
  bool is_finished() const {
    return depth_ >= kDeepest || (best().is_searched && is_decided(best().score) &&
                                  moves_until_end(best().score) <= depth_);
  }

 private:
  struct Stopped {};

  // A position on the way from the root, `height` actions away from it.
  struct Frame {
    explicit Frame(const S& position) : state(position), actions(S::kMaxActions), ranks(actions) {}

    S state;
    int moves = 0;          // from the root; one that is not complete does not count
    std::uint64_t way = 0;  // stands for the root and the actions since
    std::vector<std::int32_t> actions, ranks;
    std::vector<int> line;  // principal variation from here
  };

  struct Key {
    std::uint64_t here, anyhow;  // for the depth asked for; without regard to the way
    Horizon horizon;
  };

  Frame& frame(int height) { return frames_[static_cast<std::size_t>(height)]; }
  Frame& child(int height, int action);
  static int depth_after(const Frame& after, int depth) {
    return in_mid_move(after.state) ? depth : std::max(0, depth - 1);
  }

  void search_root(int depth);
  bool look_at(std::size_t i, int depth, Score alpha, Score beta);
  Score search_child(int height, int action, int depth, Score alpha, Score beta);
  Score search(int height, int depth, Score alpha, Score beta);
  bool knows(const Frame& at, Score& score) const;
  Score search_moves(int height, int depth, Score alpha, Score beta, const Key& key,
                     int table_action);
  int pick_next(Frame& at, int i, int count) const;

  static Score result(const Frame& at, int winner, int moves) {
    return winner < 0 ? 0 : winner == at.state.to_play() ? win_in(moves) : -win_in(moves);
  }
  static Key key_of(const Frame& at, int depth);
  const TranspositionTable::Entry* find(const Key& key, int& action) const;
  static bool answers(const TranspositionTable::Entry& entry, const Horizon& horizon, int depth,
                      Score score, Score alpha, Score beta);

  void count_node() {
    if (nodes_ >= bounds_.nodes) throw Stopped{};
    if ((++nodes_ & 255u) == 0) look_at_clock();
  }
  void look_at_clock();

  J judge_;
  typename S::Rules rules_;
  TranspositionTable table_;
  MoveOrder order_;
  Rng rng_;
  std::deque<Frame> frames_;
  std::vector<RootMove> moves_;
  int depth_ = 0;
  std::uint64_t nodes_ = 0, searches_ = 0;
  Bounds bounds_;
  Bounds::Clock::time_point next_poll_;
};

}  // namespace tengen

#include "alphabeta_impl.hpp"
