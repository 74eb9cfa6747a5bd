// What a search leaves out, or looks at less deep: null moves, futility, late moves. And what it
// looks at deeper.
#pragma once
#include "worker.hpp"

namespace tengen::engine {

template <Board B>
void Worker<B>::judge_ahead(Node& node) {
  node.is_quiet = is_quiet();
  if (!node.is_quiet)
    node.judged = kNotJudged;
  else if (node.judged == kNotJudged)
    node.judged = evaluate();
  node.extends = extends(node);
  frame(node.ply).judged = node.judged;
  if (node.ply < 2 || !node.is_quiet) return;
  const Score earlier = frame(node.ply - 2).judged;
  node.improves = earlier != kNotJudged && node.judged > earlier;
}

// Forced answers are followed far; there are more to a threat, so these nearer to the root alone.
template <Board B>
bool Worker<B>::extends(const Node& node) const {
  if (!node.is_quiet) return settings().extensions && node.ply < 2 * root_depth_;
  return settings().threats && node.ply < root_depth_ && is_threatened();
}

// Whether a position is so good that it need not be searched.
template <Board B>
bool Worker<B>::is_beyond(Node& node, Score& score) {
  if (!node.may_prune() || node.judged < node.beta) return false;
  const Score margin = swings(tuning().reverse_margin * (node.depth - (node.improves ? 1 : 0)));
  score = node.judged - margin;
  if (settings().reverse && node.depth <= tuning().reverse_depth && score >= node.beta) return true;
  score = node.beta;
  return settings().null && node.depth >= tuning().null_depth && passes(node);
}

// Whether it is good enough even to pass.
template <Board B>
bool Worker<B>::passes(const Node& node) {
  if constexpr (!kMayPass) {
    return false;
  } else {
    const bool has_passed = node.ply > 0 && slot_before(node.ply, 1) < 0;
    if (has_passed || !board_->may_pass()) return false;
    const int less = tuning().null_reduction + node.depth / 4 +
                     std::min(2, (node.judged - node.beta) / tuning().swing);
    board_->pass();
    frame(node.ply).slot = -1;
    shared_.table.prefetch(board_->key());
    const Score score =
        -search(node.ply + 1, node.depth - 1 - less, -node.beta, -node.beta + 1, !node.is_cut);
    board_->undo_pass();
    return score >= node.beta && !is_stopped();
  }
}

// Whether a move and all behind it may be left out. A loss that something was left out of would not
// be certain.
template <Board B>
bool Worker<B>::is_hopeless(const Node& node, const Move& move, int place, const Found& found) {
  return found.best > -kDecided && node.may_prune() &&
         (is_late(node, place) || is_futile(node, move, place, found.alpha)) && !forces(move);
}

template <Board B>
bool Worker<B>::is_late(const Node& node, int place) const {
  if (!settings().late || node.depth > tuning().late_depth) return false;
  return place >= tuning().late_base + node.depth * node.depth / (node.improves ? 1 : 2);
}

template <Board B>
bool Worker<B>::is_futile(const Node& node, const Move& move, int place, Score alpha) {
  if (!settings().futility || is_decided(alpha)) return false;
  const int depth = std::max(0, node.depth - 1 - reduction(node, move, place));
  if (depth > tuning().futility_depth) return false;
  return node.judged + swings(tuning().futility_base + tuning().futility_margin * depth) <= alpha;
}

// By how much less deep a move is searched first.
template <Board B>
int Worker<B>::reduction(const Node& node, const Move& move, int place) {
  if (!settings().reductions || node.depth < 3 || place == 0 || !node.is_quiet || forces(move))
    return 0;
  const auto index = [](int i) { return static_cast<std::size_t>(std::min(i, 63)); };
  int less = shared_.reductions[index(node.depth)][index(place)];
  less += (node.is_cut ? 1 : 0) - (node.is_open() ? 1 : 0) - (node.improves ? 1 : 0);
  less -= Ordering<B>::past_of(frame(node.ply).view, board_->slot(move)) / kHistoryMost;
  return std::clamp(less, 0, node.depth - 2);
}

}  // namespace tengen::engine
