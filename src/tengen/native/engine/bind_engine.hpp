// Python face of the selective search; every game that has a Board gets the same.
#pragma once
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "../bind_state.hpp"
#include "search.hpp"

namespace tengen::engine {

namespace nb = nanobind;

// (depth, nodes, tactical nodes, evaluations, seconds, lines); a line is (score or None, nodes,
// actions).
inline nb::tuple as_tuple(const Report& report) {
  nb::list lines;
  for (const RootLine& line : report.lines) {
    const nb::object score =
        line.score == -kInfinite ? nb::none() : nb::object(nb::int_(line.score));
    lines.append(nb::make_tuple(score, line.nodes, nb::cast(line.actions)));
  }
  return nb::make_tuple(report.depth, report.nodes, report.tactical_nodes, report.evaluations,
                        report.seconds, lines);
}

inline Settings make_settings(const std::vector<std::string>& without) {
  Settings settings;
  for (const std::string& name : without)
    if (!settings.set(name, false))
      throw std::invalid_argument("no feature of the search: " + name);
  return settings;
}

inline nb::tuple feature_names() {
  nb::list names;
  for (const auto& [name, member] : Settings::names())
    names.append(nb::str(name.data(), name.size()));
  return nb::tuple(names);
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
template <Board B>
nb::tuple search(Search<B>& search, const typename B::State& root, double seconds,
                 double soft_seconds, std::uint64_t nodes, int depth, int lines,
                 const nb::object& poll, const nb::object& report) {
  if (!(root.rules() == search.rules()) || !plays<B>(root))
    throw std::invalid_argument("a position of another board or rule, or one that is not searched");
  Limits limits{seconds, soft_seconds, nodes, depth, lines};
  if (!poll.is_none())
    limits.poll = [&poll] {
      const nb::gil_scoped_acquire acquire;
      return nb::cast<bool>(poll());
    };
  std::function<void(const Report&)> tell;
  if (!report.is_none())
    tell = [&report](const Report& found) {
      const nb::gil_scoped_acquire acquire;
      report(as_tuple(found));
    };
  const Report found = [&] {
    const nb::gil_scoped_release release;
    return search.run(root, limits, tell);
  }();
  return as_tuple(found);
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
  module.attr("ENGINE_FEATURES") = feature_names();
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
           "lines"_a, "poll"_a.none(), "report"_a.none())
      .def("stop", &Search<B>::stop)
      .def("clear", [](Search<B>& search) {
        const nb::gil_scoped_release release;
        search.clear();
      });
}

}  // namespace tengen::engine
