// How df-pn searches.
#pragma once
#include "proof.hpp"

namespace tengen {

template <Question Q>
Answer ProofSearch<Q>::ask(const Q& root, const Bounds& bounds) {
  if (root.answer() != Answer::Unknown) return root.answer();
  bounds_ = bounds;
  nodes_ = 0;
  is_stopped_ = false;
  next_poll_ = Bounds::Clock::now();
  frame(0, root);
  constexpr std::uint32_t kAll = ProofNumbers::kNever;
  const ProofNumbers found = search(0, {kAll, kAll});
  if (!found.is_known()) return Answer::Unknown;
  return found.proof == 0 ? Answer::Yes : Answer::No;
}

// Looks below a position until one of its numbers has reached `most`.
template <Question Q>
ProofNumbers ProofSearch<Q>::search(std::size_t height, ProofNumbers most) {
  Frame& at = frames_[height];
  const std::uint64_t key = at.here.key(), before = nodes_;
  // Numbers of some children only would be wrong.
  is_stopped_ |= height >= kDeepest;
  if (!expand(at)) return {};
  for (;;) {
    const ProofNumbers sum = sum_up(at);
    if (is_stopped_ || sum.proof >= most.proof || sum.disproof >= most.disproof || sum.is_known()) {
      table_.store(key, sum, nodes_ - before);
      return sum;
    }
    const std::size_t best = likeliest(at);
    Child& child = at.children[best];
    Q next = at.here;
    next.play(child.action);
    frame(height + 1, next);
    const ProofNumbers found = search(height + 1, most_for(at, best, most));
    if (!is_stopped_ || found.is_known()) child.numbers = found;
  }
}

// Returns whether there was time to look at all children that matter.
template <Question Q>
bool ProofSearch<Q>::expand(Frame& at) {
  const int count = at.here.list(actions_.data());
  at.children.clear();
  for (int i = 0; i < count; ++i) {
    if (!count_node()) return false;
    Q next = at.here;
    next.play(actions_[static_cast<std::size_t>(i)]);
    Child child{actions_[static_cast<std::size_t>(i)], {}, 0};
    if (const Answer answer = next.answer(); answer != Answer::Unknown) {
      child.numbers = ProofNumbers::of(answer == Answer::Yes);
      at.children.push_back(child);
      if ((answer == Answer::Yes) == at.here.asks()) return true;  // the others do not
      continue;
    }
    child.key = next.key();
    const ProofTable::Entry* known = table_.find(child.key);
    child.numbers = known != nullptr ? known->numbers : guess(next);
    at.children.push_back(child);
  }
  return true;
}

// The numbers of a position from those of its children, which are looked up again: another way may
// have led to them.
template <Question Q>
ProofNumbers ProofSearch<Q>::sum_up(Frame& at) const {
  constexpr std::uint32_t kNever = ProofNumbers::kNever;
  const bool asks = at.here.asks();
  std::uint32_t least = kNever, greatest = 0, open = 0;
  for (Child& child : at.children) {
    if (child.key != 0 && !child.numbers.is_known())
      if (const ProofTable::Entry* known = table_.find(child.key)) child.numbers = known->numbers;
    const auto [proof, disproof] = child.numbers;
    least = std::min(least, asks ? proof : disproof);
    greatest = std::max(greatest, asks ? disproof : proof);
    open += (asks ? disproof : proof) > 0;
  }
  const std::uint32_t all =
      greatest >= kNever ? kNever : std::min(kNever - 1, greatest + (open > 0 ? open - 1 : 0));
  return asks ? ProofNumbers{least, all} : ProofNumbers{all, least};
}

// The child to look at: the side to move there has least to show.
template <Question Q>
std::size_t ProofSearch<Q>::likeliest(const Frame& at) const {
  const bool asks = at.here.asks();
  std::size_t best = 0;
  const auto rank = [&](const Child& child) {
    const auto [proof, disproof] = child.numbers;
    return asks ? std::pair(proof, disproof) : std::pair(disproof, proof);
  };
  for (std::size_t i = 1; i < at.children.size(); ++i)
    if (rank(at.children[i]) < rank(at.children[best])) best = i;
  return best;
}

template <Question Q>
ProofNumbers ProofSearch<Q>::most_for(const Frame& at, std::size_t child, ProofNumbers most) const {
  constexpr std::uint32_t kNever = ProofNumbers::kNever;
  const bool asks = at.here.asks();
  std::uint32_t second = kNever, open = 0;
  for (std::size_t i = 0; i < at.children.size(); ++i) {
    const auto [proof, disproof] = at.children[i].numbers;
    open += (asks ? disproof : proof) > 0;
    if (i != child) second = std::min(second, asks ? proof : disproof);
  }
  const std::uint32_t limit = asks ? most.proof : most.disproof;
  const std::uint32_t least = second >= kNever ? limit : std::min(limit, second + second / 4 + 1);
  const std::uint32_t all = asks ? most.disproof : most.proof;
  const std::uint32_t rest = all >= kNever ? all : all - std::min(all - 1, open - 1);
  return asks ? ProofNumbers{least, rest} : ProofNumbers{rest, least};
}

// Returns whether there is time for one more.
template <Question Q>
bool ProofSearch<Q>::count_node() {
  if (nodes_ >= bounds_.nodes) is_stopped_ = true;
  if (is_stopped_ || (++nodes_ & 1023u) != 0) return !is_stopped_;
  const auto now = Bounds::Clock::now();
  is_stopped_ = now >= bounds_.until;
  if (!is_stopped_ && bounds_.poll && now >= next_poll_) {
    is_stopped_ = bounds_.poll();
    next_poll_ = now + std::chrono::milliseconds(5);
  }
  return !is_stopped_;
}

// The child that shows the answer, or, where all have it, the one that took most work.
template <Question Q>
std::size_t ProofSearch<Q>::choice(const Frame& at, Answer answer) const {
  const auto worth = [&](const Child& child) {
    const bool shows = (answer == Answer::Yes ? child.numbers.proof : child.numbers.disproof) == 0;
    if (!shows) return std::uint64_t{0};
    if ((answer == Answer::Yes) == at.here.asks()) return child.key == 0 ? UINT64_MAX : 1;
    const ProofTable::Entry* known = child.key == 0 ? nullptr : table_.find(child.key);
    return known == nullptr ? std::uint64_t{1} : known->work + 2;
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < at.children.size(); ++i)
    if (worth(at.children[i]) > worth(at.children[best])) best = i;
  return best;
}

template <Question Q>
std::vector<int> ProofSearch<Q>::line(Q at, const Bounds& bounds) {
  std::vector<int> actions;
  while (at.answer() == Answer::Unknown) {
    const Answer answer = ask(at, bounds);
    if (answer == Answer::Unknown) break;
    const Frame& top = frames_.front();
    const std::int32_t action = top.children[choice(top, answer)].action;
    actions.push_back(action);
    at.play(action);
  }
  return actions;
}

}  // namespace tengen
