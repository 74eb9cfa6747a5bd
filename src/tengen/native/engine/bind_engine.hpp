// Python face of the selective search; every game that has a Board gets the same.
#pragma once
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "../bind_state.hpp"
#include "search.hpp"

namespace tengen::engine {

namespace nb = nanobind;

// What a search found, and the lines of the root's moves in it, as Python reads them.
inline void bind_report(nb::module_& module) {
  nb::class_<RootLine>(module, "RootLine")
      .def_prop_ro("score",  // None where the move was never searched
                   [](const RootLine& line) {
                     return line.score == -kInfinite ? std::nullopt
                                                     : std::optional<Score>(line.score);
                   })
      .def_ro("nodes", &RootLine::nodes)
      .def_ro("actions", &RootLine::actions);
  nb::class_<Report>(module, "Report")
      .def_ro("depth", &Report::depth)
      .def_ro("nodes", &Report::nodes)
      .def_ro("tactical_nodes", &Report::tactical_nodes)
      .def_ro("evaluations", &Report::evaluations)
      .def_ro("seconds", &Report::seconds)
      .def_ro("lines", &Report::lines)
      .def_ro("leaves", &Report::leaves);
}

inline Settings make_settings(const std::vector<std::string>& without) {
  Settings settings;
  for (const std::string& name : without)
    if (!settings.set(name, false))
      throw std::invalid_argument("no feature of the search: " + name);
  return settings;
}

inline std::vector<std::string> feature_names() {
  std::vector<std::string> names;
  for (const auto& [name, member] : Settings::names()) names.emplace_back(name);
  return names;
}

// Whether there is a Board for such rules, and for this position of them.
template <Board B>
bool knows(const typename B::State::Rules& rules) {
  if constexpr (requires { B::knows(rules); }) return B::knows(rules);
  return true;
}
template <Board B>
bool plays(const typename B::State& state) {
  if (!knows<B>(state.rules()) || state.is_over()) return false;
  if constexpr (requires { B::plays(state); }) return B::plays(state);
  return true;
}

// `poll` is asked whether to stop; `report` gets what was found so far. What Python raises in them
// ends the search.
using Poll = std::optional<nb::typed<nb::callable, bool()>>;
using Tell = std::optional<nb::typed<nb::callable, void(Report)>>;

template <Board B>
Report search(Search<B>& search, const typename B::State& root, double seconds, double soft_seconds,
              std::uint64_t nodes, int depth, int lines, const Poll& poll, const Tell& report,
              std::vector<std::int32_t> root_moves, int leaves) {
  if (!(root.rules() == search.rules()) || !plays<B>(root))
    throw std::invalid_argument("a position of another board or rule, or one that is not searched");
  Limits limits{seconds, soft_seconds, nodes, depth, lines, leaves, std::move(root_moves)};
  if (poll)
    limits.poll = [&poll] {
      const nb::gil_scoped_acquire acquire;
      return nb::cast<bool>((*poll)());
    };
  std::function<void(const Report&)> tell;
  if (report)
    tell = [&report](const Report& found) {
      const nb::gil_scoped_acquire acquire;
      (*report)(found);
    };
  const nb::gil_scoped_release release;
  return search.run(root, limits, tell);
}

// Whether a position may be judged as it is, as a net is asked to; see the hook of `Board`.
template <Board B>
bool is_quiet(const typename B::State& state, const typename B::Net& net) {
  const B board(state, net);
  if constexpr (requires { board.is_quiet(); }) return board.is_quiet();
  return true;
}

// With a higher score somebody is known to win, be it that nobody knows how soon.
template <Board B>
constexpr Score known_score() {
  if constexpr (requires { B::kKnownScore; }) return B::kKnownScore;
  return kDecided;
}

// Binds the search as `Engine`. The class of `B::Net` is bound before.
template <Board B>
void bind_engine(nb::module_& module) {
  using State = typename B::State;
  bind_report(module);
  module.def("engine_features", &feature_names);
  module.attr("ENGINE_DECIDED") = kDecided;
  module.attr("ENGINE_KNOWN") = known_score<B>();
  module.attr("ENGINE_WIN") = kWin;
  module.attr("ENGINE_SCORE_SCALE") = B::kScoreScale;  // score units a logit of the chance to win
  module.def("engine_knows", &knows<B>, "rules"_a);
  module.def("engine_plays", &plays<B>, "state"_a);
  module.def("engine_is_quiet", &is_quiet<B>, "state"_a, "net"_a);
  nb::class_<Search<B>>(module, "Engine")
      .def(
          "__init__",
          [](Search<B>* self, const typename State::Rules& rules, const typename B::Net& net,
             std::size_t memory, int threads, std::uint64_t seed,
             const std::vector<std::string>& without) {
            if (!knows<B>(rules)) throw std::invalid_argument("rules that are not searched");
            new (self) Search<B>(rules, net, memory, threads, seed, make_settings(without));
          },
          "rules"_a, "net"_a, "memory"_a, "threads"_a, "seed"_a,
          "without"_a = std::vector<std::string>{}, nb::keep_alive<1, 3>())
      .def("search", &search<B>, "state"_a, "seconds"_a, "soft_seconds"_a, "nodes"_a, "depth"_a,
           "lines"_a, "poll"_a, "report"_a, "root_moves"_a = std::vector<std::int32_t>{},
           "leaves"_a = 0)
      .def("stop", &Search<B>::stop)
      .def("clear", [](Search<B>& search) {
        const nb::gil_scoped_release release;
        search.clear();
      });
}

}  // namespace tengen::engine
