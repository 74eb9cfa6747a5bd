// The arenas under random use: what is handed out never overlaps, and the budget is kept.
#include "arena.hpp"

#include <map>
#include <vector>

#include "check.hpp"

namespace arena_test {

using namespace tengen;
using test::check;

// Blocks in use, each filled with bytes of its own.
class Held {
 public:
  explicit Held(Blocks& blocks) : blocks_(blocks) {}

  bool take(Index units, std::uint8_t mark) {
    const Index block = blocks_.allocate(units);
    if (block == kNone) return false;
    std::memset(blocks_.at<std::byte>(block), mark, units * Blocks::kUnit);
    held_.push_back({block, units, mark});
    return true;
  }

  void give_back(std::size_t i) {
    const Block block = held_[i];
    const auto* bytes = blocks_.at<std::uint8_t>(block.at);
    for (std::size_t b = 0; b < block.units * Blocks::kUnit; ++b)
      check(bytes[b] == block.mark, "nobody else wrote into a block");
    blocks_.release(block.at, block.units);
    held_[i] = held_.back();
    held_.pop_back();
  }

  void forget() { held_.clear(); }
  std::size_t size() const { return held_.size(); }

 private:
  struct Block {
    Index at, units;
    std::uint8_t mark;
  };
  Blocks& blocks_;
  std::vector<Block> held_;
};

void use_blocks(std::size_t bytes, Rng& rng) {
  Budget budget(bytes);
  Blocks blocks(budget);
  Held held(blocks);
  std::size_t refused = 0;
  for (int step = 0; step < 60'000; ++step) {
    const bool small = rng.below(4) != 0;
    const Index units = 1 + rng.below(small ? 20 : Blocks::kMaxUnits);
    if (held.size() == 0 || rng.below(100) < 52)
      refused += !held.take(units, static_cast<std::uint8_t>(step));
    else
      held.give_back(rng.below(static_cast<std::uint32_t>(held.size())));
    if (rng.below(20'000) == 0) {
      blocks.clear();
      held.forget();
    }
  }
  while (held.size() > 0) held.give_back(held.size() - 1);
  check(bytes > (std::size_t{8} << 20) || refused > 0, "a small budget is met");
  check(held.take(1, 1) == (bytes > 0), "what was given back is used again");
}

void use_pool() {
  struct Item {
    std::uint64_t number = 7;
  };
  constexpr std::size_t kChunk = sizeof(Item) << 10;
  Budget budget(3 * kChunk + 1);
  Pool<Item> pool(budget);
  std::vector<Index> all;
  for (Index i = pool.allocate(); i != kNone; i = pool.allocate()) {
    check(pool[i].number == 7, "an item is fresh");
    pool[i].number = i;
    all.push_back(i);
  }
  check(all.size() == 3 << 10, "the budget is used to its last whole chunk");
  for (const Index i : all) check(pool[i].number == i, "items do not overlap");
  for (const Index i : all) pool.release(i);
  std::map<Index, int> again;
  for (std::size_t n = 0; n < all.size(); ++n) {
    const Index i = pool.allocate();
    check(pool[i].number == 7, "an item used again is fresh");
    ++again[i];
  }
  check(again.size() == all.size(), "every item is used again once");
  check(pool.allocate() == kNone, "and no more");
}

const test::Test kTest("arena", [] {
  Rng rng(3);
  for (const std::size_t bytes :
       {std::size_t{0}, std::size_t{1} << 18, std::size_t{1} << 20, std::size_t{64} << 20})
    use_blocks(bytes, rng);
  use_pool();
});

}  // namespace arena_test
