// Slices of endgame tables with nothing but the results.
#pragma once
#include <vector>

#include "draughts/tables/tables.hpp"

namespace tengen::test {

// What `draughts::tables::Kept::Results` stands for.
inline std::vector<std::uint8_t> results_of(const std::vector<draughts::tables::Entry>& entries) {
  std::vector<std::uint8_t> results((entries.size() + 3) / 4);
  for (std::size_t place = 0; place < entries.size(); ++place) {
    const draughts::tables::Entry entry = entries[place];
    const unsigned result = draughts::tables::is_loss(entry) ? 1 : 2;
    if (entry != draughts::tables::kDraw)
      results[place / 4] = static_cast<std::uint8_t>(results[place / 4] | result << place % 4 * 2);
  }
  return results;
}

}  // namespace tengen::test
