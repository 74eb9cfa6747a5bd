#include "nnue.hpp"

#include <algorithm>
#include <cstring>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define TENGEN_AVX2 __attribute__((target("avx2")))
#include <immintrin.h>
#endif

namespace tengen::nnue {
namespace {

constexpr std::int16_t clipped(std::int16_t sum) {
  return sum < 0 ? std::int16_t{0} : std::min(sum, std::int16_t{kClip});
}

namespace portable {

// Sums are taken modulo 2^16: they fit again once a move is complete.
std::int16_t wrap(int number) { return static_cast<std::int16_t>(number); }

void add_row(std::int16_t* sums, const std::int16_t* row, int width) {
  for (int k = 0; k < width; ++k) sums[k] = wrap(sums[k] + row[k]);
}

void clip(const std::int16_t* sums, std::uint8_t* out, int width, int shift) {
  for (int k = 0; k < width; ++k)
    out[k] = static_cast<std::uint8_t>(clipped(wrap(sums[k] >> shift)));
}

void change_points(std::uint16_t* totals, const Change* changes, int count, int width,
                   std::int16_t* saved) {
  for (int i = 0; i < count; ++i, saved += width) {
    const Change& change = changes[i];
    std::memcpy(saved, change.sums, sizeof(std::int16_t) * static_cast<std::size_t>(width));
    for (int k = 0; k < width; ++k) {
      const std::int16_t before = change.sums[k];
      const std::int16_t after = wrap(before + change.added[k] - change.removed[k]);
      change.sums[k] = after;
      totals[k] = static_cast<std::uint16_t>(totals[k] + clipped(after) - clipped(before));
    }
  }
}

template <class Input, class Weight>
void dense(const Input* in, int inputs, const Weight* weights, const std::int32_t* bias,
           std::int32_t* out) {
  constexpr int kGroup = 4 / sizeof(Weight);
  std::copy_n(bias, kHidden, out);
  for (int from = 0; from < inputs; from += kGroup)
    for (int i = 0; i < kHidden; ++i)
      for (int j = 0; j < kGroup; ++j) out[i] += in[from + j] * *weights++;
}

std::int32_t point_score(const std::int16_t* sums, const std::int8_t* weights, int width) {
  std::int32_t score = 0;
  for (int k = 0; k < width; ++k) score += clipped(sums[k]) * weights[k];
  return score;
}

}  // namespace portable

#ifdef TENGEN_AVX2
namespace avx2 {

TENGEN_AVX2 inline __m256i load(const void* from) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}
TENGEN_AVX2 inline void store(void* to, __m256i numbers) {
  _mm256_storeu_si256(static_cast<__m256i*>(to), numbers);
}
TENGEN_AVX2 inline __m256i clip16(__m256i sums) {
  return _mm256_min_epi16(_mm256_max_epi16(sums, _mm256_setzero_si256()), _mm256_set1_epi16(kClip));
}
TENGEN_AVX2 inline std::int32_t sum32(__m256i numbers) {
  __m128i half =
      _mm_add_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256(numbers, 1));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0b01'00'11'10));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0b10'11'00'01));
  return _mm_cvtsi128_si32(half);
}

TENGEN_AVX2 void add_row(std::int16_t* sums, const std::int16_t* row, int width) {
  for (int k = 0; k < width; k += 16)
    store(sums + k, _mm256_add_epi16(load(sums + k), load(row + k)));
}

TENGEN_AVX2 void clip(const std::int16_t* sums, std::uint8_t* out, int width, int shift) {
  const __m128i by = _mm_cvtsi32_si128(shift);
  for (int k = 0; k < width; k += 32) {
    const __m256i low = clip16(_mm256_sra_epi16(load(sums + k), by));
    const __m256i high = clip16(_mm256_sra_epi16(load(sums + k + 16), by));
    store(out + k, _mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), 0b11'01'10'00));
  }
}

// Two vectors of columns at a time, whose totals stay in registers.
TENGEN_AVX2 void change_points(std::uint16_t* totals, const Change* changes, int count, int width,
                               std::int16_t* saved) {
  for (int k = 0; k < width; k += 32) {
    __m256i total[2] = {load(totals + k), load(totals + k + 16)};
    for (int i = 0; i < count; ++i)
      for (int half = 0; half < 2; ++half) {
        const int at = k + 16 * half;
        const Change& change = changes[i];
        const __m256i before = load(change.sums + at);
        const __m256i after = _mm256_sub_epi16(_mm256_add_epi16(before, load(change.added + at)),
                                               load(change.removed + at));
        store(saved + i * width + at, before);
        store(change.sums + at, after);
        total[half] =
            _mm256_add_epi16(total[half], _mm256_sub_epi16(clip16(after), clip16(before)));
      }
    store(totals + k, total[0]);
    store(totals + k + 16, total[1]);
  }
}

