// Evaluations by position, so that a transposition costs no second look.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace tengen {

// What an evaluator says of a position besides its moves, for the side to move.
struct Opinion {
  static constexpr float kUntold = std::numeric_limits<float>::quiet_NaN();
  static constexpr float kOwned = 127.0f;  // a point that is the mover's for sure

  float value = 0.0f;
  float lead = kUntold;                 // in points of the board
  const std::int8_t* owners = nullptr;  // [points] in 1 / kOwned; null where leads are not told
};

// One entry a slot, the newer position wins. Priors are in the order of the legal actions.
class EvaluationCache {
 public:
  // `points` of a board whose owners are told, else 0.
  EvaluationCache(std::size_t entries, int num_actions, int points = 0)
      : stride_(static_cast<std::size_t>(num_actions)),
        points_(static_cast<std::size_t>(points)),
        keys_(entries),
        values_(entries),
        priors_(entries * stride_),
        leads_(points > 0 ? entries : 0),
        owners_(entries * points_) {}

  static std::size_t bytes_per_entry(int num_actions, int points = 0) {
    return sizeof(std::uint64_t) + sizeof(float) +
           sizeof(std::int16_t) * static_cast<std::size_t>(num_actions) +
           (points > 0 ? sizeof(float) : 0) + static_cast<std::size_t>(points);
  }

  // Returns the log-priors and sets `opinion`, or returns null.
  const std::int16_t* find(std::uint64_t hash, Opinion& opinion) const {
    if (keys_.empty()) return nullptr;
    const std::size_t slot = hash % keys_.size();
    if (keys_[slot] != key_of(hash)) return nullptr;
    opinion.value = values_[slot];
    if (points_ > 0) {
      opinion.lead = leads_[slot];
      opinion.owners = &owners_[slot * points_];
    }
    return &priors_[slot * stride_];
  }

  void store(std::uint64_t hash, const Opinion& opinion, const std::int16_t* priors, int count) {
    if (keys_.empty()) return;
    const std::size_t slot = hash % keys_.size();
    keys_[slot] = key_of(hash);
    values_[slot] = opinion.value;
    if (points_ > 0) {
      leads_[slot] = opinion.lead;
      std::copy_n(opinion.owners, points_, &owners_[slot * points_]);
    }
    std::memcpy(&priors_[slot * stride_], priors,
                sizeof(std::int16_t) * static_cast<std::size_t>(count));
  }

  void clear() { std::fill(keys_.begin(), keys_.end(), 0); }

 private:
  static std::uint64_t key_of(std::uint64_t hash) { return hash | 1; }  // 0 marks an empty slot

  std::size_t stride_, points_;
  std::vector<std::uint64_t> keys_;
  std::vector<float> values_;
  std::vector<std::int16_t> priors_;
  std::vector<float> leads_;
  std::vector<std::int8_t> owners_;
};

}  // namespace tengen
