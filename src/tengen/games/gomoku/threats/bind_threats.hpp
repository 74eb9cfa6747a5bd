// Python face of Gomoku's threats.
#pragma once
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bind_state.hpp"
#include "force.hpp"
#include "vct.hpp"

namespace tengen::gomoku {

inline std::vector<std::int32_t> list_forced_win(const State& state, int max_nodes) {
  std::vector<std::int32_t> line(State::kMaxActions);
  line.resize(static_cast<std::size_t>(wins_by_force(state, max_nodes, line.data())));
  return line;
}

// What a stone would threaten, [2, H, W], the colour that places the next stone first; 0 where
// taken. A double-three that renju forbids is told as forbidden.
inline Array<std::uint8_t> draw_threats(const State& state) {
  const auto size = static_cast<std::size_t>(state.rules().size);
  const ThreatBoard board(state);
  std::vector<std::uint8_t> threats(2 * size * size);
  for (int point = 0; point < state.rules().points(); ++point)
    for (int side = 0; side < 2 && board.is_empty(point); ++side) {
      const int colour = state.colour() ^ side;
      const bool forbidden = colour == kBlack && board.is_forbidden(point);
      threats[static_cast<std::size_t>(side) * size * size + static_cast<std::size_t>(point)] =
          static_cast<std::uint8_t>(forbidden ? Threat::Forbidden : board.best(colour, point));
    }
  return own_array(std::move(threats), {2, size, size});
}

// One position; what was refuted stays so from search to search. Another thread may stop them.
class ThreatSolver {
 public:
  explicit ThreatSolver(const State& state)
      : board_(checked(state)), vcf_(board_, kPlaces, &stop_), vct_(board_, kPlaces, &stop_) {}
  ThreatSolver(const ThreatSolver&) = delete;

  Line solve_fours(std::int64_t max_nodes) { return told(vcf_.solve(max_nodes), vcf_); }
  Line shorten_fours(std::int64_t max_nodes) {
    Line line = told(vcf_.solve_shortest(max_nodes), vcf_);
    is_shortest_ = vcf_.is_shortest();
    return line;
  }
  Line solve_threats(std::int64_t max_nodes) { return told(vct_.solve(max_nodes), vct_); }

  void stop() { stop_.store(true, std::memory_order_relaxed); }
  std::int64_t nodes() const { return nodes_; }
  bool is_complete() const { return is_complete_; }
  bool is_shortest() const { return is_shortest_; }
  const Proof& proof() const { return *proof_; }

 private:
  static constexpr std::size_t kPlaces = 1u << 17;

  static const State& checked(const State& state) {
    if (!has_threats(state)) throw std::invalid_argument("threats are not known of here");
    return state;
  }
  template <class Solver>
  Line told(Line line, const Solver& solver) {
    nodes_ = solver.nodes();
    is_complete_ = solver.is_complete();
    is_shortest_ = false;
    proof_ = &solver.proof();
    return line;
  }

  std::atomic<bool> stop_{false};
  ThreatBoard board_;
  Vcf vcf_;
  Vct vct_;
  const Proof* proof_ = &vcf_.proof();
  std::int64_t nodes_ = 0;
  bool is_complete_ = false, is_shortest_ = false;
};

// A move of a proof as Python reads it; the proof is kept alive by all of them.
struct ProofNode {
  std::shared_ptr<const Proof> proof;
  int node;

  static std::optional<ProofNode> at(const std::shared_ptr<const Proof>& proof, int node) {
    return node < 0 ? std::nullopt : std::optional(ProofNode{proof, node});
  }
  int move() const { return (*proof)[node].move; }
  // What follows each answer that matters; nothing where the move has won.
  std::vector<std::pair<int, ProofNode>> answers() const {
    std::vector<std::pair<int, ProofNode>> all;
    for (const Proof::Answer& answer : (*proof)[node].answers)
      all.emplace_back(answer.point, ProofNode{proof, answer.next});
    return all;
  }
  std::optional<ProofNode> otherwise() const { return at(proof, (*proof)[node].otherwise); }
};

inline void bind_proof_node(nb::module_& module) {
  nb::class_<ProofNode>(module, "ProofNode")
      .def_prop_ro("move", &ProofNode::move)
      .def_prop_ro("answers", &ProofNode::answers)
      .def_prop_ro("otherwise", &ProofNode::otherwise);
}

inline void bind_threats(nb::module_& module, nb::class_<State>& state_class) {
  using namespace nb::literals;
  const nb::call_guard<nb::gil_scoped_release> unlocked;
  state_class.def("wins_by_force", &list_forced_win, "max_nodes"_a, unlocked)
      .def("threats", &draw_threats)
      .def_prop_ro("has_threats", &has_threats);
  bind_proof_node(module);
  nb::class_<ThreatSolver>(module, "ThreatSolver")
      .def(nb::init<const State&>(), "state"_a)
      .def("solve_fours", &ThreatSolver::solve_fours, "max_nodes"_a, unlocked)
      .def("shorten_fours", &ThreatSolver::shorten_fours, "max_nodes"_a, unlocked)
      .def("solve_threats", &ThreatSolver::solve_threats, "max_nodes"_a, unlocked)
      .def("stop", &ThreatSolver::stop)
      .def_prop_ro("nodes", &ThreatSolver::nodes)
      .def_prop_ro("is_complete", &ThreatSolver::is_complete)
      .def_prop_ro("is_shortest", &ThreatSolver::is_shortest)
      .def_prop_ro("proof", [](const ThreatSolver& solver) {
        const auto proof = std::make_shared<const Proof>(solver.proof());
        return ProofNode::at(proof, proof->root);
      });
}

}  // namespace tengen::gomoku