// Four inputs or two, as 32 bits, for all outputs at once.
template <class Products>
TENGEN_AVX2 inline void dense(const void* in, int groups, const void* weights,
                              const std::int32_t* bias, std::int32_t* out, Products products) {
  const auto* input = static_cast<const char*>(in);
  const auto* weight = static_cast<const char*>(weights);
  __m256i sums[4];
  for (int i = 0; i < 4; ++i) sums[i] = load(bias + 8 * i);
  for (int group = 0; group < groups; ++group, input += 4) {
    std::int32_t bits;
    std::memcpy(&bits, input, 4);
    const __m256i repeated = _mm256_set1_epi32(bits);
    for (int i = 0; i < 4; ++i, weight += 32)
      sums[i] = _mm256_add_epi32(sums[i], products(repeated, load(weight)));
  }
  for (int i = 0; i < 4; ++i) store(out + 8 * i, sums[i]);
}

struct Products8 {
  // Pairs stay below 2^15, because inputs are at most kClip.
  TENGEN_AVX2 __m256i operator()(__m256i a, __m256i b) const {
    return _mm256_madd_epi16(_mm256_maddubs_epi16(a, b), _mm256_set1_epi16(1));
  }
};
struct Products16 {
  TENGEN_AVX2 __m256i operator()(__m256i a, __m256i b) const { return _mm256_madd_epi16(a, b); }
};

TENGEN_AVX2 void dense8(const std::uint8_t* in, int inputs, const std::int8_t* weights,
                        const std::int32_t* bias, std::int32_t* out) {
  dense(in, inputs / 4, weights, bias, out, Products8());
}

TENGEN_AVX2 void dense16(const std::int16_t* in, int inputs, const std::int16_t* weights,
                         const std::int32_t* bias, std::int32_t* out) {
  dense(in, inputs / 2, weights, bias, out, Products16());
}

TENGEN_AVX2 std::int32_t point_score(const std::int16_t* sums, const std::int8_t* weights,
                                     int width) {
  __m256i total = _mm256_setzero_si256();
  for (int k = 0; k < width; k += 16) {
    const __m256i wide =
        _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(weights + k)));
    total = _mm256_add_epi32(total, _mm256_madd_epi16(clip16(load(sums + k)), wide));
  }
  return sum32(total);
}

constexpr Kernels kKernels{add_row, clip, change_points, dense8, dense16, point_score};

}  // namespace avx2
#endif

Kernels best() {
#ifdef TENGEN_AVX2
  if (__builtin_cpu_supports("avx2") != 0) return avx2::kKernels;
#endif
  return kPortable;
}

}  // namespace

constexpr Kernels kPortable{portable::add_row,
                            portable::clip,
                            portable::change_points,
                            portable::dense<std::uint8_t, std::int8_t>,
                            portable::dense<std::int16_t, std::int16_t>,
                            portable::point_score};
const Kernels kBest = best();

Tail::Tail(const std::int8_t* weights, const std::int32_t* bias, const std::int16_t* out,
           std::int32_t out_bias)
    : weights_(pack(weights, kHidden)), out_bias_(out_bias) {
  std::copy_n(bias, kHidden, bias_.begin());
  std::copy_n(out, kHidden, out_.begin());
}

std::int32_t Tail::operator()(const std::int32_t* first, int shift, const Kernels& kernels) const {
  const auto clip = [](std::int32_t sum, int by) { return std::clamp(sum >> by, 0, kClip); };
  std::array<std::uint8_t, kHidden> in;
  for (std::size_t i = 0; i < kHidden; ++i)
    in[i] = static_cast<std::uint8_t>(clip(first[i], shift));
  std::array<std::int32_t, kHidden> second;
  kernels.dense8(in.data(), kHidden, weights_.data(), bias_.data(), second.data());
  std::int32_t result = out_bias_;
  for (std::size_t i = 0; i < kHidden; ++i) result += clip(second[i], kShift8) * out_[i];
  return result;
}

}  // namespace tengen::nnue
