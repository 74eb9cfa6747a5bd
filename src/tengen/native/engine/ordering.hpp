// Move ordering: what one thread has learned about moves that cut searches short. The move of the
// transposition table comes first; then count the killer moves (Huberman 1968), the history
// heuristic (Schaeffer 1989), the counter-move of the move before (Uiterwijk 1992), and
// continuation histories, of the moves that went well after the last two.
#pragma once
#include <algorithm>
#include <vector>

#include "settings.hpp"

namespace tengen::engine {

// The ranks that a Board gives its moves add up with these: each history is at most so much.
inline constexpr std::int32_t kHistoryMost = 8192;

template <Board B>
class Ordering {
 public:
  using Move = typename B::Move;
  static constexpr int kSlots = B::kSlots;
  static constexpr std::int32_t kTableRank = 1 << 29, kKillerRank = kHistoryMost,
                                kCounterRank = kHistoryMost / 2;

  explicit Ordering(const Settings& settings) : settings_(settings) { clear(); }

  void clear() {
    history_.assign(2 * kSlots, 0);
    counter_moves_.assign(2 * (kSlots + 1), 0);
    if (settings_.continuation) continuation_.assign(2 * 2 * kSlots * kSlots, 0);
  }

  // Where to look for moves of one position; `before` and `earlier` are the slots of the last two.
  struct View {
    const std::int16_t *history, *after, *later;  // the last two null where there is none
    std::uint16_t table_move, counter_move;
    std::array<std::uint16_t, 2> killers;
  };

  View view(int side, int before, int earlier, std::uint16_t table_move,
            const std::array<std::uint16_t, 2>& killers) const {
    return {history_.data() + side * kSlots,
            continuation(side, 0, before),
            continuation(side, 1, earlier),
            table_move,
            settings_.counter ? counter_moves_[counter_move_place(side, before)] : std::uint16_t{0},
            killers};
  }

  // What the histories say of a move, from -3 to 3 x `kHistoryMost`.
  static std::int32_t past_of(const View& view, int slot) {
    std::int32_t sum = view.history[slot];
    if (view.after != nullptr) sum += view.after[slot];
    if (view.later != nullptr) sum += view.later[slot];
    return sum;
  }

  // Adds to a move's rank what is known about it.
  static std::int32_t rank(const View& view, std::uint16_t code, int slot) {
    if (code == view.table_move) return kTableRank;
    std::int32_t sum = past_of(view, slot);
    if (code == view.killers[0] || code == view.killers[1]) sum += kKillerRank;
    if (code == view.counter_move) sum += kCounterRank;
    return sum;
  }

  // A move refuted the one before; those tried ahead of it did not.
  void reward(int side, int before, int earlier, std::uint16_t code, int slot, int depth,
              const std::int16_t* failed, int failures) {
    const int bonus = std::min(kHistoryMost / 4, 16 * depth * (depth + 2));
    learn(side, before, earlier, slot, bonus);
    for (int i = 0; i < failures; ++i) learn(side, before, earlier, failed[i], -bonus);
    counter_moves_[counter_move_place(side, before)] = code;
  }

 private:
  static std::size_t counter_move_place(int side, int before) {
    return static_cast<std::size_t>(side * (kSlots + 1) + before + 1);
  }
  std::int16_t* continuation(int side, int back, int before) {
    return const_cast<std::int16_t*>(std::as_const(*this).continuation(side, back, before));
  }
  const std::int16_t* continuation(int side, int back, int before) const {
    if (before < 0 || continuation_.empty()) return nullptr;
    return continuation_.data() +
           ((static_cast<std::size_t>(side) * 2 + static_cast<std::size_t>(back)) * kSlots +
            static_cast<std::size_t>(before)) *
               kSlots;
  }

  void learn(int side, int before, int earlier, int slot, int bonus) {
    if (settings_.history) push(history_[static_cast<std::size_t>(side * kSlots + slot)], bonus);
    if (std::int16_t* after = continuation(side, 0, before)) push(after[slot], bonus);
    if (std::int16_t* later = continuation(side, 1, earlier)) push(later[slot], bonus);
  }
  // Towards the bound, the less the nearer it is.
  static void push(std::int16_t& value, int bonus) {
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / kHistoryMost);
  }

  Settings settings_;
  std::vector<std::int16_t> history_;         // [side][slot]
  std::vector<std::int16_t> continuation_;    // [side][one or two moves back][its slot][slot]
  std::vector<std::uint16_t> counter_moves_;  // [side][slot of the move before, or none]
};

}  // namespace tengen::engine
