// Python face of a game's positions; every game gets the same one.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/operators.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "after_states.hpp"
#include "game.hpp"
#include "one_move.hpp"

namespace tengen {

namespace nb = nanobind;
using namespace nb::literals;

template <class T>
using Array = nb::ndarray<nb::numpy, T>;

// Positions of one game, as Python hands them over: `Sequence[State]` to who reads the types.
template <class S>
using States = nb::typed<nb::sequence, S>;

// Hands freshly made memory to numpy.
template <class T>
Array<T> own_array(std::vector<T>&& data, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<T>(std::move(data));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Array<T>(kept->data(), shape, owner);
}

template <GameState S>
std::vector<std::int32_t> list_legal(const S& state) {
  std::vector<std::int32_t> actions(S::kMaxActions);
  actions.resize(static_cast<std::size_t>(state.legal_actions(actions.data())));
  return actions;
}

template <GameState S>
std::vector<std::int32_t> list_sensible(const S& state) {
  if constexpr (HasSense<S>) {
    std::vector<std::int32_t> actions(S::kMaxActions);
    actions.resize(static_cast<std::size_t>(state.sensible_actions(actions.data())));
    return actions;
  } else {
    return list_legal(state);
  }
}

// The planes of many positions, written one after the other.
template <GameState S>
void batch_planes(States<S> states, nb::ndarray<float, nb::c_contig, nb::device::cpu> out) {
  const std::size_t count = nb::len(states);
  std::size_t row = 0;
  for (const nb::handle item : states) {
    const S& state = nb::cast<const S&>(item);
    const auto size = static_cast<std::size_t>(state.rules().planes_shape().size());
    if (out.size() != count * size)
      throw std::invalid_argument("planes of positions of one game, and memory for them all");
    state.planes(out.data() + row++ * size);
  }
}

// Returns to_play, winner and wins_at_once of each position after an action, as AfterStates has
// them, and writes their planes where there is memory for them.
template <GameState S>
std::tuple<Array<std::int8_t>, Array<std::int8_t>, Array<std::uint8_t>> after_states(
    States<S> states, nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig> rows,
    nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig> actions,
    std::optional<nb::ndarray<float, nb::ndim<4>, nb::c_contig, nb::device::cpu>> planes) {
  const std::size_t count = rows.size();
  if (actions.size() != count) throw std::invalid_argument("a row and an action for each position");
  std::vector<const S*> befores;
  for (const nb::handle item : states) {
    befores.push_back(&nb::cast<const S&>(item));
    const auto size = static_cast<std::size_t>(befores.back()->rules().planes_shape().size());
    if (planes && planes->size() != count * size)
      throw std::invalid_argument("planes of positions of one game, and memory for them all");
  }
  AfterStates after = [&] {
    nb::gil_scoped_release unlocked;
    return look_at_after_states(befores, rows.data(), actions.data(), count,
                                planes ? planes->data() : nullptr);
  }();
  return {own_array(std::move(after.to_play), {count}), own_array(std::move(after.winner), {count}),
          own_array(std::move(after.wins_at_once), {count})};
}

// Sequences of `depth` actions, or as the game itself counts them; one that ends before has none.
template <GameState S>
std::uint64_t count_sequences(const S& state, int depth) {
  if constexpr (requires { state.perft(depth); }) return state.perft(depth);
  if (depth <= 0) return 1;
  const auto actions = list_legal(state);
  if (depth == 1) return actions.size();
  std::uint64_t total = 0;
  for (const int action : actions) {
    S after = state;
    after.play(action);
    total += count_sequences(after, depth - 1);
  }
  return total;
}

using Actions = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Plays actions up to the first that is illegal; returns the position there, and who made each.
template <GameState S>
std::pair<S, Array<std::int8_t>> follow(const S& state, Actions actions) {
  S at = state;
  std::vector<std::int8_t> players;
  for (std::size_t i = 0; i < actions.size() && at.is_legal(actions(i)); ++i) {
    players.push_back(static_cast<std::int8_t>(at.to_play()));
    at.play(actions(i));
  }
  const std::size_t count = players.size();
  return {std::move(at), own_array(std::move(players), {count})};
}

// The planes of the positions before each of `actions` but the first ones.
template <GameState S>
Array<float> planes_along(const S& state, Actions actions, std::size_t first) {
  const Shape shape = state.rules().planes_shape();
  const auto size = static_cast<std::size_t>(shape.size());
  const std::size_t count = actions.size() - std::min(first, actions.size());
  std::vector<float> planes(count * size);
  S at = state;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (!at.is_legal(actions(i))) throw std::invalid_argument("illegal action");
    if (i >= first) at.planes(planes.data() + (i - first) * size);
    at.play(actions(i));
  }
  return own_array(std::move(planes),
                   {count, static_cast<std::size_t>(shape.channels),
                    static_cast<std::size_t>(shape.height), static_cast<std::size_t>(shape.width)});
}

