// Leaves of a search: what is certain, what must be played out, and what is judged.
#pragma once
#include "worker.hpp"

namespace tengen::engine {

// Quiescence search (Beal 1990): forced answers are played out, and what is quiet is judged.
template <Board B>
Score Worker<B>::quiescence(int ply, Score alpha, Score beta) {
  if (!enter(ply)) return 0;
  Score score;
  if (is_certain(ply, score)) return score;
  if (ply >= kDeepest) return evaluate(ply);
  return is_quiet() ? evaluate_leaf(ply, alpha, beta) : search_forced_answers(ply, alpha, beta);
}

// The mover is forced: a capture is compulsory, or a four has to be met.
template <Board B>
Score Worker<B>::search_forced_answers(int ply, Score alpha, Score beta) {
  auto& moves = frame(ply).moves;
  moves.size = 0;
  board_->list(moves);
  Score best = -kInfinite;
  for (int place = 0; place < moves.size && best < beta; ++place) {
    const Move& move = pick(ply, place);
    play(ply, move);
    const Score score = -quiescence(ply + 1, -beta, -std::max(alpha, best));
    board_->undo();
    if (score <= best) continue;
    best = score;
    if (score > alpha && beta - alpha > 1) extend_pv(ply, move);
  }
  return best;
}

// A quiet position: its static evaluation, or a win that exact tactical search finds.
template <Board B>
Score Worker<B>::evaluate_leaf(int ply, Score alpha, Score beta) {
  if constexpr (!kHasTactics) {
    return evaluate(ply);
  } else {
    Node node{.key = board_->key(), .ply = ply, .depth = 0, .alpha = alpha, .beta = beta};
    Score score;
    if (probe(node, score)) return score;
    if (node.static_eval == kNoEval) node.static_eval = evaluate(ply);
    // Good enough as it is: a win would be no better here, and to look for one takes time.
    if (node.static_eval >= beta) {
      store(node, nullptr, node.static_eval, Bound::Lower);
      return node.static_eval;
    }
    const int moves = settings().tactics ? board_->wins_by_force(tuning().tactics) : 0;
    if constexpr (requires { board_->tactical_nodes(); })
      tactical_nodes_.store(board_->tactical_nodes(), std::memory_order_relaxed);
    score = moves > 0 ? win_in(ply + moves) : node.static_eval;
    store(node, nullptr, score, Bound::Exact);
    return score;
  }
}

// Of all positions judged, `before` of them until now, each is kept as likely as any other
// (reservoir sampling, Vitter 1985). A line with a null move cannot be played.
template <Board B>
void Worker<B>::draw_leaf(int ply, std::uint64_t before) {
  const auto most = static_cast<std::size_t>(shared_.watch.limits().leaves);
  std::size_t place = leaves_.size();
  if (place == most) place = rng_.below(static_cast<std::uint32_t>(before + 1));
  if (place >= most) return;
  std::vector<Move> line;
  for (int i = 0; i < ply; ++i) {
    if (frame(i).slot < 0) return;
    line.push_back(frame(i).move);
  }
  if (place == leaves_.size()) leaves_.emplace_back();
  leaves_[place] = std::move(line);
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

}  // namespace tengen::engine
