// Leads and owners of points, in games that count them: kept beside the nodes, read at the root.
#pragma once
#include "tree.hpp"

namespace tengen {

// Brings an evaluator's numbers into range, whatever it says.
template <GameState S>
Opinion Tree<S>::read(const Evaluation& told) {
  Opinion opinion;
  opinion.value = std::clamp(told.value, -1.0f, 1.0f);
  if (!keeps_leads()) return opinion;
  const auto most = static_cast<float>(points());
  if (std::isfinite(told.lead)) opinion.lead = std::clamp(told.lead, -most, most);
  owners_.assign(static_cast<std::size_t>(points()), 0);
  if (told.owners != nullptr)
    std::transform(told.owners, told.owners + points(), owners_.begin(), [](float owner) {
      const float share = std::isfinite(owner) ? std::clamp(owner, -1.0f, 1.0f) : 0.0f;
      return static_cast<std::int8_t>(std::lround(share * Opinion::kOwned));
    });
  opinion.owners = owners_.data();
  return opinion;
}

// Gives a node that has just been expanded its outlook.
template <GameState S>
void Tree<S>::keep_points(const Node& node, const Opinion& opinion) {
  if (!keeps_leads()) return;
  outlook(node) = Outlook{};
  std::transform(
      opinion.owners, opinion.owners + points(), owners_of(node),
      [&](std::int8_t owner) { return static_cast<std::int8_t>(owner * sign_of(node.to_play)); });
}

// The lead that is told of a node, the first player's, what the second is given counted.
template <GameState S>
float Tree<S>::lead_of(const Node& node, const Opinion& opinion) const {
  if constexpr (CountsPoints<S>)
    return opinion.lead * node.sign() - static_cast<float>(rules().half_points) / 2;
  return Opinion::kUntold;
}

// The same where the board counts as it stands: the game is over, or ends with one action.
template <GameState S>
float Tree<S>::lead_at_end(const S& state) const {
  if constexpr (CountsPoints<S> && SeesWins<S>)
    if (keeps_leads() && (state.is_over() || state.wins_at_once()))
      return static_cast<float>(state.lead()) / 2;
  return Opinion::kUntold;
}

template <GameState S>
void Tree<S>::add_lead(const Node& node, float lead) {
  if (!keeps_leads() || !node.expanded() || std::isnan(lead)) return;
  Outlook& known = outlook(node);
  known.lead_sum += lead;
  ++known.leads;
}

// The children's value sums, each with what its lead over the node's mean adds: at most lead_weight
// a visit, half of that at as many points as the board is wide. Returns scratch memory.
template <GameState S>
const float* Tree<S>::lean_to_points(const Node& node) {
  const Children kids = children(node);
  if (!has_lead(node)) return kids.value_sums;
  leaning_.assign(node.capacity, 0.0f);
  std::copy_n(kids.value_sums, node.num_children, leaning_.begin());
  const float half = std::sqrt(static_cast<float>(points())), mean = outlook(node).mean_lead();
  for (int i = 0; i < node.num_children; ++i) {
    const Node& below = nodes_[kids.nodes[i]];
    if (below.proof != Proof::Unknown || !has_lead(below)) continue;
    const float ahead = outlook(below).mean_lead() - mean;
    leaning_[static_cast<std::size_t>(i)] += static_cast<float>(kids.visits[i]) *
                                             settings_.lead_weight * ahead /
                                             (half + std::abs(ahead));
  }
  return leaning_.data();
}

template <GameState S>
float Tree<S>::root_lead() const {
  const Node& root = nodes_[root_];
  return has_lead(root) ? root.sign() * outlook(root).mean_lead() : Opinion::kUntold;
}

template <GameState S>
std::vector<float> Tree<S>::root_leads() const {
  if (full_ && root_ == kNone) return {};
  const Node& root = nodes_[root_];
  std::vector<float> leads(root.num_edges, Opinion::kUntold);
  for (std::size_t i = 0; i < root.num_children; ++i) {
    const Node& child = nodes_[children(root).nodes[i]];
    if (has_lead(child)) leads[i] = root.sign() * outlook(child).mean_lead();
  }
  return leads;
}

// The mean over the positions looked at; of subtrees too small to count nothing is read.
template <GameState S>
void Tree<S>::owners(float* out) const {
  std::fill_n(out, points(), 0.0f);
  const Node& root = nodes_[root_];
  if (!has_lead(root)) return;
  const int least = root.visits / 4096;
  std::vector<Index> stack{root_};
  float looked_at = 0;
  while (!stack.empty()) {
    const Node& node = nodes_[stack.back()];
    stack.pop_back();
    if (!node.expanded()) continue;
    const std::int8_t* owners = owners_of(node);
    for (int point = 0; point < points(); ++point) out[point] += static_cast<float>(owners[point]);
    ++looked_at;
    for (int i = 0; i < node.num_children; ++i)
      if (children(node).visits[i] > least) stack.push_back(children(node).nodes[i]);
  }
  const float share = root.sign() / (looked_at * Opinion::kOwned);
  std::for_each(out, out + points(), [&](float& owner) { owner *= share; });
}

}  // namespace tengen
