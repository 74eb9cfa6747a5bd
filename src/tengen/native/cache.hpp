// Evaluations by position, so that a transposition costs no second look.
#pragma once
#include <cstdint>
#include <cstring>
#include <vector>

namespace tengen {

// One entry a slot, the newer position wins. Priors are in the order of the legal actions.
class EvaluationCache {
 public:
  EvaluationCache(std::size_t entries, int num_actions)
      : stride_(static_cast<std::size_t>(num_actions)),
        keys_(entries),
        values_(entries),
        priors_(entries * stride_) {}

  static std::size_t bytes_per_entry(int num_actions) {
    return sizeof(std::uint64_t) + sizeof(float) +
           sizeof(std::int16_t) * static_cast<std::size_t>(num_actions);
  }

  // Returns the log-priors and sets `value` (for the side to move), or returns null.
  const std::int16_t* find(std::uint64_t hash, float& value) const {
    if (keys_.empty()) return nullptr;
    const std::size_t slot = hash % keys_.size();
    if (keys_[slot] != key_of(hash)) return nullptr;
    value = values_[slot];
    return &priors_[slot * stride_];
  }

  void store(std::uint64_t hash, float value, const std::int16_t* priors, int count) {
    if (keys_.empty()) return;
    const std::size_t slot = hash % keys_.size();
    keys_[slot] = key_of(hash);
    values_[slot] = value;
    std::memcpy(&priors_[slot * stride_], priors,
                sizeof(std::int16_t) * static_cast<std::size_t>(count));
  }

  void clear() { std::fill(keys_.begin(), keys_.end(), 0); }

 private:
  static std::uint64_t key_of(std::uint64_t hash) { return hash | 1; }  // 0 marks an empty slot

  std::size_t stride_;
  std::vector<std::uint64_t> keys_;
  std::vector<float> values_;
  std::vector<std::int16_t> priors_;
};

}  // namespace tengen
