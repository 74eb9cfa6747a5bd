// What the tests share: how one is told to main.cpp, a check that stays on in every build, and an
// evaluator without a net.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <source_location>
#include <vector>

#include "game.hpp"

namespace tengen::test {

// A test of a program that may hold several; each file defines its own.
struct Test {
  Test(const char* name, void (*run)()) : name(name), run(run), previous(newest) { newest = this; }

  const char* name;
  void (*run)();
  const Test* previous;
  static inline const Test* newest = nullptr;
};

inline void check(bool holds, const char* claim,
                  std::source_location at = std::source_location::current()) {
  if (holds) return;
  std::fprintf(stderr, "%s:%u: not so: %s\n", at.file_name(), static_cast<unsigned>(at.line()),
               claim);
  std::exit(1);
}

template <GameState S>
std::vector<std::int32_t> legal_actions(const S& state) {
  std::vector<std::int32_t> actions(static_cast<std::size_t>(S::kMaxActions));
  actions.resize(static_cast<std::size_t>(state.legal_actions(actions.data())));
  return actions;
}

template <GameState S>
int random_action(const S& state, Rng& rng) {
  const auto actions = legal_actions(state);
  return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
}

// Logits and values that depend on nothing but chance: the worst judge there is.
struct Noise {
  std::vector<float> logits, values;

  Noise(int rows, int num_actions, Rng& rng)
      : logits(static_cast<std::size_t>(rows * num_actions)),
        values(static_cast<std::size_t>(rows)) {
    for (float& logit : logits) logit = static_cast<float>(rng.normal() * 3.0);
    for (float& value : values) value = static_cast<float>(rng.uniform() * 2.0 - 1.0);
  }
};

}  // namespace tengen::test
