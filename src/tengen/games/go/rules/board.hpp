// Stones on a board, in chains whose liberties are counted as stones come and go.
#pragma once
#include <cassert>
#include <utility>
#include <vector>

#include "history.hpp"
#include "points.hpp"

namespace tengen::go {

enum Colour : std::uint8_t { kEmpty, kBlack, kWhite };

constexpr Colour colour_of(int player) { return player == 0 ? kBlack : kWhite; }
constexpr Colour opponent(Colour colour) { return colour == kBlack ? kWhite : kBlack; }
constexpr int player_of(Colour colour) { return colour == kBlack ? 0 : 1; }

// Stones taken off the board at once.
struct Taken {
  PointSet points;
  Key key;        // of them all
  int count = 0;  // stones
  int last = -1;  // one of them
};

class Board {
 public:
  // What a point holds. A chain is a ring of points; one of them, its head, counts for all.
  struct Cell {
    std::uint16_t head = 0, next = 0;
    std::uint16_t liberties = 0;  // of the chain; kept at the head only, 0 for an empty point
    Colour colour = kEmpty;
    bool operator==(const Cell&) const = default;
  };
  static_assert(sizeof(Cell) == 8);
  // Cells as they were before each change, the latest last.
  using Journal = std::vector<std::pair<std::uint16_t, Cell>>;

  explicit Board(int size)
      : geometry_(&Geometry::of(size)), cells_(static_cast<std::size_t>(size * size)) {
    for (std::size_t p = 0; p < cells_.size(); ++p) cells_[p] = lone(p, kEmpty);
  }
  bool operator==(const Board&) const = default;

  const Geometry& geometry() const { return *geometry_; }
  Colour colour(int point) const { return at(point).colour; }
  int head(int point) const { return at(point).head; }
  int liberties(int point) const { return at(at(point).head).liberties; }
  bool is_lone(int point) const { return at(point).next == point; }

  template <class Visit>
  void each_stone(int point, Visit visit) const {
    int stone = point;
    do {
      visit(stone);
      stone = at(stone).next;
    } while (stone != point);
  }
  PointSet chain(int point) const {
    PointSet stones;
    each_stone(point, [&](int stone) { geometry_->add(stones, stone); });
    return stones;
  }

  // Whether a stone would leave its own chain without a liberty.
  bool is_suicide(int point, Colour colour) const {
    for (const int near : geometry_->near(point)) {
      const Colour held = this->colour(near);
      if (held == kEmpty || (held == colour) == (liberties(near) > 1)) return false;
    }
    return true;
  }

  // The heads of the chains of a colour beside a point whose only liberty it is, if `last_liberty`,
  // or all of them.
  template <class Visit>
  void each_chain_beside(int point, Colour colour, bool last_liberty, Visit visit) const {
    std::array<int, 4> seen{};
    int n = 0;
    for (const int near : geometry_->near(point)) {
      if (this->colour(near) != colour) continue;
      const int found = head(near);
      if (last_liberty && at(found).liberties != 1) continue;
      bool is_new = true;
      for (int i = 0; i < n; ++i) is_new &= seen[static_cast<std::size_t>(i)] != found;
      if (!is_new) continue;
      seen[static_cast<std::size_t>(n++)] = found;
      visit(found);
    }
  }

  // Puts a stone on an empty point. Returns what it takes from the opponent; if nothing and its
  // own chain has no liberty, that chain.
  Taken place(int point, Colour colour, Journal* journal = nullptr) {
    assert(this->colour(point) == kEmpty);
    Taken taken;
    cell(point, journal) = lone(static_cast<std::size_t>(point), colour);
    for (const int near : geometry_->near(point))
      cells_[static_cast<std::size_t>(point)].liberties += this->colour(near) == kEmpty;
    const auto lose_one = [&](int head) { --cell(head, journal).liberties; };
    each_chain_beside(point, opponent(colour), false, lose_one);
    each_chain_beside(point, colour, false, lose_one);
    for (const int near : geometry_->near(point))
      if (this->colour(near) == colour && head(near) != head(point))
        join(head(near), head(point), journal);
    for (const int near : geometry_->near(point))
      if (this->colour(near) == opponent(colour) && liberties(near) == 0)
        take(near, taken, journal);
    if (taken.count == 0 && liberties(point) == 0) take(point, taken, journal);
    return taken;
  }

  // Puts cells back as a journal has them.
  void restore(const Journal& journal) {
    for (auto it = journal.rbegin(); it != journal.rend(); ++it) cells_[it->first] = it->second;
  }

 private:
  static Cell lone(std::size_t point, Colour colour) {
    const auto self = static_cast<std::uint16_t>(point);
    return {self, self, 0, colour};
  }
  const Cell& at(int point) const { return cells_[static_cast<std::size_t>(point)]; }
  Cell& cell(int point, Journal* journal) {
    Cell& found = cells_[static_cast<std::size_t>(point)];
    if (journal != nullptr) journal->emplace_back(static_cast<std::uint16_t>(point), found);
    return found;
  }

  bool is_beside(int point, int head_of_chain) const {
    for (const int near : geometry_->near(point))
      if (at(near).head == head_of_chain) return true;
    return false;
  }

  // The head of the chain that has fewer stones; walks both in step.
  int smaller(int a, int b) const {
    for (int i = at(a).next, j = at(b).next;; i = at(i).next, j = at(j).next) {
      if (i == a) return a;
      if (j == b) return b;
    }
  }

  // Makes one chain of two, stone by stone of the smaller: a liberty counts if it is not beside
  // the larger chain as that stands.
  void join(int a, int b, Journal* journal) {
    const int small = smaller(a, b), large = small == a ? b : a;
    Cell& head = cell(large, journal);
    int stone = small;
    do {
      Cell& joining = cell(stone, journal);
      for (const int near : geometry_->near(stone))
        if (colour(near) == kEmpty && !is_beside(near, large)) ++head.liberties;
      joining.head = static_cast<std::uint16_t>(large);
      stone = joining.next;
    } while (stone != small);
    std::swap(cells_[static_cast<std::size_t>(small)].next, head.next);
  }

  void take(int point, Taken& taken, Journal* journal) {
    const Colour colour = this->colour(point);
    int stone = point;
    do {
      Cell& leaving = cell(stone, journal);
      const int next = leaving.next;
      leaving = lone(static_cast<std::size_t>(stone), kEmpty);
      each_chain_beside(stone, opponent(colour), false,
                        [&](int head) { ++cell(head, journal).liberties; });
      geometry_->add(taken.points, stone);
      taken.key ^= stone_key(player_of(colour), stone);
      taken.last = stone;
      ++taken.count;
      stone = next;
    } while (stone != point);
  }

  const Geometry* geometry_;
  std::vector<Cell> cells_;
};

}  // namespace tengen::go
