// Where a search ends: what is certain, what must be played out, and what is judged.
#pragma once
#include "worker.hpp"

namespace tengen::engine {

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
    Node node{.key = board_->key(), .ply = ply, .depth = 0, .alpha = alpha, .beta = beta};
    Score score;
    if (find(node, score)) return score;
    if (node.judged == kNotJudged) node.judged = evaluate();
    // Good enough as it is: a win would be no better here, and to look for one takes time.
    if (node.judged >= beta) {
      store(node, nullptr, node.judged, Bound::Lower);
      return node.judged;
    }
    const int moves = settings().tactics ? board_->wins_by_force(tuning().tactics) : 0;
    if constexpr (requires { board_->tactical_nodes(); })
      tactical_nodes_.store(board_->tactical_nodes(), std::memory_order_relaxed);
    score = moves > 0 ? win_in(ply + moves) : node.judged;
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

}  // namespace tengen::engine
