// What the threads of a search have found out about positions, in memory of a fixed size that they
// share without locks: an entry is two words, the second is stored combined with the key, so that
// an entry torn between two writers is not found (Hyatt, Mann 2002).
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <climits>
#include <cstddef>
#include <vector>

#include "board.hpp"
#include "huge_pages.hpp"
#include "prefetch.hpp"

namespace tengen::engine {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

inline constexpr std::int16_t kNoEval = INT16_MIN;

struct Entry {
  std::uint16_t move = 0;  // its code; 0: none
  std::int16_t score = 0;  // decided ones count their moves from the position
  std::int16_t static_eval = kNoEval;
  std::uint8_t depth = 0;
  std::uint8_t bound_and_age = 0;

  Bound bound() const { return static_cast<Bound>(bound_and_age & 3u); }
  int age() const { return bound_and_age >> 2; }
};
static_assert(sizeof(Entry) == sizeof(std::uint64_t));

class TranspositionTable {
 public:
  // As many entries as fit into `bytes`, four at least.
  explicit TranspositionTable(std::size_t bytes)
      : buckets_(static_cast<std::size_t>(
            std::clamp<std::uint64_t>(bytes / sizeof(Bucket), 1, std::uint64_t{1} << 32))) {}

  // Entries from before give way to new ones. Not while it is searched.
  void start_search() { age_ = (age_ + 1) % kAges; }
  void clear() {
    for (Bucket& bucket : buckets_)
      for (Slot& slot : bucket.slots) slot.write(0, Entry{});
  }

  void prefetch(std::uint64_t key) const { tengen::prefetch(&buckets_[place_of(key)]); }

  bool find(std::uint64_t key, Entry& entry) const {
    for (const Slot& slot : buckets_[place_of(key)].slots)
      if (slot.read(entry) == key && entry.bound() != Bound::None) return true;
    return false;
  }

  // Whether the search that is running found it.
  bool is_new(const Entry& entry) const { return entry.age() == age_; }

  void store(std::uint64_t key, Score score, Score static_eval, std::uint16_t move, int depth,
             Bound bound) {
    Bucket& bucket = buckets_[place_of(key)];
    Slot* place = nullptr;
    int least = 0;
    for (Slot& slot : bucket.slots) {
      Entry entry;
      if (slot.read(entry) == key) {
        if (is_better(entry, depth, bound)) return;
        if (move == 0) move = entry.move;
        place = &slot;
        break;
      }
      if (place != nullptr && worth(entry) >= least) continue;
      place = &slot;
      least = worth(entry);
    }
    place->write(key,
                 {move, static_cast<std::int16_t>(score), static_cast<std::int16_t>(static_eval),
                  static_cast<std::uint8_t>(depth),
                  static_cast<std::uint8_t>(static_cast<unsigned>(bound) | unsigned(age_) << 2)});
  }

 private:
  static constexpr int kAges = 64;
  static constexpr int kShallower = 3;  // by more than this an inexact result replaces no other

  // Relaxed: what is read is believed only where both words belong together.
  struct Slot {
    std::atomic<std::uint64_t> mixed_key, entry;

    std::uint64_t read(Entry& out) const {
      const std::uint64_t word = entry.load(std::memory_order_relaxed);
      out = std::bit_cast<Entry>(word);
      return mixed_key.load(std::memory_order_relaxed) ^ word;
    }
    void write(std::uint64_t key, const Entry& value) {
      const auto word = std::bit_cast<std::uint64_t>(value);
      mixed_key.store(key ^ word, std::memory_order_relaxed);
      entry.store(word, std::memory_order_relaxed);
    }
  };
  struct alignas(64) Bucket {
    std::array<Slot, 4> slots{};
  };
  static_assert(sizeof(Bucket) == 64);

  bool is_better(const Entry& entry, int depth, Bound bound) const {
    return bound != Bound::Exact && entry.bound() != Bound::None && is_new(entry) &&
           depth + kShallower < entry.depth;
  }
  // Deep entries outlast those less deep, and every search since costs one some of its depth.
  int worth(const Entry& entry) const {
    if (entry.bound() == Bound::None) return INT_MIN;
    return entry.depth - 8 * ((age_ - entry.age() + kAges) % kAges);
  }
  // By the upper half of the key, scaled to the number of buckets.
  std::size_t place_of(std::uint64_t key) const {
    return static_cast<std::size_t>(((key >> 32) * buckets_.size()) >> 32);
  }

  std::vector<Bucket, HugePages<Bucket>> buckets_;
  int age_ = 0;
};

}  // namespace tengen::engine
