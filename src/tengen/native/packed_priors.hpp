// The log-priors of a node in as few bytes as they need, nothing lost.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace tengen {

// How far each prior is from their mean, in Rice's code ("Some practical universal noiseless coding
// techniques", JPL 79-22): first the lowest bits of each, then how often they overflow in unary.
struct PackedPriors {
  static constexpr unsigned kPlain = 15;  // as `low_bits`: the priors follow as they are
  std::uint32_t centre : 15;
  std::uint32_t low_bits : 4;
  std::uint32_t bytes : 13;  // of all this; nothing follows where the priors are equal

  bool are_equal() const { return bytes == sizeof(PackedPriors); }
  static std::size_t low_words(int count, unsigned low_bits) {
    return (static_cast<std::size_t>(count) * low_bits + 31) / 32;
  }
  void unpack(int count, std::int16_t* codes) const {
    const auto* words = reinterpret_cast<const std::uint32_t*>(this + 1);
    if (are_equal())
      std::fill_n(codes, count, static_cast<std::int16_t>(centre));
    else if (low_bits == kPlain)
      std::memcpy(codes, words, static_cast<std::size_t>(count) * sizeof *codes);
    else
      decode(words, count, codes);
  }

 private:
  void decode(const std::uint32_t* words, int count, std::int16_t* codes) const {
    const unsigned width = low_bits;
    const int middle = static_cast<int>(centre);
    const std::uint32_t mask = (1u << width) - 1;
    const auto* bytes_of_low = reinterpret_cast<const unsigned char*>(words);
    const std::uint32_t* unary = words + low_words(count, width);
    std::uint32_t rest = *unary, before = 0, start = 0;  // bits before this word, and number
    for (unsigned i = 0, bit = 0; i < static_cast<unsigned>(count); ++i, bit += width) {
      std::uint32_t low;
      std::memcpy(&low, bytes_of_low + bit / 8, sizeof low);
      while (rest == 0) {
        rest = *++unary;
        before += 32;
      }
      const std::uint32_t end = before + static_cast<std::uint32_t>(std::countr_zero(rest));
      rest &= rest - 1;
      const std::uint32_t offset = (end - start) << width | (low >> bit % 8 & mask);
      start = end + 1;
      const int half = static_cast<int>(offset >> 1);
      codes[i] = static_cast<std::int16_t>(middle + ((offset & 1) != 0 ? ~half : half));
    }
  }
};
static_assert(sizeof(PackedPriors) == sizeof(std::uint32_t));
static_assert(std::endian::native == std::endian::little, "numbers are read across bytes");

class PriorPacker {
 public:
  // Packs `count` >= 1 codes of LogPrior; what it returns holds until the next call.
  const PackedPriors* pack(const std::int16_t* codes, int count) {
    int differ = 0;
    for (int i = 1; i < count; ++i) differ |= codes[i] ^ codes[0];
    if (differ == 0) {
      words_.resize(1);
      return seal(static_cast<std::uint32_t>(codes[0]), 0);
    }
    const std::uint32_t centre = set_offsets(codes, count);
    const auto [low_bits, unary_bits] = cheapest(count);
    const std::size_t low_words = PackedPriors::low_words(count, low_bits);
    words_.assign(1 + low_words + (unary_bits + 31) / 32, 0);
    const auto plain = sizeof *codes * static_cast<std::size_t>(count);
    if ((words_.size() - 1) * sizeof(std::uint32_t) >= plain) {
      words_.resize(1 + (plain + 3) / 4);
      std::memcpy(&words_[1], codes, plain);
      return seal(centre, PackedPriors::kPlain);
    }
    encode(low_bits, &words_[1], &words_[1 + low_words]);
    return seal(centre, low_bits);
  }

 private:
  // Returns the mean of the codes, and keeps how far they are from it: 0, -1, 1, -2 are 0, 1, 2, 3.
  std::uint32_t set_offsets(const std::int16_t* codes, int count) {
    std::int32_t sum = 0;
    for (int i = 0; i < count; ++i) sum += codes[i];
    const int centre = sum / count;
    offsets_.resize(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      const int away = codes[i] - centre;
      offsets_[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(2 * away ^ away >> 31);
    }
    return static_cast<std::uint32_t>(centre);
  }

  // Returns how many low bits are best, and how many bits of unary they leave.
  std::pair<unsigned, std::size_t> cheapest(int count) const {
    std::uint32_t total = 0;
    for (const std::uint32_t offset : offsets_) total += offset;
    const auto most = std::min<unsigned>(
        PackedPriors::kPlain - 1,
        static_cast<unsigned>(std::bit_width(total / static_cast<std::uint32_t>(count))));
    std::pair<unsigned, std::size_t> best{0, SIZE_MAX / 2};
    for (unsigned low_bits = most - std::min(most, 2u); low_bits <= most; ++low_bits) {
      std::uint32_t overflows = 0;
      for (const std::uint32_t offset : offsets_) overflows += offset >> low_bits;
      const std::size_t unary_bits = offsets_.size() + overflows;
      if (unary_bits + offsets_.size() * low_bits < best.second + offsets_.size() * best.first)
        best = {low_bits, unary_bits};
    }
    return best;
  }

  void encode(unsigned low_bits, std::uint32_t* low, std::uint32_t* unary) const {
    const std::uint32_t mask = (1u << low_bits) - 1;
    std::size_t end = 0;
    std::uint64_t bits = 0;  // not yet written, of which there are `filled`
    unsigned filled = 0;
    for (const std::uint32_t offset : offsets_) {
      bits |= std::uint64_t{offset & mask} << filled;
      filled += low_bits;
      if (filled >= 32) {
        *low++ = static_cast<std::uint32_t>(bits);
        bits >>= 32;
        filled -= 32;
      }
      end += offset >> low_bits;
      unary[end / 32] |= 1u << end % 32;
      ++end;
    }
    if (filled > 0) *low = static_cast<std::uint32_t>(bits);
  }

  const PackedPriors* seal(std::uint32_t centre, unsigned low_bits) {
    PackedPriors head;
    head.centre = centre & 0x7fffu;
    head.low_bits = low_bits & 15u;
    head.bytes = static_cast<std::uint32_t>(words_.size() * sizeof(std::uint32_t)) & 0x1fffu;
    std::memcpy(words_.data(), &head, sizeof head);
    return reinterpret_cast<const PackedPriors*>(words_.data());
  }

  std::vector<std::uint32_t> words_;    // what is packed
  std::vector<std::uint32_t> offsets_;  // scratch
};

}  // namespace tengen
