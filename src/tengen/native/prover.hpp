// Who wins a position of any game if both sides play their best, by df-pn.
#pragma once
#include "lookahead.hpp"
#include "proof.hpp"
#include "state_question.hpp"

namespace tengen {

// Optional, by a free function beside the State: `own_question(state, asker, strict)` puts the
// question in the game's own way, in an optional that is empty where it has none for such rules. A
// Yes counts only if strict, a No always.
template <class S>
concept AsksItsOwn = requires(const S state) {
  { own_question(state, 0, true).has_value() } -> std::same_as<bool>;
};

template <GameState S>
class Prover {
 public:
  struct Result {
    int winner = Known::kUnknown;
    std::vector<int> line;  // how it is won; of a draw, how the side to move holds it; best first
  };

  // `memory` in bytes is that of the tables, which are kept from one search to the next: for one
  // set of rules.
  explicit Prover(std::size_t memory)
      : plain_(AsksItsOwn<S> ? memory / 2 : memory), own_(memory / 2) {}

  // Of a position that is not finished.
  Result prove(const S& root, const Bounds& bounds) {
    nodes_ = 0;
    bounds_ = bounds;
    const int mover = root.to_play();
    const Found wins = ask(root, mover);
    if (wins.answer == Answer::Yes) return {mover, with_action(root, mover, wins)};
    const Found loses = ask(root, 1 - mover);
    if (loses.answer == Answer::Yes) return {1 - mover, with_action(root, 1 - mover, loses)};
    if (wins.answer == Answer::Unknown || loses.answer == Answer::Unknown) return {};
    return {-1, with_action(root, 1 - mover, loses)};
  }

  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Found {
    Answer answer = Answer::Unknown;
    std::vector<int> line;
  };
  static constexpr std::uint64_t kSlice = 1u << 16;

  struct NoSearch {
    explicit NoSearch(std::size_t) {}
  };
  template <class State>
  static auto search_of_own(const State& state) {
    if constexpr (AsksItsOwn<State>)
      return ProofSearch<std::decay_t<decltype(*own_question(state, 0, true))>>{0};
    else
      return NoSearch{0};
  }
  using OwnSearch = decltype(search_of_own(std::declval<const S&>()));

  Found ask(const S& root, int asker);
  template <Question Q>
  Found ask(ProofSearch<Q>& search, const Q& question, std::uint64_t most);
  template <Question Q>
  Found ask_either(ProofSearch<Q>& search, const Q& strict, const Q& loose);
  std::vector<int> with_action(const S& root, int asker, const Found& found);

  ProofSearch<StateQuestion<S>> plain_;
  OwnSearch own_;
  std::uint64_t nodes_ = 0, searches_ = 0;
  Bounds bounds_;
};

template <GameState S>
auto Prover<S>::ask(const S& root, int asker) -> Found {
  if constexpr (AsksItsOwn<S>)
    if (const auto strict = own_question(root, asker, true))
      return ask_either(own_, *strict, *own_question(root, asker, false));
  return ask(plain_, StateQuestion<S>(root, asker, ++searches_), bounds_.nodes);
}

template <GameState S>
template <Question Q>
auto Prover<S>::ask(ProofSearch<Q>& search, const Q& question, std::uint64_t most) -> Found {
  Bounds bounds = bounds_;
  bounds.nodes = std::min(most, bounds_.nodes - std::min(nodes_, bounds_.nodes));
  Found found{search.ask(question, bounds), {}};
  nodes_ += search.nodes();
  if (found.answer != Answer::Unknown) found.line = search.line(question, bounds_);
  return found;
}

// The two in turn, ever longer: nobody knows which one is easier.
template <GameState S>
template <Question Q>
auto Prover<S>::ask_either(ProofSearch<Q>& search, const Q& strict, const Q& loose) -> Found {
  bool may_be_no = true;
  for (std::uint64_t slice = kSlice;; slice *= 2) {
    if (may_be_no) {
      const Found found = ask(search, loose, slice);
      if (found.answer == Answer::No) return found;
      may_be_no = found.answer == Answer::Unknown;
    }
    const std::uint64_t before = nodes_;
    const Found found = ask(search, strict, slice);
    if (found.answer != Answer::Unknown || nodes_ - before < slice) return found;
  }
}

// A line that has an action at least: where an answer is seen at once, what keeps it is looked for.
template <GameState S>
std::vector<int> Prover<S>::with_action(const S& root, int asker, const Found& found) {
  if (!found.line.empty()) return found.line;
  std::vector<std::int32_t> actions(S::kMaxActions);
  actions.resize(static_cast<std::size_t>(root.legal_actions(actions.data())));
  for (const int action : actions) {
    S after = root;
    after.play(action);
    const bool is_last = action == actions.back();
    if (is_last || (after.is_over() ? (after.winner() == asker) == (found.answer == Answer::Yes)
                                    : ask(after, asker).answer == found.answer))
      return {action};
  }
  return {};
}

}  // namespace tengen
