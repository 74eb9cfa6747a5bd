// What a search has found out about positions, in memory of a fixed size.
#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "score.hpp"

namespace tengen {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

class TranspositionTable {
 public:
  struct Entry {
    std::uint64_t key = 0;
    Score score = 0;  // for the side to move; decided ones count their moves from here
    std::int16_t action = -1;
    std::uint8_t depth = 0;
    std::uint8_t bound_and_age = 0;

    Bound bound() const { return static_cast<Bound>(bound_and_age & 3u); }
    int age() const { return bound_and_age >> 2; }
  };
  static_assert(sizeof(Entry) == 16);

  // As many entries as fit into `bytes`, four at least.
  explicit TranspositionTable(std::size_t bytes)
      : buckets_(static_cast<std::size_t>(
            std::clamp<std::uint64_t>(bytes / sizeof(Bucket), 1, std::uint64_t{1} << 32))) {}

  // Entries from before give way to new ones.
  void start_search() { age_ = (age_ + 1) % kAges; }
  void clear() { std::fill(buckets_.begin(), buckets_.end(), Bucket{}); }

  // Null when there is none.
  const Entry* find(std::uint64_t key) const {
    for (const Entry& entry : bucket_of(key))
      if (entry.key == key && entry.bound() != Bound::None) return &entry;
    return nullptr;
  }

  void store(std::uint64_t key, Score score, int action, int depth, Bound bound) {
    Entry* place = nullptr;
    for (Entry& entry : bucket_of(key)) {
      if (entry.key == key) {
        place = &entry;
        break;
      }
      if (place == nullptr || worth(entry) < worth(*place)) place = &entry;
    }
    *place = {key, score, static_cast<std::int16_t>(action), static_cast<std::uint8_t>(depth),
              static_cast<std::uint8_t>(static_cast<int>(bound) | age_ << 2)};
  }

 private:
  using Bucket = std::array<Entry, 4>;
  static constexpr int kAges = 64;

  // Entries of this search outlast older ones, deep ones those less deep.
  int worth(const Entry& entry) const {
    if (entry.bound() == Bound::None) return -1;
    return entry.depth + (entry.age() == age_ ? 256 : 0);
  }

  // By the upper half of the key, scaled to the number of buckets.
  std::size_t place_of(std::uint64_t key) const {
    return static_cast<std::size_t>(((key >> 32) * buckets_.size()) >> 32);
  }
  const Bucket& bucket_of(std::uint64_t key) const { return buckets_[place_of(key)]; }
  Bucket& bucket_of(std::uint64_t key) { return buckets_[place_of(key)]; }

  std::vector<Bucket> buckets_;
  int age_ = 0;
};

}  // namespace tengen
