// Rows of large tables, wherever they lie in memory, each under a symmetry of its own.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

#include "flat_planes.hpp"
#include "kernels.hpp"
#include "memory_lines.hpp"
#include "orders.hpp"

namespace tengen::draws {

constexpr std::size_t kTogether = 16;  // rows that are brought from memory before one is used

// What a column holds, see `Kind` of samples.py; `bits` are flat planes in bits.
enum class Kind { planes, bits, points, policy, values, mask, action, number };

// A column of a table: rows of so many bytes, the next one `stride` bytes on, and what becomes of
// those that are picked.
struct Column {
  Kind kind;
  const std::uint8_t* first;
  std::size_t stride;
  std::size_t width;
  // [symmetries, size]: where what comes to each place was before; for actions, where each goes to.
  const std::int32_t* sources;
  std::size_t size;
  std::uint8_t* out;  // [picked, out_width], in bytes
  std::size_t out_width;

  const std::uint8_t* row(std::int64_t number) const {
    return first + static_cast<std::size_t>(number) * stride;
  }
};

// Which rows are taken, each under which symmetry.
struct Picked {
  const std::int64_t* rows;        // [count]
  const std::int64_t* symmetries;  // [count]
  std::size_t count;
};

// Writes each number to its place.
inline void turn(const float* scratch, const std::int32_t* sources, float* to, std::size_t size) {
  std::size_t at = 0;
  for (; at + 4 <= size; at += 4) {
    to[at] = scratch[sources[at]];
    to[at + 1] = scratch[sources[at + 1]];
    to[at + 2] = scratch[sources[at + 2]];
    to[at + 3] = scratch[sources[at + 3]];
  }
  for (; at < size; ++at) to[at] = scratch[sources[at]];
}

// Room for what lies between a row and what is written of it.
struct Scratch {
  std::vector<float> numbers;
  std::vector<std::uint8_t> as_they_lie;
  std::vector<std::uint8_t> turned;
};

// Some picked rows of a column, at most `kTogether`.
struct Some {
  const Column& column;
  const Orders* orders;
  const Picked& picked;
  std::size_t begin;
  std::size_t end;

  // Calls `write(row, symmetry, what is written, how many before)` for each.
  template <class Write>
  void each(Write write) const {
    for (std::size_t i = begin; i < end; ++i)
      write(column.row(picked.rows[i]), static_cast<std::size_t>(picked.symmetries[i]),
            column.out + i * column.out_width, i - begin);
  }

  // Turns the bytes of each row after the first `skipped`, a board after the other, and calls
  // `write(row, turned, what is written)`, a board each `padded(size)`. One step for all rows after
  // the other, as what was just written in small pieces cannot be read at once in large ones.
  template <class Write>
  void bytes(Scratch& scratch, std::size_t skipped, Write write) const {
    const std::size_t size = column.size, room = padded(size);
    const std::size_t boards = (column.width - skipped) / size;
    scratch.as_they_lie.resize(kTogether * boards * room);
    scratch.turned.resize(kTogether * boards * room);
    const auto at = [&](std::vector<std::uint8_t>& bytes, std::size_t i, std::size_t board) {
      return bytes.data() + (i * boards + board) * room;
    };
    each([&](const std::uint8_t* row, std::size_t, std::uint8_t*, std::size_t i) {
      for (std::size_t board = 0; board < boards; ++board)
        std::memcpy(at(scratch.as_they_lie, i, board), row + skipped + board * size, size);
    });
    each([&](const std::uint8_t*, std::size_t symmetry, std::uint8_t*, std::size_t i) {
      orders->apply(symmetry, at(scratch.as_they_lie, i, 0), at(scratch.turned, i, 0), boards);
    });
    each([&](const std::uint8_t* row, std::size_t, std::uint8_t* out, std::size_t i) {
      write(row, at(scratch.turned, i, 0), out);
    });
  }

  void permuted(Scratch& scratch) const {
    const std::size_t room = padded(column.size);
    bytes(scratch, 0, [&](const std::uint8_t*, const std::uint8_t* turned, std::uint8_t* out) {
      for (std::size_t at = 0; at < column.width; at += column.size, turned += room)
        std::memcpy(out + at, turned, column.size);
    });
  }

