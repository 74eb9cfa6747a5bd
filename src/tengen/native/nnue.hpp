// The loops of an evaluation that is learned and updated from move to move (NNUE: Nasu 2018): rows
// of int16 summed, clipped, and a small dense head in int8. Compiled for the platform's baseline
// and, on x86-64, for AVX2 as well; the processor decides at run time. All arithmetic is on whole
// numbers that never overflow, so both give the same.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tengen::nnue {

inline constexpr int kHidden = 32;  // outputs of a dense layer
inline constexpr int kClip = 127;   // an activation is 0 to this; it stands for 1
inline constexpr int kShift8 = 6;   // int8 weights are in units of 2^-6
inline constexpr int kAlign = 32;   // widths and numbers of inputs are multiples of this

// A point whose sums lose one row and gain another.
struct Change {
  std::int16_t* sums;
  const std::int16_t *removed, *added;
};

// One set for each kind of processor. Widths are in numbers, not bytes.
struct Kernels {
  void (*add_row)(std::int16_t* sums, const std::int16_t* row, int width);
  // out[k] = sums[k] >> shift, clipped.
  void (*clip)(const std::int16_t* sums, std::uint8_t* out, int width, int shift);
  // Changes the sums; `totals`, sums of clipped sums modulo 2^16, follow. The sums as they were
  // are written to `saved`, one point after the other.
  void (*change_points)(std::uint16_t* totals, const Change* changes, int count, int width,
                        std::int16_t* saved);
  // kHidden dot products and a bias. Inputs are at most kClip; weights as `pack` orders them.
  void (*dense8)(const std::uint8_t* in, int inputs, const std::int8_t* weights,
                 const std::int32_t* bias, std::int32_t* out);
  void (*dense16)(const std::int16_t* in, int inputs, const std::int16_t* weights,
                  const std::int32_t* bias, std::int32_t* out);
  // The clipped sums of one point times weights, each at most 127 either way.
  std::int32_t (*point_score)(const std::int16_t* sums, const std::int8_t* weights, int width);
};

extern const Kernels kPortable;
extern const Kernels kBest;  // of those that this processor has

// [kHidden, inputs] by rows -> groups of `kGroup` inputs, in a group the outputs one after the
// other: 4 for int8, 2 for int16, so that a group of an output fills 32 bits.
template <class T>
std::vector<T> pack(const T* weights, int inputs) {
  constexpr int kGroup = 4 / sizeof(T);
  std::vector<T> packed(static_cast<std::size_t>(kHidden * inputs));
  for (int out = 0; out < kHidden; ++out)
    for (int in = 0; in < inputs; ++in)
      packed[static_cast<std::size_t>((in / kGroup * kHidden + out) * kGroup + in % kGroup)] =
          weights[out * inputs + in];
  return packed;
}

// What is left to do after a first layer: its sums clipped, int8 dense, clipped, one number.
class Tail {
 public:
  // [kHidden, kHidden] by rows, [kHidden], [kHidden], one.
  Tail(const std::int8_t* weights, const std::int32_t* bias, const std::int16_t* out,
       std::int32_t out_bias);

  // `shift` brings the sums of the first layer to kClip for 1.
  std::int32_t operator()(const std::int32_t* first, int shift,
                          const Kernels& kernels = kBest) const;

 private:
  std::vector<std::int8_t> weights_;
  std::array<std::int32_t, kHidden> bias_;
  std::array<std::int16_t, kHidden> out_;
  std::int32_t out_bias_;
};

// Clipped inputs -> int8 dense -> int8 dense -> one number, in the units of the last weights
// times kClip.
class Head {
 public:
  // weights [kHidden, inputs] by rows, bias [kHidden]
  Head(const std::int8_t* weights, const std::int32_t* bias, int inputs, Tail tail)
      : inputs_(inputs), weights_(pack(weights, inputs)), tail_(std::move(tail)) {
    for (std::size_t i = 0; i < kHidden; ++i) bias_[i] = bias[i];
  }

  std::int32_t operator()(const std::uint8_t* in, const Kernels& kernels = kBest) const {
    std::array<std::int32_t, kHidden> first;
    kernels.dense8(in, inputs_, weights_.data(), bias_.data(), first.data());
    return tail_(first.data(), kShift8, kernels);
  }

 private:
  int inputs_;
  std::vector<std::int8_t> weights_;
  std::array<std::int32_t, kHidden> bias_;
  Tail tail_;
};

}  // namespace tengen::nnue
