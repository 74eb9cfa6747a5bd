// Lines that a search tells, held against the rules.
#pragma once
#include "check.hpp"
#include "engine/search.hpp"

namespace tengen::test {

template <GameState S>
void check_line(const S& root, const engine::RootLine& line) {
  S after = root;
  check(!line.actions.empty(), "a line begins with its move");
  for (const int action : line.actions) {
    check(after.is_legal(action), "the line can be played");
    after.play(action);
  }
}

}  // namespace tengen::test