  void unpacked(Scratch& scratch) const {
    const flat::Shape shape{column.out_width / column.size, column.size};
    bytes(scratch, shape.planes,
          [&](const std::uint8_t* row, const std::uint8_t* turned, std::uint8_t* out) {
            show(row, turned, shape, out);
          });
  }

  // Calls `read(row, numbers)` for each, and writes those numbers in their places.
  template <class Read>
  void turned(std::vector<float>& numbers, Read read) const {
    numbers.resize(column.size);
    each([&](const std::uint8_t* row, std::size_t symmetry, std::uint8_t* out, std::size_t) {
      read(row, numbers.data());
      turn(numbers.data(), column.sources + symmetry * column.size, reinterpret_cast<float*>(out),
           column.size);
    });
  }
};

inline void write(const Some& some, Scratch& scratch) {
  const std::size_t size = some.column.size;
  switch (some.column.kind) {
    case Kind::planes:
    case Kind::mask:
      return some.permuted(scratch);
    case Kind::bits:
      return some.unpacked(scratch);
    case Kind::points:
      return some.bytes(scratch, 0,
                        [size](const std::uint8_t*, const std::uint8_t* turned, std::uint8_t* out) {
                          floats_of_bytes(turned, size, reinterpret_cast<float*>(out));
                        });
    case Kind::policy:
    case Kind::values:
      return some.turned(scratch.numbers, [&](const std::uint8_t* row, float* to) {
        floats_of_halves(row, size, to);
        if (some.column.kind == Kind::policy) normalise(to, size);
      });
    case Kind::action:
      return some.each(
          [&](const std::uint8_t* row, std::size_t symmetry, std::uint8_t* out, std::size_t) {
            std::int32_t action;
            std::memcpy(&action, row, sizeof(action));
            std::memcpy(out, some.column.sources + symmetry * size + action, sizeof(action));
          });
    case Kind::number:
      return some.each([](const std::uint8_t* row, std::size_t, std::uint8_t* out, std::size_t) {
        std::memcpy(out, row, sizeof(float));
      });
  }
}

// A part of each row that is read for some columns: those that lie in one table have one.
struct Span {
  const std::uint8_t* first;
  std::size_t stride;
  std::size_t width;
};

inline std::vector<Span> spans_of(const std::vector<Column>& columns) {
  std::vector<Span> spans;
  for (const Column& column : columns)
    if (column.width) spans.push_back({column.first, column.stride, column.width});
  std::sort(spans.begin(), spans.end(),
            [](const Span& one, const Span& other) { return one.first < other.first; });
  std::vector<Span> joined;
  for (const Span& span : spans) {
    const std::size_t reach =
        joined.empty() ? 0
                       : static_cast<std::size_t>(span.first - joined.back().first) + span.width;
    if (!joined.empty() && span.stride == joined.back().stride && reach <= span.stride)
      joined.back().width = std::max(joined.back().width, reach);
    else
      joined.push_back(span);
  }
  return joined;
}

// The orders of those columns whose bytes are turned; columns of one board share theirs.
class OrdersOfColumns {
 public:
  OrdersOfColumns() = default;
  OrdersOfColumns(const std::vector<Column>& columns, std::size_t symmetries) {
    for (const Column& column : columns) {
      const bool is_turned = column.kind == Kind::planes || column.kind == Kind::bits ||
                             column.kind == Kind::points || column.kind == Kind::mask;
      if (is_turned && !orders_.contains(column.sources))
        orders_.emplace(column.sources, Orders(column.sources, symmetries, column.size));
    }
  }

  // None for columns that need none.
  const Orders* of(const Column& column) const {
    const auto found = orders_.find(column.sources);
    return found == orders_.end() ? nullptr : &found->second;
  }

 private:
  std::map<const std::int32_t*, Orders> orders_;
};

// Writes the picked rows of all columns.
inline void take(const std::vector<Column>& columns, const OrdersOfColumns& orders,
                 const Picked& picked) {
  const std::vector<Span> spans = spans_of(columns);
  Scratch scratch;
  for (std::size_t begin = 0; begin < picked.count; begin += kTogether) {
    const std::size_t end = std::min(begin + kTogether, picked.count);
    for (std::size_t i = begin; i < end; ++i)
      for (const Span& span : spans)
        touch(span.first + static_cast<std::size_t>(picked.rows[i]) * span.stride, span.width);
    for (const Column& column : columns)
      write({column, orders.of(column), picked, begin, end}, scratch);
  }
}

}  // namespace tengen::draws
