// Python face of alpha-beta over a game's positions and of its judges; every game gets the same.
#pragma once
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <optional>
#include <string>
#include <tuple>

#include "alphabeta.hpp"
#include "bind_state.hpp"
#include "dense.hpp"
#include "metrics_judge.hpp"

namespace tengen {

// What Python is asked now and then: whether to stop. What it raises ends the search.
using Poll = std::optional<nb::typed<nb::callable, bool()>>;

inline Bounds make_bounds(std::uint64_t nodes, double seconds, const Poll& poll) {
  using Clock = Bounds::Clock;
  constexpr double kEver = 1e9;
  Bounds bounds;
  bounds.nodes = nodes;
  if (seconds < kEver)
    bounds.until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(seconds));
  if (poll)
    bounds.poll = [&poll] {
      const nb::gil_scoped_acquire acquire;
      return nb::cast<bool>((*poll)());
    };
  return bounds;
}

// (actions, values, nodes) of the root's moves, the best first; a value is NaN where never
// searched.
template <class Search>
std::tuple<Array<std::int32_t>, Array<float>, Array<std::int64_t>> list_root_moves(
    const Search& search) {
  std::vector<std::int32_t> actions;
  std::vector<float> values;
  std::vector<std::int64_t> nodes;
  for (const auto& move : search.moves()) {
    actions.push_back(move.action);
    values.push_back(move.is_searched ? as_value(move.score) : std::nanf(""));
    nodes.push_back(static_cast<std::int64_t>(move.nodes));
  }
  const std::size_t n = actions.size();
  return {own_array(std::move(actions), {n}), own_array(std::move(values), {n}),
          own_array(std::move(nodes), {n})};
}

// Throws where `search` cannot begin at `root`.
template <GameState S, class J>
void check_root(const AlphaBeta<S, J>& search, const S& root) {
  if (!(root.rules() == search.rules()) || root.is_over())
    throw std::invalid_argument("a position of another board or rule, or a finished one");
}

// (actions, values) of many positions, each searched to a depth; values are the mover's.
template <GameState S, class J>
std::pair<Array<std::int32_t>, Array<float>> search_batch(AlphaBeta<S, J>& search, States<S> states,
                                                          int depth) {
  std::vector<S> roots;
  for (const nb::handle item : states) {
    roots.push_back(nb::cast<const S&>(item));
    check_root(search, roots.back());
  }
  std::vector<std::int32_t> actions;
  std::vector<float> values;
  {
    const nb::gil_scoped_release release;
    for (const S& root : roots) {
      search.begin(root);
      while (search.depth() < depth && !search.is_finished()) search.deepen({});
      actions.push_back(search.best().action);
      values.push_back(as_value(search.best().score));
    }
  }
  const std::size_t n = roots.size();
  return {own_array(std::move(actions), {n}), own_array(std::move(values), {n})};
}

// The judge's own values of many positions, none of them within a move, for the side to move.
template <GameState S, class J>
Array<float> judge_batch(J& judge, States<S> states) {
  std::vector<float> values;
  for (const nb::handle item : states) values.push_back(judge.value(nb::cast<const S&>(item)));
  const std::size_t n = values.size();
  return own_array(std::move(values), {n});
}

template <GameState S, class J>
void bind_searcher(nb::module_& module, const char* name) {
  using Search = AlphaBeta<S, J>;
  nb::class_<Search>(module, name)
      .def(nb::init<J, typename S::Rules, std::size_t, std::uint64_t>(), "judge"_a, "rules"_a,
           "memory"_a, "seed"_a)
      .def(
          "begin",
          [](Search& search, const S& root) {
            check_root(search, root);
            search.begin(root);
          },
          "root"_a)
      .def(
          "deepen",
          [](Search& search, std::uint64_t nodes, double seconds, const Poll& poll) {
            const Bounds bounds = make_bounds(nodes, seconds, poll);
            const nb::gil_scoped_release release;
            return search.deepen(bounds);
          },
          "nodes"_a, "seconds"_a, "poll"_a)
      .def_prop_ro("depth", &Search::depth)
      .def_prop_ro("nodes", &Search::nodes)
      .def_prop_ro("is_finished", &Search::is_finished)
      .def_prop_ro("moves_until_end",
                   [](const Search& search) -> std::optional<int> {
                     const auto& best = search.best();
                     if (!best.is_searched || !is_decided(best.score)) return std::nullopt;
                     return moves_until_end(best.score);
                   })
      .def_prop_ro("line", [](const Search& search) { return search.best().line; })
      .def("root_moves", &list_root_moves<Search>)
      .def("search_batch", &search_batch<S, J>, "states"_a, "depth"_a);
}

using Weights = nb::ndarray<const float, nb::ndim<2>, nb::c_contig>;
using Bias = nb::ndarray<const float, nb::ndim<1>, nb::c_contig>;
using LayerArrays = std::tuple<Weights, Bias>;

inline DenseLayer make_layer(const Weights& weights, const Bias& bias) {
  return {{weights.data(), weights.data() + weights.size()},
          {bias.data(), bias.data() + bias.size()}};
}

// Binds alpha-beta with a dense net as judge.
template <GameState S>
void bind_alphabeta(nb::module_& module) {
  nb::class_<DenseNet>(module, "DenseNet")
      .def(
          "__init__",
          // Layers are (weights [inputs, outputs], bias [outputs]).
          [](DenseNet* self, const typename S::Rules& rules, std::vector<int> planes,
             std::vector<int> points, int goal_plane, const std::vector<LayerArrays>& layers) {
            std::vector<DenseLayer> made;
            for (const auto& [weights, bias] : layers) made.push_back(make_layer(weights, bias));
            new (self)
                DenseNet(rules.planes_shape(), {std::move(planes), std::move(points), goal_plane},
                         std::move(made));
          },
          "rules"_a, "planes"_a, "points"_a, "goal_plane"_a, "layers"_a)
      .def("values", &judge_batch<S, DenseNet>, "states"_a);
  bind_searcher<S, DenseNet>(module, "DenseAlphaBeta");
}

// Binds alpha-beta with the game's weighted metrics as judge.
template <HasMetrics S, int kCount>
void bind_metrics_alphabeta(nb::module_& module) {
  using Judge = MetricsJudge<S, kCount>;
  nb::class_<Judge>(module, "MetricsJudge")
      .def(nb::init<std::vector<float>, float>(), "weights"_a, "scale"_a)
      .def("values", &judge_batch<S, Judge>, "states"_a);
  bind_searcher<S, Judge>(module, "MetricsAlphaBeta");
}

}  // namespace tengen
