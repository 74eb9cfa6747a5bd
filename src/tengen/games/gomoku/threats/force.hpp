// What a search asks of Gomoku's threats: a win by fours for the side to move.
#pragma once
#include "vcf.hpp"

namespace tengen::gomoku {

// Whether threats are known of in a position: not once it is over, nor while colours are chosen.
inline bool has_threats(const State& state) {
  return !state.is_over() && state.phase() == Phase::Play && ThreatBoard::knows(state.rules());
}

// Writes the actions of a win by fours, both sides' in turn, of which all but the best answers
// lose at once; returns how many, 0 where none was found with `max_nodes` positions.
inline int wins_by_force(const State& state, int max_nodes, std::int32_t* out) {
  if (max_nodes < 1 || !has_threats(state)) return 0;
  ThreatBoard board(state);
  Vcf vcf(board, static_cast<std::size_t>(std::min(max_nodes, 1 << 14)));
  const Line line = vcf.solve(max_nodes);
  std::copy(line.begin(), line.end(), out);
  return static_cast<int>(line.size());
}

}  // namespace tengen::gomoku
