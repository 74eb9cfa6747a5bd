// The root of a search: iterative deepening by depth and line, in aspiration windows.
#pragma once
#include "worker.hpp"

namespace tengen::engine {

template <Board B>
void Worker<B>::begin(const State& root, const typename B::Net& net, Rng rng) {
  board_.emplace(root, net);
  nodes_.store(0, std::memory_order_relaxed);
  tactical_nodes_.store(0, std::memory_order_relaxed);
  evaluations_.store(0, std::memory_order_relaxed);
  next_look_ = 0;
  for (Frame& frame : frames_) frame.killers = {};
  auto& listed = frame(0).moves;
  listed.size = 0;
  board_->list(listed);
  const auto items = listed.items.begin();
  for (int i = listed.size; i > 1; --i)
    std::swap(items[i - 1], items[rng.below(static_cast<std::uint32_t>(i))]);
  std::stable_sort(items, items + listed.size,
                   [](const auto& a, const auto& b) { return a.rank > b.rank; });
  rng_ = rng;
  leaves_.clear();
  moves_.clear();
  // A board need not list any of those wanted: then it is not worth a look.
  const bool has_wanted = std::any_of(items, items + listed.size,
                                      [this](const auto& item) { return is_wanted(item.move); });
  for (int i = 0; i < listed.size; ++i)
    if (!has_wanted || is_wanted(items[i].move))
      moves_.push_back({.move = items[i].move, .line = {items[i].move}});
}

// Whether a move of the root is among those that the search is to choose from.
template <Board B>
bool Worker<B>::is_wanted(const Move& move) const {
  const auto& wanted = shared_.watch.limits().root_moves;
  if (wanted.empty()) return true;
  std::array<std::int32_t, 64> actions;
  board_->actions(move, actions.data());
  return std::find(wanted.begin(), wanted.end(), actions[0]) != wanted.end();
}

template <Board B>
void Worker<B>::begin_depth(int depth) {
  root_depth_ = depth;
  for (RootMove& move : moves_) move.before = move.last_score();
}

// Searches in a window around the last score, widened where the score falls outside of it.
template <Board B>
bool Worker<B>::search_aspiration_window(std::size_t first) {
  const Score last = moves_[first].before;
  const bool is_narrow = settings().aspiration && root_depth_ > 3 && std::abs(last) < kDecided;
  Score width = is_narrow ? swings(tuning().window) : 2 * kInfinite;
  Score alpha = std::max(-kInfinite, last - width), beta = std::min(kInfinite, last + width);
  while (!is_stopped()) {
    const Score score = search_root(first, alpha, beta);
    std::stable_sort(moves_.begin() + static_cast<std::ptrdiff_t>(first), moves_.end(),
                     [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    if (is_stopped() || (score > alpha && score < beta)) break;
    width *= 2;
    if (score <= alpha) beta = (alpha + beta) / 2;
    if (score <= alpha) alpha = std::max(-kInfinite, score - width);
    if (score >= beta) beta = std::min(kInfinite, score + width);
  }
  if (is_stopped()) return false;
  // A later line may turn out to be better, since the table knows more by then.
  std::stable_sort(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                   [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
  return true;
}

// The score of the best move from the `first` on. Only moves that raise alpha, and the first, get
// a score of their own.
template <Board B>
Score Worker<B>::search_root(std::size_t first, Score alpha, Score beta) {
  Node node{.key = board_->key(), .ply = 0, .depth = root_depth_, .alpha = alpha, .beta = beta};
  evaluate_statically(node);
  frame(0).view = ordering_.view(board_->side(), -1, -1, 0, frame(0).killers);
  for (std::size_t i = first; i < moves_.size(); ++i) {
    moves_[i].before = moves_[i].last_score();  // of the narrower window, if this is stopped
    moves_[i].score = -kInfinite;
  }
  Found found(alpha);
  std::vector<std::size_t> later;
  for (std::size_t i = first; i < moves_.size() && found.alpha < beta; ++i) {
    const std::uint64_t stamp = Busy::stamp(node.key, B::code(moves_[i].move));
    if (shared_.has_helpers && i > first && shared_.busy.is_busy(stamp)) {
      later.push_back(i);
      continue;
    }
    shared_.busy.begin(stamp);
    consider_root(node, first, i, found);
    shared_.busy.end(stamp);
  }
  for (const std::size_t i : later)
    if (found.alpha < beta) consider_root(node, first, i, found);
  return found.best;
}

template <Board B>
void Worker<B>::consider_root(const Node& node, std::size_t first, std::size_t i, Found& found) {
  RootMove& move = moves_[i];
  const std::uint64_t before = nodes();
  const Score score = search_move(node, move.move, static_cast<int>(i - first), found.alpha);
  move.nodes += nodes() - before;
  if (is_stopped()) {
    found.alpha = kInfinite;
    return;
  }
  found.best = std::max(found.best, score);
  const bool is_better = score > found.alpha;
  if (i == first || is_better) move.score = score;
  if (!is_better) return;
  found.alpha = score;
  if (score >= node.beta) return;  // by how much is not known, nor how it goes on
  extend_pv(0, move.move);
  move.line.assign(frame(0).line.begin(), frame(0).line.begin() + frame(0).length);
}

}  // namespace tengen::engine
