// Depth-first proof-number search, df-pn (Nagai 2002): whether one side can force what it wants.
//
// A node's proof number is the least number of leaves that would have to turn out well for a proof,
// its disproof number that for a disproof; the search always looks at a leaf that counts in both.
// It leaves a child for its brother only when that is better by a quarter (Pawlewicz, Lew 2007),
// and of the numbers to be added it takes the greatest and one for each other, as children that
// lead to one another's positions would be counted again and again (Ueda and others 2008).
#pragma once
#include <concepts>
#include <deque>
#include <vector>

#include "bounds.hpp"
#include "proof_table.hpp"

namespace tengen {

enum class Answer : std::int8_t { No, Yes, Unknown };

// A question about a position: whether the asker gets his way. Positions must not come back on a
// way, or their keys must tell the ways apart.
template <class Q>
concept Question = std::copyable<Q> && requires(const Q here, Q changing, std::int32_t* actions) {
  { Q::kMostMoves } -> std::convertible_to<int>;
  { here.answer() } -> std::same_as<Answer>;      // as far as it is seen at once
  { here.asks() } -> std::same_as<bool>;          // whether the asker is to move
  { here.key() } -> std::same_as<std::uint64_t>;  // equal where the answer is certainly the same
  { here.list(actions) } -> std::same_as<int>;    // the moves that matter, at least one
  changing.play(0);
};

// Optional: `guess()`, numbers of a position that nothing is known of.
template <Question Q>
ProofNumbers guess(const Q& here) {
  if constexpr (requires { here.guess(); }) return here.guess();
  return {};
}

template <Question Q>
class ProofSearch {
 public:
  // `memory` in bytes is that of the table.
  explicit ProofSearch(std::size_t memory) : table_(memory) {}

  // Searches until the answer is found or `bounds` end it; a search may be gone on with.
  Answer ask(const Q& root, const Bounds& bounds);

  // How it goes on after an answer was found: each side's best, the loser's being what took most to
  // be answered.
  std::vector<int> line(Q at, const Bounds& bounds);

  std::uint64_t nodes() const { return nodes_; }

 private:
  // So many moves ahead it gives up: rules that let positions come back for ever have no answer.
  static constexpr std::size_t kDeepest = 2000;

  struct Child {
    std::int32_t action;
    ProofNumbers numbers;
    std::uint64_t key;  // 0 where the answer is seen at once
  };
  struct Frame {
    Q here;
    std::vector<Child> children;
  };

  Frame& frame(std::size_t height, const Q& here) {
    if (frames_.size() <= height) frames_.push_back({here, {}});
    frames_[height].here = here;
    return frames_[height];
  }
  bool expand(Frame& at);
  ProofNumbers search(std::size_t height, ProofNumbers most);
  ProofNumbers sum_up(Frame& at) const;
  ProofNumbers most_for(const Frame& at, std::size_t child, ProofNumbers most) const;
  std::size_t likeliest(const Frame& at) const;
  std::size_t choice(const Frame& at, Answer answer) const;
  bool count_node();

  ProofTable table_;
  std::deque<Frame> frames_;
  std::vector<std::int32_t> actions_ = std::vector<std::int32_t>(Q::kMostMoves);
  std::uint64_t nodes_ = 0;
  Bounds bounds_;
  bool is_stopped_ = false;
  Bounds::Clock::time_point next_poll_;
};

}  // namespace tengen

#include "proof_impl.hpp"
