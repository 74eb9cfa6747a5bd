// Tables held against the rules, by another way than they were made.
#pragma once
#include "positions.hpp"

namespace tengen::draughts::tables {

// Returns how many entries of a slice do not follow from those after each move. Where there is
// none in all slices, every result and distance is right: a win or loss by induction on its
// distance, and a draw because each side can keep it. Where distances are not kept, wins could
// still lead round in a circle.
inline std::uint64_t count_faults(const Tables& tables, const Material& material) {
  const Catalogue catalogue(material);
  std::uint64_t faults = 0;
  Position position;
  for (std::uint32_t place = 0; place < catalogue.size(); ++place) {
    if (!catalogue.read(place, position)) continue;
    Outlook outlook;
    for_each_move(position, [&](const Position& after) { outlook.add(tables, after); });
    const Entry entry = *tables.find(position);
    const bool is_right = tells_plies(entry) ? !outlook.draws() && entry == outlook.plies() + 1
                          : entry == kDraw   ? outlook.draws()
                                             : !outlook.draws() && outlook.wins() == is_win(entry);
    faults += !is_right;
  }
  return faults;
}

}  // namespace tengen::draughts::tables
