// The loops a draw spends its time in. Compiled for the platform's baseline and, on x86-64, for
// AVX2 as well; the processor decides at run time. Both give the same bits.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "flat_planes.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define TENGEN_DRAWS_AVX2 1
#include <cpuid.h>
#include <immintrin.h>
#endif
#if defined(__GNUC__) || defined(__clang__)
#define TENGEN_DRAWS_INLINE inline __attribute__((always_inline))
#else
#define TENGEN_DRAWS_INLINE inline
#endif

namespace tengen::draws {

constexpr std::size_t kWide = 32;  // bytes that are written at a time

// Bytes that so many take where they are written in whole pieces.
constexpr std::size_t padded(std::size_t size) { return (size + kWide - 1) / kWide * kWide; }

#ifdef TENGEN_DRAWS_AVX2
// Compilers do not agree on a name to ask for it by.
inline bool has_halves() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}
inline const bool kHasAvx2 = __builtin_cpu_supports("avx2") != 0;
inline const bool kHasHalves = kHasAvx2 && has_halves();
#else
inline constexpr bool kHasAvx2 = false;
#endif

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

// Has numbers sum to one.
inline void normalise(float* numbers, std::size_t size) {
  std::array<float, 8> sums{};  // added up side by side, in an order that is always the same
  std::size_t at = 0;
  for (; at + sums.size() <= size; at += sums.size())
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += numbers[at + i];
  for (std::size_t i = 0; at + i < size; ++i) sums[i] += numbers[at + i];
  float sum = 0;
  for (const float one : sums) sum += one;
  const float scale = 1 / sum;
  for (at = 0; at < size; ++at) numbers[at] *= scale;
}

#ifdef TENGEN_DRAWS_AVX2
// Has a processor do what `from_half` does, for eight at a time; returns how many it did.
__attribute__((target("avx2,f16c"))) inline std::size_t halves_by_eight(const std::uint8_t* row,
                                                                        std::size_t size,
                                                                        float* to) {
  std::size_t at = 0;
  for (; at + 8 <= size; at += 8) {
    const auto* halves = reinterpret_cast<const __m128i*>(row + at * sizeof(std::uint16_t));
    _mm256_storeu_ps(to + at, _mm256_cvtph_ps(_mm_loadu_si128(halves)));
  }
  return at;
}
#endif

// Halves of a row as floats, in the order in which they lie.
inline void floats_of_halves(const std::uint8_t* row, std::size_t size, float* to) {
  std::size_t at = 0;
#ifdef TENGEN_DRAWS_AVX2
  if (kHasHalves) at = halves_by_eight(row, size, to);
#endif
  for (; at < size; ++at) {
    std::uint16_t half;
    std::memcpy(&half, row + at * sizeof(half), sizeof(half));
    to[at] = from_half(half);
  }
}

TENGEN_DRAWS_INLINE void floats_of_bytes_body(const std::uint8_t* row, std::size_t size,
                                              float* to) {
  for (std::size_t at = 0; at < size; ++at)
    to[at] = static_cast<float>(static_cast<std::int8_t>(row[at]));
}

#ifdef TENGEN_DRAWS_AVX2
__attribute__((target("avx2"))) inline void floats_of_bytes_avx2(const std::uint8_t* row,
                                                                 std::size_t size, float* to) {
  floats_of_bytes_body(row, size, to);
}
#endif

// Bytes with a sign as floats.
inline void floats_of_bytes(const std::uint8_t* row, std::size_t size, float* to) {
#ifdef TENGEN_DRAWS_AVX2
  if (kHasAvx2) return floats_of_bytes_avx2(row, size, to);
#endif
  floats_of_bytes_body(row, size, to);
}

inline void show_one_by_one(const std::uint8_t* numbers, const std::uint8_t* bits,
                            flat::Shape shape, std::uint8_t* to) {
  for (std::size_t plane = 0; plane < shape.planes; ++plane, to += shape.points) {
    const std::uint8_t* here = bits + plane / flat::kPlanesOfByte * padded(shape.points);
    for (std::size_t at = 0; at < shape.points; ++at) {
      // No branch: nobody could guess where stones are.
      const int shown = -(here[at] >> plane % flat::kPlanesOfByte & 1);
      to[at] = static_cast<std::uint8_t>(shown & numbers[plane]);
    }
  }
}

#ifdef TENGEN_DRAWS_AVX2
__attribute__((target("avx2"))) inline void show_avx2(const std::uint8_t* numbers,
                                                      const std::uint8_t* bits, flat::Shape shape,
                                                      std::uint8_t* to) {
  for (std::size_t plane = 0; plane < shape.planes; ++plane, to += shape.points) {
    const std::uint8_t* from = bits + plane / flat::kPlanesOfByte * padded(shape.points);
    const __m256i bit = _mm256_set1_epi8(static_cast<char>(1u << plane % flat::kPlanesOfByte));
    const __m256i number = _mm256_set1_epi8(static_cast<char>(numbers[plane]));
    for (std::size_t at = 0; at < shape.points; at += kWide) {
      // The last two pieces may overlap.
      const std::size_t begin = std::min(at, shape.points - kWide);
      const __m256i here = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + begin));
      const __m256i is_set = _mm256_cmpeq_epi8(_mm256_and_si256(here, bit), bit);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + begin), _mm256_and_si256(is_set, number));
    }
  }
}
#endif

// Writes planes: the number of each where its bit is set, and 0 elsewhere. A byte of `bits` has a
// point of eight planes, and the bytes of eight planes are `padded(points)`.
inline void show(const std::uint8_t* numbers, const std::uint8_t* bits, flat::Shape shape,
                 std::uint8_t* to) {
#ifdef TENGEN_DRAWS_AVX2
  if (kHasAvx2 && shape.points >= kWide) return show_avx2(numbers, bits, shape, to);
#endif
  show_one_by_one(numbers, bits, shape, to);
}

}  // namespace tengen::draws
