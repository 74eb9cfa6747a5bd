// One thread of a selective search: principal variation search (PVS: Marsland, Campbell 1982) in
// aspiration windows, with quiescence search at the leaves. It prunes by null moves (Donninger
// 1993), futility (Heinz 1998), reverse futility, razoring and late moves, reduces late moves and
// those where a refutation is expected, and extends
// forced answers and singular moves (Anantharaman, Campbell, Hsu 1990), where multi-cut (Bjornsson,
// Marsland 2001) comes for free. What has no source is told at chessprogramming.org by its name.
//
// Wins and losses it claims are certain: what is pruned is never taken for lost. Values it judges
// are not those of a full-width search. With `Settings` all off it is one.
#pragma once
#include <algorithm>
#include <cassert>
#include <optional>

#include "busy.hpp"
#include "ordering.hpp"
#include "table.hpp"
#include "watch.hpp"

namespace tengen::engine {

inline constexpr int kDeepest = 120;    // plies from the root, at most
inline constexpr int kLeastShared = 3;  // depth from which threads divide the moves of a position

// What all threads of a search use together.
struct Shared {
  Shared(std::size_t memory, const Settings& wanted, const Tuning& numbers)
      : table(memory), settings(wanted), tuning(numbers) {
    for (int depth = 1; depth < 64; ++depth) {
      late_moves[static_cast<std::size_t>(depth)] =
          static_cast<int>(std::pow(depth, tuning.late_power / 100.0));
      for (int place = 1; place < 64; ++place)
        reductions[static_cast<std::size_t>(depth)][static_cast<std::size_t>(place)] =
            static_cast<std::int8_t>((tuning.reduction_base +
                                      tuning.reduction_slope * std::log(depth) * std::log(place)) /
                                     100);
    }
  }

  TranspositionTable table;
  Settings settings;
  Tuning tuning;
  Watch watch;
  Busy busy;
  bool has_helpers = false;
  std::atomic<int> completed{0};  // depth, by the first thread that did
  std::uint64_t nodes_a_thread = UINT64_MAX;
  std::array<std::array<std::int8_t, 64>, 64> reductions{};
  std::array<int, 64> late_moves{};
};

template <Board B>
class Worker {
 public:
  using Move = typename B::Move;
  using State = typename B::State;

  // The first worker keeps the time for all.
  Worker(Shared& shared, int place)
      : shared_(shared), place_(place), ordering_(shared.settings), frames_(kDeepest + 2) {}

  struct RootMove {
    Move move;
    Score score = -kInfinite, before = -kInfinite;  // in this search and the one less deep
    std::uint64_t nodes = 0;                        // positions looked at below it
    std::vector<Move> line;

    // -kInfinite where it was never found out.
    Score last_score() const { return score != -kInfinite ? score : before; }
  };

  // Makes a position the one to search, its moves in the order of their promise, then of `rng`.
  void begin(const State& root, const typename B::Net& net, Rng rng);
  void clear() { ordering_.clear(); }

  // Search the best move so deep, or the best of all but the first `first`, which then is the first
  // of the others. Returns whether it was completed; what was found until then counts.
  void begin_depth(int depth);
  bool search_aspiration_window(std::size_t first);
  // Makes the moves of another thread, which completed the depth, its own.
  void take_over(const std::vector<RootMove>& moves) { moves_ = moves; }

  const std::vector<RootMove>& moves() const { return moves_; }
  const B& board() const { return *board_; }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  // Those that tactical search looked at besides.
  std::uint64_t tactical_nodes() const { return tactical_nodes_.load(std::memory_order_relaxed); }
  // How often the board was asked for its judgement.
  std::uint64_t evaluations() const { return evaluations_.load(std::memory_order_relaxed); }
  // The moves from the root to positions it judged, `Limits::leaves` of them; none by null moves.
  const std::vector<std::vector<Move>>& leaves() const { return leaves_; }

 private:
  // A position as one call of `search` sees it.
  struct Node {
    std::uint64_t key;
    int ply, depth;
    Score alpha, beta;
    bool is_cut = false;  // a cut node: expected to be refuted
    bool is_quiet = true;
    bool is_pressed = false;      // few moves meet what the opponent threatens
    bool improves = false;        // the evaluation has risen since the mover's last turn
    bool extends = false;         // moves cost no depth
    Score static_eval = kNoEval;  // the board's own evaluation
    Entry table{};                // what the table says, the bound `None` if nothing
    bool is_singular = false;     // its best move costs no depth
    std::uint16_t excluded = 0;   // code of a move that is not looked at, while it may be singular

    // Of the principal variation: the window is open.
    bool is_pv_node() const { return beta - alpha > 1; }
    bool may_prune() const { return !is_pv_node() && is_quiet && !is_decided(beta); }
    // Whether there is a judgement to prune by, and no win or loss to be found.
    bool is_judged() const { return may_prune() && !is_pressed && !is_decided(alpha); }
  };

  struct Frame {
    MoveList<Move, B::kMostMoves> moves;
    typename Ordering<B>::View view;
    Score static_eval;
    Move move;                      // being looked at
    int slot = -1;                  // its slot; -1 for a pass
    const Node* divided = nullptr;  // while threads divide the moves
    std::array<std::uint16_t, 2> killers{};
    int length = 0;
    std::array<Move, kDeepest + 1> line;  // principal variation from here
  };

