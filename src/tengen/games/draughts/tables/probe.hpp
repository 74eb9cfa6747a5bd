// What the endgame tables say of a position in a game, where draw rules count too.
#pragma once
#include <algorithm>
#include <atomic>

#include "draughts/rules/moves.hpp"
#include "game.hpp"
#include "tables.hpp"

namespace tengen::draughts::tables {

// The tables every search of this process probes; none until some are attached.
inline std::atomic<const Tables*>& attached() {
  static std::atomic<const Tables*> tables{nullptr};
  return tables;
}

// Nothing where no table has the position.
inline std::optional<Entry> look_up_entry(const Position& position) {
  const Tables* tables = attached().load(std::memory_order_acquire);
  return tables == nullptr ? std::nullopt : tables->find(position);
}

// Plies until the end; 255 where it is a draw or not known.
inline std::uint8_t plies_until_decided(const Position& position) {
  const auto entry = look_up_entry(position);
  return static_cast<std::uint8_t>(entry && tells_plies(*entry) ? plies_of(*entry) : -1);
}

// What the entry of a position between moves makes certain for its `side` to move. A draw is: rules
// that end a game as a draw take nothing from it. A win or loss is claimed only when it is known to
// be at most `plies_left` moves away, so that no such rule comes first.
inline Known known_by(std::optional<Entry> entry, int side, int plies_left) {
  if (!entry) return {};
  if (*entry == kDraw) return {-1, 0};
  if (!tells_plies(*entry) || plies_of(*entry) > plies_left) return {};
  return {is_win(*entry) ? side : side ^ 1, plies_of(*entry)};
}
inline Known look_up(const Position& position, int plies_left) {
  return known_by(look_up_entry(position), position.side, plies_left);
}

// Whether `a` is better than `b` for `player`: a win, the sooner the better, before a draw before a
// loss, the later the better.
inline bool is_better(const Known& a, const Known& b, int player) {
  const auto points = [player](int winner) { return winner < 0 ? 0 : winner == player ? 1 : -1; };
  if (a.winner != b.winner) return points(a.winner) > points(b.winner);
  return points(a.winner) > 0 ? a.plies < b.plies : a.plies > b.plies;
}

// Inside a capture by the piece on `at`: the best end of it, the moves counted from there.
inline Known look_up_capture(const Position& position, Mask at, int plies_left) {
  const int mover = position.side;
  Known best;
  bool all_known = true, first = true;
  const auto visit = [&](const Position& after) {
    const Known known = after.own() == 0 ? Known{mover, 0} : look_up(after, plies_left);
    all_known = all_known && known.winner != Known::kUnknown;
    if (first || is_better(known, best, mover)) best = known;
    first = false;
  };
  if (mover == 0)
    Moves<0>::jump_on(position, at, visit);
  else
    Moves<1>::jump_on(position, at, visit);
  return all_known ? best : Known{};
}

}  // namespace tengen::draughts::tables
