// Memory of a tree: nodes by 32-bit index, and blocks for their edges and children. Chunks are
// never moved, nothing is freed to the system before the arena goes, and a budget is kept.
#pragma once
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace tengen {

using Index = std::uint32_t;
inline constexpr Index kNone = 0xffffffffu;

// The bytes a tree may take; shared by its arenas.
class Budget {
 public:
  explicit Budget(std::size_t bytes) : left_(bytes) {}
  bool take(std::size_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }

 private:
  std::size_t left_;
};

// Fixed-size items.
template <class T>
class Pool {
 public:
  explicit Pool(Budget& budget) : budget_(&budget) {}

  T& operator[](Index i) { return chunks_[i >> kBits][i & kMask]; }
  const T& operator[](Index i) const { return chunks_[i >> kBits][i & kMask]; }

  // Returns kNone when the budget is spent.
  Index allocate() {
    Index i = free_;
    if (i != kNone) {
      std::memcpy(&free_, static_cast<const void*>(&(*this)[i]), sizeof free_);
    } else {
      if (used_ >> kBits == chunks_.size()) {
        if (!budget_->take(sizeof(T) << kBits)) return kNone;
        chunks_.push_back(std::make_unique_for_overwrite<T[]>(std::size_t{1} << kBits));
      }
      i = used_++;
    }
    (*this)[i] = T{};
    return i;
  }

  void release(Index i) {
    std::memcpy(static_cast<void*>(&(*this)[i]), &free_, sizeof free_);
    free_ = i;
  }

  void clear() {
    used_ = 0;
    free_ = kNone;
  }

 private:
  static constexpr unsigned kBits = 10;
  static constexpr Index kMask = (1u << kBits) - 1;
  static_assert(sizeof(T) >= sizeof(Index));
  Budget* budget_;
  std::vector<std::unique_ptr<T[]>> chunks_;
  Index used_ = 0;
  Index free_ = kNone;
};

// Blocks of up to kMaxUnits units of 16 bytes. A freed block is used again whole or split.
class Blocks {
 public:
  static constexpr std::size_t kUnit = 16;
  static constexpr Index kMaxUnits = 2048;

  explicit Blocks(Budget& budget) : budget_(&budget) { clear(); }

  static Index units(std::size_t bytes) { return static_cast<Index>((bytes + kUnit - 1) / kUnit); }

  template <class T>
  T* at(Index block) {
    return reinterpret_cast<T*>(chunks_[block >> kBits].get() + (block & kMask));
  }
  template <class T>
  const T* at(Index block) const {
    return const_cast<Blocks*>(this)->at<T>(block);
  }

  Index allocate(Index units) {
    assert(units > 0 && units <= kMaxUnits);
    if (const Index fit = smallest_free(units); fit <= kMaxUnits) {
      const Index block = pop(fit);
      if (fit > units) release(block + units, fit - units);
      return block;
    }
    const Index room = kChunk - (used_ & kMask);
    if (used_ == capacity_ || room < units) {
      if (capacity_ == chunks_.size() * kChunk) {
        if (!budget_->take(kChunk * kUnit)) return kNone;
        chunks_.push_back(std::make_unique_for_overwrite<Unit[]>(kChunk));
      }
      if (used_ != capacity_) shelve(used_, room);
      used_ = capacity_;
      capacity_ += kChunk;
    }
    const Index block = used_;
    used_ += units;
    return block;
  }

  void release(Index block, Index units) {
    *at<Index>(block) = free_[units];
    free_[units] = block;
    occupied_[units / 64] |= std::uint64_t{1} << (units % 64);
  }

  void clear() {
    used_ = capacity_ = 0;
    free_.fill(kNone);
    occupied_.fill(0);
  }

 private:
  struct alignas(kUnit) Unit {
    std::byte bytes[kUnit];
  };
  static constexpr unsigned kBits = 14;  // chunks of 256 KiB
  static constexpr Index kChunk = 1u << kBits, kMask = kChunk - 1;

  Index smallest_free(Index units) const {
    for (Index word = units / 64, bits_from = units % 64; word < occupied_.size();
         ++word, bits_from = 0) {
      const std::uint64_t fits = occupied_[word] >> bits_from << bits_from;
      if (fits != 0) return word * 64 + static_cast<Index>(std::countr_zero(fits));
    }
    return kMaxUnits + 1;
  }

  Index pop(Index units) {
    const Index block = free_[units];
    free_[units] = *at<Index>(block);
    if (free_[units] == kNone) occupied_[units / 64] &= ~(std::uint64_t{1} << (units % 64));
    return block;
  }

  void shelve(Index block, Index units) {
    for (; units > kMaxUnits; units -= kMaxUnits, block += kMaxUnits) release(block, kMaxUnits);
    release(block, units);
  }

  Budget* budget_;
  std::vector<std::unique_ptr<Unit[]>> chunks_;
  Index used_ = 0, capacity_ = 0;
  std::array<Index, kMaxUnits + 1> free_{};
  std::array<std::uint64_t, kMaxUnits / 64 + 1> occupied_{};
};

}  // namespace tengen
