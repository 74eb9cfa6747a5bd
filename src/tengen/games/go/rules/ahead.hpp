// What a search that looks ahead is told of Go; see native/lookahead.hpp.
#pragma once
#include "lookahead.hpp"
#include "rules.hpp"

namespace tengen::go {

// Which moves superko forbids depends on all boards there have been.
inline Horizon horizon(const State& state) {
  if (state.rules().superko == Superko::Simple) return {};
  return {.repeats = 1};
}

}  // namespace tengen::go
