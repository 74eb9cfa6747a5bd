// Python face of the draws from a replay buffer; `replay.py`, `turning.py` and `sums.py` use it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <stdexcept>

#include "draws.hpp"

namespace nb = nanobind;
namespace draws = tengen::draws;

namespace {

// Rows may lie apart.
template <class T>
using Table = nb::ndarray<const T, nb::ndim<2>, nb::device::cpu>;
template <class T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using OutColumn = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Index = Column<std::int64_t>;
using Sources = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void expect(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

template <class T>
draws::Column<T> column_of(const Table<T>& table) {
  expect(table.stride(1) == 1 && table.stride(0) >= 0, "elements of a row lie apart");
  return {table.data(), table.shape(1), static_cast<std::size_t>(table.stride(0))};
}

// Checked here, where it costs nothing: `draws` reads what it is told to.
template <class T, class O>
draws::Picked checked(const Table<T>& table, const Index& rows, const Index& symmetries,
                      const Sources& sources, const Out<O>& out) {
  const std::size_t count = rows.shape(0), width = table.shape(1), size = sources.shape(1);
  expect(symmetries.shape(0) == count && out.shape(0) == count, "lengths differ");
  expect(out.shape(1) == width && size > 0 && width % size == 0, "widths differ");
  const auto below = [](const auto& numbers, std::size_t end) {
    return std::all_of(numbers.data(), numbers.data() + numbers.size(),
                       [end](auto n) { return n >= 0 && static_cast<std::size_t>(n) < end; });
  };
  expect(below(rows, table.shape(0)), "no such row");
  expect(below(symmetries, sources.shape(0)), "no such symmetry");
  expect(below(sources, size), "no such place");
  return {rows.data(), symmetries.data(), count, sources.data(), size};
}

}  // namespace

NB_MODULE(_native, module) {
  using namespace nb::literals;
  module.def(
      "take_planes",
      [](Table<std::int8_t> table, Index rows, Index symmetries, Sources sources,
         Out<std::int8_t> out) {
        const auto picked = checked(table, rows, symmetries, sources, out);
        draws::planes(column_of(table), picked, out.data());
      },
      "table"_a, "rows"_a, "symmetries"_a, "sources"_a, "out"_a,
      "Writes rows ``[M]`` of `table`, int8 ``[N, C P]``, to `out`, each under its symmetry: "
      "what comes to point p of a plane was at ``sources[symmetry, p]``.");
  module.def(
      "take_points",
      [](Table<std::int8_t> table, Index rows, Index symmetries, Sources sources, Out<float> out) {
        const auto picked = checked(table, rows, symmetries, sources, out);
        expect(table.shape(1) == picked.size, "widths differ");
        draws::points(column_of(table), picked, out.data());
      },
      "table"_a, "rows"_a, "symmetries"_a, "sources"_a, "out"_a,
      "Does so with one int8 for each point, ``[N, P]``, which becomes float32.");
  module.def(
      "take_values",
      [](Table<std::uint16_t> table, Index rows, Index symmetries, Sources sources, Out<float> out,
         bool is_policy) {
        const auto picked = checked(table, rows, symmetries, sources, out);
        expect(table.shape(1) == picked.size, "widths differ");
        (is_policy ? draws::policies : draws::values)(column_of(table), picked, out.data());
      },
      "table"_a, "rows"_a, "symmetries"_a, "sources"_a, "out"_a, "is_policy"_a,
      "Does so with a float16 for each action, ``[N, A]``, seen as uint16; a policy sums to 1 "
      "afterwards.");
  module.def(
      "find",
      [](Column<float> weights, Column<double> nodes, OutColumn<double> masses,
         OutColumn<std::int64_t> found) {
        const std::size_t leaves = nodes.shape(0) / 2, rows = weights.shape(0);
        expect(std::has_single_bit(leaves) && rows > 0, "no tree");
        expect(leaves * draws::kBlock >= rows, "a tree of other weights");
        expect(masses.shape(0) == found.shape(0), "lengths differ");
        draws::find(weights.data(), rows, nodes.data(), leaves, masses.data(), found.data(),
                    masses.shape(0));
      },
      "weights"_a, "nodes"_a, "masses"_a, "found"_a,
      "Writes for each of `masses`, ``[M]``, which are used up, the row up to whose end it "
      "reaches; `nodes` are the sums of `weights` in blocks of 64, see `Sums`.");
}
