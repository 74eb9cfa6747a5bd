// Who owns which points: area, and stones that live unconditionally.
#pragma once
#include <vector>

#include "points.hpp"

namespace tengen::go {

// Points by player.
using Areas = std::array<PointSet, 2>;

// Each side's stones and the empty points that reach only them (Tromp and Taylor).
inline Areas area_of(const Geometry& geometry, const Areas& stones) {
  const PointSet empty = geometry.all.without(stones[0] | stones[1]);
  const Areas reached{stones[0].grown().flooded(empty), stones[1].grown().flooded(empty)};
  return {stones[0] | reached[0].without(reached[1]), stones[1] | reached[1].without(reached[0])};
}

// The connected parts of a set.
inline std::vector<PointSet> parts_of(const Geometry& geometry, PointSet set) {
  std::vector<PointSet> parts;
  geometry.each(set, [&](int point) {
    if (!geometry.has(set, point)) return;
    parts.push_back(geometry.only(point).flooded(set));
    set = set.without(parts.back());
  });
  return parts;
}

struct Life {
  PointSet stones;  // that live even if their owner never answers
  PointSet eyes;    // the spaces they live by
};

// David B. Benson, "Life in the Game of Go", 1976. A space between a player's chains is vital to a
// chain when all its empty points are liberties of it; where suicide is allowed, all its points
// must be beside it. A chain lives with two of them, if all chains around those do too.
inline Life unconditional_life(const Geometry& geometry, const Areas& stones, int player,
                               bool suicide) {
  const PointSet& own = stones[static_cast<std::size_t>(player)];
  const PointSet& enemy = stones[static_cast<std::size_t>(player ^ 1)];
  std::vector<PointSet> chains = parts_of(geometry, own);
  std::vector<PointSet> spaces = parts_of(geometry, geometry.all.without(own));
  const auto is_vital = [&](const PointSet& space, const PointSet& chain) {
    return chain.grown().contains(suicide ? space : space.without(enemy));
  };
  for (bool changed = true; changed;) {
    PointSet struck;
    const auto is_weak = [&](const PointSet& chain) {
      int vital = 0;
      for (const PointSet& space : spaces) vital += is_vital(space, chain);
      if (vital < 2) struck |= chain;
      return vital < 2;
    };
    std::erase_if(chains, is_weak);
    changed = struck.any();
    std::erase_if(spaces, [&](const PointSet& space) { return (space.grown() & struck).any(); });
  }
  Life life;
  for (const PointSet& chain : chains) {
    life.stones |= chain;
    for (const PointSet& space : spaces)
      if (is_vital(space, chain)) life.eyes |= space;
  }
  return life;
}

}  // namespace tengen::go
