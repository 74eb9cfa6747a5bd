// Whether a player wins a position of any game, for df-pn.
#pragma once
#include "lookahead.hpp"
#include "proof.hpp"

namespace tengen {

template <GameState S>
class StateQuestion {
 public:
  static constexpr int kMostMoves = S::kMaxActions;

  // `salt` tells apart what was before different positions, where that counts.
  StateQuestion(const S& state, int asker, std::uint64_t salt)
      : state_(state), way_(mix64(salt)), asker_(asker) {
    forget_way();
  }

  Answer answer() const {
    if (state_.is_over()) return is_asker(state_.winner());
    if constexpr (SeesWins<S>)
      if (state_.wins_at_once()) return is_asker(state_.to_play());
    if constexpr (KnowsResult<S>)
      if (const Known known = state_.known(); known.winner != Known::kUnknown)
        return is_asker(known.winner);
    return Answer::Unknown;
  }
  bool asks() const { return state_.to_play() == asker_; }
  std::uint64_t key() const {
    const std::uint64_t side = static_cast<std::uint64_t>(2 * state_.to_play() + asker_);
    return mix64(position() ^ way_ ^ mix64(side)) | 1u;
  }
  int list(std::int32_t* out) const { return state_.legal_actions(out); }
  void play(int action) {
    state_.play(action);
    way_ = mix64(way_ + static_cast<std::uint64_t>(action));
    forget_way();
  }

 private:
  Answer is_asker(int winner) const { return winner == asker_ ? Answer::Yes : Answer::No; }

  // What has been before is a part of the position only where a rule counts it.
  void forget_way() {
    const Horizon ahead = horizon_of(state_);
    if (ahead.repeats == INT_MAX) way_ = static_cast<std::uint64_t>(ahead.stops);
  }
  // Optional, by a free function beside the State: `position_key(state)`, of what the rules see,
  // where `hash` is of more.
  std::uint64_t position() const {
    if constexpr (requires { position_key(state_); }) return position_key(state_);
    return state_.hash();
  }

  S state_;
  std::uint64_t way_;
  int asker_;
};

}  // namespace tengen
