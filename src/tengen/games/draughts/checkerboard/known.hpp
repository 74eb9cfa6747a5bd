// What the CheckerBoard engine knows before it thinks: endgame tables, and the game so far.
#pragma once
#include <optional>
#include <vector>

#include "board.hpp"
#include "draughts/rules/line.hpp"
#include "draughts/tables/build.hpp"

namespace tengen::draughts::checkerboard {

// Tables of up to four pieces, solved in about two seconds rather than read from a file.
class OwnTables {
 public:
  static constexpr int kMostPieces = 4;

  // Lets searches probe the positions of up to so many pieces, fewer than two for none.
  void use(int pieces) {
    while (done_ < builder_.steps().size() && builder_.steps()[done_].pieces() <= pieces) {
      const auto solved = builder_.solve_next();
      solved_.insert(solved_.end(), solved.begin(), solved.end());
      ++done_;
    }
    tables_ = {};
    for (const auto& [material, entries, census] : solved_)
      if (material.pieces() <= pieces) tables_.add(material, entries->data());
    tables::attached().store(&tables_, std::memory_order_release);
  }

 private:
  tables::Builder builder_{kMostPieces, 1};
  std::size_t done_ = 0;
  std::vector<tables::Solved> solved_;
  tables::Tables tables_;
};

// What is known of the game before a position that is to be searched.
class Past {
 public:
  // A position and the moves that lead from it to the next one asked for.
  bool announce(const Position& start, std::string_view moves) {
    State state(Rules{.start = start});
    if (read_line(state, moves, false).fault != Fault::None) return false;
    game_ = state;
    is_announced_ = true;
    return true;
  }
  // Forgets the game that was followed, not what was announced for the next position.
  void forget() {
    if (!is_announced_) game_.reset();
  }
  void remember(const State& after) {
    game_ = after;
    is_announced_ = false;
  }

  // The position with what came before it, if that is known.
  State lead_to(const Position& position) const {
    State state(Rules{.start = position});
    if (game_.has_value()) {
      if (game_->position() == position) state = *game_;
      if (game_->position().side != position.side) follow(position, state);
    }
    // A draw that nobody claimed: the game goes on.
    return state.is_over() ? State(Rules{.start = position}) : state;
  }

 private:
  // The game one move on, where that is the position.
  void follow(const Position& position, State& state) const {
    for (int square = 0; square < kSquares; ++square)
      for_each_way(*game_, square, [&](const Way& way, const Position& after, bool is_whole) {
        if (!is_whole || after.pieces != position.pieces || after.kings != position.kings) return;
        state = *game_;
        for (int i = 0; i < way.hops; ++i) state.play(way.actions[static_cast<std::size_t>(i)]);
      });
  }

  std::optional<State> game_;
  bool is_announced_ = false;
};

}  // namespace tengen::draughts::checkerboard
