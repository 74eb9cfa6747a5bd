// Proofs of who wins: equal to those of plain search on random positions, with hardly any memory,
// gone on with after breaks, with lines that can be played; and wins by force in a tree.
#include <map>
#include <utility>

#include "check.hpp"
#include "draughts/rules/ahead.hpp"
#include "forest.hpp"
#include "go/rules/ahead.hpp"
#include "gomoku/proof/proving.hpp"
#include "gomoku/rules/ahead.hpp"
#include "gomoku/threats/force.hpp"
#include "prover.hpp"

namespace proof_test {

using namespace tengen;
using test::check;

constexpr std::size_t kPlenty = std::size_t{1} << 22;

// By the definition: the winner of a position, -1 for a draw. In these games that depends on the
// board and the side to move alone, so no position is looked through twice.
template <GameState S>
class Plain {
 public:
  int winner(const S& state) {
    if (state.is_over()) return state.winner();
    const Shape shape = state.rules().planes_shape();
    std::vector<std::int8_t> key(static_cast<std::size_t>(shape.height * shape.width + 1));
    state.board(key.data());
    key.back() = static_cast<std::int8_t>(state.to_play());
    const auto [found, is_new] = known_.try_emplace(std::move(key), 0);
    if (is_new) found->second = search(state);
    return found->second;
  }

 private:
  int search(const S& state) {
    int best = 1 - state.to_play();
    for (const int action : test::legal_actions(state)) {
      S after = state;
      after.play(action);
      const int winner = this->winner(after);
      if (winner == state.to_play()) return winner;
      if (winner < 0) best = -1;
    }
    return best;
  }

  std::map<std::vector<std::int8_t>, int> known_;
};

template <GameState S>
S at_random(typename S::Rules rules, int left, Rng& rng) {
  for (;;) {
    S state(rules);
    while (!state.is_over()) {
      state.play(test::random_action(state, rng));
      const auto actions = test::legal_actions(state);
      if (!state.is_over() && static_cast<int>(actions.size()) <= left) return state;
    }
  }
}

template <GameState S>
void check_line(S state, const std::vector<int>& line, int winner, Plain<S>& plain) {
  check(!line.empty(), "a line has an action");
  S after = state;
  after.play(line.front());
  const int value = plain.winner(after);
  check(state.to_play() == winner ? value == winner : winner >= 0 || value < 0,
        "the first action keeps the result");
  for (const int action : line) {
    check(state.is_legal(action), "the line can be played");
    state.play(action);
  }
}

template <GameState S>
void compare(typename S::Rules rules, int left, int positions, std::size_t memory) {
  Rng rng(3);
  Prover<S> prover(memory);
  Plain<S> plain;
  int seen[3] = {};
  for (int i = 0; i < positions; ++i) {
    const S state = at_random<S>(rules, left, rng);
    const int winner = plain.winner(state);
    const auto result = prover.prove(state, {});
    check(result.winner == winner, "the result of plain search");
    check_line(state, result.line, winner, plain);
    ++seen[winner + 1];
  }
  check(seen[0] + seen[1] + seen[2] == positions, "all were looked at");
}

gomoku::Rules board(int size, int win_length, bool exact = false) {
  gomoku::Rules rules;
  rules.size = size;
  rules.win_length = win_length;
  rules.exact = exact;
  return rules;
}

void break_off() {
  const gomoku::State state(board(4, 3, true));
  Prover<gomoku::State> prover(kPlenty);
  Bounds bounds;
  int tries = 1;
  for (bounds.nodes = 10; prover.prove(state, bounds).winner == Known::kUnknown; bounds.nodes *= 2)
    check(++tries < 30, "broken off and begun again, it gets there");
  check(tries > 2, "ten positions are not enough");
  bool asked = false;
  bounds = {};
  bounds.poll = [&] { return asked = true; };
  Prover<gomoku::State> other(kPlenty);
  check(other.prove(gomoku::State(board(7, 5, true)), bounds).winner == Known::kUnknown && asked,
        "a search stops when told to");
}

// An open three and a four in one: the first move of a win by fours is a proof at the root, and at
// a leaf for the other side.
void force_in_a_tree() {
  gomoku::State state(board(15, 5));
  const auto point = [](int x, int y) { return 15 * y + x; };
  for (const int action :
       {point(7, 7), 0, point(8, 7), 2, point(7, 8), 4, point(8, 8), 6, point(6, 6), 14})
    state.play(action);
  for (const bool at_root : {true, false}) {
    SearchSettings settings;
    (at_root ? settings.force_at_root : settings.force_at_leaf) = 1000;
    EvaluationCache cache(0, state.rules().num_actions());
    Tree<gomoku::State> tree(state, settings, cache, std::size_t{64} << 20, 1);
    Leaf<gomoku::State> leaf(state.rules());
    tree.begin(at_root ? 1 : 3000, false);
    tree.playouts(at_root ? 2 : 3000, leaf);
    check(tree.proof() == Proof::Win, "the win is proved");
    std::vector<int> line;
    tree.principal_variation(tree.best_action(), line);
    gomoku::State after = state;
    for (const int action : line) after.play(action);
    if (at_root) check(after.winner() == state.to_play(), "the line is played to its end");
    tree.advance(tree.best_action());
    check(tree.root_visits() >= 0, "the tree goes on");
  }
}

const test::Test kTest("proof", [] {
  for (const std::size_t memory : {std::size_t{0}, kPlenty}) {
    compare<gomoku::State>(board(3, 3), 8, 20, memory);
    compare<gomoku::State>(board(4, 3), 9, 60, memory);
    compare<gomoku::State>(board(4, 4), 9, 30, memory);
    compare<gomoku::State>(board(5, 4), 9, 100, memory);
    compare<gomoku::State>(board(6, 4), 9, 60, memory);
    compare<gomoku::State>(board(4, 3, true), 8, 30, memory);
  }
  gomoku::Rules renju = board(5, 4);
  renju.renju = true;
  compare<gomoku::State>(renju, 7, 20, kPlenty);
  break_off();
  force_in_a_tree();
});

}  // namespace proof_test
