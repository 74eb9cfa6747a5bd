// Python face of the draws from a replay buffer; `turning.py`, `flat_planes.py` and `sums.py` use
// it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "draws.hpp"
#include "flat_planes.hpp"
#include "sums.hpp"

namespace nb = nanobind;
namespace draws = tengen::draws;
namespace flat = tengen::flat;

namespace {

template <class T>
using List = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using OutList = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Rows = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using OutRows = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Index = List<std::int64_t>;
using Sources = Rows<std::int32_t>;
// Rows of any kind that may lie apart, and what is written of them.
using Table = nb::ndarray<nb::ro, nb::device::cpu>;
using Out = nb::ndarray<nb::c_contig, nb::device::cpu>;
using Taken = std::tuple<std::string, Table, Sources, Out>;

void expect(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

bool below(const Sources& sources, std::size_t end) {
  return std::all_of(sources.data(), sources.data() + sources.size(),
                     [end](std::int32_t n) { return n >= 0 && static_cast<std::size_t>(n) < end; });
}

// How many elements a row has; those of one lie side by side.
template <class Array>
std::size_t elements_of(const Array& array) {
  std::size_t elements = 1;
  for (std::size_t axis = array.ndim(); axis-- > 1;) {
    expect(array.size() == 0 || array.shape(axis) < 2 ||
               array.stride(axis) == static_cast<std::int64_t>(elements),
           "elements of a row lie apart");
    elements *= array.shape(axis);
  }
  return elements;
}

struct KindOfColumn {
  const char* name;
  draws::Kind kind;
  nb::dlpack::dtype from;
  nb::dlpack::dtype to;
};

const KindOfColumn& kind_of(std::string_view name) {
  constexpr auto whole = static_cast<std::uint8_t>(nb::dlpack::dtype_code::Int);
  constexpr auto natural = static_cast<std::uint8_t>(nb::dlpack::dtype_code::UInt);
  constexpr auto real = static_cast<std::uint8_t>(nb::dlpack::dtype_code::Float);
  constexpr auto truth = static_cast<std::uint8_t>(nb::dlpack::dtype_code::Bool);
  using draws::Kind;
  static constexpr std::array<KindOfColumn, 8> kinds{{
      {"planes", Kind::planes, {whole, 8, 1}, {whole, 8, 1}},
      {"bits", Kind::bits, {natural, 8, 1}, {whole, 8, 1}},
      {"points", Kind::points, {whole, 8, 1}, {real, 32, 1}},
      {"policy", Kind::policy, {real, 16, 1}, {real, 32, 1}},
      {"values", Kind::values, {real, 16, 1}, {real, 32, 1}},
      {"mask", Kind::mask, {truth, 8, 1}, {truth, 8, 1}},
      {"action", Kind::action, {whole, 32, 1}, {whole, 32, 1}},
      {"number", Kind::number, {real, 32, 1}, {real, 32, 1}},
  }};
  for (const KindOfColumn& kind : kinds)
    if (name == kind.name) return kind;
  throw std::invalid_argument("no such kind of column");
}

// One more than the largest of numbers, none of them negative.
std::size_t end_of(const Index& numbers) {
  std::int64_t all = 0, largest = -1;
  for (std::size_t i = 0; i < numbers.shape(0); ++i) {
    all |= numbers.data()[i];
    largest = std::max(largest, numbers.data()[i]);
  }
  expect(all >= 0, "a negative number");
  return static_cast<std::size_t>(largest + 1);
}

// Checked here, where it costs little: `draws` reads what it is told to.
draws::Column checked(const Taken& taken, const Index& rows, std::size_t end_of_rows,
                      std::size_t end_of_symmetries) {
  const auto& [name, table, sources, out] = taken;
  const KindOfColumn& kind = kind_of(name);
  expect(table.dtype() == kind.from && out.dtype() == kind.to, "of another type");
  expect(table.ndim() > 0 && table.stride(0) >= 0 && out.ndim() > 0, "no rows");
  expect(out.shape(0) == rows.shape(0), "lengths differ");
  expect(end_of_rows <= table.shape(0), "no such row");
  expect(end_of_symmetries <= sources.shape(0), "no such symmetry");
  const std::size_t width = elements_of(table), written = elements_of(out), size = sources.shape(1);
  expect(size > 0 && below(sources, size), "no such place");
  switch (kind.kind) {
    case draws::Kind::planes:
      expect(width == written && width % size == 0, "widths differ");
      break;
    case draws::Kind::bits:
      expect(written % size == 0 && width == flat::Shape{written / size, size}.packed(),
             "widths differ");
      break;
    case draws::Kind::action:
    case draws::Kind::number:
      expect(width == 1 && written == 1, "widths differ");
      break;
    default:
      expect(width == size && written == size, "widths differ");
  }
  const std::size_t bytes = kind.from.bits / 8u;
  const draws::Column column{kind.kind,
                             static_cast<const std::uint8_t*>(table.data()),
                             static_cast<std::size_t>(table.stride(0)) * bytes,
                             width * bytes,
                             sources.data(),
                             size,
                             static_cast<std::uint8_t*>(out.data()),
                             written * (kind.to.bits / 8u)};
  if (kind.kind == draws::Kind::action) {
    for (std::size_t i = 0; i < rows.shape(0); ++i) {
      std::int32_t action;
      std::memcpy(&action, column.row(rows(i)), sizeof(action));
      expect(action >= 0 && static_cast<std::size_t>(action) < size, "no such action");
    }
  }
  return column;
}

void take(const Index& rows, const Index& symmetries, const std::vector<Taken>& taken) {
  expect(symmetries.shape(0) == rows.shape(0), "lengths differ");
  std::vector<draws::Column> columns;
  columns.reserve(taken.size());
  const std::size_t end_of_rows = end_of(rows), end_of_symmetries = end_of(symmetries);
  for (const Taken& one : taken)
    columns.push_back(checked(one, rows, end_of_rows, end_of_symmetries));
  const draws::Picked picked{rows.data(), symmetries.data(), rows.shape(0)};
  const nb::gil_scoped_release others_may_run;
  draws::take(columns, picked);
}

using Planes = nb::ndarray<const std::int8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using OutPlanes = nb::ndarray<std::int8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

template <class PlanesArray, class BitsArray>
flat::Shape shape_of(const PlanesArray& planes, const BitsArray& bits) {
  const flat::Shape shape{planes.shape(1), planes.shape(2)};
  expect(planes.shape(0) == bits.shape(0), "lengths differ");
  expect(bits.shape(1) == shape.packed(), "widths differ");
  return shape;
}

bool pack_flat(const Planes& planes, const OutRows<std::uint8_t>& bits) {
  const flat::Shape shape = shape_of(planes, bits);
  const auto* from = reinterpret_cast<const std::uint8_t*>(planes.data());
  bool is_flat = true;
  for (std::size_t row = 0; row < planes.shape(0); ++row)
    is_flat &= flat::pack(from + row * shape.planes * shape.points, shape,
                          bits.data() + row * shape.packed());
  return is_flat;
}

void unpack_flat(const Rows<std::uint8_t>& bits, const OutPlanes& planes) {
  const flat::Shape shape = shape_of(planes, bits);
  auto* to = reinterpret_cast<std::uint8_t*>(planes.data());
  for (std::size_t row = 0; row < bits.shape(0); ++row)
    flat::unpack(bits.data() + row * shape.packed(), shape, to + row * shape.planes * shape.points);
}

draws::Sums sums_of(const List<float>& weights, const OutList<double>& sums) {
  expect(weights.shape(0) > 0, "no weights");
  expect(sums.shape(0) == draws::Sums::size(weights.shape(0)), "sums of other weights");
  return {weights.data(), weights.shape(0), sums.data()};
}

}  // namespace

NB_MODULE(_native, module) {
  using namespace nb::literals;
  module.attr("LINE") = draws::kLine;
  // Of arrays of any type a stub says less than mypy asks for.
  module.def("take", &take, "rows"_a, "symmetries"_a, "columns"_a,
             nb::sig("def take(rows: numpy.typing.NDArray[numpy.int64], "
                     "symmetries: numpy.typing.NDArray[numpy.int64], "
                     "columns: collections.abc.Sequence[tuple[str, "
                     "numpy.typing.NDArray[typing.Any], numpy.typing.NDArray[numpy.int32], "
                     "numpy.typing.NDArray[typing.Any]]]) -> None"),
             "Writes rows ``[M]`` of columns, each under its symmetry. Of each column there is its "
             "kind, its table ``[N, ...]``, its sources and what is written, ``[M, ...]``: what "
             "comes to a place was at ``sources[symmetry, place]``, an action goes there. Planes "
             "and masks keep their type, of `bits` come planes, other numbers become float32.");
  module.def("pack_flat", &pack_flat, "planes"_a, "bits"_a,
             "Writes planes, int8 ``[N, C, P]``, to `bits`, uint8 ``[N, C + P ceil(C / 8)]``; "
             "returns whether each shows one number and 0 alone, as else they are not the same.");
  module.def("unpack_flat", &unpack_flat, "bits"_a, "planes"_a,
             "Writes what `pack_flat` was given.");
  module.def("sums_size", &draws::Sums::size, "count"_a,
             "Returns how many sums of so many weights there are.");
  module.def(
      "update",
      [](const List<float>& weights, const OutList<double>& sums, const Index& rows) {
        const draws::Sums tree = sums_of(weights, sums);
        expect(end_of(rows) <= weights.shape(0), "no such row");
        tree.update(rows.data(), rows.shape(0));
      },
      "weights"_a, "sums"_a, "rows"_a,
      "Takes note in the sums of `weights`, 0 at first, that the weights of `rows` have changed.");
  module.def(
      "before",
      [](const List<float>& weights, const OutList<double>& sums, std::size_t row) {
        expect(row < weights.shape(0), "no such row");
        return sums_of(weights, sums).before(row);
      },
      "weights"_a, "sums"_a, "row"_a, "Returns the sum of the weights before a row.");
  module.def(
      "total",
      [](const List<float>& weights, const OutList<double>& sums) {
        return sums_of(weights, sums).total();
      },
      "weights"_a, "sums"_a, "Returns the sum of all weights.");
  module.def(
      "find",
      [](const List<float>& weights, const OutList<double>& sums, const OutList<double>& masses,
         const OutList<std::int64_t>& found) {
        expect(masses.shape(0) == found.shape(0), "lengths differ");
        sums_of(weights, sums).find(masses.data(), found.data(), masses.shape(0));
      },
      "weights"_a, "sums"_a, "masses"_a, "found"_a,
      "Writes for each of `masses`, ``[M]``, which are used up, the row up to whose end it "
      "reaches.");
  module.def(
      "draw",
      [](const List<float>& weights, const OutList<double>& sums, const OutList<double>& shares,
         const OutList<std::int64_t>& found, std::size_t oldest, std::size_t count) {
        const draws::Sums tree = sums_of(weights, sums);
        const std::size_t rows = weights.shape(0);
        expect(shares.shape(0) == found.shape(0), "lengths differ");
        expect(oldest < rows && count > 0 && count <= rows, "no such window");
        const nb::gil_scoped_release others_may_run;
        return tree.draw(shares.data(), found.data(), shares.shape(0), oldest, count);
      },
      "weights"_a, "sums"_a, "shares"_a, "found"_a, "oldest"_a, "count"_a,
      "Does so for shares of the mass of `count` rows from `oldest` on, which may go on at the "
      "first row; returns that mass.");
}
