// How one thread searches.
#pragma once
#include "worker.hpp"

namespace tengen::engine {

template <Board B>
void Worker<B>::begin(const State& root, const typename B::Net& net, Rng rng) {
  board_.emplace(root, net);
  nodes_.store(0, std::memory_order_relaxed);
  tactical_nodes_.store(0, std::memory_order_relaxed);
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
  moves_.clear();
  for (int i = 0; i < listed.size; ++i)
    moves_.push_back({.move = items[i].move, .line = {items[i].move}});
}

template <Board B>
void Worker<B>::begin_depth(int depth) {
  root_depth_ = depth;
  for (RootMove& move : moves_) move.before = move.last_score();
}

template <Board B>
bool Worker<B>::search_line(std::size_t first) {
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
  Node node{.ply = 0, .depth = root_depth_, .alpha = alpha, .beta = beta, .is_cut = false};
  judge_ahead(node);
  frame(0).view = ordering_.view(board_->side(), -1, -1, 0, frame(0).killers);
  for (std::size_t i = first; i < moves_.size(); ++i) {
    moves_[i].before = moves_[i].last_score();  // of the narrower window, if this is stopped
    moves_[i].score = -kInfinite;
  }
  Found found(alpha);
  std::vector<std::size_t> later;
  for (std::size_t i = first; i < moves_.size() && found.alpha < beta; ++i) {
    const std::uint64_t stamp = Busy::stamp(board_->key(), B::code(moves_[i].move));
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
  extend_line(0, move.move);
  move.line.assign(frame(0).line.begin(), frame(0).line.begin() + frame(0).length);
}

// The value of a position for its side to move: exact within the window, at most or at least what
// is returned outside of it.
template <Board B>
Score Worker<B>::search(int ply, int depth, Score alpha, Score beta, bool is_cut) {
  if (depth <= 0) return settle(ply, alpha, beta);
  if (!enter(ply)) return 0;
  Score score;
  if (is_certain(ply, score)) return score;
  if (ply >= kDeepest) return evaluate();
  // Nothing here is better than to win with the next move.
  alpha = std::max(alpha, lost_in(ply));
  beta = std::min(beta, win_in(ply + 1));
  if (alpha >= beta) return alpha;
  Node node{.ply = ply, .depth = depth, .alpha = alpha, .beta = beta, .is_cut = is_cut};
  if (find(node, score)) return score;
  judge_ahead(node);
  if (is_beyond(node, score)) return score;
  if (settings().iir && node.table_move == 0 && depth >= tuning().iir_depth) --node.depth;
  return look_further(node);
}

// Moves that another thread is searching are left for later: by then the table knows of them.
template <Board B>
Score Worker<B>::look_further(Node& node) {
  list(node);
  const int count = frame(node.ply).moves.size;
  const bool shares = shared_.has_helpers && node.depth >= kLeastShared && count > 1;
  const std::uint64_t key = shares ? board_->key() : 0;
  Found found(node.alpha);
  std::array<std::int16_t, 64> later;
  std::size_t waiting = 0;
  for (int place = 0; place < count && found.alpha < node.beta; ++place) {
    const Move& move = pick(node.ply, place);
    if (place > 0 && is_hopeless(node, move, place, found)) break;
    if (!shares) {
      consider(node, move, place, found);
      continue;
    }
    const std::uint64_t stamp = Busy::stamp(key, B::code(move));
    if (place > 0 && waiting < later.size() && shared_.busy.is_busy(stamp)) {
      later[waiting++] = static_cast<std::int16_t>(place);
      continue;
    }
    shared_.busy.begin(stamp);
    consider(node, move, place, found);
    shared_.busy.end(stamp);
  }
  for (std::size_t i = 0; i < waiting && found.alpha < node.beta; ++i)
    consider(node, frame(node.ply).moves.items[static_cast<std::size_t>(later[i])].move, later[i],
             found);
  if (is_stopped()) return 0;
  if (found.best >= node.beta) learn(node, found);
  store(node, found.move, found.best,
        found.best >= node.beta ? Bound::Lower
        : found.move != nullptr ? Bound::Exact
                                : Bound::Upper);
  return found.best;
}

template <Board B>
void Worker<B>::consider(const Node& node, const Move& move, int place, Found& found) {
  const Score score = search_move(node, move, place, found.alpha);
  if (is_stopped()) found.alpha = kInfinite;
  if (found.failures < 32)
    found.failed[static_cast<std::size_t>(found.failures++)] =
        static_cast<std::int16_t>(frame(node.ply).slot);
  if (score <= found.best || is_stopped()) return;
  found.best = score;
  if (score <= found.alpha) return;
  found.alpha = score;
  found.move = &move;
  if (node.is_open()) extend_line(node.ply, move);
}

// Remembers the move that refuted the one before.
template <Board B>
void Worker<B>::learn(const Node& node, const Found& found) {
  Frame& at = frame(node.ply);
  const std::uint16_t code = B::code(*found.move);
  if (settings().killers && at.killers[0] != code) at.killers = {code, at.killers[0]};
  ordering_.reward(board_->side(), slot_before(node.ply, 1), slot_before(node.ply, 2), code,
                   board_->slot(*found.move), node.depth, found.failed.data(), found.failures - 1);
}

// Where forced answers are played out and the rest is judged.
template <Board B>
Score Worker<B>::settle(int ply, Score alpha, Score beta) {
  if (!enter(ply)) return 0;
  Score score;
  if (is_certain(ply, score)) return score;
  if (ply >= kDeepest) return evaluate();
  return is_quiet() ? judge(ply, alpha, beta) : answer(ply, alpha, beta);
}

template <Board B>
Score Worker<B>::answer(int ply, Score alpha, Score beta) {
  auto& moves = frame(ply).moves;
  moves.size = 0;
  board_->list(moves);
  Score best = -kInfinite;
  for (int place = 0; place < moves.size && best < beta; ++place) {
    const Move& move = pick(ply, place);
    play(ply, move);
    const Score score = -settle(ply + 1, -beta, -std::max(alpha, best));
    board_->undo();
    if (score <= best) continue;
    best = score;
    if (score > alpha && beta - alpha > 1) extend_line(ply, move);
  }
  return best;
}

template <Board B>
Score Worker<B>::judge(int ply, Score alpha, Score beta) {
  if constexpr (!kHasTactics) {
    return evaluate();
  } else {
    Node node{.ply = ply, .depth = 0, .alpha = alpha, .beta = beta, .is_cut = false};
    Score score;
    if (find(node, score)) return score;
    const int moves = settings().tactics ? board_->wins_by_force(tuning().tactics) : 0;
    if constexpr (requires { board_->tactical_nodes(); })
      tactical_nodes_.store(board_->tactical_nodes(), std::memory_order_relaxed);
    score = moves > 0 ? win_in(ply + moves) : evaluate();
    store(node, nullptr, score, Bound::Exact);
    return score;
  }
}

template <Board B>
bool Worker<B>::is_certain(int ply, Score& score) const {
  const Known known = board_->known();
  if (known.winner == Known::kUnknown) return false;
  score = known.winner < 0                 ? 0
          : known.winner == board_->side() ? win_in(ply + known.plies)
                                           : lost_in(ply + known.plies);
  return true;
}

// What the table says: the move that was best, and where that is enough, the score.
template <Board B>
bool Worker<B>::find(Node& node, Score& score) const {
  Entry entry;
  if (!settings().table || !shared_.table.find(board_->key(), entry)) return false;
  node.table_move = entry.move;
  node.judged = entry.judged;
  // With an open window the line is wanted as well, which the table does not know.
  if (entry.depth < node.depth || (node.is_open() && node.depth > 0)) return false;
  score = entry.score;
  if (is_decided(score)) score -= score > 0 ? node.ply : -node.ply;
  return entry.bound() == Bound::Exact || (entry.bound() == Bound::Lower && score >= node.beta) ||
         (entry.bound() == Bound::Upper && score <= node.alpha);
}

template <Board B>
void Worker<B>::store(const Node& node, const Move* move, Score score, Bound bound) {
  if (!settings().table) return;
  if (is_decided(score)) score += score > 0 ? node.ply : -node.ply;
  shared_.table.store(board_->key(), score, node.judged, move == nullptr ? 0 : B::code(*move),
                      node.depth, bound);
}

template <Board B>
void Worker<B>::judge_ahead(Node& node) {
  node.is_quiet = is_quiet();
  if (!node.is_quiet)
    node.judged = kNotJudged;
  else if (node.judged == kNotJudged)
    node.judged = evaluate();
  frame(node.ply).judged = node.judged;
  if (node.ply < 2 || !node.is_quiet) return;
  const Score earlier = frame(node.ply - 2).judged;
  node.improves = earlier != kNotJudged && node.judged > earlier;
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

template <Board B>
void Worker<B>::list(const Node& node) {
  Frame& at = frame(node.ply);
  at.moves.size = 0;
  board_->list(at.moves);
  at.view = ordering_.view(board_->side(), slot_before(node.ply, 1), slot_before(node.ply, 2),
                           node.table_move, at.killers);
  frame(node.ply + 2).killers = {};
  if (at.moves.size == 1) return;
  for (int i = 0; i < at.moves.size; ++i) {
    auto& [move, rank] = at.moves.items[static_cast<std::size_t>(i)];
    rank += Ordering<B>::rank(at.view, B::code(move), board_->slot(move));
  }
}

// Brings the most promising of the moves from a place on to that place.
template <Board B>
const typename Worker<B>::Move& Worker<B>::pick(int ply, int place) {
  auto& moves = frame(ply).moves;
  const auto begin = moves.items.begin() + place, end = moves.items.begin() + moves.size;
  const auto top =
      std::max_element(begin, end, [](const auto& a, const auto& b) { return a.rank < b.rank; });
  std::swap(*begin, *top);
  return begin->move;
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

// The value of a move: of the first one with the whole window; of any other it is asked whether it
// is better, and how good where it is.
template <Board B>
Score Worker<B>::search_move(const Node& node, const Move& move, int place, Score alpha) {
  const bool extends = settings().extensions && !node.is_quiet && node.ply < 2 * root_depth_;
  const int ply = node.ply + 1, depth = node.depth - (extends ? 0 : 1);
  const int less = reduction(node, move, place);
  play(node.ply, move);
  Score score = alpha + 1;
  if (place > 0) {
    score = -search(ply, depth - less, -alpha - 1, -alpha, less > 0 || !node.is_cut);
    if (less > 0 && score > alpha) score = -search(ply, depth, -alpha - 1, -alpha, !node.is_cut);
  }
  if (place == 0 || (score > alpha && score < node.beta))
    score = -search(ply, depth, -node.beta, -alpha, !node.is_open() && !node.is_cut);
  board_->undo();
  return score;
}

template <Board B>
void Worker<B>::extend_line(int ply, const Move& move) {
  Frame& at = frame(ply);
  const Frame& after = frame(ply + 1);
  at.line[0] = move;
  std::copy_n(after.line.begin(), after.length, at.line.begin() + 1);
  at.length = after.length + 1;
}

// Counts a position; false where the search is over.
template <Board B>
bool Worker<B>::enter(int ply) {
  const std::uint64_t count = nodes();
  if (place_ == 0 && count >= next_look_) look(count);
  if (is_stopped()) return false;
  nodes_.store(count + 1, std::memory_order_relaxed);
  frame(ply).length = 0;
  return true;
}

template <Board B>
void Worker<B>::look(std::uint64_t count) {
  constexpr std::uint64_t kBetween = 256;
  const std::uint64_t most = shared_.nodes_a_thread;
  if (count >= most) return shared_.watch.stop();
  shared_.watch.look();
  next_look_ = std::min(count + kBetween, most);
}

}  // namespace tengen::engine
