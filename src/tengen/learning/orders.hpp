// Bytes of boards put in another order, as symmetries of a board do.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "kernels.hpp"

namespace tengen::draws {

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

// Orders of `size` bytes, one a symmetry, prepared so that a processor moves many bytes at a time.
class Orders {
 public:
  // `sources`, `[symmetries, size]`: where what comes to each place was before.
  Orders(const std::int32_t* sources, std::size_t symmetries, std::size_t size)
      : sources_(sources), size_(size) {
    if (!kHasAvx2 || size > kMost) return;
    tables_.assign(symmetries * table_size(), kNothing);
    for (std::size_t i = 0; i < symmetries * size; ++i) {
      const std::size_t place = i % size, source = static_cast<std::size_t>(sources[i]);
      const std::size_t piece = place / kWide * chunks() + source / kChunk;
      tables_[i / size * table_size() + piece * kWide + place % kWide] =
          static_cast<std::uint8_t>(source % kChunk);
    }
  }

  // Of `boards` in `from` and `to` each has `padded(size)` bytes, to be read and to be written.
  void apply(std::size_t symmetry, const std::uint8_t* from, std::uint8_t* to,
             std::size_t boards) const {
#ifdef TENGEN_DRAWS_AVX2
    if (!tables_.empty())
      return shuffle(from, tables_.data() + symmetry * table_size(), to, boards);
#endif
    for (std::size_t at = 0; at < boards * padded(size_); at += padded(size_))
      permute(from + at, sources_ + symmetry * size_, to + at, size_);
  }

 private:
  static constexpr std::size_t kChunk = 16;  // bytes that one instruction moves about
  static constexpr std::size_t kMost = 256;  // of larger boards tables take longer than bytes
  static constexpr std::uint8_t kNothing = 0x80;

  std::size_t chunks() const { return (size_ + kChunk - 1) / kChunk; }
  std::size_t table_size() const { return padded(size_) * chunks(); }

#ifdef TENGEN_DRAWS_AVX2
  __attribute__((target("avx2"))) void shuffle(const std::uint8_t* from, const std::uint8_t* table,
                                               std::uint8_t* to, std::size_t boards) const {
    const std::size_t chunks = this->chunks(), room = padded(size_);
    for (std::size_t board = 0; board < boards; ++board, from += room) {
      const std::uint8_t* places = table;
      for (std::size_t at = 0; at < room; at += kWide, to += kWide) {
        __m256i found = _mm256_setzero_si256();
        for (std::size_t chunk = 0; chunk < chunks; ++chunk, places += kWide) {
          const auto* bytes = reinterpret_cast<const __m128i*>(from + chunk * kChunk);
          const __m256i both = _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes));
          const __m256i here = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(places));
          found = _mm256_or_si256(found, _mm256_shuffle_epi8(both, here));
        }
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), found);
      }
    }
  }
#endif

  const std::int32_t* sources_;
  std::size_t size_;
  std::vector<std::uint8_t> tables_;
};

}  // namespace tengen::draws
