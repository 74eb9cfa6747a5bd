// Retrograde analysis of one material: from the positions where the game ends backwards, a
// distance at a time.
#pragma once
#include <algorithm>
#include <future>
#include <stdexcept>
#include <vector>

#include "positions.hpp"

namespace tengen::draughts::tables {

// What a slice holds, by result for the side to move.
struct Census {
  std::uint64_t wins = 0, losses = 0, draws = 0;
  int longest = 0;  // moves of the longest win or loss
};

// Solves a material and its turned one together: moves without capture or crowning lead from each
// into the other, all others into slices that are finished.
class Solver {
 public:
  // `tables` has every slice that captures and crownings lead to; the new ones are added to it.
  Solver(Tables& tables, int threads) : tables_(tables), threads_(threads) {}

  void add(const Material& material, std::vector<Entry>& entries) {
    sides_.push_back({Catalogue(material), nullptr, {}});
    entries.resize(sides_.back().catalogue.size());
    sides_.back().entries = entries.data();
    tables_.add(material, entries.data());
  }
  void solve() {
    for (unsigned side = 0; side < sides_.size(); ++side) start(side);
    for (int plies = 0; plies <= kLongest; ++plies) spread(plies);
    for (Side& side : sides_) finish(side);
  }
  const Census& census(std::size_t side) const { return sides_[side].census; }

 private:
  // While a slice is being solved: nothing found yet, which in the end is a draw; a draw by
  // compulsory moves; two pieces on one square.
  static constexpr Entry kOpen = kDraw, kForcedDraw = 255, kImpossible = 254;

  struct Side {
    Catalogue catalogue;
    Entry* entries;
    Census census;
  };
  struct Node {
    std::uint32_t side : 1, place : 31;
  };
  struct Found {
    Node node;
    int plies;
  };
  using Finds = std::vector<Found>;
  using Levels = std::array<std::vector<Node>, kLongest + 1>;

  static int checked(int plies) {
    if (plies > kLongest) throw std::length_error("an endgame longer than an entry can tell");
    return plies;
  }
  Entry& entry(Node node) { return sides_[node.side].entries[node.place]; }

  // Runs `work(from, to, finds)` on parts of `count` and returns what each part found.
  template <class Work>
  std::vector<Finds> share(std::size_t count, Work work) const {
    constexpr std::size_t kWorthAThread = 4096;
    const std::size_t parts =
        std::min(static_cast<std::size_t>(threads_), count / kWorthAThread + 1);
    std::vector<Finds> finds(parts);
    std::vector<std::future<void>> others;
    const auto run = [&](std::size_t i) {
      work(count * i / parts, count * (i + 1) / parts, finds[i]);
    };
    for (std::size_t i = 1; i < parts; ++i)
      others.push_back(std::async(std::launch::async, run, i));
    run(0);
    for (auto& other : others) other.get();
    return finds;
  }

  // Settles what captures, crownings and blocked pieces alone decide.
  void start(unsigned side) {
    const auto finds =
        share(sides_[side].catalogue.size(), [&](std::size_t from, std::size_t to, Finds& finds) {
          for (std::size_t place = from; place < to; ++place)
            judge({side, static_cast<std::uint32_t>(place) & 0x7fffffffu}, finds);
        });
    for (const Finds& part : finds)
      for (const auto [node, plies] : part)
        (entry(node) == kOpen ? hoped_ : settled_)[static_cast<std::size_t>(plies)].push_back(node);
  }

  // Enters what is certain of a position before any step inside the slices is known, and adds it
  // to `finds` when it is decided, or won by a crowning if not earlier.
  void judge(Node node, Finds& finds) {
    Position position;
    entry(node) = kImpossible;
    if (!sides_[node.side].catalogue.read(node.place, position)) return;
    const bool captures = position.jumpers() != 0;
    bool steps = false;
    Outlook outlook;
    for_each_move(position, [&](const Position& after) {
      if (!captures && std::popcount(after.kings) == std::popcount(position.kings))
        steps = true;
      else
        outlook.add(tables_, after);
    });
    const int plies = checked(outlook.plies());
    entry(node) = steps ? kOpen : outlook.draws() ? kForcedDraw : entry_of(plies);
    if (outlook.wins() || !(steps || outlook.draws())) finds.push_back({node, plies});
  }

  // Tells the positions before those that are decided at this distance.
  void spread(int plies) {
    const auto level = static_cast<std::size_t>(plies);
    for (const Node node : hoped_[level]) settle({node, plies});
    const std::vector<Node> decided = std::move(settled_[level]);
    const auto finds = share(decided.size(), [&](std::size_t from, std::size_t to, Finds& finds) {
      for (std::size_t i = from; i < to; ++i) step_back(decided[i], plies, finds);
    });
    for (const Finds& part : finds)
      for (const Found& found : part) settle(found);
  }

  void settle(Found found) {
    if (entry(found.node) != kOpen) return;
    entry(found.node) = entry_of(found.plies);
    settled_[static_cast<std::size_t>(found.plies)].push_back(found.node);
  }

  // Finds what follows for the positions from which the other side stepped here.
  void step_back(Node node, int plies, Finds& finds) const {
    Position position;
    sides_[node.side].catalogue.read(node.place, position);
    const unsigned side = sides_.size() == 1 ? 0u : node.side ^ 1u;
    for_each_step_back(position, [&](const Position& before) {
      const std::uint32_t place = tables_.place_of(before) & 0x7fffffffu;
      if (sides_[side].entries[place] != kOpen) return;
      const int found = checked(plies % 2 == 0 ? plies + 1 : plies_until_lost(before));
      if (found > 0) finds.push_back({{side, place}, found});
    });
  }

  // Moves until a position without captures is lost; 0 where that is not known.
  int plies_until_lost(const Position& position) const {
    int longest = 0;
    bool lost = true;
    for_each_move(position, [&](const Position& after) {
      if (!lost) return;
      const Entry entry = *tables_.find(after);
      lost = is_win(entry);
      longest = std::max(longest, plies_of(entry) + 1);
    });
    return lost ? longest : 0;
  }

  // Counts, and leaves in impossible places what compresses best.
  void finish(Side& side) {
    Entry last = kDraw;
    for (std::size_t place = 0; place < side.catalogue.size(); ++place) {
      Entry& entry = side.entries[place];
      if (entry == kForcedDraw) entry = kDraw;
      if (entry != kImpossible) count(side.census, last = entry);
      entry = last;
    }
  }
  static void count(Census& census, Entry entry) {
    ++(entry == kDraw ? census.draws : is_win(entry) ? census.wins : census.losses);
    if (entry != kDraw) census.longest = std::max(census.longest, plies_of(entry));
  }

  Tables& tables_;
  int threads_;
  std::vector<Side> sides_;
  Levels settled_, hoped_;
};

}  // namespace tengen::draughts::tables
