// What a search leaves out, or looks at less deep: null moves, futility, late moves. And what it
// looks at deeper.
#pragma once
#include "worker.hpp"

namespace tengen::engine {

template <Board B>
void Worker<B>::evaluate_statically(Node& node) {
  node.is_quiet = is_quiet();
  if (!node.is_quiet)
    node.static_eval = kNoEval;
  else if (node.static_eval == kNoEval)
    node.static_eval = evaluate(node.ply);
  node.is_pressed = node.is_quiet && is_pressed();
  node.extends = extends(node);
  frame(node.ply).static_eval = node.static_eval;
  if (node.ply < 2 || !node.is_quiet) return;
  const Score earlier = frame(node.ply - 2).static_eval;
  node.improves = earlier != kNoEval && node.static_eval > earlier;
}

// Extensions, as of checks in chess: forced answers are followed far; there are more to a threat,
// so these nearer to the root alone.
template <Board B>
bool Worker<B>::extends(const Node& node) const {
  if (!node.is_quiet) return settings().extensions && node.ply < 2 * root_depth_;
  return settings().threats && node.ply < root_depth_ && is_threatened();
}

// Whether a position is so good, or so bad, that it need not be searched; then also its score.
template <Board B>
bool Worker<B>::prunes_node(const Node& node, Score& score) {
  if (razoring(node, score)) return true;
  if (!node.may_prune() || node.static_eval < node.beta) return false;
  return reverse_futility_pruning(node, score) || null_move_pruning(node, score);
}

// Razoring: below alpha near the leaves, where only what is forced may still help.
template <Board B>
bool Worker<B>::razoring(const Node& node, Score& score) {
  const int margin = tuning().razor_base + tuning().razor_margin * node.depth;
  if (!settings().razoring || node.depth > tuning().razor_depth || !node.is_judged() ||
      node.static_eval + swings(margin) >= node.alpha)
    return false;
  score = quiescence(node.ply, node.alpha, node.beta);
  return true;
}

// Reverse futility pruning, or static null move pruning, at any depth: above beta.
template <Board B>
bool Worker<B>::reverse_futility_pruning(const Node& node, Score& score) const {
  const int moves = std::max(0, node.depth - 1 - (node.improves ? 1 : 0));
  score = node.static_eval;
  return settings().reverse && node.is_judged() &&
         score - swings(tuning().reverse_margin * moves) >= node.beta;
}

template <Board B>
bool Worker<B>::null_move_pruning(const Node& node, Score& score) {
  score = node.beta;
  return settings().null && node.depth >= tuning().null_depth && null_move(node);
}

// The null move: whether a position is good enough even to pass.
template <Board B>
bool Worker<B>::null_move(const Node& node) {
  if constexpr (!kMayPass) {
    return false;
  } else {
    const bool has_passed = node.ply > 0 && slot_before(node.ply, 1) < 0;
    if (has_passed || !board_->may_pass()) return false;
    const int less = tuning().null_reduction + node.depth / 4 +
                     std::min(2, (node.static_eval - node.beta) / tuning().swing);
    board_->pass();
    frame(node.ply).slot = -1;
    shared_.table.prefetch(board_->key());
    const Score score =
        -search(node.ply + 1, node.depth - 1 - less, -node.beta, -node.beta + 1, !node.is_cut);
    board_->undo_pass();
    return score >= node.beta && !is_stopped();
  }
}

// Move pruning: whether a move and all behind it may be left out, for coming late or by futility. A
// loss that something was left out of would not be certain.
template <Board B>
bool Worker<B>::prunes_move(const Node& node, const Move& move, int place, const Found& found) {
  return found.best > -kDecided && node.may_prune() &&
         (late_move_pruning(node, place) || futility_pruning(node, move, place, found.alpha)) &&
         !forces(move);
}

// Late move pruning, or move count based pruning.
template <Board B>
bool Worker<B>::late_move_pruning(const Node& node, int place) const {
  if (!settings().late || node.depth > tuning().late_depth) return false;
  const auto depth = static_cast<std::size_t>(std::min(node.depth, 63));
  return place >= tuning().late_base + shared_.late_moves[depth] / (node.improves ? 1 : 2);
}

// Futility pruning (Heinz 1998): even with a margin the move stays below alpha.
template <Board B>
bool Worker<B>::futility_pruning(const Node& node, const Move& move, int place, Score alpha) {
  if (!settings().futility || is_decided(alpha)) return false;
  const int depth = std::max(0, node.depth - 1 - late_move_reduction(node, move, place));
  if (depth > tuning().futility_depth) return false;
  return node.static_eval + swings(tuning().futility_base + tuning().futility_margin * depth) <=
         alpha;
}

// Late move reduction (LMR): by how much less deep a move is searched first.
template <Board B>
int Worker<B>::late_move_reduction(const Node& node, const Move& move, int place) {
  if (!settings().reductions || node.depth < 3 || place == 0 || !node.is_quiet || forces(move))
    return 0;
  const auto index = [](int i) { return static_cast<std::size_t>(std::min(i, 63)); };
  int less = shared_.reductions[index(node.depth)][index(place)];
  less += (node.is_cut ? 1 : 0) - (node.is_pv_node() ? 1 : 0) - (node.improves ? 1 : 0);
  less -= Ordering<B>::past_of(frame(node.ply).view, board_->slot(move)) / kHistoryMost;
  return std::clamp(less, 0, node.depth - 2);
}

// Fail-high reduction: by how much less deep moves are searched where one of them will do, as the
// judgement says already.
template <Board B>
int Worker<B>::fail_high_reduction(const Node& node, const Move& move) const {
  if (!settings().high || !node.is_cut || !node.is_judged() || node.extends || forces(move))
    return 0;
  const Score margin = swings(tuning().high_base + tuning().high_margin * node.depth);
  return node.static_eval >= node.beta + margin ? 1 : 0;
}

}  // namespace tengen::engine
