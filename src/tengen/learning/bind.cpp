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
#include <limits>
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
using Given = std::tuple<std::string, Table, Sources>;
// Rows that may lie apart and are written to.
using Room = nb::ndarray<nb::device::cpu>;

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

// Columns that rows are taken of. All that can be is checked when they are told, once: `draws`
// reads what it is told to.
class Tables {
 public:
  explicit Tables(std::vector<Given> given) : given_(std::move(given)) {
    std::size_t symmetries = std::numeric_limits<std::size_t>::max();
    for (const Given& one : given_) {
      columns_.push_back(checked(one));
      symmetries = std::min(symmetries, std::get<Sources>(one).shape(0));
    }
    if (!given_.empty()) orders_ = {columns_, symmetries};
    symmetries_ = symmetries;
  }

  // Writes rows, each under its symmetry.
  void take(const Index& rows, const Index& symmetries, const std::vector<Out>& outs) const {
    expect(symmetries.shape(0) == rows.shape(0), "lengths differ");
    expect(outs.size() == columns_.size(), "as many columns");
    expect(end_of(symmetries) <= symmetries_, "no such symmetry");
    const std::size_t end_of_rows = end_of(rows);
    std::vector<draws::Column> columns = columns_;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const Table& table = std::get<Table>(given_[i]);
      expect(end_of_rows <= table.shape(0), "no such row");
      expect(outs[i].dtype() == kind_of(std::get<std::string>(given_[i])).to, "of another type");
      expect(outs[i].ndim() > 0 && outs[i].shape(0) == rows.shape(0), "lengths differ");
      set_out(columns[i], outs[i]);
      if (columns[i].kind == draws::Kind::action) check_actions(columns[i], rows);
    }
    const draws::Picked picked{rows.data(), symmetries.data(), rows.shape(0)};
    const nb::gil_scoped_release others_may_run;
    draws::take(columns, orders_, picked);
  }

 private:
  static draws::Column checked(const Given& given) {
    const auto& [name, table, sources] = given;
    const KindOfColumn& kind = kind_of(name);
    expect(table.dtype() == kind.from, "of another type");
    expect(table.ndim() > 0 && table.stride(0) >= 0, "no rows");
    const std::size_t width = elements_of(table), size = sources.shape(1),
                      bytes = kind.from.bits / 8u;
    expect(size > 0 && below(sources, size), "no such place");
    return {kind.kind,
            static_cast<const std::uint8_t*>(table.data()),
            static_cast<std::size_t>(table.stride(0)) * bytes,
            width * bytes,
            sources.data(),
            size,
            nullptr,
            0};
  }

  static void set_out(draws::Column& column, const Out& out) {
    const std::size_t written = elements_of(out), size = column.size;
    const std::size_t width = column.width;
    switch (column.kind) {
      case draws::Kind::planes:
        expect(width == written && width % size == 0, "widths differ");
        break;
      case draws::Kind::bits:
        expect(written % size == 0 && width == flat::Shape{written / size, size}.packed(),
               "widths differ");
        break;
      case draws::Kind::action:
      case draws::Kind::number:
        expect(width == 4 && written == 1, "widths differ");
        break;
      case draws::Kind::policy:
      case draws::Kind::values:
        expect(width == 2 * size && written == size, "widths differ");
        break;
      default:
        expect(width == size && written == size, "widths differ");
    }
    column.out = static_cast<std::uint8_t*>(out.data());
    column.out_width = written * (out.dtype().bits / 8u);
  }

  static void check_actions(const draws::Column& column, const Index& rows) {
    for (std::size_t i = 0; i < rows.shape(0); ++i) {
      std::int32_t action;
      std::memcpy(&action, column.row(rows(i)), sizeof(action));
      expect(action >= 0 && static_cast<std::size_t>(action) < column.size, "no such action");
    }
  }

  std::vector<Given> given_;
  std::vector<draws::Column> columns_;
  draws::OrdersOfColumns orders_;
  std::size_t symmetries_ = 0;  // of the column that has least
};

// Tables of as many rows that are written from one piece of bytes: some rows of the first, as many
// of the second and so on.
class Shelf {
 public:
  explicit Shelf(std::vector<Room> tables) : tables_(std::move(tables)) {
    expect(!tables_.empty(), "no tables");
    for (const Room& table : tables_) {
      expect(table.ndim() > 0 && table.shape(0) > 0 && table.stride(0) >= 0, "no rows");
      expect(table.shape(0) == tables_[0].shape(0), "lengths differ");
      const std::size_t bytes = table.dtype().bits / 8u;
      const std::size_t stride = static_cast<std::size_t>(table.stride(0)) * bytes;
      shelves_.push_back(
          {static_cast<std::uint8_t*>(table.data()), stride, elements_of(table) * bytes});
      width_ += shelves_.back().width;
    }
  }

  // Writes `count` rows from `row` on, after the last one the first.
  void put(const nb::bytes& data, std::size_t at, std::size_t count, std::size_t row) const {
    const std::size_t rows = tables_[0].shape(0);
    expect(row < rows && count <= rows, "no such row");
    expect(at <= data.size() && data.size() - at == count * width_, "bytes of other columns");
    const auto* from = static_cast<const std::uint8_t*>(data.data()) + at;
    for (const One& one : shelves_) {
      for (std::size_t i = 0; i < count; ++i, from += one.width) {
        const std::size_t place = row + i < rows ? row + i : row + i - rows;
        std::memcpy(one.first + place * one.stride, from, one.width);
      }
    }
  }

 private:
  struct One {
    std::uint8_t* first;
    std::size_t stride;
    std::size_t width;
  };

  std::vector<Room> tables_;
  std::vector<One> shelves_;
  std::size_t width_ = 0;
};

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
  nb::set_leak_warnings(false);  // what Python holds to its end is no leak
  module.attr("LINE") = draws::kLine;
  // Of arrays of any type a stub says less than mypy asks for.
  nb::class_<Tables>(module, "Tables", "Columns that rows are taken of, each under its symmetry.")
      .def(nb::init<std::vector<Given>>(), "columns"_a,
           nb::sig("def __init__(self, columns: collections.abc.Sequence[tuple[str, "
                   "numpy.typing.NDArray[typing.Any], numpy.typing.NDArray[numpy.int32]]]) "
                   "-> None"),
           "Of each column there is its kind, its table ``[N, ...]``, which is read when rows are "
           "taken, and its sources: what comes to a place was at ``sources[symmetry, place]``, an "
           "action goes there.")
      .def("take", &Tables::take, "rows"_a, "symmetries"_a, "outs"_a,
           nb::sig("def take(self, rows: numpy.typing.NDArray[numpy.int64], "
                   "symmetries: numpy.typing.NDArray[numpy.int64], "
                   "outs: collections.abc.Sequence[numpy.typing.NDArray[typing.Any]]) -> None"),
           "Writes rows ``[M]`` of each column to ``[M, ...]``. Planes and masks keep their type, "
           "of `bits` come planes, other numbers become float32.");
  nb::class_<Shelf>(module, "Shelf", "Tables that are written to from one piece of bytes.")
      .def(nb::init<std::vector<Room>>(), "tables"_a,
           nb::sig("def __init__(self, tables: collections.abc.Sequence["
                   "numpy.typing.NDArray[typing.Any]]) -> None"),
           "Of each table ``[N, ...]`` the elements of a row lie side by side.")
      .def("put", &Shelf::put, "data"_a, "at"_a, "count"_a, "row"_a,
           "Writes `count` rows from `row` on, after the last one the first, of what `data` holds "
           "from `at` on: those of the first table, those of the second and so on.");
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
