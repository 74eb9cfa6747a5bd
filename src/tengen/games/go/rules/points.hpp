// Points of a board: where they lie, what is beside them, and sets of them.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tengen::go {

inline constexpr int kMinSize = 2, kMaxSize = 25;
inline constexpr int kMaxPoints = kMaxSize * kMaxSize;

// A set of points, a word for each row of the board.
struct PointSet {
  std::array<std::uint32_t, kMaxSize> rows{};

  bool operator==(const PointSet&) const = default;
  bool any() const {
    std::uint32_t all = 0;
    for (const std::uint32_t row : rows) all |= row;
    return all != 0;
  }
  int count() const {
    int n = 0;
    for (const std::uint32_t row : rows) n += std::popcount(row);
    return n;
  }
  bool contains(const PointSet& other) const { return !other.without(*this).any(); }

  PointSet operator&(const PointSet& other) const {
    return combine(other, [](auto a, auto b) { return a & b; });
  }
  PointSet operator|(const PointSet& other) const {
    return combine(other, [](auto a, auto b) { return a | b; });
  }
  PointSet without(const PointSet& other) const {
    return combine(other, [](auto a, auto b) { return a & ~b; });
  }
  PointSet& operator|=(const PointSet& other) { return *this = *this | other; }

  // These points and all beside them; points off the board may be among them.
  PointSet grown() const {
    PointSet result;
    for (std::size_t y = 0; y < rows.size(); ++y)
      result.rows[y] = rows[y] | rows[y] << 1 | rows[y] >> 1 | (y > 0 ? rows[y - 1] : 0) |
                       (y + 1 < rows.size() ? rows[y + 1] : 0);
    return result;
  }

  // What can be reached from these points over points of `inside`.
  PointSet flooded(const PointSet& inside) const {
    for (PointSet reached = *this & inside;;) {
      const PointSet more = (reached.grown() & inside) | reached;
      if (more == reached) return reached;
      reached = more;
    }
  }

 private:
  template <class Operation>
  PointSet combine(const PointSet& other, Operation operation) const {
    PointSet result;
    for (std::size_t y = 0; y < rows.size(); ++y)
      result.rows[y] = operation(rows[y], other.rows[y]);
    return result;
  }
};

// A list of points as long as there are points beside or diagonally across from one.
struct Near {
  std::array<std::uint16_t, 4> points{};
  std::uint16_t count = 0;

  const std::uint16_t* begin() const { return points.data(); }
  const std::uint16_t* end() const { return points.data() + count; }
};

// How the points of one size of board lie. Points are row-major, the top row first.
struct Geometry {
  struct Place {
    std::uint8_t x, y;
  };
  int size = 0, area = 0;
  std::array<Place, kMaxPoints> places{};
  std::array<Near, kMaxPoints> beside{}, across{};
  PointSet all;

  const Near& near(int point) const { return beside[static_cast<std::size_t>(point)]; }
  const Near& diagonals(int point) const { return across[static_cast<std::size_t>(point)]; }

  bool has(const PointSet& set, int point) const {
    const Place at = places[static_cast<std::size_t>(point)];
    return (set.rows[at.y] >> at.x & 1u) != 0;
  }
  void add(PointSet& set, int point) const {
    const Place at = places[static_cast<std::size_t>(point)];
    set.rows[at.y] |= 1u << at.x;
  }
  PointSet only(int point) const {
    PointSet set;
    add(set, point);
    return set;
  }

  // Visits the points of a set, ascending.
  template <class Visit>
  void each(const PointSet& set, Visit visit) const {
    for (int y = 0; y < size; ++y)
      for (std::uint32_t row = set.rows[static_cast<std::size_t>(y)]; row != 0; row &= row - 1)
        visit(y * size + std::countr_zero(row));
  }

  static const Geometry& of(int size);
};

inline Geometry make_geometry(int size) {
  Geometry made;
  made.size = size;
  made.area = size * size;
  const auto list = [size](Near& near, int x, int y) {
    if (x >= 0 && x < size && y >= 0 && y < size)
      near.points[near.count++] = static_cast<std::uint16_t>(y * size + x);
  };
  for (int point = 0; point < made.area; ++point) {
    const auto at = static_cast<std::size_t>(point);
    const int x = point % size, y = point / size;
    made.places[at] = {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
    made.add(made.all, point);
    for (const int step : {-1, 1}) {
      list(made.beside[at], x + step, y);
      list(made.beside[at], x, y + step);
      list(made.across[at], x + step, y - step);
      list(made.across[at], x + step, y + step);
    }
  }
  return made;
}

inline const Geometry& Geometry::of(int size) {
  static const auto all = [] {
    std::array<Geometry, kMaxSize + 1> made;
    for (int n = kMinSize; n <= kMaxSize; ++n) made[static_cast<std::size_t>(n)] = make_geometry(n);
    return made;
  }();
  return all[static_cast<std::size_t>(size)];
}

}  // namespace tengen::go
