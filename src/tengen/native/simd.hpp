// The loops a search spends its time in. Compiled for the platform's baseline and, on x86-64,
// for AVX2 as well; the processor decides at run time. Both give the same bits.
#pragma once
#include <cstdint>

namespace tengen {

inline constexpr int kLanes = 8;  // arrays handed to `puct_argmax` are padded to a multiple

// Index of the largest  sign * W / N + weight * P / (1 + N)  over `count` children, the first
// of equals, and that score. Every N is at least 1.
struct Scored {
  int index;
  float score;
};
Scored puct_argmax(const float* value_sums, const std::int32_t* visits, const float* priors,
                   int count, float sign, float weight);

// Index of the smallest of `count` numbers, the first of equals.
int argmin(const std::int16_t* numbers, int count);

// sums[k] += factors[j] * rows[places[j] * width + k] for every k < width, the j in their order.
void add_rows(float* sums, const float* rows, const std::int32_t* places, const float* factors,
              int count, int width);

// The softmax of `count` >= 1 logits as LogPrior codes; false when it is not finite.
bool encode_softmax(const float* logits, int count, std::int16_t* codes);

}  // namespace tengen
