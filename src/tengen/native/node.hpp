// A node of a search tree, its edges and its children.
#pragma once
#include <cstdint>

#include "arena.hpp"
#include "log_prior.hpp"
#include "packed_priors.hpp"

namespace tengen {

// What is known for certain of a position, for the side to move in it.
enum class Proof : std::uint8_t { Unknown, Loss, Draw, Win };

inline int sign_of(int player) { return player == 0 ? 1 : -1; }

// Values inside a tree are the first player's, so that sides may move twice in a row.
inline float proven_value(Proof proof, int to_play) {
  return static_cast<float>((static_cast<int>(proof) - static_cast<int>(Proof::Draw)) *
                            sign_of(to_play));
}

struct Node {
  Index edges = kNone;  // block of Edges at the root, else of PackedPriors; none before expansion
  Index children = kNone;   // block of Children
  std::int32_t visits = 0;  // finished simulations through here
  float value_sum = 0;      // of those, first player's view
  float value = 0;          // its own evaluation, first player's view
  float explored = 0;       // prior mass of the children
  std::uint16_t num_edges = 0, num_children = 0, capacity = 0;
  std::uint16_t unproven = 0;   // edges not known to be decided
  std::uint16_t in_flight = 0;  // simulations through here that wait for an evaluation
  std::uint16_t next_from = 0;  // place of the likeliest action without a child, and its
  std::int16_t next = kUnseen;  // log-prior; of a node that is not listed
  Proof proof = Proof::Unknown;
  std::uint8_t to_play : 4 = 0;
  bool listed : 1 = false;  // its edges have their actions: the root's
  static constexpr std::int16_t kUnseen = -1;

  bool expanded() const { return edges != kNone; }
  float sign() const { return static_cast<float>(sign_of(to_play)); }
  float mean() const { return visits > 0 ? value_sum / static_cast<float>(visits) : value; }
};
static_assert(sizeof(Node) <= 40);

// The actions of the root. The first `num_children` have a child, in the children's order; the next
// one is the likeliest of the rest. Most nodes are visited once and never followed, so the others
// have packed log-priors alone, of the actions in ascending order; which of them were swapped to
// the front when they got a child is known by the children.
struct Edges {
  std::int16_t* log_priors;
  std::uint16_t* actions;
  static constexpr std::size_t bytes(int count) {
    return static_cast<std::size_t>(count) * (sizeof(std::int16_t) + sizeof(std::uint16_t));
  }
};

// What is expected of the points of the board, where that is told: before a node's edges, with the
// owners of the points, an int8 each in 1 / Opinion::kOwned, between. First player's view.
struct Outlook {
  float lead_sum = 0;      // of the simulations through here that had an opinion
  std::int32_t leads = 0;  // how many had one

  float mean_lead() const { return lead_sum / static_cast<float>(leads); }
};

// Statistics of the visited actions, an array a field for the vector loop, and what tells the
// actions of a node whose edges do not.
struct Children {
  std::uint64_t* mask;   // of the node's actions; unused at the root, like `from`
  float* value_sums;     // first player's view; includes what those in flight were lent
  std::int32_t* visits;  // likewise; at least 1
  float* priors;         // kLost once proven lost for the side to move
  Index* nodes;
  std::uint16_t* actions;
  std::uint16_t* from;  // where its edge was swapped to the front from
  static constexpr float kLost = -1e30f;
  static Index units(int capacity, int mask_words) {
    return Blocks::units(static_cast<std::size_t>(capacity) * 20 +
                         static_cast<std::size_t>(mask_words) * sizeof(std::uint64_t));
  }
};

}  // namespace tengen
