// Rows of large tables, wherever they lie in memory, each under a symmetry of its own.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "flat_planes.hpp"
#include "memory_lines.hpp"

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

// A number of IEEE 754's half precision in single precision, exactly. Halves without an exponent
// become floats by way of integers: processors are slow with floats that have none.
inline float from_half(std::uint16_t half) {
  const std::uint32_t sign = std::uint32_t{half & 0x8000u} << 16;
  const std::uint32_t magnitude = half & 0x7fffu;
  // The exponent is moved to its place, and corrected by what their biases differ.
  const std::uint32_t bias = magnitude >= 0x7c00u ? 224u << 23 : 112u << 23;
  const std::uint32_t usual = (magnitude << 13) + bias;
  const float small = static_cast<float>(static_cast<std::int32_t>(magnitude)) * 0x1p-24f;
  const std::uint32_t found = magnitude < 0x400u ? std::bit_cast<std::uint32_t>(small) : usual;
  return std::bit_cast<float>(found | sign);
}

// Writes `size` bytes in another order, eight at a time: a byte would cost as much as eight.
inline void permute(const std::uint8_t* from, const std::int32_t* sources, std::uint8_t* to,
                    std::size_t size) {
  std::size_t at = 0;
  for (; at + 8 <= size; at += 8) {
    std::array<std::uint8_t, 8> eight;
    for (std::size_t i = 0; i < 8; ++i) eight[i] = from[sources[at + i]];
    std::memcpy(to + at, eight.data(), 8);
  }
  for (; at < size; ++at) to[at] = from[sources[at]];
}

// Has numbers sum to one.
inline void normalise(float* numbers, std::size_t size) {
  std::array<float, 8> sums{};  // added up side by side, in an order that is always the same
  std::size_t at = 0;
  for (; at + sums.size() <= size; at += sums.size())
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += numbers[at + i];
  for (; at < size; ++at) sums[at % sums.size()] += numbers[at];
  float sum = 0;
  for (const float one : sums) sum += one;
  const float scale = 1 / sum;
  for (at = 0; at < size; ++at) numbers[at] *= scale;
}

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

// Numbers of a row as floats, in the order in which they lie.
template <class T, class Convert>
void convert(const std::uint8_t* row, std::size_t size, float* to, Convert convert_one) {
  for (std::size_t at = 0; at < size; ++at) {
    T number;
    std::memcpy(&number, row + at * sizeof(T), sizeof(T));
    to[at] = convert_one(number);
  }
}

// Some picked rows of a column, at most `kTogether`.
struct Some {
  const Column& column;
  const Picked& picked;
  std::size_t begin;
  std::size_t end;

  // Calls `write(row, sources, what is written, how many before)` for each.
  template <class Write>
  void each(Write write) const {
    for (std::size_t i = begin; i < end; ++i) {
      const auto symmetry = static_cast<std::size_t>(picked.symmetries[i]);
      write(column.row(picked.rows[i]), column.sources + symmetry * column.size,
            column.out + i * column.out_width, i - begin);
    }
  }

  void permuted() const {
    each([&](const std::uint8_t* row, const std::int32_t* sources, std::uint8_t* out, std::size_t) {
      for (std::size_t at = 0; at < column.width; at += column.size)
        permute(row + at, sources, out + at, column.size);
    });
  }

  // Bits are turned and then become bytes: first one for all, as what was just written in small
  // pieces cannot be read at once in large ones.
  void unpacked(std::vector<std::uint8_t>& turned) const {
    const flat::Shape shape{column.out_width / column.size, column.size};
    turned.resize(kTogether * column.width);
    each([&](const std::uint8_t* row, const std::int32_t* sources, std::uint8_t*, std::size_t i) {
      std::uint8_t* to = turned.data() + i * column.width;
      std::memcpy(to, row, shape.planes);
      for (std::size_t at = shape.planes; at < column.width; at += column.size)
        permute(row + at, sources, to + at, column.size);
    });
    each([&](const std::uint8_t*, const std::int32_t*, std::uint8_t* out, std::size_t i) {
      flat::unpack(turned.data() + i * column.width, shape, out);
    });
  }

  // Calls `read(row, numbers)` for each, and writes those numbers in their places.
  template <class Read>
  void turned(std::vector<float>& numbers, Read read) const {
    numbers.resize(column.size);
    each([&](const std::uint8_t* row, const std::int32_t* sources, std::uint8_t* out, std::size_t) {
      read(row, numbers.data());
      turn(numbers.data(), sources, reinterpret_cast<float*>(out), column.size);
    });
  }
};

// Room for what lies between a row and what is written of it.
struct Scratch {
  std::vector<float> numbers;
  std::vector<std::uint8_t> bytes;
};

inline void write(const Some& some, Scratch& scratch) {
  const std::size_t size = some.column.size;
  switch (some.column.kind) {
    case Kind::planes:
    case Kind::mask:
      return some.permuted();
    case Kind::bits:
      return some.unpacked(scratch.bytes);
    case Kind::points:
      return some.turned(scratch.numbers, [size](const std::uint8_t* row, float* to) {
        convert<std::int8_t>(row, size, to, [](std::int8_t n) { return static_cast<float>(n); });
      });
    case Kind::policy:
      return some.turned(scratch.numbers, [size](const std::uint8_t* row, float* to) {
        convert<std::uint16_t>(row, size, to, from_half);
        normalise(to, size);
      });
    case Kind::values:
      return some.turned(scratch.numbers, [size](const std::uint8_t* row, float* to) {
        convert<std::uint16_t>(row, size, to, from_half);
      });
    case Kind::action:
      return some.each(
          [](const std::uint8_t* row, const std::int32_t* images, std::uint8_t* out, std::size_t) {
            std::int32_t action;
            std::memcpy(&action, row, sizeof(action));
            std::memcpy(out, images + action, sizeof(action));
          });
    case Kind::number:
      return some.each([](const std::uint8_t* row, const std::int32_t*, std::uint8_t* out,
                          std::size_t) { std::memcpy(out, row, sizeof(float)); });
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

// Writes the picked rows of all columns.
inline void take(const std::vector<Column>& columns, const Picked& picked) {
  const std::vector<Span> spans = spans_of(columns);
  Scratch scratch;
  for (std::size_t begin = 0; begin < picked.count; begin += kTogether) {
    const std::size_t end = std::min(begin + kTogether, picked.count);
    for (std::size_t i = begin; i < end; ++i)
      for (const Span& span : spans)
        touch(span.first + static_cast<std::size_t>(picked.rows[i]) * span.stride, span.width);
    for (const Column& column : columns) write({column, picked, begin, end}, scratch);
  }
}

}  // namespace tengen::draws
