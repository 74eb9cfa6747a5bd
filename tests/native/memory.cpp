// A forest never holds more memory than it was allowed, whatever is done with it.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> held{0}, peak{0};
constexpr std::size_t kHeader = alignof(std::max_align_t);
}  // namespace

// Counts every byte that is held.
void* operator new(std::size_t bytes) {
  auto* at = static_cast<std::size_t*>(std::malloc(bytes + kHeader));
  if (at == nullptr) throw std::bad_alloc();
  *at = bytes;
  const std::size_t now = held += bytes;
  if (now > peak) peak = now;
  return reinterpret_cast<char*>(at) + kHeader;
}
void operator delete(void* at) noexcept {
  if (at == nullptr) return;
  auto* start = reinterpret_cast<std::size_t*>(static_cast<char*>(at) - kHeader);
  held -= *start;
  std::free(start);
}
void operator delete(void* at, std::size_t) noexcept { operator delete(at); }
// The address sanitizer's own of these do not ask those above.
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void operator delete[](void* at) noexcept { operator delete(at); }
void operator delete[](void* at, std::size_t) noexcept { operator delete(at); }

#include <vector>

#include "check.hpp"
#include "forest.hpp"
#include "gomoku/rules/rules.hpp"

namespace memory_test {

using namespace tengen;
using gomoku::Rules;
using gomoku::State;
using test::check;

// Paths, schedules and other lists that are short beside a tree.
constexpr std::size_t kSlack = std::size_t{256} << 10;

void search(Forest<State>& forest, Rng& rng) {
  while (const int waiting = forest.select()) {
    const test::Noise noise(waiting, forest.rules().num_actions(), rng);
    forest.backup(noise.logits.data(), noise.values.data());
  }
}

void fill(Rules rules, int trees, int batch, std::size_t cache, std::size_t memory,
          int considered) {
  const std::size_t before = held;
  peak = before;
  {
    SearchSettings settings;
    settings.considered = considered;
    Forest<State> forest(rules, trees, batch, settings, cache, memory, 1);
    Rng rng(2);
    for (int move = 0; move < 4; ++move) {
      for (int i = 0; i < trees; ++i) forest.begin(i, 6'000 / trees, move % 2 == 0);
      search(forest, rng);
      check(static_cast<int>(forest.finished().size()) == trees, "all searches end");
      for (int i = 0; i < trees; ++i) {
        check(!forest.tree(i).waiting(), "no leaf is left waiting");
        const int action = forest.tree(i).best_action();
        check(forest.tree(i).state().is_legal(action), "there is a move to play");
        forest.tree(i).advance(move == 3 ? test::random_action(forest.tree(i).state(), rng)
                                         : action);
        if (forest.tree(i).state().is_over()) forest.tree(i).reset(State(rules));
      }
    }
  }
  check(peak - before <= memory + kSlack, "the limit is kept");
  check(peak - before > memory / 2, "there is need of a limit");
  check(held == before, "everything is given back");
}

const test::Test kTest("memory", [] {
  constexpr std::size_t kMiB = std::size_t{1} << 20;
  fill({15, 5, false}, 1, 1, 0, 2 * kMiB, 0);
  fill({15, 5, false}, 1, 16, 0, 4 * kMiB, 0);
  fill({15, 5, true}, 1, 8, 2000, 4 * kMiB, 16);
  fill({20, 5, false}, 8, 8, 1000, 7 * kMiB, 8);
  fill({8, 5, false}, 32, 64, 5000, 18 * kMiB, 0);
});

}  // namespace memory_test
