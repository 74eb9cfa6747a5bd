// What a proof-number search has found out about positions, in memory of a fixed size.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace tengen {

// From the asker's view; one of them is 0 where the answer is known, and the other then kNever.
struct ProofNumbers {
  static constexpr std::uint32_t kNever = 1u << 30;
  std::uint32_t proof = 1, disproof = 1;

  bool is_known() const { return proof == 0 || disproof == 0; }
  static ProofNumbers of(bool yes) {
    return yes ? ProofNumbers{0, kNever} : ProofNumbers{kNever, 0};
  }
};

class ProofTable {
 public:
  struct Entry {
    std::uint64_t key = 0;  // 0: empty
    ProofNumbers numbers;
    std::uint64_t work = 0;  // positions looked at for it
  };

  // As many entries as fit into `bytes`, four at least.
  explicit ProofTable(std::size_t bytes)
      : buckets_(static_cast<std::size_t>(
            std::clamp<std::uint64_t>(bytes / sizeof(Bucket), 1, std::uint64_t{1} << 32))) {}

  // Null when there is none.
  const Entry* find(std::uint64_t key) const {
    for (const Entry& entry : buckets_[place_of(key)])
      if (entry.key == key) return &entry;
    return nullptr;
  }

  // What took least work gives way.
  void store(std::uint64_t key, ProofNumbers numbers, std::uint64_t work) {
    Bucket& bucket = buckets_[place_of(key)];
    Entry* place = &bucket.front();
    for (Entry& entry : bucket) {
      if (entry.key == key) {
        entry = {key, numbers, entry.work + work};
        return;
      }
      if (entry.work < place->work) place = &entry;
    }
    *place = {key, numbers, work};
  }

 private:
  using Bucket = std::array<Entry, 4>;

  std::size_t place_of(std::uint64_t key) const {
    return static_cast<std::size_t>(((key >> 32) * buckets_.size()) >> 32);
  }

  std::vector<Bucket> buckets_;
};

}  // namespace tengen
