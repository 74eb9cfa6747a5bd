#include <nanobind/stl/vector.h>

#include <mutex>
#include <set>

#include "bind_alphabeta.hpp"
#include "bind_metrics.hpp"
#include "bind_proof.hpp"
#include "bind_search.hpp"
#include "go/rules/ahead.hpp"
#include "go/rules/metrics.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tengen::go;

static_assert(tengen::GameState<State> && tengen::SeesWins<State> && tengen::HasSense<State>);

namespace {

// One address for equal setups, so that rules are equal where their bytes are.
const Setup* intern(const Setup& setup) {
  static std::mutex mutex;
  static std::set<Setup> known;
  const std::lock_guard lock(mutex);
  return &*known.insert(setup).first;
}

// An empty board with Black to move is no setup.
const Setup* make_setup(int size, const std::vector<int>& black, const std::vector<int>& white,
                        int to_play) {
  if (black.empty() && white.empty() && to_play == 0) return nullptr;
  const Geometry& geometry = Geometry::of(size);
  Setup setup{{}, to_play};
  for (const auto* points : {&black, &white})
    for (const int point : *points) {
      if (point < 0 || point >= geometry.area) throw std::invalid_argument("point off the board");
      geometry.add(setup.stones[points == &white], point);
    }
  return intern(setup);
}

auto list_points(const State& state, const PointSet& set) {
  std::vector<std::int32_t> points;
  state.geometry().each(set, [&](int point) { points.push_back(point); });
  const std::size_t n = points.size();
  return tengen::own_array(std::move(points), {n});
}

// Each number of `of(point)` in its place on the board.
template <class T, class Of>
auto list_board(const State& state, Of of) {
  const auto size = static_cast<std::size_t>(state.rules().size);
  std::vector<T> board(size * size);
  for (int point = 0; point < state.rules().area(); ++point)
    board[static_cast<std::size_t>(point)] = static_cast<T>(of(point));
  return tengen::own_array(std::move(board), {size, size});
}

Life life_of(const State& state, int player) {
  return unconditional_life(state.geometry(), state.stones(), player, state.rules().suicide);
}

// Sums over random games from here: owners of the points, plies.
struct Sample {
  std::vector<int> owners;
  std::int64_t plies = 0;
};

Sample sample(const State& state, int count, std::uint64_t seed) {
  const nb::gil_scoped_release release;
  tengen::Rng rng(seed);
  Sample sum{std::vector<int>(static_cast<std::size_t>(state.rules().area())), 0};
  for (int i = 0; i < count; ++i) {
    Playout game(state.board(), state.start_of_playout());
    game.run(rng);
    sum.plies += game.plies();
    for (int point = 0; point < state.rules().area(); ++point)
      sum.owners[static_cast<std::size_t>(point)] += game.owner(point);
  }
  return sum;
}

}  // namespace

NB_MODULE(_native, module) {
  nb::set_leak_warnings(false);  // what Python holds to its end is no leak
  nb::class_<Rules>(module, "Rules")
      .def(
          "__init__",
          [](Rules* self, int size, int half_points, int superko, bool suicide, int free_stones,
             const std::vector<int>& black, const std::vector<int>& white, int to_play) {
            new (self) Rules{size,    half_points, static_cast<Superko>(superko),
                             suicide, free_stones, make_setup(size, black, white, to_play)};
          },
          "size"_a, "half_points"_a, "superko"_a, "suicide"_a, "free_stones"_a, "black"_a,
          "white"_a, "to_play"_a);
  auto state_class = tengen::bind_state<State>(module);
  tengen::bind_metrics<kMetrics>(state_class);
  state_class
      .def_prop_ro(
          "lead", [](const State& s) { return s.lead() / 2.0; },
          "Points by which Black is ahead, area counted, komi and handicap included.")
      .def_prop_ro("area",
                   [](const State& s) {
                     const Areas areas = area_of(s.geometry(), s.stones());
                     return std::pair(areas[0].count(), areas[1].count());
                   })
      .def("owners",
           [](const State& s) {
             const Areas areas = area_of(s.geometry(), s.stones());
             return list_board<std::int8_t>(s, [&](int point) {
               return s.geometry().has(areas[0], point) + 2 * s.geometry().has(areas[1], point);
             });
           })
      .def("liberties",
           [](const State& s) {
             return list_board<std::int32_t>(s, [&](int p) { return s.board().liberties(p); });
           })
      .def_prop_ro("prisoners",
                   [](const State& s) { return std::pair(s.prisoners()[0], s.prisoners()[1]); })
      .def_prop_ro("passes", [](const State& s) { return std::pair(s.passes()[0], s.passes()[1]); })
      .def_prop_ro("to_place", &State::to_place)
      .def_prop_ro("ko_point", &State::ko_point)
      .def("repeating_points", [](const State& s) { return list_points(s, s.repeats()); })
      .def("ply_repeated", &State::ply_repeated, "point"_a)
      .def("is_suicide", &State::is_suicide, "point"_a)
      .def(
          "is_true_eye",
          [](const State& s, int point) { return s.is_true_eye(point, s.to_play()); }, "point"_a)
      .def(
          "living_stones",
          [](const State& s, int player) { return list_points(s, life_of(s, player).stones); },
          "player"_a)
      .def(
          "living_eyes",
          [](const State& s, int player) { return list_points(s, life_of(s, player).eyes); },
          "player"_a)
      .def(
          "ownership",
          // Mean owner of each point at the end of random games: 1 Black, -1 White.
          [](const State& s, int count, std::uint64_t seed) {
            const Sample sum = sample(s, count, seed);
            return list_board<float>(s, [&](int point) {
              return static_cast<float>(sum.owners[static_cast<std::size_t>(point)]) /
                     static_cast<float>(count);
            });
          },
          "count"_a, "seed"_a)
      .def(
          "playout_plies",
          // Plies of so many random games together, passes counted.
          [](const State& s, int count, std::uint64_t seed) {
            return sample(s, count, seed).plies;
          },
          "count"_a, "seed"_a);
  tengen::bind_search<State>(module);
  tengen::bind_alphabeta<State>(module);
  tengen::bind_proof<State>(module);
  tengen::bind_metrics_alphabeta<State, kMetrics>(module);
}
