// How alpha-beta searches.
#pragma once
#include "alphabeta.hpp"

namespace tengen {

template <GameState S, JudgeOf<S> J>
void AlphaBeta<S, J>::begin(const S& root) {
  assert(!root.is_over());
  if (frames_.empty()) frames_.emplace_back(root);
  Frame& at = frame(0);
  at.state = root;
  at.way = mix64(++searches_);
  table_.start_search();
  order_.clear();
  depth_ = 0;
  nodes_ = 0;
  const int count = list_actions(root, at.actions.data());
  moves_.clear();
  for (int i = 0; i < count; ++i)
    moves_.push_back({.action = at.actions[static_cast<std::size_t>(i)], .line = {}});
  for (std::size_t i = moves_.size(); i > 1; --i)
    std::swap(moves_[i - 1], moves_[rng_.below(static_cast<std::uint32_t>(i))]);
  const auto rank = [&](const RootMove& move) { return order_.rank(root, move.action, 0, -1); };
  std::stable_sort(moves_.begin(), moves_.end(),
                   [&](const RootMove& a, const RootMove& b) { return rank(a) > rank(b); });
  for (RootMove& move : moves_) move.line = {move.action};
}

template <GameState S, JudgeOf<S> J>
bool AlphaBeta<S, J>::deepen(const Bounds& bounds) {
  bounds_ = bounds;
  next_poll_ = Bounds::Clock::now();
  try {
    look_at_clock();
    search_root(depth_ + 1);
  } catch (const Stopped&) {
    return false;
  }
  ++depth_;
  return true;
}

template <GameState S, JudgeOf<S> J>
void AlphaBeta<S, J>::look_at_clock() {
  const auto now = Bounds::Clock::now();
  if (now >= bounds_.until) throw Stopped{};
  if (!bounds_.poll || now < next_poll_) return;
  if (bounds_.poll()) throw Stopped{};
  next_poll_ = now + std::chrono::milliseconds(5);
}

// The first move is searched with an open window; of every other one it is only asked whether it
// is better, and how good where it is.
template <GameState S, JudgeOf<S> J>
void AlphaBeta<S, J>::search_root(int depth) {
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const Score alpha = i == 0 ? -kInfinite : best().score;
    const bool is_better = look_at(i, depth, alpha, i == 0 ? kInfinite : alpha + 1);
    if (!is_better) continue;
    // It leads even if the search ends before it is known by how much.
    const auto place = moves_.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(moves_.begin(), place, place + 1);
    if (i > 0) look_at(0, depth, alpha, kInfinite);
  }
  std::stable_sort(moves_.begin() + 1, moves_.end(),
                   [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
}

// Searches the i-th move of the root; returns whether it is better than `alpha`.
template <GameState S, JudgeOf<S> J>
bool AlphaBeta<S, J>::look_at(std::size_t i, int depth, Score alpha, Score beta) {
  const std::uint64_t before = nodes_;
  RootMove& move = moves_[i];
  move.score = search_child(0, move.action, depth, alpha, beta);
  move.is_searched = true;
  move.nodes = nodes_ - before;
  if (move.score <= alpha) return false;
  move.line = {move.action};
  move.line.insert(move.line.end(), frame(1).line.begin(), frame(1).line.end());
  return true;
}

// The position after an action.
template <GameState S, JudgeOf<S> J>
typename AlphaBeta<S, J>::Frame& AlphaBeta<S, J>::child(int height, int action) {
  const Frame& at = frame(height);
  if (frames_.size() <= static_cast<std::size_t>(height) + 1) frames_.emplace_back(at.state);
  Frame& after = frame(height + 1);
  after.state = at.state;
  after.state.play(action);
  after.moves = at.moves + (in_mid_move(after.state) ? 0 : 1);
  after.way = mix64(at.way + static_cast<std::uint64_t>(action));
  return after;
}

// The value of an action for the side to move before it.
template <GameState S, JudgeOf<S> J>
Score AlphaBeta<S, J>::search_child(int height, int action, int depth, Score alpha, Score beta) {
  const Frame& after = child(height, action);
  const int rest = depth_after(after, depth);
  if (after.state.to_play() == frame(height).state.to_play())
    return search(height + 1, rest, alpha, beta);
  return -search(height + 1, rest, -beta, -alpha);
}

// The value of a position for its side to move: exact within the window, at most or at least what
// is returned outside of it.
template <GameState S, JudgeOf<S> J>
Score AlphaBeta<S, J>::search(int height, int depth, Score alpha, Score beta) {
  count_node();
  Frame& at = frame(height);
  at.line.clear();
  Score score;
  if (knows(at, score)) return score;
  const bool may_end = depth == 0 && !in_mid_move(at.state);
  if (may_end && may_be_judged(at.state)) return judged(judge_.value(at.state));
  const Key key = key_of(at, depth);
  int table_action = -1;
  const TranspositionTable::Entry* entry = find(key, table_action);
  // With an open window the line is wanted as well, which the table does not know.
  if (entry != nullptr && beta - alpha == 1) {
    score = entry->score;
    if (is_decided(score)) score -= score > 0 ? at.moves : -at.moves;
    if (answers(*entry, key.horizon, depth, score, alpha, beta)) return score;
  }
  return search_moves(height, depth, alpha, beta, key, table_action);
}

// What is certain without looking further.
template <GameState S, JudgeOf<S> J>
bool AlphaBeta<S, J>::knows(const Frame& at, Score& score) const {
  const S& state = at.state;
  if (state.is_over()) {
    score = result(at, state.winner(), at.moves);
    return true;
  }
  if constexpr (KnowsResult<S>) {
    const Known known = state.known();
    if (known.winner != Known::kUnknown) {
      // Moves are counted from the end of the one being made.
      score = result(at, known.winner, at.moves + known.plies + (in_mid_move(state) ? 1 : 0));
      return true;
    }
  }
  if constexpr (SeesWins<S>)
    if (state.wins_at_once()) {
      score = win_in(at.moves + 1);
      return true;
    }
  return false;
}

template <GameState S, JudgeOf<S> J>
Score AlphaBeta<S, J>::search_moves(int height, int depth, Score alpha, Score beta, const Key& key,
                                    int table_action) {
  Frame& at = frame(height);
  const int count = list_actions(at.state, at.actions.data());
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    at.ranks[i] = order_.rank(at.state, at.actions[i], height, table_action);
  const Score floor = alpha;
  Score best = -kInfinite;
  int best_action = -1;
  for (int i = 0; i < count && best < beta; ++i) {
    const int action = pick_next(at, i, count);
    const bool is_first = i == 0;
    Score score = search_child(height, action, depth, alpha, is_first ? beta : alpha + 1);
    if (!is_first && score > alpha && score < beta)
      score = search_child(height, action, depth, alpha, beta);
    if (score <= best) continue;
    best = score;
    best_action = action;
    if (score <= alpha) continue;
    alpha = score;
    const Frame& after = frame(height + 1);
    at.line = {action};
    at.line.insert(at.line.end(), after.line.begin(), after.line.end());
  }
  if (best >= beta) order_.reward(at.state.to_play(), best_action, height, depth);
  const Bound bound = best >= beta ? Bound::Lower : best > floor ? Bound::Exact : Bound::Upper;
  const Score kept = is_decided(best) ? best + (best > 0 ? at.moves : -at.moves) : best;
  table_.store(key.here, kept, best_action, depth, bound);
  return best;
}

// Brings the highest of the actions from the i-th on to the i-th place.
template <GameState S, JudgeOf<S> J>
int AlphaBeta<S, J>::pick_next(Frame& at, int i, int count) const {
  const auto begin = at.ranks.begin() + i;
  const auto top = static_cast<std::size_t>(std::max_element(begin, at.ranks.begin() + count) -
                                            at.ranks.begin());
  const auto place = static_cast<std::size_t>(i);
  std::swap(at.ranks[place], at.ranks[top]);
  std::swap(at.actions[place], at.actions[top]);
  return at.actions[place];
}

template <GameState S, JudgeOf<S> J>
typename AlphaBeta<S, J>::Key AlphaBeta<S, J>::key_of(const Frame& at, int depth) {
  constexpr int kNear = 64;
  Key key{at.state.hash(), 0, horizon_of(at.state)};
  // Tables claim a win that fits before the end of play without progress, and no other.
  if (key.horizon.stops < kNear) key.here ^= mix64(static_cast<std::uint64_t>(key.horizon.stops));
  key.anyhow = key.here;
  if (key.horizon.is_before(depth)) key.here ^= at.way;
  return key;
}

template <GameState S, JudgeOf<S> J>
const TranspositionTable::Entry* AlphaBeta<S, J>::find(const Key& key, int& action) const {
  const TranspositionTable::Entry* entry = table_.find(key.here);
  const TranspositionTable::Entry* other =
      entry == nullptr && key.anyhow != key.here ? table_.find(key.anyhow) : entry;
  if (other != nullptr) action = other->action;
  return entry;
}

template <GameState S, JudgeOf<S> J>
bool AlphaBeta<S, J>::answers(const TranspositionTable::Entry& entry, const Horizon& horizon,
                              int depth, Score score, Score alpha, Score beta) {
  if (entry.depth != depth) return false;
  if (is_decided(score) && moves_until_end(entry.score) > horizon.stops) return false;
  return entry.bound() == Bound::Exact || (entry.bound() == Bound::Lower && score >= beta) ||
         (entry.bound() == Bound::Upper && score <= alpha);
}

}  // namespace tengen
