// English draughts by the rules of the WCDF: the state of a game, one hop an action.
#pragma once
#include <algorithm>
#include <cassert>

#include "draughts/tables/probe.hpp"
#include "game.hpp"
#include "history.hpp"
#include "hops.hpp"
#include "perft.hpp"
#include "planes.hpp"
#include "playout.hpp"

namespace tengen::draughts {

// Whether a third occurrence, or too long without progress, ends the game.
enum class Draws : std::int8_t { Automatic, Claimed };

struct Rules {
  Position start = kStart;
  Draws draws = Draws::Automatic;

  int num_actions() const { return kActions; }
  Shape planes_shape() const { return {kPlanes, 8, 8}; }
  bool operator==(const Rules&) const = default;
};

enum class Ending : std::int8_t { None, NoPieces, NoMove, ThirdOccurrence, NoProgress };

class State {
 public:
  using Rules = draughts::Rules;
  static constexpr int kMaxActions = 12 * kDirections;

  explicit State(Rules rules) : rules_(rules), position_(rules.start) {
    assert(position_.is_consistent());
    history_.push(position_);
    judge();
  }

  const Rules& rules() const { return rules_; }
  const Position& position() const { return position_; }
  int to_play() const { return position_.side; }
  int ply() const { return ply_; }
  int last_action() const { return last_; }
  bool is_over() const { return ending_ != Ending::None; }
  Ending ending() const { return ending_; }
  int winner() const { return winner_; }
  bool operator==(const State&) const = default;

  // The square (from 0) of the piece that must go on capturing, or -1 between moves.
  int capturing_square() const {
    return capturing_ == 0 ? -1 : square_of(std::countr_zero(capturing_));
  }
  bool must_capture() const { return position_.jumpers() != 0; }
  // Plies since somebody captured or moved a man, no more than those that make a draw.
  int quiet_plies() const { return history_.quiet_plies(); }
  int occurrences() const { return occurrences_; }
  // Whether any position since somebody captured or moved a man has been there twice.
  bool came_back() const { return came_back_; }
  const History& history() const { return history_; }
  // Plies until the end by the tables from the nearest position that has come back; 255: none.
  std::uint8_t nearest() const { return nearest_; }

  // Of all that `planes` shows.
  std::uint64_t hash() const {
    const auto wide = [](Mask mask) { return std::uint64_t{mask}; };
    const std::uint64_t rest =
        wide(capturing_) << 32 |
        static_cast<unsigned>(position_.side | quiet_step() << 1 | (occurrences_ > 1 ? 0x100 : 0));
    return mix64(
        mix64(mix64(wide(position_.pieces[0]) << 32 | position_.pieces[1]) ^ position_.kings) ^
        rest);
  }

  bool is_legal(int action) const {
    if (action < 0 || action >= kActions || is_over()) return false;
    const auto direction = static_cast<std::size_t>(direction_of_action(action));
    return (hops().from[direction] & mask_of(square_of_action(action))) != 0;
  }

  int legal_actions(std::int32_t* out) const { return is_over() ? 0 : hops().list(out); }

  void play(int action) {
    assert(is_legal(action));
    last_ = static_cast<std::int16_t>(action);
    ++ply_;
    hop(mask_of(square_of_action(action)), direction_of_action(action));
  }

  // What the endgame tables say.
  Known known() const {
    if (capturing_ != 0) return tables::look_up_capture(position_, capturing_, plies_left());
    return tables::look_up(position_, plies_left());
  }

  int winning_points(std::int32_t*) const { return 0; }
  // Sequences of `depth` whole moves from here; draw rules do not end them.
  std::uint64_t perft(int depth) const;
  void planes(float* out) const {
    const float quiet_share = static_cast<float>(quiet_step()) / 16.0f;
    draw_planes(position_, capturing_, occurrences_ > 1, quiet_share, out);
  }
  void board(std::int8_t* out) const { draw_board(position_, out); }
  // The winner of a uniformly random game.
  int playout(Rng& rng) const {
    return is_over() ? winner_ : Playout(position_, capturing_, history_).play(rng);
  }

 private:
  static constexpr std::uint8_t kFar = 255;

  // How far off a win may be. It must fit into the plies before the rule of no progress, and must
  // not lead through a position that would occur for the third time: each move of the way to it
  // comes nearer to the end, so only positions nearer than this one are on it.
  int plies_left() const {
    if (rules_.draws == Draws::Claimed) return kFar;  // nothing comes first
    if (capturing_ != 0) return History::kLongest;
    return std::min(History::kLongest - quiet_plies(), int{nearest_});
  }

  // A sixteenth of the plies without progress that make a draw.
  int quiet_step() const { return history_.quiet_plies() * 16 / (History::kLongest + 1); }

  Hops hops() const { return Hops::legal(position_, capturing_); }

  void hop(Mask from, Direction direction) {
    const bool is_man = (from & position_.kings) == 0;
    const bool captures = (moved(from, direction) & position_.enemy()) != 0;
    const Mask to = position_.hop(from, direction);
    if (captures || is_man) {
      history_.clear();
      nearest_ = kFar;
      came_back_ = false;
    }
    const bool stops = position_.crown(to) || !captures || (position_.jumpers() & to) == 0;
    capturing_ = stops ? 0 : to;
    if (stops) end_move();
  }

  void end_move() {
    position_.side ^= 1;
    history_.push(position_);
    occurrences_ = static_cast<std::int8_t>(history_.occurrences());
    if (occurrences_ > 1) {
      came_back_ = true;
      nearest_ = std::min(nearest_, tables::plies_until_decided(position_));
    }
    judge();
  }

  // A player who cannot move has lost, whatever the draw rules say of the position.
  void judge() {
    const int side = position_.side;
    if (position_.enemy() == 0)
      finish(Ending::NoPieces, side);
    else if (position_.own() == 0)
      finish(Ending::NoPieces, side ^ 1);
    else if (!position_.can_move())
      finish(Ending::NoMove, side ^ 1);
    else if (rules_.draws == Draws::Claimed)
      return;
    else if (occurrences_ >= 3)
      finish(Ending::ThirdOccurrence, -1);
    else if (history_.quiet_plies() >= History::kLongest)
      finish(Ending::NoProgress, -1);
  }
  void finish(Ending ending, int winner) {
    ending_ = ending;
    winner_ = static_cast<std::int8_t>(winner);
  }

  Rules rules_;
  Position position_;
  Mask capturing_ = 0;  // the piece inside a chain of captures
  std::int32_t ply_ = 0;
  std::int16_t last_ = -1;
  std::int8_t occurrences_ = 1;
  std::uint8_t nearest_ = kFar;
  bool came_back_ = false;
  std::int8_t winner_ = -1;
  Ending ending_ = Ending::None;
  History history_;
};

inline std::uint64_t State::perft(int depth) const {
  if (capturing_ == 0 || depth <= 0) return Perft()(position_, depth);
  std::array<std::int32_t, kMaxActions> actions;
  const int n = legal_actions(actions.data());
  std::uint64_t total = 0;
  for (int i = 0; i < n; ++i) {
    State after = *this;
    after.play(actions[static_cast<std::size_t>(i)]);
    total += after.perft(after.capturing_ == 0 ? depth - 1 : depth);
  }
  return total;
}

}  // namespace tengen::draughts
