// Python face of the proof of who wins; every game gets the same one.
#pragma once
#include <nanobind/stl/vector.h>

#include "bind_alphabeta.hpp"
#include "prover.hpp"

namespace tengen {

template <GameState S>
void bind_proof(nb::module_& module) {
  using P = Prover<S>;
  nb::class_<P>(module, "Prover")
      .def(nb::init<std::size_t>(), "memory"_a)
      .def(
          "prove",
          // (winner, -1 for a draw, or None; line)
          [](P& prover, const S& root, std::uint64_t nodes, double seconds, const Poll& poll) {
            if (root.is_over()) throw std::invalid_argument("a finished position");
            const Bounds bounds = make_bounds(nodes, seconds, poll);
            typename P::Result result;
            {
              const nb::gil_scoped_release release;
              result = prover.prove(root, bounds);
            }
            const bool is_known = result.winner != Known::kUnknown;
            return std::pair(is_known ? std::optional<int>(result.winner) : std::nullopt,
                             std::move(result.line));
          },
          "root"_a, "nodes"_a, "seconds"_a, "poll"_a)
      .def_prop_ro("nodes", &P::nodes);
}

}  // namespace tengen
