// What a proof of who wins is told of Gomoku; see native/prover.hpp.
#pragma once
#include <optional>

#include "gomoku/rules/rules.hpp"
#include "row_question.hpp"

namespace tengen::gomoku {

// The stones and the phase, not which one was last.
inline std::uint64_t position_key(const State& state) {
  return state.hash() ^ mix64(0x10000u + static_cast<unsigned>(state.last_action()));
}

inline std::optional<RowQuestion> own_question(const State& state, int asker, bool strict) {
  if (!RowQuestion::fits(state.rules())) return std::nullopt;
  return RowQuestion(state, asker, strict);
}

}  // namespace tengen::gomoku
