// How one thread searches a position below the root.
#pragma once
#include "worker.hpp"

namespace tengen::engine {

// The value of a position for its side to move: exact within the window, at most or at least what
// is returned outside of it.
template <Board B>
Score Worker<B>::search(int ply, int depth, Score alpha, Score beta, bool is_cut) {
  if (depth <= 0) return quiescence(ply, alpha, beta);
  if (!enter(ply)) return 0;
  Score score;
  if (is_certain(ply, score)) return score;
  if (ply >= kDeepest || is_foregone()) return evaluate(ply);
  // Nothing here is better than to win with the next move.
  alpha = std::max(alpha, lost_in(ply));
  beta = std::min(beta, win_in(ply + 1));
  if (alpha >= beta) return alpha;
  Node node{.key = board_->key(),
            .ply = ply,
            .depth = depth,
            .alpha = alpha,
            .beta = beta,
            .is_cut = is_cut};
  if (probe(node, score)) {
    if (node.is_pv_node()) recall_pv(node);
    return score;
  }
  evaluate_statically(node);
  if (prunes_node(node, score)) return score;
  // Internal iterative reduction.
  if (settings().iir && node.table.move == 0 && depth >= tuning().iir_depth) --node.depth;
  if (singular_extension(node, score)) return score;
  return search_moves(node);
}

// Singular extension, and multi-cut: where the table remembers a good move, looks, less deep and
// without it, whether any other comes near. If none does, the move is singular and costs no depth;
// if others are good enough as well, so is the position. Returns whether it is (multi-cut).
template <Board B>
bool Worker<B>::singular_extension(Node& node, Score& score) {
  const Entry& best = node.table;
  if (!settings().singular || node.depth < tuning().singular_depth || best.move == 0 ||
      best.bound() == Bound::Upper || best.depth < node.depth - 3 || is_decided(best.score) ||
      node.ply >= 2 * root_depth_)
    return false;
  const Score near = best.score - swings(tuning().singular_margin * node.depth);
  Node rest = node;
  rest.alpha = near - 1;
  rest.beta = near;
  rest.depth = (node.depth - 1) / 2;
  rest.excluded = best.move;
  node.is_singular = search_moves(rest) < near;
  score = near;
  return is_stopped() || (!node.is_singular && !node.is_pv_node() && near >= node.beta);
}

template <Board B>
Score Worker<B>::search_moves(const Node& node) {
  list(node);
  Frame& at = frame(node.ply);
  const int count = at.moves.size;
  Found found(node.alpha);
  if (shared_.has_helpers && node.depth >= kLeastShared && count > 1 && node.excluded == 0) {
    at.divided = &node;
    Score score;
    const bool is_settled = divide(node, found, score);
    at.divided = nullptr;
    if (is_settled) return score;
  } else {
    for (int place = 0; place < count && found.alpha < node.beta; ++place) {
      const Move& move = pick(node.ply, place);
      if (place > 0 && prunes_move(node, move, place, found)) break;
      consider(node, move, place, found);
    }
  }
  if (is_stopped()) return 0;
  if (node.excluded != 0) return found.best;
  if (found.best >= node.beta) learn(node, found);
  store(node, found.move, found.best,
        found.best >= node.beta ? Bound::Lower
        : found.move != nullptr ? Bound::Exact
                                : Bound::Upper);
  return found.best;
}

// Considers the moves that no other thread is searching, then the others: by then the table knows
// of them. Returns whether another thread has found out the score of the position itself.
template <Board B>
bool Worker<B>::divide(const Node& node, Found& found, Score& score) {
  const auto& moves = frame(node.ply).moves;
  std::array<std::int16_t, 64> later;
  std::size_t waiting = 0;
  for (int place = 0; place < moves.size && found.alpha < node.beta; ++place) {
    const Move& move = pick(node.ply, place);
    if (place > 0 && prunes_move(node, move, place, found)) break;
    if (place > 0 && is_settled(node, score)) return true;
    const std::uint64_t stamp = Busy::stamp(node.key, B::code(move));
    if (place > 0 && waiting < later.size() && shared_.busy.is_busy(stamp)) {
      later[waiting++] = static_cast<std::int16_t>(place);
      continue;
    }
    shared_.busy.begin(stamp);
    consider(node, move, place, found);
    shared_.busy.end(stamp);
  }
  for (std::size_t i = 0; i < waiting && found.alpha < node.beta; ++i) {
    if (is_settled(node, score)) return true;
    consider(node, moves.items[static_cast<std::size_t>(later[i])].move, later[i], found);
  }
  if (settled_ply_ != node.ply) return false;
  settled_ply_ = -1;
  score = settled_score_;
  if (node.is_pv_node()) recall_pv(node);
  return true;
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
  if (node.is_pv_node()) extend_pv(node.ply, move);
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

// Probes the table: the move that was best, and where that is enough, the score.
template <Board B>
bool Worker<B>::probe(Node& node, Score& score) const {
  Entry entry;
  if (!settings().table || !shared_.table.find(node.key, entry)) return false;
  node.table = entry;
  node.static_eval = entry.static_eval;
  // With an open window the line is wanted as well; that of another thread can be recalled. What
  // earlier searches found may stem from other repetitions.
  const bool is_enough =
      !node.is_pv_node() || node.depth == 0 || (shared_.has_helpers && shared_.table.is_new(entry));
  if (entry.depth < node.depth || !is_enough) return false;
  score = entry.score;
  if (is_decided(score)) score -= score > 0 ? node.ply : -node.ply;
  return entry.bound() == Bound::Exact || (entry.bound() == Bound::Lower && score >= node.beta) ||
         (entry.bound() == Bound::Upper && score <= node.alpha);
}

// Whether another thread has found out by now what is asked here. What the node was judged stays.
template <Board B>
bool Worker<B>::is_settled(const Node& node, Score& score) {
  Node asked = node;
  if (!probe(asked, score)) return false;
  if (node.is_pv_node()) recall_pv(node);
  return true;
}

// Looks whether another thread has settled a node on the way here.
template <Board B>
void Worker<B>::look_back(int ply) {
  for (int i = 1; i < ply; ++i) {
    if (frame(i).divided == nullptr) continue;
    Node asked = *frame(i).divided;
    if (probe(asked, settled_score_)) {
      settled_ply_ = i;
      return;
    }
  }
}

// The line of a position that another thread has searched, as far as the table still knows it and
// up to the end of the game, which the key of a position does not tell where it repeats itself.
template <Board B>
void Worker<B>::recall_pv(const Node& node) {
  Frame& at = frame(node.ply);
  const int most = std::min(node.depth, kDeepest - node.ply);
  at.length = 0;
  for (Entry entry; at.length < most && shared_.table.find(board_->key(), entry);) {
    if (entry.bound() != Bound::Exact || entry.move == 0 || entry.depth == 0) break;
    MoveList<Move, B::kMostMoves> moves;
    board_->list(moves);
    const auto end = moves.items.begin() + moves.size;
    const auto found = std::find_if(moves.items.begin(), end, [&](const auto& item) {
      return B::code(item.move) == entry.move;
    });
    if (found == end) break;
    at.line[static_cast<std::size_t>(at.length++)] = found->move;
    board_->play(found->move);
    if (board_->known().winner != Known::kUnknown) break;
  }
  for (int i = 0; i < at.length; ++i) board_->undo();
}

template <Board B>
void Worker<B>::store(const Node& node, const Move* move, Score score, Bound bound) {
  if (!settings().table) return;
  if (is_decided(score)) score += score > 0 ? node.ply : -node.ply;
  shared_.table.store(node.key, score, node.static_eval, move == nullptr ? 0 : B::code(*move),
                      node.depth, bound);
}

template <Board B>
void Worker<B>::list(const Node& node) {
  Frame& at = frame(node.ply);
  at.moves.size = 0;
  board_->list(at.moves);
  at.view = ordering_.view(board_->side(), slot_before(node.ply, 1), slot_before(node.ply, 2),
                           node.table.move, at.killers);
  frame(node.ply + 2).killers = {};
  if (node.excluded != 0) exclude(at.moves, node.excluded);
  if (at.moves.size == 1) return;
  for (int i = 0; i < at.moves.size; ++i) {
    auto& [move, rank] = at.moves.items[static_cast<std::size_t>(i)];
    rank += Ordering<B>::rank(at.view, B::code(move), board_->slot(move));
  }
}

template <Board B>
void Worker<B>::exclude(MoveList<Move, B::kMostMoves>& moves, std::uint16_t code) {
  const auto begin = moves.items.begin(), end = begin + moves.size;
  const auto is_it = [&](const auto& item) { return B::code(item.move) == code; };
  moves.size = static_cast<int>(std::remove_if(begin, end, is_it) - begin);
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

// Principal variation search of a move: the first one with the whole window; any other with a zero
// window, less deep where it comes late, and anew where it turns out to be better.
template <Board B>
Score Worker<B>::search_move(const Node& node, const Move& move, int place, Score alpha) {
  const bool extends = node.extends || (node.is_singular && B::code(move) == node.table.move);
  const int ply = node.ply + 1;
  const int depth = node.depth - (extends ? 0 : 1) - fail_high_reduction(node, move);
  const int less = late_move_reduction(node, move, place);
  play(node.ply, move);
  Score score = alpha + 1;
  if (place > 0) {
    score = -search(ply, depth - less, -alpha - 1, -alpha, less > 0 || !node.is_cut);
    if (less > 0 && score > alpha) score = -search(ply, depth, -alpha - 1, -alpha, !node.is_cut);
  }
  if (place == 0 || (score > alpha && score < node.beta))
    score = -search(ply, depth, -node.beta, -alpha, !node.is_pv_node() && !node.is_cut);
  board_->undo();
  return score;
}

template <Board B>
void Worker<B>::extend_pv(int ply, const Move& move) {
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
  if (count >= next_look_) look(ply, count);
  if (is_stopped()) return false;
  nodes_.store(count + 1, std::memory_order_relaxed);
  frame(ply).length = 0;
  return true;
}

template <Board B>
void Worker<B>::look(int ply, std::uint64_t count) {
  constexpr std::uint64_t kBetween = 64;
  const std::uint64_t most = shared_.nodes_a_thread;
  // The first depth is completed however many positions it takes: else the best move has no value.
  const bool is_spent = count >= most;
  if (is_spent && shared_.completed > 0) return shared_.watch.stop();
  if (place_ == 0) shared_.watch.look();
  next_look_ = is_spent ? count + 1 : std::min(count + kBetween, most);
  if (shared_.has_helpers && !is_stopped()) look_back(ply);
}

}  // namespace tengen::engine
