// Rows of large tables, wherever they lie in memory, each under a symmetry of its own. A table is
// read all over: what is needed soon is brought from memory first, much of it at once.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace tengen::draws {

constexpr std::size_t kTogether = 16;  // rows
constexpr std::size_t kLine = 64;      // bytes of a cache line

// Reads a byte of each cache line. The processor waits for many lines at once while nothing depends
// on them, and looks up their pages too; to prefetch rows while others were written took longer.
template <class T>
void touch(const T* first, std::size_t count) {
  const auto* at = reinterpret_cast<const volatile unsigned char*>(first);
  const std::size_t bytes = count * sizeof(T);
  for (std::size_t i = 0; i < bytes; i += kLine) (void)at[i];
  if (bytes) (void)at[bytes - 1];
}

// Which rows are taken, each under which symmetry, and what a symmetry puts where.
struct Picked {
  const std::int64_t* rows;        // [count]
  const std::int64_t* symmetries;  // [count]
  std::size_t count;
  const std::int32_t* sources;  // [symmetries, size]: where what comes to each place was before
  std::size_t size;
};

// A number of IEEE 754's half precision in single precision, exactly.
inline float from_half(std::uint16_t half) {
  const std::uint32_t sign = std::uint32_t{half & 0x8000u} << 16;
  const std::uint32_t magnitude = half & 0x7fffu;
  // The exponent is moved to its place, and then corrected by what their biases differ.
  const float scaled = std::bit_cast<float>(magnitude << 13) * 0x1p112f;
  const std::uint32_t special = magnitude >= 0x7c00u ? 0x7f800000u : 0;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | special | sign);
}

// A column of a table: `width` elements in each row, the first of the next `stride` elements on.
template <class T>
struct Column {
  const T* first;
  std::size_t width;
  std::size_t stride;

  const T* row(std::int64_t number) const {
    return first + static_cast<std::size_t>(number) * stride;
  }
};

// Calls `write(row of the column, sources, index)` for each picked row.
template <class T, class Write>
void for_each(const Column<T>& column, const Picked& picked, Write write) {
  for (std::size_t begin = 0; begin < picked.count; begin += kTogether) {
    const std::size_t end = std::min(begin + kTogether, picked.count);
    for (std::size_t i = begin; i < end; ++i) touch(column.row(picked.rows[i]), column.width);
    for (std::size_t i = begin; i < end; ++i) {
      write(column.row(picked.rows[i]),
            picked.sources + static_cast<std::size_t>(picked.symmetries[i]) * picked.size, i);
    }
  }
}

// Writes `size` bytes in another order, eight at a time: a byte would cost as much as eight.
inline void permute(const std::int8_t* from, const std::int32_t* sources, std::int8_t* to,
                    std::size_t size) {
  std::size_t at = 0;
  for (; at + 8 <= size; at += 8) {
    std::array<std::int8_t, 8> eight;
    for (std::size_t i = 0; i < 8; ++i) eight[i] = from[sources[at + i]];
    std::memcpy(to + at, eight.data(), 8);
  }
  for (; at < size; ++at) to[at] = from[sources[at]];
}

// Planes of `size` points each, as many as fill the width.
inline void planes(const Column<std::int8_t>& column, const Picked& picked, std::int8_t* out) {
  const std::size_t width = column.width;
  for_each(column, picked,
           [&](const std::int8_t* row, const std::int32_t* sources, std::size_t index) {
             std::int8_t* to = out + index * width;
             for (std::size_t plane = 0; plane < width; plane += picked.size) {
               permute(row + plane, sources, to + plane, picked.size);
             }
           });
}

// Numbers of a column that become others: all of a row first, in the order in which they lie, as
// that is done many at a time, and then each to its place.
template <class T, class Convert>
void numbers(const Column<T>& column, const Picked& picked, float* out, Convert convert) {
  std::vector<float> converted(picked.size);
  for_each(column, picked, [&](const T* row, const std::int32_t* sources, std::size_t index) {
    for (std::size_t at = 0; at < picked.size; ++at) converted[at] = convert(row[at]);
    float* to = out + index * picked.size;
    for (std::size_t at = 0; at < picked.size; ++at) to[at] = converted[sources[at]];
  });
}

// A number for each point.
inline void points(const Column<std::int8_t>& column, const Picked& picked, float* out) {
  numbers(column, picked, out, [](std::int8_t number) { return static_cast<float>(number); });
}

// A number for each action, in half precision.
inline void values(const Column<std::uint16_t>& column, const Picked& picked, float* out) {
  numbers(column, picked, out, [](std::uint16_t half) { return from_half(half); });
}

// The same; the numbers of a row sum to one afterwards.
inline void policies(const Column<std::uint16_t>& column, const Picked& picked, float* out) {
  values(column, picked, out);
  for (std::size_t index = 0; index < picked.count; ++index) {
    float* to = out + index * picked.size;
    float sums[4] = {};  // added up side by side, in an order that is always the same
    for (std::size_t at = 0; at < picked.size; ++at) sums[at % 4] += to[at];
    const float sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    for (std::size_t at = 0; at < picked.size; ++at) to[at] /= sum;
  }
}

constexpr std::size_t kBlock = 64;  // weights under one leaf of the tree

// Finds for each mass the row up to whose end it reaches. `nodes` is a tree of `2 leaves` sums of
// `weights`: node 1 is the root, the children of `n` are `2 n` and `2 n + 1`.
inline void find(const float* weights, std::size_t rows, const double* nodes, std::size_t leaves,
                 double* masses, std::int64_t* found, std::size_t count) {
  assert(std::has_single_bit(leaves));
  std::fill(found, found + count, 1);
  // A level for all of them at a time: what one waits for does not keep the others.
  for (std::size_t level = 1; level < leaves; level *= 2) {
    for (std::size_t i = 0; i < count; ++i) {
      const double below = nodes[2 * found[i]];
      const int goes_right = masses[i] >= below;
      masses[i] -= below * goes_right;  // which way is anybody's guess, so there is no branch
      found[i] = 2 * found[i] + goes_right;
    }
  }
  // A sum that was rounded may lead behind the last weight.
  const auto first_of = [&](std::size_t i) {
    return std::min((static_cast<std::size_t>(found[i]) - leaves) * kBlock, rows - 1);
  };
  const auto last_of = [&](std::size_t begin) { return std::min(begin + kBlock, rows) - 1; };
  for (std::size_t first = 0; first < count; first += kTogether) {
    const std::size_t end = std::min(first + kTogether, count);
    for (std::size_t i = first; i < end; ++i) {
      const std::size_t begin = first_of(i);
      touch(weights + begin, last_of(begin) + 1 - begin);
    }
    for (std::size_t i = first; i < end; ++i) {
      std::size_t row = first_of(i);
      const std::size_t last = last_of(row);
      for (double sum = weights[row]; sum <= masses[i] && row < last; sum += weights[row]) ++row;
      found[i] = static_cast<std::int64_t>(row);
    }
  }
}

}  // namespace tengen::draws
