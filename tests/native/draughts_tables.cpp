// Endgame tables of up to three pieces: built, held against the rules, probed.
#include <thread>
#include <vector>

#include "check.hpp"
#include "draughts/rules/rules.hpp"
#include "draughts/tables/build.hpp"
#include "draughts/tables/check.hpp"
#include "results.hpp"

namespace draughts_tables_test {

using namespace tengen;
using namespace tengen::draughts;
using test::check;

constexpr int kPieces = 3;

Position random_position(int pieces, Rng& rng) {
  for (;;) {
    Position position;
    Mask taken = 0;
    for (int i = 0; i < pieces; ++i) {
      const std::size_t player = i < 2 ? static_cast<std::size_t>(i) : rng.below(2);
      const Mask at = Mask{1} << rng.below(kSquares);
      if ((taken & at) != 0) break;
      taken |= at;
      position.pieces[player] |= at;
      if (rng.below(2) == 0) position.kings |= at;
    }
    position.side = static_cast<int>(rng.below(2));
    if (std::popcount(taken) == pieces && position.is_consistent()) return position;
  }
}

Position turned_position(const Position& position) {
  return {{tables::turned(position.pieces[1]), tables::turned(position.pieces[0])},
          tables::turned(position.kings),
          position.side ^ 1};
}

// A place is read as the position that is found at that place.
void check_places(const tables::Tables& all, const tables::Material& material,
                  const std::vector<tables::Entry>& entries) {
  const tables::Catalogue catalogue(material);
  Position position;
  for (std::uint32_t place = 0; place < catalogue.size(); ++place) {
    if (!catalogue.read(place, position)) continue;
    check(position.is_consistent(), "a place holds a possible position");
    check(all.place_of(position) == place, "a position is found where it was read");
    check(all.place_of(turned_position(position)) == place, "so is the turned one");
    check(all.find(position) == entries[place], "with its entry");
  }
}

// Where distances are not kept, the results are found.
void check_results(const tables::Material& material, const std::vector<tables::Entry>& entries) {
  const std::vector<std::uint8_t> results = test::results_of(entries);
  check(results.size() == tables::bytes_of(material, tables::Kept::Results), "four a byte");
  tables::Tables alone;
  alone.add(material, results.data(), tables::Kept::Results);
  const tables::Catalogue catalogue(material);
  Position position;
  for (std::uint32_t place = 0; place < catalogue.size(); ++place) {
    if (!catalogue.read(place, position)) continue;
    const tables::Entry found = *alone.find(position), entry = entries[place];
    check(!tables::tells_plies(found), "a result says nothing of plies");
    check(tables::is_win(found) == tables::is_win(entry), "a win is one");
    check(tables::is_loss(found) == tables::is_loss(entry), "a loss is one");
  }
}

void check_steps_back(Position position) {
  position.side = 0;
  tables::for_each_step_back(position, [&](const Position& before) {
    check(before.is_consistent(), "a step back leads to a possible position");
    bool leads_here = before.jumpers() != 0;  // a capture would have been compulsory
    for_each_move(before, [&](const Position& after) { leads_here |= after == position; });
    check(leads_here, "a step back can be played forward");
  });
}

// Moves of random games are claimed by threads that probe at the same time.
void play(Rng rng) {
  for (int i = 0; i < 300; ++i) {
    State state(Rules{random_position(2 + static_cast<int>(rng.below(3)), rng)});
    while (!state.is_over()) {
      const Known known = state.known();
      check(known.winner >= Known::kUnknown && known.winner <= 1, "a result is one there is");
      if (known.winner >= 0)
        check(known.plies + state.quiet_plies() <= History::kLongest, "a win fits into its plies");
      state.play(test::random_action(state, rng));
    }
  }
}

const test::Test kTest("draughts_tables", [] {
  Rng rng(5);
  tables::Tables all;
  std::vector<tables::Solved> solved;
  tables::Builder builder(kPieces, 2);
  for (std::size_t i = 0; i < builder.steps().size(); ++i)
    for (const tables::Solved& slice : builder.solve_next()) solved.push_back(slice);
  check(!tables::attached().load(), "nothing is probed before it is attached");
  State unknown(Rules{random_position(2, rng)});
  check(unknown.known().winner == Known::kUnknown, "without tables nothing is known");

  std::uint64_t positions = 0;
  for (const auto& [material, entries, census] : solved) {
    all.add(material, entries->data());
    positions += census.wins + census.losses + census.draws;
  }
  check(positions == 3'488 + 196'032, "every position is counted once");
  for (const auto& [material, entries, census] : solved) {
    check_places(all, material, *entries);
    check_results(material, *entries);
    check(tables::count_faults(all, material) == 0, "entries follow from those after them");
  }
  for (int i = 0; i < 2000; ++i) check_steps_back(random_position(kPieces, rng));

  tables::attached().store(&all);
  std::vector<std::thread> threads;
  for (std::uint64_t seed = 0; seed < 3; ++seed) threads.emplace_back(play, Rng(seed));
  for (std::thread& thread : threads) thread.join();
  check(!all.find(random_position(4, rng)), "more pieces are not found");
});

}  // namespace draughts_tables_test