  // What has come out of the moves of a position so far.
  struct Found {
    explicit Found(Score least) : alpha(least) {}

    Score alpha, best = -kInfinite;
    const Move* move = nullptr;  // that raised alpha
    int failures = 0;
    std::array<std::int16_t, 32> failed;  // slots of moves that did not refute
  };

  Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }
  const Settings& settings() const { return shared_.settings; }
  const Tuning& tuning() const { return shared_.tuning; }
  Score swings(int per_cent) const { return tuning().swing * per_cent / 100; }
  bool is_stopped() const {
    return settled_ply_ >= 0 || shared_.watch.is_stopped() ||
           shared_.completed.load(std::memory_order_relaxed) >= root_depth_;
  }

  bool is_wanted(const Move& move) const;
  Score search_root(std::size_t first, Score alpha, Score beta);
  void consider_root(const Node& node, std::size_t first, std::size_t i, Found& found);
  Score search(int ply, int depth, Score alpha, Score beta, bool is_cut);
  bool singular_extension(Node& node, Score& score);
  Score search_moves(const Node& node);
  bool divide(const Node& node, Found& found, Score& score);
  void consider(const Node& node, const Move& move, int place, Found& found);
  void learn(const Node& node, const Found& found);
  // A judgement is never taken for a certain result, whatever a net says.
  Score evaluate(int ply) {
    const std::uint64_t before = evaluations();
    evaluations_.store(before + 1, std::memory_order_relaxed);
    if (ply > 0 && shared_.watch.limits().leaves > 0) draw_leaf(ply, before);
    return std::clamp(board_->evaluate(), -kDecided, kDecided);
  }
  void draw_leaf(int ply, std::uint64_t before);
  Score quiescence(int ply, Score alpha, Score beta);
  Score search_forced_answers(int ply, Score alpha, Score beta);
  Score evaluate_leaf(int ply, Score alpha, Score beta);

  bool is_certain(int ply, Score& score) const;
  bool probe(Node& node, Score& score) const;
  bool is_settled(const Node& node, Score& score);
  void look_back(int ply);
  void recall_pv(const Node& node);
  void evaluate_statically(Node& node);
  bool extends(const Node& node) const;
  bool prunes_node(const Node& node, Score& score);
  bool razoring(const Node& node, Score& score);
  bool reverse_futility_pruning(const Node& node, Score& score) const;
  bool null_move_pruning(const Node& node, Score& score);
  bool null_move(const Node& node);
  void list(const Node& node);
  static void exclude(MoveList<Move, B::kMostMoves>& moves, std::uint16_t code);
  const Move& pick(int ply, int place);
  bool prunes_move(const Node& node, const Move& move, int place, const Found& found);
  bool late_move_pruning(const Node& node, int place) const;
  bool futility_pruning(const Node& node, const Move& move, int place, Score alpha);
  int late_move_reduction(const Node& node, const Move& move, int place);
  int fail_high_reduction(const Node& node, const Move& move) const;
  Score search_move(const Node& node, const Move& move, int place, Score alpha);
  void store(const Node& node, const Move* move, Score score, Bound bound);
  void extend_pv(int ply, const Move& move);

  void play(int ply, const Move& move) {
    frame(ply).move = move;
    frame(ply).slot = board_->slot(move);
    // As soon as the key is known: a table as large as this is far away.
    if constexpr (requires { board_->key_after(move); })
      shared_.table.prefetch(board_->key_after(move));
    board_->play(move);
    if constexpr (!requires { board_->key_after(move); }) shared_.table.prefetch(board_->key());
  }
  int slot_before(int ply, int back) { return ply < back ? -1 : frame(ply - back).slot; }
  bool forces(const Move& move) const {
    if constexpr (requires { board_->forces(move); }) return board_->forces(move);
    return false;
  }
  bool is_quiet() const {
    if constexpr (requires { board_->is_quiet(); }) return board_->is_quiet();
    return true;
  }
  bool is_threatened() const {
    if constexpr (requires { board_->is_threatened(); }) return board_->is_threatened();
    return false;
  }
  bool is_pressed() const {
    if constexpr (requires { board_->is_pressed(); }) return board_->is_pressed();
    return false;
  }
  bool is_foregone() const {
    if constexpr (requires { board_->is_foregone(); }) return board_->is_foregone();
    return false;
  }
  static constexpr bool kHasTactics = requires(B board) { board.wins_by_force(1); };
  static constexpr bool kMayPass = requires(B board) {
    board.may_pass();
    board.pass();
    board.undo_pass();
  };

  bool enter(int ply);
  void look(int ply, std::uint64_t count);

  Shared& shared_;
  int place_;
  Ordering<B> ordering_;
  std::optional<B> board_;
  std::vector<Frame> frames_;
  std::vector<RootMove> moves_;
  std::vector<std::vector<Move>> leaves_;
  Rng rng_{0};
  int root_depth_ = 0;
  std::uint64_t next_look_ = 0;
  // The node on the way here that another thread has settled, so that all below it is in vain.
  int settled_ply_ = -1;
  Score settled_score_ = 0;
  // Written by this thread alone.
  std::atomic<std::uint64_t> nodes_{0}, tactical_nodes_{0}, evaluations_{0};
};

}  // namespace tengen::engine

#include "worker_impl.hpp"
#include "worker_leaves.hpp"
#include "worker_pruning.hpp"
#include "worker_root.hpp"
