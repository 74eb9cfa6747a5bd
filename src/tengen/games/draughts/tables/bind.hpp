// Endgame tables as Python sees them: built, attached, read.
#pragma once
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>

#include "bind_state.hpp"
#include "build.hpp"
#include "check.hpp"
#include "probe.hpp"

namespace tengen::draughts::tables {

using MaterialTuple = std::tuple<int, int, int, int>;
using Bytes = nb::ndarray<nb::numpy, const Entry, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline MaterialTuple as_tuple(const Material& m) {
  return {m.men, m.kings, m.other_men, m.other_kings};
}
inline Material as_material(const MaterialTuple& t) {
  const Material m{std::get<0>(t), std::get<1>(t), std::get<2>(t), std::get<3>(t)};
  const auto fits = [](int n) { return n >= 0 && n <= kMostPieces; };
  if (!fits(m.men) || !fits(m.kings) || !fits(m.other_men) || !fits(m.other_kings) ||
      !m.is_playable() || m.pieces() > kMostPieces)
    throw std::invalid_argument("no such material");
  return m;
}

// Positions a table can be asked for, many at a time.
class Probes {
 public:
  void add(const Position& position) { positions_.push_back(position); }

  // The entry of each; -1 where there is none.
  std::vector<std::int16_t> entries() const {
    std::vector<std::int16_t> all;
    for (const Position& position : positions_) {
      const auto entry = look_up_entry(position);
      all.push_back(static_cast<std::int16_t>(entry ? *entry : -1));
    }
    return all;
  }
  // Looks all of them up as a search does, `rounds` times; returns how many were known.
  int probe(int rounds) const {
    int known = 0;
    for (int i = 0; i < rounds; ++i)
      for (const Position& position : positions_)
        known += look_up(position, kLongest).winner != Known::kUnknown;
    return known;
  }

 private:
  std::vector<Position> positions_;
};

// Tables and the memory they are in.
struct Loaded {
  Tables tables;
  std::vector<Bytes> arrays;
};
using Slices = std::vector<std::tuple<MaterialTuple, Bytes>>;

// How long a slice is tells what is kept in it.
inline Loaded load(const Slices& slices) {
  Loaded loaded;
  for (const auto& [tuple, array] : slices) {
    const Material material = as_material(tuple);
    const bool is_short = array.size() == bytes_of(material, Kept::Results);
    const Kept kept = is_short ? Kept::Results : Kept::Entries;
    if (array.size() != bytes_of(material, kept))
      throw std::invalid_argument("slice of another size");
    loaded.tables.add(material, array.data(), kept);
    loaded.arrays.push_back(array);
  }
  return loaded;
}

// Makes these slices what every search of the process probes. They are kept for good: a search
// may be reading the ones before.
inline void attach(const Slices& slices) {
  attached().store(&(new Loaded(load(slices)))->tables, std::memory_order_release);
}

// Entries of the slice of `tuple` that the other slices contradict; all that follow must be there.
inline std::uint64_t check(const Slices& slices, const MaterialTuple& tuple) {
  const Loaded loaded = load(slices);
  nb::gil_scoped_release unlocked;
  return count_faults(loaded.tables, as_material(tuple));
}

// A slice as Python gets it: material, entries, wins, losses, draws, longest.
using SolvedTuple =
    std::tuple<MaterialTuple, Bytes, std::uint64_t, std::uint64_t, std::uint64_t, int>;

// Solves the next step; returns its slices.
inline std::vector<SolvedTuple> solve_next(nb::handle_t<Builder> self) {
  Builder& builder = nb::cast<Builder&>(self);
  std::vector<Solved> solved;
  {
    nb::gil_scoped_release unlocked;
    solved = builder.solve_next();
  }
  std::vector<SolvedTuple> slices;
  for (const auto& [material, entries, census] : solved)
    slices.emplace_back(as_tuple(material), Bytes(entries->data(), {entries->size()}, self),
                        census.wins, census.losses, census.draws, census.longest);
  return slices;
}

// `make_position` reads black, white and kings as sets of square numbers, and who is to move.
inline void bind_tables(nb::module_& module, Position (*make_position)(std::uint32_t, std::uint32_t,
                                                                       std::uint32_t, int)) {
  module.attr("TABLES_MOST_PIECES") = kMostPieces;
  module.attr("TABLES_LONGEST") = kLongest;
  module.def("attach_tables", &attach, "slices"_a);
  module.def("check_table", &check, "slices"_a, "material"_a);
  module.def(
      "table_size", [](const MaterialTuple& t) { return size_of(as_material(t)); }, "material"_a);
  nb::class_<Builder>(module, "TableBuilder")
      .def(nb::init<int, int>(), "pieces"_a, "threads"_a)
      .def_prop_ro("steps",
                   // Positions that each step will solve.
                   [](const Builder& builder) {
                     std::vector<std::size_t> sizes;
                     for (const Material& m : builder.steps())
                       sizes.push_back(size_of(m) * (m == m.turned() ? 1 : 2));
                     return sizes;
                   })
      .def("solve_next", &solve_next);
  nb::class_<Probes>(module, "TableProbes")
      .def(nb::init<>())
      .def(
          "add",
          [make_position](Probes& probes, std::uint32_t black, std::uint32_t white,
                          std::uint32_t kings,
                          int to_play) { probes.add(make_position(black, white, kings, to_play)); },
          "black"_a, "white"_a, "kings"_a, "to_play"_a)
      .def("entries",
           [](const Probes& probes) {
             auto entries = probes.entries();
             const std::size_t n = entries.size();
             return own_array(std::move(entries), {n});
           })
      .def("probe", &Probes::probe, "rounds"_a);
}

}  // namespace tengen::draughts::tables
