// Which moves to try first: alpha-beta looks at few positions where the best comes early.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "lookahead.hpp"

namespace tengen {

// Moves that refuted others: per distance from the root the last two (killers), and per player and
// action how often, deep refutations counting more (history, Schaeffer 1989).
class MoveOrder {
 public:
  explicit MoveOrder(int num_actions)
      : history_(2 * static_cast<std::size_t>(num_actions)),
        num_actions_(static_cast<std::size_t>(num_actions)) {}

  void clear() {
    std::fill(history_.begin(), history_.end(), 0);
    killers_.clear();
  }

  void reward(int player, int action, int height, int depth) {
    auto& killers = killers_at(height);
    if (killers[0] != action) killers = {action, killers[0]};
    std::int32_t& count = history_[place_of(player, action)];
    count += (depth + 1) * (depth + 1);
    if (count > kMost)
      for (std::int32_t& each : history_) each /= 2;
  }

  // Higher ones first.
  template <GameState S>
  std::int32_t rank(const S& state, int action, int height, int table_action) {
    if (action == table_action) return INT32_MAX;
    const auto& killers = killers_at(height);
    const std::int32_t killer = action == killers[0] ? 2 : action == killers[1] ? 1 : 0;
    return killer * kKiller + hint_of(state, action) * kHint +
           history_[place_of(state.to_play(), action)];
  }

 private:
  static constexpr std::int32_t kMost = 1 << 14, kHint = 1 << 8, kKiller = 1 << 18;

  std::array<int, 2>& killers_at(int height) {
    const auto place = static_cast<std::size_t>(height);
    if (killers_.size() <= place) killers_.resize(place + 1, {-1, -1});
    return killers_[place];
  }
  std::size_t place_of(int player, int action) const {
    return static_cast<std::size_t>(player) * num_actions_ + static_cast<std::size_t>(action);
  }

  std::vector<std::int32_t> history_;
  std::vector<std::array<int, 2>> killers_;
  std::size_t num_actions_;
};

}  // namespace tengen
