// Planes that show one number at some of their points and 0 at the others, a bit a point. A row is
// the number of each plane, and then, for every eight planes, a byte for each point: bit b of it
// says whether the b-th of the eight shows its number there.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tengen::flat {

constexpr std::size_t kPlanesOfByte = 8;

struct Shape {
  std::size_t planes;
  std::size_t points;

  std::size_t packed() const {
    return planes + (planes + kPlanesOfByte - 1) / kPlanesOfByte * points;
  }
};

// Writes planes of bytes, `[planes, points]`, in bits; returns whether they are such planes.
inline bool pack(const std::uint8_t* from, Shape shape, std::uint8_t* to) {
  std::uint8_t others = 0;
  std::uint8_t* bits = to + shape.planes;
  std::fill(bits, to + shape.packed(), std::uint8_t{0});
  for (std::size_t plane = 0; plane < shape.planes; ++plane, from += shape.points) {
    if (plane && plane % kPlanesOfByte == 0) bits += shape.points;
    std::uint8_t number = 0;
    for (std::size_t at = 0; at < shape.points; ++at)
      number = static_cast<std::uint8_t>(number | from[at]);
    const auto bit = static_cast<std::uint8_t>(1u << plane % kPlanesOfByte);
    for (std::size_t at = 0; at < shape.points; ++at) {
      const std::uint8_t shown = from[at] ? 0xff : 0;
      bits[at] = static_cast<std::uint8_t>(bits[at] | (shown & bit));
      others = static_cast<std::uint8_t>(others | (from[at] ^ (shown & number)));
    }
    to[plane] = number;
  }
  return others == 0;
}

// Writes a row as the bytes that `pack` was given.
inline void unpack(const std::uint8_t* from, Shape shape, std::uint8_t* to) {
  const std::uint8_t* bits = from + shape.planes;
  for (std::size_t plane = 0; plane < shape.planes; ++plane, to += shape.points) {
    if (plane && plane % kPlanesOfByte == 0) bits += shape.points;
    const auto bit = static_cast<std::uint8_t>(1u << plane % kPlanesOfByte);
    const std::uint8_t number = from[plane];
    for (std::size_t at = 0; at < shape.points; ++at) to[at] = bits[at] & bit ? number : 0;
  }
}

}  // namespace tengen::flat
