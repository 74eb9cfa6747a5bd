// A set of numbers as the bits of some words.
#pragma once
#include <bit>
#include <cstdint>
#include <vector>

namespace tengen {

// Makes `count` words the set of some ascending numbers.
inline void set_bits(std::uint64_t* words, int count, const std::vector<std::int32_t>& numbers) {
  auto number = numbers.begin();
  for (int word = 0; word < count; ++word) {
    std::uint64_t bits = 0;
    for (; number != numbers.end() && *number < 64 * (word + 1); ++number)
      bits |= std::uint64_t{1} << (*number % 64);
    words[word] = bits;
  }
}

// The number that has `rank` smaller ones in the set.
inline int nth_bit(const std::uint64_t* words, int rank) {
  int word = 0;
  for (int here; rank >= (here = std::popcount(words[word])); ++word) rank -= here;
  std::uint64_t rest = words[word];
  for (; rank > 0; --rank) rest &= rest - 1;
  return 64 * word + std::countr_zero(rest);
}

}  // namespace tengen
