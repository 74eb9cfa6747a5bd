// The boards a game has been through, so that superko can be told exactly.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "points.hpp"
#include "random.hpp"

namespace tengen::go {

// 128 bits that stand for a board (Zobrist 1970): two boards of one game share them with a chance
// of some 10^-30, so that they are taken for the board itself.
struct Key {
  std::uint64_t low = 0, high = 0;

  bool operator==(const Key&) const = default;
  Key operator^(const Key& other) const { return {low ^ other.low, high ^ other.high}; }
  Key& operator^=(const Key& other) { return *this = *this ^ other; }
};

inline constexpr auto kStoneKeys = [] {
  std::array<std::array<Key, kMaxPoints>, 2> keys{};
  std::uint64_t seed = 0x60;
  for (auto& colour : keys)
    for (Key& key : colour) {
      key.low = mix64(seed++);
      key.high = mix64(seed++);
    }
  return keys;
}();
inline constexpr Key kWhiteToMove{mix64(0x57), mix64(0x58)};

constexpr Key stone_key(int player, int point) {
  return kStoneKeys[static_cast<std::size_t>(player)][static_cast<std::size_t>(point)];
}

// Boards by the ply after which they came, as a value that is cheap to copy: the last few are
// held here, the rest in hash tables that are never changed and shared by all copies. Each table
// holds twice as many boards as the next newer one or more; equal ones are merged.
class History {
 public:
  void push(const Key& key) {
    recent_[static_cast<std::size_t>(plies_++) % kRecent] = key;
    if (plies_ % kRecent == 0) older_ = put_away();
  }

  // The last ply after which there was this board, 0 for the start; -1 if there never was.
  int find(const Key& key) const {
    const int held = plies_ % kRecent;
    for (int i = held - 1; i >= 0; --i)
      if (recent_[static_cast<std::size_t>(i)] == key) return plies_ - held + i;
    for (const Table* table = older_.get(); table != nullptr; table = table->older.get())
      if (const int ply = table->find(key); ply >= 0) return ply;
    return -1;
  }

  bool operator==(const History& other) const {
    const auto held = static_cast<std::ptrdiff_t>(plies_ % kRecent);
    if (plies_ != other.plies_ ||
        !std::equal(recent_.begin(), recent_.begin() + held, other.recent_.begin()))
      return false;
    const Table *mine = older_.get(), *theirs = other.older_.get();
    for (; mine != theirs; mine = mine->older.get(), theirs = theirs->older.get())
      if (mine == nullptr || theirs == nullptr || mine->slots != theirs->slots) return false;
    return true;
  }

 private:
  static constexpr int kRecent = 8;

  struct Slot {
    Key key;
    int ply = -1;
    bool operator==(const Slot&) const = default;
  };

  struct Table {
    explicit Table(int boards)
        : count(boards), slots(std::bit_ceil(2 * static_cast<std::size_t>(boards))) {}
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;
    ~Table() {  // in a loop: a long game would need a deep stack
      for (auto next = std::move(older); next != nullptr && next.use_count() == 1;)
        next = std::shared_ptr<const Table>(std::move(next->older));
    }

    void add(const Key& key, int ply) {
      Slot& slot = slots[place_of(key)];
      slot = {key, ply};
    }
    int find(const Key& key) const { return slots[place_of(key)].ply; }
    // Where a board is, or an empty slot for it.
    std::size_t place_of(const Key& key) const {
      std::size_t at = key.low & (slots.size() - 1);
      while (slots[at].ply >= 0 && slots[at].key != key) at = (at + 1) & (slots.size() - 1);
      return at;
    }
    void add_all(const Table& from) {
      for (const Slot& slot : from.slots)
        if (slot.ply >= 0) add(slot.key, slot.ply);
    }

    int count;  // boards in it, repeated ones counted
    std::vector<Slot> slots;
    mutable std::shared_ptr<const Table> older;
  };

  // The tables with the recent boards among them.
  std::shared_ptr<const Table> put_away() const {
    int count = kRecent;
    const Table* rest = older_.get();
    std::vector<const Table*> merged;
    for (; rest != nullptr && rest->count == count; rest = rest->older.get()) {
      merged.push_back(rest);
      count *= 2;
    }
    auto table = std::make_shared<Table>(count);
    // The oldest first, so that a later ply stands where a board came twice.
    for (auto it = merged.rbegin(); it != merged.rend(); ++it) table->add_all(**it);
    for (int i = 0; i < kRecent; ++i)
      table->add(recent_[static_cast<std::size_t>(i)], plies_ - kRecent + i);
    table->older = merged.empty() ? older_ : merged.back()->older;
    return table;
  }

  std::array<Key, kRecent> recent_{};
  std::shared_ptr<const Table> older_;
  int plies_ = 0;
};

}  // namespace tengen::go
