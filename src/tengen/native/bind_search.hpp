// Python face of search over a game's positions; every game gets the same one.
#pragma once
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>

#include "bind_state.hpp"
#include "forest.hpp"

namespace tengen {

template <GameState S>
void bind_search(nb::module_& module) {
  using Size = std::size_t;
  using F = Forest<S>;
  using release = nb::call_guard<nb::gil_scoped_release>;
  using Input = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;

  nb::class_<SearchSettings>(module, "SearchSettings")
      .def(nb::init<>())
      .def_rw("c_puct", &SearchSettings::c_puct)
      .def_rw("fpu_reduction", &SearchSettings::fpu_reduction)
      .def_rw("fpu_zero", &SearchSettings::fpu_zero)
      .def_rw("considered", &SearchSettings::considered)
      .def_prop_rw(
          "c_visit", [](const SearchSettings& s) { return s.q_scale.c_visit; },
          [](SearchSettings& s, float value) { s.q_scale.c_visit = value; })
      .def_prop_rw(
          "c_scale", [](const SearchSettings& s) { return s.q_scale.c_scale; },
          [](SearchSettings& s, float value) { s.q_scale.c_scale = value; })
      .def_rw("dirichlet_alpha", &SearchSettings::dirichlet_alpha)
      .def_rw("dirichlet_fraction", &SearchSettings::dirichlet_fraction)
      .def_rw("solver", &SearchSettings::solver)
      .def_rw("sensible", &SearchSettings::sensible)
      .def_rw("points", &SearchSettings::points)
      .def_rw("lead_weight", &SearchSettings::lead_weight)
      .def_rw("force_at_root", &SearchSettings::force_at_root)
      .def_rw("force_at_leaf", &SearchSettings::force_at_leaf);

  nb::class_<F>(module, "Forest")
      .def(nb::init<typename S::Rules, int, int, const SearchSettings&, Size, Size, std::uint64_t,
                    int>(),
           "rules"_a, "trees"_a, "batch"_a, "settings"_a, "cache_entries"_a, "memory"_a, "seed"_a,
           "batches"_a = 1)
      .def_prop_ro(
          "planes",
          [](F& forest) {
            const Shape shape = forest.rules().planes_shape();
            return Array<float>(forest.planes(),
                                {static_cast<Size>(forest.batches() * forest.batch()),
                                 static_cast<Size>(shape.channels), static_cast<Size>(shape.height),
                                 static_cast<Size>(shape.width)});
          },
          nb::rv_policy::reference_internal)
      .def_prop_ro(
          "legal",
          [](F& forest) {
            return Array<std::uint8_t>(forest.legal(),
                                       {static_cast<Size>(forest.batches() * forest.batch()),
                                        static_cast<Size>(forest.rules().num_actions())});
          },
          nb::rv_policy::reference_internal)
      .def_prop_ro("simulations", &F::simulations)
      .def_prop_ro("evaluations", &F::evaluations)
      .def("clear_cache", &F::clear_cache)
      .def(
          "reset",
          // `among` are the only actions considered at the root; all where it is empty.
          [](F& forest, int i, const S& state, std::vector<std::int32_t> among) {
            if (!(state.rules() == forest.rules()))
              throw std::invalid_argument("position of another board or rule than the search's");
            forest.tree(i).reset(state, std::move(among));
          },
          "tree"_a, "state"_a, "among"_a = std::vector<std::int32_t>{})
      .def("abandon", &F::abandon)
      .def(
          "advance",
          [](F& forest, int i, int action) {
            if (!forest.tree(i).state().is_legal(action))
              throw std::invalid_argument("illegal action");
            forest.tree(i).advance(action);
          },
          "tree"_a, "action"_a)
      .def("begin", &F::begin, "tree"_a, "simulations"_a, "explore"_a)
      .def("select", &F::select, "batch"_a = 0, release())
      .def(
          "backup",
          [](F& forest, Input logits, Input values, std::optional<Input> leads,
             std::optional<Input> owners, int batch) {
            const Size n = static_cast<Size>(forest.waiting(batch));
            const Size points = static_cast<Size>(forest.points());
            if (logits.ndim() != 2 || logits.shape(0) != n ||
                logits.shape(1) != static_cast<Size>(forest.rules().num_actions()) ||
                values.ndim() != 1 || values.shape(0) != n)
              throw std::invalid_argument(
                  "evaluations must be logits [n, A] and values [n] of the n positions selected");
            if (points > 0 &&
                (!leads || !owners || leads->ndim() != 1 || leads->shape(0) != n ||
                 owners->ndim() != 2 || owners->shape(0) != n || owners->shape(1) != points))
              throw std::invalid_argument(
                  "with points, evaluations have leads [n] and owners [n, points] too");
            const nb::gil_scoped_release release_gil;
            forest.backup(logits.data(), values.data(), leads ? leads->data() : nullptr,
                          owners ? owners->data() : nullptr, batch);
          },
          "logits"_a, "values"_a, "leads"_a = nb::none(), "owners"_a = nb::none(), "batch"_a = 0)
      .def_prop_ro("points", &F::points)
      .def("finished", &F::finished)
      .def("playouts", &F::playouts, "tree"_a, "count"_a, release())
      .def(
          "state", [](F& forest, int i) { return forest.tree(i).state(); }, "tree"_a)
      .def(
          "is_full", [](F& forest, int i) { return forest.tree(i).full(); }, "tree"_a)
      .def(
          "is_finished", [](F& forest, int i) { return forest.tree(i).finished(); }, "tree"_a)
      .def(
          "root_visits", [](F& forest, int i) { return forest.tree(i).root_visits(); }, "tree"_a)
      .def(
          "root_value", [](F& forest, int i) { return forest.tree(i).root_value(); }, "tree"_a)
      .def(
          "root_lead", [](F& forest, int i) { return forest.tree(i).root_lead(); }, "tree"_a)
      .def(
          "owners",
          // [points] in [-1, 1] for the side to move.
          [](F& forest, int i) {
            std::vector<float> owners(static_cast<Size>(forest.points()));
            forest.tree(i).owners(owners.data());
            const Size n = owners.size();
            return own_array(std::move(owners), {n});
          },
          "tree"_a)
      .def(
          "root_proof", [](F& forest, int i) { return static_cast<int>(forest.tree(i).proof()); },
          "tree"_a)
      .def(
          "best_action", [](F& forest, int i) { return forest.tree(i).best_action(); }, "tree"_a)
      .def(
          "policy",
          [](F& forest, int i) {
            std::vector<float> policy(static_cast<Size>(forest.rules().num_actions()));
            forest.tree(i).policy(policy.data());
            const Size n = policy.size();
            return own_array(std::move(policy), {n});
          },
          "tree"_a)
      .def(
          "principal_variation",
          [](F& forest, int i, int action) {
            std::vector<int> line;
            forest.tree(i).principal_variation(action, line);
            return line;
          },
          "tree"_a, "action"_a)
      .def(
          "principal_visits",
          // Of what each action of the principal variation leads to.
          [](F& forest, int i, int action) {
            std::vector<int> line, visits;
            forest.tree(i).principal_variation(action, line, &visits);
            return visits;
          },
          "tree"_a, "action"_a)
      .def(
          "root_edges",
          // (actions, visits, priors, q, proofs), in no order; q is NaN where never visited.
          [](F& forest, int i) {
            std::vector<std::int32_t> actions, visits, proofs;
            std::vector<float> priors, values;
            forest.tree(i).for_each_root_edge(
                [&](int action, int n, float prior, float q, Proof proof) {
                  actions.push_back(action);
                  visits.push_back(n);
                  priors.push_back(prior);
                  values.push_back(q);
                  proofs.push_back(static_cast<std::int32_t>(proof));
                });
            const Size n = actions.size();
            return std::tuple(own_array(std::move(actions), {n}), own_array(std::move(visits), {n}),
                              own_array(std::move(priors), {n}), own_array(std::move(values), {n}),
                              own_array(std::move(proofs), {n}));
          },
          "tree"_a)
      .def(
          "root_leads",
          // [N] in the order of root_edges, in points for the side to move; NaN where not known.
          [](F& forest, int i) {
            std::vector<float> leads = forest.tree(i).root_leads();
            const Size n = leads.size();
            return own_array(std::move(leads), {n});
          },
          "tree"_a);
  module.def("halving_schedule", &halving_schedule, "considered"_a, "simulations"_a);
}

}  // namespace tengen
