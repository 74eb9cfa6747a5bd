// The board of the selective search for Gomoku, by every rule: what it knows and lists is what the
// rules say, and the learned evaluation kept from move to move is that of a fresh look.
#include <algorithm>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "engine/search.hpp"
#include "gomoku/engine/board.hpp"

namespace gomoku_engine_test {

using namespace tengen;
using gomoku::EngineBoard;
using gomoku::LineNet;
using gomoku::LineWeights;
using gomoku::Rules;
using gomoku::State;
using test::check;

static_assert(engine::Board<EngineBoard>);

template <class T>
std::vector<T> random_numbers(std::size_t count, int most, Rng& rng) {
  std::vector<T> numbers(count);
  for (T& number : numbers)
    number = static_cast<T>(static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * most + 1))) -
                            most);
  return numbers;
}

LineWeights random_weights(Rng& rng) {
  constexpr std::size_t kWidth = LineWeights::kWidth, kHidden = nnue::kHidden;
  const auto rows = random_numbers<std::int16_t>(gomoku::LineRows::kRows * kWidth, 80, rng);
  const auto first = random_numbers<std::int16_t>(2 * kHidden * kWidth, 300, rng);
  const auto first_bias = random_numbers<std::int32_t>(2 * kHidden, 1000000, rng);
  const auto second = random_numbers<std::int8_t>(2 * kHidden * kHidden, 40, rng);
  const auto second_bias = random_numbers<std::int32_t>(2 * kHidden, 3000, rng);
  const auto out = random_numbers<std::int16_t>(2 * kHidden, 5000, rng);
  const auto out_bias = random_numbers<std::int32_t>(2, 1000, rng);
  const auto policy = random_numbers<std::int8_t>(2 * kWidth, 127, rng);
  const auto threats = random_numbers<std::int32_t>(
      2 * gomoku::ThreatCounts::kCounts * gomoku::ThreatCounts::kLevels * kHidden, 500000, rng);
  return LineWeights(
      {rows, first, first_bias, second, second_bias, out, out_bias, policy, threats});
}

std::vector<int> listed(EngineBoard& board) {
  EngineBoard::Moves moves;
  board.list(moves);
  std::vector<int> points;
  for (int i = 0; i < moves.size; ++i)
    points.push_back(moves.items[static_cast<std::size_t>(i)].move);
  std::sort(points.begin(), points.end());
  check(std::adjacent_find(points.begin(), points.end()) == points.end(),
        "no move is listed twice");
  return points;
}

bool contains(const std::vector<int>& points, int point) {
  return std::find(points.begin(), points.end(), point) != points.end();
}

State after(const State& state, int action) {
  State next = state;
  next.play(action);
  return next;
}

// Whether the side to move loses at once, whatever it does.
bool loses_in_two(const State& state) {
  if (state.is_over() || state.wins_at_once()) return false;
  const auto actions = test::legal_actions(state);
  return std::all_of(actions.begin(), actions.end(),
                     [&](int action) { return after(state, action).wins_at_once(); });
}

// Whether some move leaves the other side so.
bool wins_in_three(const State& state) {
  const auto actions = test::legal_actions(state);
  return std::any_of(actions.begin(), actions.end(),
                     [&](int action) { return loses_in_two(after(state, action)); });
}

void look_at_known(const State& state, EngineBoard& board) {
  const Known known = board.known();
  check((known.plies == 1) == state.wins_at_once(), "a win with the next move is known");
  const bool is_lost = loses_in_two(state);
  if (known.plies == 2) check(is_lost && known.winner != board.side(), "a loss in two is one");
  if (!state.rules().caro) check((known.plies == 2) == is_lost, "and every one is known");
  if (known.plies == 3) {
    check(known.winner == board.side(), "a win in three is the side's to move");
    check(loses_in_two(after(state, listed(board).front())), "and there is no answer to it");
  }
}

// Exactly the moves that stop a five are listed, where there are any.
void look_at_stops(const State& state, EngineBoard& board) {
  if (board.known().winner != Known::kUnknown || board.is_quiet()) return;
  std::vector<int> stops;
  for (const int action : test::legal_actions(state))
    if (!after(state, action).wins_at_once()) stops.push_back(action);
  check(stops.empty() || listed(board) == stops, "what stops a five is listed, and nothing else");
}