// Returns the class, for what only one game has to say.
template <GameState S>
nb::class_<S> bind_state(nb::module_& module) {
  using Size = std::size_t;
  module.def("batch_planes", &batch_planes<S>, "states"_a, "out"_a);
  module.def("after_states", &after_states<S>, "states"_a, "rows"_a, "actions"_a,
             "planes"_a = nb::none());
  nb::class_<S> state_class(module, "State");
  state_class.def(nb::init<typename S::Rules>(), "rules"_a)
      .def_prop_ro("to_play", &S::to_play)
      .def_prop_ro("ply", &S::ply)
      .def_prop_ro("last_action", &S::last_action)
      .def_prop_ro("is_over", &S::is_over)
      .def_prop_ro("winner", &S::winner)
      .def("is_legal", &S::is_legal, "action"_a)
      .def(
          "apply",
          [](const S& state, int action) {
            if (!state.is_legal(action)) throw std::invalid_argument("illegal action");
            S after = state;
            after.play(action);
            return after;
          },
          "action"_a)
      .def("follow", &follow<S>, "actions"_a)
      .def("planes_along", &planes_along<S>, "actions"_a, "first"_a)
      .def("legal_actions",
           [](const S& state) {
             auto actions = list_legal(state);
             const Size n = actions.size();
             return own_array(std::move(actions), {n});
           })
      .def("sensible_actions",
           [](const S& state) {
             auto actions = list_sensible(state);
             const Size n = actions.size();
             return own_array(std::move(actions), {n});
           })
      .def("legal_mask",
           [](const S& state) {
             const Size n = static_cast<Size>(state.rules().num_actions());
             std::vector<std::uint8_t> mask(n);
             for (const int action : list_legal(state)) mask[static_cast<Size>(action)] = 1;
             return own_array(std::move(mask), {n});
           })
      .def("planes",
           [](const S& state) {
             const Shape shape = state.rules().planes_shape();
             std::vector<float> planes(static_cast<Size>(shape.size()));
             state.planes(planes.data());
             return own_array(std::move(planes),
                              {static_cast<Size>(shape.channels), static_cast<Size>(shape.height),
                               static_cast<Size>(shape.width)});
           })
      .def("board",
           [](const S& state) {
             const Shape shape = state.rules().planes_shape();
             const Size h = static_cast<Size>(shape.height), w = static_cast<Size>(shape.width);
             std::vector<std::int8_t> board(h * w);
             state.board(board.data());
             return own_array(std::move(board), {h, w});
           })
      .def("winning_points",
           [](const S& state) {
             std::vector<std::int32_t> points(S::kMaxActions);
             points.resize(static_cast<Size>(state.winning_points(points.data())));
             const Size n = points.size();
             return own_array(std::move(points), {n});
           })
      .def("wins_at_once",
           [](const S& state) {
             if constexpr (SeesWins<S>) return state.wins_at_once();
             return false;
           })
      .def(
          "better_at_once",
          // (whether they win at once, actions), as Better has them.
          [](const S& state, int action) {
            if (!state.is_legal(action)) throw std::invalid_argument("illegal action");
            Better better = better_at_once(state, action);
            const Size n = better.actions.size();
            return std::pair(better.wins, own_array(std::move(better.actions), {n}));
          },
          "action"_a)
      .def("known",
           // (winner, plies) of a result that is certain; None where it is not.
           [](const S& state) -> std::optional<std::pair<int, int>> {
             if constexpr (KnowsResult<S>) {
               const Known known = state.known();
               if (known.winner != Known::kUnknown) return std::pair(known.winner, known.plies);
             }
             return std::nullopt;
           })
      .def(
          "playouts",
          // Results of `count` random games from here: wins of player 0, of player 1, draws.
          [](const S& state, int count, std::uint64_t seed) {
            std::array<int, 3> results{};
            Rng rng(seed);
            for (int i = 0; i < count; ++i) {
              const int winner = state.playout(rng);
              ++results[static_cast<Size>(winner < 0 ? 2 : winner)];
            }
            return results;
          },
          "count"_a, "seed"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("perft", &count_sequences<S>, "depth"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("__hash__", [](const S& state) { return static_cast<Py_hash_t>(state.hash() >> 1); })
      .def(
          "__eq__", [](const S& a, const S& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"));
  return state_class;
}

}  // namespace tengen
