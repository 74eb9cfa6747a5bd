#include "simd.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

#include "log_prior.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define TENGEN_AVX2 1
#endif
#if defined(__GNUC__) || defined(__clang__)
#define TENGEN_INLINE inline __attribute__((always_inline))
#define TENGEN_RESTRICT __restrict__
#else
#define TENGEN_INLINE inline
#define TENGEN_RESTRICT __restrict
#endif

namespace tengen {
namespace {

// The bodies keep one accumulator a lane, so that a compiler may use vectors of any width
// without changing the order of additions.

TENGEN_INLINE Scored puct_body(const float* value_sums, const std::int32_t* visits,
                               const float* priors, int count, float sign, float weight) {
  const auto score_of = [&](int i) {
    const float n = static_cast<float>(visits[i]);
    return sign * value_sums[i] / n + weight * priors[i] / (1.0f + n);
  };
  Scored result{0, -std::numeric_limits<float>::infinity()};
  if (count < kLanes) {
    for (int i = 0; i < count; ++i)
      if (const float score = score_of(i); score > result.score) result = {i, score};
    return result;
  }
  // Scores first and their places afterwards: GCC makes no vectors of a loop that does both.
  constexpr int kBlock = 64;
  float scores[kBlock];
  for (int from = 0; from < count; from += kBlock) {
    const int here = count - from < kBlock ? count - from : kBlock;
    for (int i = 0; i < here; ++i) scores[i] = score_of(from + i);
    float tops[kLanes];
    for (float& top : tops) top = -std::numeric_limits<float>::infinity();
    const int whole = here & ~(kLanes - 1);
    for (int i = 0; i < whole; i += kLanes)
      for (int j = 0; j < kLanes; ++j) tops[j] = scores[i + j] > tops[j] ? scores[i + j] : tops[j];
    float best = tops[0];
    for (const float top : tops) best = top > best ? top : best;
    for (int i = whole; i < here; ++i) best = scores[i] > best ? scores[i] : best;
    if (!(best > result.score)) continue;
    result = {from, best};
    while (scores[result.index - from] != best) ++result.index;
  }
  return result;
}

TENGEN_INLINE int argmin_body(const std::int16_t* numbers, int count) {
  constexpr int kWide = 16;
  std::int16_t best[kWide], at[kWide];
  for (int j = 0; j < kWide; ++j) {
    best[j] = std::numeric_limits<std::int16_t>::max();
    at[j] = 0;
  }
  const auto look = [&](int i) {
    for (int j = 0; j < kWide; ++j) {
      const bool less = numbers[i + j] < best[j];
      at[j] = less ? static_cast<std::int16_t>(i) : at[j];
      best[j] = less ? numbers[i + j] : best[j];
    }
  };
  int index = 0;
  std::int16_t smallest = std::numeric_limits<std::int16_t>::max();
  if (count < kWide) {
    for (int i = 0; i < count; ++i)
      if (numbers[i] < smallest) {
        smallest = numbers[i];
        index = i;
      }
    return index;
  }
  for (int i = 0; i + kWide <= count; i += kWide) look(i);
  look(count - kWide);  // what is seen twice is still the first of equals
  for (int j = 0; j < kWide; ++j) smallest = best[j] < smallest ? best[j] : smallest;
  index = count;
  for (int j = 0; j < kWide; ++j) {
    const int here = best[j] == smallest ? at[j] + j : count;
    index = here < index ? here : index;
  }
  return index;
}

// e^x for x <= 0 within 2e-7 relative: 2^n by the exponent bits times a polynomial on
// [-ln2/2, ln2/2] (Cephes' coefficients, S. L. Moshier).
TENGEN_INLINE float exp_of(float x) {
  x = x < -87.0f ? -87.0f : x;
  const float shifted = x * 1.44269504f + 12582912.0f;  // rounds to nearest in the low bits
  const float n = shifted - 12582912.0f;
  const float r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * r * r + r + 1.0f;
  const std::int32_t bits = (std::bit_cast<std::int32_t>(shifted) - 0x4b400000 + 127) << 23;
  return p * std::bit_cast<float>(bits);
}

TENGEN_INLINE bool encode_softmax_body(const float* logits, int count, std::int16_t* codes) {
  const int whole = count & ~(kLanes - 1);
  float tops[kLanes];
  for (float& top : tops) top = logits[0];
  for (int i = 0; i < whole; i += kLanes)
    for (int j = 0; j < kLanes; ++j) tops[j] = logits[i + j] > tops[j] ? logits[i + j] : tops[j];
  float top = tops[0];
  for (const float each : tops) top = each > top ? each : top;
  for (int i = whole; i < count; ++i) top = logits[i] > top ? logits[i] : top;
  float sum[kLanes] = {};
  for (int i = 0; i < whole; i += kLanes)
    for (int j = 0; j < kLanes; ++j) sum[j] += exp_of(logits[i + j] - top);
  for (int i = whole; i < count; ++i) sum[i - whole] += exp_of(logits[i] - top);
  float total = 0.0f;
  for (const float part : sum) total += part;
  total = top + std::log(total);
  if (!std::isfinite(total)) return false;
  for (int i = 0; i < count; ++i) codes[i] = LogPrior::encode(total - logits[i]);
  return true;
}

// Four rows at a time, so that sums are read and written a quarter as often.
TENGEN_INLINE void add_rows_body(float* TENGEN_RESTRICT sums, const float* rows,
                                 const std::int32_t* places, const float* factors, int count,
                                 int width) {
  const auto row = [&](int j) { return rows + static_cast<std::ptrdiff_t>(places[j]) * width; };
  int j = 0;
  for (; j + 4 <= count; j += 4) {
    const float *a = row(j), *b = row(j + 1), *c = row(j + 2), *d = row(j + 3);
    const float u = factors[j], v = factors[j + 1], w = factors[j + 2], x = factors[j + 3];
    for (int k = 0; k < width; ++k) sums[k] = sums[k] + u * a[k] + v * b[k] + w * c[k] + x * d[k];
  }
  for (; j < count; ++j) {
    const float* a = row(j);
    for (int k = 0; k < width; ++k) sums[k] += factors[j] * a[k];
  }
}

#ifdef TENGEN_AVX2
const bool kHasAvx2 = __builtin_cpu_supports("avx2") != 0;

__attribute__((target("avx2"))) Scored puct_avx2(const float* w, const std::int32_t* n,
                                                 const float* p, int count, float sign,
                                                 float weight) {
  return puct_body(w, n, p, count, sign, weight);
}
__attribute__((target("avx2"))) int argmin_avx2(const std::int16_t* numbers, int count) {
  return argmin_body(numbers, count);
}
__attribute__((target("avx2"))) bool encode_softmax_avx2(const float* logits, int count,
                                                         std::int16_t* codes) {
  return encode_softmax_body(logits, count, codes);
}
__attribute__((target("avx2"))) void add_rows_avx2(float* sums, const float* rows,
                                                   const std::int32_t* places, const float* factors,
                                                   int count, int width) {
  add_rows_body(sums, rows, places, factors, count, width);
}
#endif

}  // namespace

Scored puct_argmax(const float* value_sums, const std::int32_t* visits, const float* priors,
                   int count, float sign, float weight) {
#ifdef TENGEN_AVX2
  if (kHasAvx2) return puct_avx2(value_sums, visits, priors, count, sign, weight);
#endif
  return puct_body(value_sums, visits, priors, count, sign, weight);
}

int argmin(const std::int16_t* numbers, int count) {
#ifdef TENGEN_AVX2
  if (kHasAvx2) return argmin_avx2(numbers, count);
#endif
  return argmin_body(numbers, count);
}

bool encode_softmax(const float* logits, int count, std::int16_t* codes) {
#ifdef TENGEN_AVX2
  if (kHasAvx2) return encode_softmax_avx2(logits, count, codes);
#endif
  return encode_softmax_body(logits, count, codes);
}

void add_rows(float* sums, const float* rows, const std::int32_t* places, const float* factors,
              int count, int width) {
#ifdef TENGEN_AVX2
  if (kHasAvx2) return add_rows_avx2(sums, rows, places, factors, count, width);
#endif
  add_rows_body(sums, rows, places, factors, count, width);
}

}  // namespace tengen
