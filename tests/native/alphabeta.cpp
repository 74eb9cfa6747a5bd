// Alpha-beta over every game: values of the plain search, little memory, searches broken off
// anywhere, whole games, nets that do not fit.
#include "alphabeta.hpp"

#include <cmath>
#include <vector>

#include "check.hpp"
#include "dense.hpp"
#include "draughts/rules/ahead.hpp"
#include "draughts/rules/metrics.hpp"
#include "go/rules/ahead.hpp"
#include "go/rules/metrics.hpp"
#include "gomoku/rules/ahead.hpp"
#include "gomoku/rules/metrics.hpp"
#include "metrics_judge.hpp"

namespace alphabeta_test {

using namespace tengen;
using test::check;

constexpr std::size_t kPlenty = std::size_t{1} << 20;
constexpr int kMetrics = 10;

template <class S>
using Metrics = MetricsJudge<S, kMetrics>;

template <GameState S>
Metrics<S> some_metrics() {
  return Metrics<S>({4, 1, -1, 3, 1, -2, 3, 2, 3, 100}, 20.0f);
}

DenseNet random_net(const Shape& shape, int goal_plane) {
  Rng rng(11);
  DenseInputs inputs{{0, 1}, {}, goal_plane};
  for (int point = 0; point < shape.height * shape.width; ++point) inputs.points.push_back(point);
  std::vector<DenseLayer> layers;
  std::size_t width = 2 * inputs.points.size();
  for (const std::size_t outputs : {std::size_t{13}, std::size_t{5}, std::size_t{1}}) {
    DenseLayer layer{std::vector<float>(width * outputs), std::vector<float>(outputs)};
    for (float& weight : layer.weights) weight = static_cast<float>(rng.normal()) * 0.3f;
    layers.push_back(layer);
    width = outputs;
  }
  return DenseNet(shape, inputs, layers);
}

// By the definition of the search.
template <GameState S, JudgeOf<S> J>
Score plain(J& judge, const S& state, int depth, int moves) {
  const int sign = state.winner() == state.to_play() ? 1 : -1;
  if (state.is_over()) return state.winner() < 0 ? 0 : sign * win_in(moves);
  if constexpr (SeesWins<S>)
    if (state.wins_at_once()) return win_in(moves + 1);
  if (depth == 0 && !in_mid_move(state) && may_be_judged(state)) return judged(judge.value(state));
  std::vector<std::int32_t> actions(S::kMaxActions);
  actions.resize(static_cast<std::size_t>(list_actions(state, actions.data())));
  Score best = -kInfinite;
  for (const int action : actions) {
    S after = state;
    after.play(action);
    const bool whole = !in_mid_move(after);
    const Score score =
        plain(judge, after, whole ? std::max(0, depth - 1) : depth, moves + (whole ? 1 : 0));
    best = std::max(best, after.to_play() == state.to_play() ? score : -score);
  }
  return best;
}

template <GameState S, JudgeOf<S> J>
void play_game(typename S::Rules rules, J judge, std::size_t memory, int depth, int plies) {
  AlphaBeta<S, J> search(judge, rules, memory, 5);
  S state(rules);
  Rng rng(9);
  for (int ply = 0; ply < plies && !state.is_over(); ++ply) {
    search.begin(state);
    while (search.depth() < depth && !search.is_finished()) check(search.deepen({}), "no bounds");
    const auto& best = search.best();
    check(state.is_legal(best.action) && best.line.front() == best.action, "a legal line");
    check(best.score == plain(judge, state, depth, 0), "the value of the plain search");
    S after = state;
    for (const int action : best.line) {
      check(after.is_legal(action), "the line can be played");
      after.play(action);
    }
    state.play(ply % 3 == 0 ? test::random_action(state, rng) : best.action);
  }
}

// Wherever it stops, there is an answer and the next search is not disturbed.
template <GameState S>
void break_off(typename S::Rules rules) {
  AlphaBeta<S, Metrics<S>> search(some_metrics<S>(), rules, 4096, 5);
  const S state(rules);
  for (std::uint64_t nodes = 1; nodes < 3000; nodes += nodes / 3 + 1) {
    Bounds bounds;
    bounds.nodes = nodes;
    search.begin(state);
    while (search.deepen(bounds)) {
    }
    check(search.nodes() == nodes, "as many nodes as allowed");
    check(state.is_legal(search.best().action), "an answer");
  }
  Bounds bounds;
  bounds.poll = [] { return true; };
  search.begin(state);
  check(!search.deepen(bounds) && search.depth() == 0, "a stop is heard at once");
  bounds.poll = nullptr;
  bounds.until = Bounds::Clock::now();
  check(!search.deepen(bounds), "and so is the clock");
  check(search.deepen({}) && search.depth() == 1, "it can go on");
}

void refuse_wrong_nets() {
  const Shape shape{2, 3, 3};
  const DenseInputs inputs{{0, 1}, {0, 8}, -1};
  const DenseLayer fits{{1, 2, 3, 4}, {0}}, wide{{1, 2, 3, 4, 5}, {0}};
  const auto refuses = [&](const DenseInputs& in, const std::vector<DenseLayer>& layers) {
    try {
      const DenseNet net(shape, in, layers);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  check(!refuses(inputs, {fits}), "a net that fits");
  check(refuses(inputs, {wide}) && refuses(inputs, {}) && refuses(inputs, {fits, fits}),
        "layers that do not fit");
  check(refuses({{0, 1}, {0, 9}, -1}, {fits}) && refuses({{0, 2}, {0, 8}, -1}, {fits}) &&
            refuses({{0, 1}, {0, 8}, 2}, {fits}) && refuses({{0, -1}, {0, 8}, -1}, {fits}),
        "points and planes there are not");
  check(refuses(inputs, {DenseLayer{{}, {}}}), "a layer without outputs");
}

template <GameState S>
void search_every_way(typename S::Rules rules, int goal_plane, int depth, int plies) {
  const DenseNet net = random_net(rules.planes_shape(), goal_plane);
  play_game<S>(rules, net, 0, depth, plies);
  play_game<S>(rules, net, kPlenty, depth, plies);
  play_game<S>(rules, some_metrics<S>(), 4096, depth, plies);
  break_off<S>(rules);
}

const test::Test kTest("alphabeta", [] {
  search_every_way<draughts::State>({}, 5, 3, 200);
  draughts::Rules kings;
  kings.start = {{draughts::mask_of(0) | draughts::mask_of(9), draughts::mask_of(30)}, ~0u, 0};
  kings.start.kings = kings.start.occupied();
  search_every_way<draughts::State>(kings, 5, 4, 120);
  search_every_way<gomoku::State>({.size = 5, .win_length = 4}, -1, 2, 25);
  search_every_way<gomoku::State>({.size = 6, .exact = true, .renju = true}, -1, 2, 36);
  search_every_way<gomoku::State>({.size = 5, .win_length = 4, .swap2 = true}, -1, 2, 25);
  search_every_way<go::State>({.size = 4}, -1, 2, 60);
  search_every_way<go::State>({.size = 3, .superko = go::Superko::Simple}, -1, 3, 60);
  refuse_wrong_nets();
});

}  // namespace alphabeta_test
