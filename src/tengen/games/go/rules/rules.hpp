// Go on boards of 2x2 to 25x25: the rules, and a state of the game by them.
#pragma once
#include <algorithm>
#include <tuple>

#include "area.hpp"
#include "board.hpp"
#include "game.hpp"
#include "playout.hpp"

namespace tengen::go {

enum class Superko : std::uint8_t { Positional, Situational, Simple };

// Stones on the board when the game begins, and who is to move then.
struct Setup {
  Areas stones;
  int to_play = 0;
  auto operator<=>(const Setup& other) const {
    const auto words = [](const Setup& s) {
      return std::tie(s.stones[0].rows, s.stones[1].rows, s.to_play);
    };
    return words(*this) <=> words(other);
  }
};

struct Rules {
  int size = 19;
  int half_points = 15;  // White gets these: twice the komi and what a handicap is worth
  Superko superko = Superko::Positional;
  bool suicide = false;
  int free_stones = 0;           // Black places so many in a row first
  const Setup* setup = nullptr;  // outlives the rules; equal ones have one address

  int area() const { return size * size; }
  int pass() const { return area(); }
  int num_actions() const { return area() + 1; }
  Shape planes_shape() const { return {10, size, size}; }
  bool operator==(const Rules&) const = default;
};

class State {
 public:
  using Rules = go::Rules;
  static constexpr int kMaxActions = kMaxPoints + 1;
  class Undo;

  explicit State(Rules rules);

  const Rules& rules() const { return rules_; }
  const Board& board() const { return board_; }
  const Geometry& geometry() const { return board_.geometry(); }
  int to_play() const { return now_.to_play; }
  int ply() const { return now_.ply; }
  int last_action() const { return now_.last[0]; }
  bool is_over() const { return now_.passes_in_row == 2; }
  int winner() const { return is_over() ? leader() : -1; }
  std::uint64_t hash() const;
  bool operator==(const State& other) const { return rules_ == other.rules_ && now_ == other.now_; }

  bool is_legal(int action) const {
    if (action < 0 || action > rules_.pass() || is_over()) return false;
    return action == rules_.pass() ? now_.to_place == 0 : geometry().has(allowed(), action);
  }
  int legal_actions(std::int32_t* out) const { return list(out, allowed()); }
  // Own true eyes are left alone: see `is_true_eye`.
  int sensible_actions(std::int32_t* out) const;
  // Whether passing now ends the game in favour of the side to move.
  bool wins_at_once() const { return now_.passes_in_row == 1 && leader() == now_.to_play; }

  void play(int action) { play(action, nullptr); }
  void play(int action, Undo& undo);
  void undo(const Undo& undo);

  void planes(float* out) const;
  void board(std::int8_t* out) const;
  int winning_points(std::int32_t*) const { return 0; }
  int playout(Rng& rng) const;
  PlayoutStart start_of_playout() const {
    return {now_.to_play, now_.ko, now_.to_place, now_.passes_in_row};
  }

  const Areas& stones() const { return now_.stones; }
  PointSet empty() const { return geometry().all.without(now_.stones[0] | now_.stones[1]); }
  // Empty points where a stone would repeat a board against the rules.
  const PointSet& repeats() const { return now_.repeats; }
  // Twice the points by which Black is ahead, area counted.
  int lead() const {
    const Areas areas = area_of(geometry(), now_.stones);
    return 2 * (areas[0].count() - areas[1].count()) - rules_.half_points;
  }
  // The empty point where the side to move could retake a single stone just lost, or -1.
  int ko_point() const { return now_.ko; }
  // The ply after which there was the board that a stone here would make; -1 if there never was.
  int ply_repeated(int point) const { return now_.history.find(key_after(point)); }
  bool is_suicide(int point) const { return board_.is_suicide(point, mover()); }
  // Stones of each player's that were taken; passes of each player.
  const std::array<std::int32_t, 2>& prisoners() const { return now_.prisoners; }
  const std::array<std::int32_t, 2>& passes() const { return now_.passes; }
  int passes_in_row() const { return now_.passes_in_row; }
  int to_place() const { return now_.to_place; }

  // An eye of a player's that no sensible player fills: all points beside it hold its stones, and
  // the opponent's hold at most one of those diagonally beside it, none at the edge.
  bool is_true_eye(int point, int player) const;

 private:
  // Everything but the chains, which follow from it. What is compared when states are.
  struct Situation {
    Areas stones;
    Areas removed;  // points where a stone of the player's has ever been taken
    PointSet suicides, repeats;
    Key key;
    History history;
    std::int32_t ply = 0;
    std::int16_t to_play = 0, passes_in_row = 0, to_place = 0;
    std::int16_t ko = -1;
    std::array<std::int16_t, 2> last{-1, -1};  // actions, the newest first
    std::array<std::int32_t, 2> prisoners{}, passes{};
    bool operator==(const Situation&) const = default;
  };

  Colour mover() const { return colour_of(now_.to_play); }
  int leader() const {
    const int lead = this->lead();
    return lead == 0 ? -1 : (lead > 0 ? 0 : 1);
  }
  PointSet allowed() const { return empty().without(now_.suicides | now_.repeats); }
  int list(std::int32_t* out, const PointSet& points) const {
    int n = 0;
    if (is_over()) return n;
    geometry().each(points, [&](int point) { out[n++] = point; });
    if (now_.to_place == 0) out[n++] = rules_.pass();
    return n;
  }

  void play(int action, Board::Journal* journal);
  void place(int point, Board::Journal* journal);
  void set_up(int player, const PointSet& points);
  void end_ply(int action);
  void forbid();
  bool is_repeat(int point) const { return now_.history.find(key_after(point)) >= 0; }
  Key key_after(int point) const;
  Key with_side(Key key, int to_play) const {
    return rules_.superko == Superko::Situational && to_play == 1 ? key ^ kWhiteToMove : key;
  }

  Rules rules_;
  Board board_;
  Situation now_;
};

// What taking a move back needs. Searches copy states instead: a simulation goes down from the
// root once, which is one copy for all its moves, and need not come up again.
class State::Undo {
 private:
  friend class State;
  Board::Journal cells_;
  Situation before_;
};

}  // namespace tengen::go

#include "rules_impl.hpp"
