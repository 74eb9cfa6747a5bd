// A Board of any State: slow, and right by the rules of the State alone.
#pragma once
#include <array>
#include <vector>

#include "engine/board.hpp"
#include "lookahead.hpp"

namespace tengen::test {

template <GameState S>
class StateBoard {
 public:
  using State = S;
  struct Net {};  // values are chance
  struct Move {
    std::array<std::int16_t, 12> actions{};
    int size = 0;
    bool operator==(const Move&) const = default;
  };
  static constexpr int kMostMoves = 512, kSlots = 512;

  StateBoard(const S& root, const Net&) : states_{root} {}

  const S& state() const { return states_.back(); }
  int side() const { return state().to_play(); }
  std::uint64_t key() const { return state().hash(); }

  void play(const Move& move) {
    states_.push_back(state());
    for (int i = 0; i < move.size; ++i)
      states_.back().play(move.actions[static_cast<std::size_t>(i)]);
  }
  void undo() { states_.pop_back(); }

  Known known() const {
    if (state().is_over()) return {state().winner(), 0};
    if constexpr (SeesWins<S>)
      if (state().wins_at_once()) return {side(), 1};
    return {};
  }
  bool is_quiet() const { return may_be_judged(state()); }
  engine::Score evaluate() const { return static_cast<int>(mix64(key()) >> 54) - 512; }

  void list(engine::MoveList<Move, kMostMoves>& moves) const { follow(state(), {}, moves); }
  static std::uint16_t code(const Move& move) {
    std::uint64_t code = 1;
    for (int i = 0; i < move.size; ++i)
      code = mix64(code + static_cast<std::uint64_t>(move.actions[static_cast<std::size_t>(i)]));
    return static_cast<std::uint16_t>(code | 1);
  }
  int slot(const Move& move) const { return move.actions[0] % kSlots; }
  int actions(const Move& move, std::int32_t* out) const {
    std::copy_n(move.actions.begin(), move.size, out);
    return move.size;
  }

 private:
  static void follow(const S& at, Move move, engine::MoveList<Move, kMostMoves>& moves) {
    std::array<std::int32_t, S::kMaxActions> actions;
    const int count = at.legal_actions(actions.data());
    for (int i = 0; i < count; ++i) {
      const int action = actions[static_cast<std::size_t>(i)];
      S after = at;
      after.play(action);
      Move longer = move;
      longer.actions[static_cast<std::size_t>(longer.size++)] = static_cast<std::int16_t>(action);
      if (is_within(at, after))
        follow(after, longer, moves);
      else
        moves.add(longer);
    }
  }
  static bool is_within(const S& at, const S& after) {
    return !after.is_over() && after.to_play() == at.to_play();
  }

  std::vector<S> states_;
};

}  // namespace tengen::test