// Where the other side threatens an open four, moves that are left out lose.
int look_at_defences(const State& state, EngineBoard& board) {
  if (board.known().winner != Known::kUnknown || !board.is_quiet() || board.may_pass()) return 0;
  const auto points = listed(board);
  const auto actions = test::legal_actions(state);
  if (points.size() > actions.size() / 2) return 0;
  for (const int action : actions)
    if (!contains(points, action))
      check(wins_in_three(after(state, action)), "a move that is left out loses");
  return 1;
}

void look_at_net(const EngineBoard& board, EngineBoard& kept, const LineWeights& weights,
                 int size) {
  const LineNet fresh(weights, board.threats().words(), size);
  const LineNet portable(weights, board.threats().words(), size, nnue::kPortable);
  const int side = board.side();
  const int score = fresh.score(board.threats());
  check(kept.evaluate() == score, "the net keeps up with the moves");
  check(score == portable.score(board.threats()), "every processor gives the same score");
  for (int point = 0; point < size * size; ++point)
    if (board.threats().is_empty(point))
      check(fresh.policy(side, point) == portable.policy(side, point), "and the same policy");
}

Rules random_rules(Rng& rng, int least, int most) {
  Rules rules;
  rules.size = least + static_cast<int>(rng.below(static_cast<std::uint32_t>(most - least + 1)));
  const std::uint32_t kind = rng.below(5);
  rules.exact = kind == 1 || kind == 4;
  rules.renju = kind == 2;
  rules.caro = kind >= 3;
  return rules;
}

// A move near the last ones, so that there is something to see.
int lively_action(const State& state, EngineBoard& board, Rng& rng) {
  EngineBoard::Moves moves;
  board.list(moves);
  if (moves.size == 0 || rng.below(8) == 0) return test::random_action(state, rng);
  const auto end = moves.items.begin() + moves.size;
  std::sort(moves.items.begin(), end, [](const auto& a, const auto& b) { return a.rank > b.rank; });
  const auto most = static_cast<std::uint32_t>(std::min(moves.size, 6));
  return moves.items[rng.below(most)].move;
}

int play_game(const Rules& rules, const LineWeights& weights, Rng& rng) {
  State state(rules);
  EngineBoard board(state, {}), kept(state, weights);
  int defences = 0;
  while (!state.is_over()) {
    look_at_known(state, board);
    look_at_stops(state, board);
    if (rules.size < 9) defences += look_at_defences(state, board);
    const auto points = listed(board);
    check(!points.empty(), "there is always a move");
    for (const int point : points) check(state.is_legal(point), "and all are legal");
    if (rng.below(3) == 0) look_at_net(board, kept, weights, rules.size);
    const int action = lively_action(state, board, rng);
    // There and back again leaves everything as it was.
    const std::uint64_t key = kept.key();
    const int there = test::random_action(state, rng);
    kept.play(static_cast<EngineBoard::Move>(there));
    if (rng.below(2) == 0 && !after(state, there).is_over()) static_cast<void>(kept.evaluate());
    kept.undo();
    check(kept.key() == key && kept.known().plies == board.known().plies, "moves are taken back");
    board.play(static_cast<EngineBoard::Move>(action));
    kept.play(static_cast<EngineBoard::Move>(action));
    state.play(action);
  }
  check(board.known().plies == 0 && board.known().winner == state.winner(), "the end is known");
  return defences;
}

void search_with_net(const Rules& rules, const LineWeights& weights) {
  State state(rules);
  state.play(rules.points() / 2);
  engine::Search<EngineBoard> search(rules, weights, 1 << 20, 2, 7);
  engine::Limits limits;
  limits.nodes = 3000;
  const engine::Report report = search.run(state, limits);
  check(report.depth > 0 && state.is_legal(report.lines.front().actions.front()),
        "it finds a move");
}

const test::Test kTest("gomoku_engine", [] {
  Rng rng(3);
  const LineWeights weights = random_weights(rng);
  int defences = 0;
  for (int game = 0; game < 60; ++game)
    defences += play_game(random_rules(rng, 5, 8), weights, rng);
  check(defences > 50, "open fours were threatened");
  for (int game = 0; game < 6; ++game) play_game(random_rules(rng, 13, 20), weights, rng);
  for (int game = 0; game < 5; ++game) search_with_net(random_rules(rng, 10, 15), weights);
});

}  // namespace gomoku_engine_test
