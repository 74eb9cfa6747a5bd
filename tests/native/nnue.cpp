// The kernels of a learned evaluation: this processor's give the same numbers as the portable ones,
// and a head is what its layers say.
#include "nnue.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "check.hpp"

namespace nnue_test {

using namespace tengen;
using nnue::Kernels;
using test::check;

template <class T>
std::vector<T> random_numbers(int count, int from, int to, Rng& rng) {
  std::vector<T> numbers(static_cast<std::size_t>(count));
  for (T& number : numbers)
    number = static_cast<T>(from +
                            static_cast<int>(rng.below(static_cast<std::uint32_t>(to - from + 1))));
  return numbers;
}

using Row = std::vector<std::int16_t>;

void rows_are_summed(int width, Rng& rng) {
  const auto row = [&] { return random_numbers<std::int16_t>(width, -32768, 32767, rng); };
  const Row start = row(), added = row();
  Row one = start, other = start;
  nnue::kPortable.add_row(one.data(), added.data(), width);
  nnue::kBest.add_row(other.data(), added.data(), width);
  check(one == other, "rows are added alike");
  for (std::size_t k = 0; k < one.size(); ++k)
    check(one[k] == static_cast<std::int16_t>(start[k] + added[k]), "modulo 2^16");

  std::vector<std::uint8_t> clipped(start.size()), again(start.size());
  nnue::kPortable.clip(start.data(), clipped.data(), width, 6);
  nnue::kBest.clip(start.data(), again.data(), width, 6);
  check(clipped == again, "sums are clipped alike");
}

void points_change(int width, Rng& rng) {
  constexpr int kPoints = 5;
  const Row start = random_numbers<std::int16_t>(width * kPoints, -300, 300, rng);
  const Row rows = random_numbers<std::int16_t>(width * 2 * kPoints, -300, 300, rng);
  std::array<Row, 2> sums{start, start}, saved{start, start};
  std::array<std::vector<std::uint16_t>, 2> totals;
  for (std::size_t i = 0; i < 2; ++i) {
    totals[i].assign(static_cast<std::size_t>(width), 65500);
    std::vector<nnue::Change> changes;
    for (int point = 0; point < kPoints; ++point)
      changes.push_back({sums[i].data() + width * point, rows.data() + width * point,
                         rows.data() + width * (kPoints + point)});
    (i == 0 ? nnue::kPortable : nnue::kBest)
        .change_points(totals[i].data(), changes.data(), kPoints, width, saved[i].data());
  }
  check(sums[0] == sums[1] && totals[0] == totals[1], "points change alike");
  check(saved[0] == start && saved[1] == start, "sums are saved as they were");
}

void dense_layers_agree(int inputs, Rng& rng) {
  const auto bias = random_numbers<std::int32_t>(nnue::kHidden, -100000, 100000, rng);
  std::array<std::int32_t, nnue::kHidden> one, other;
  const auto in = random_numbers<std::uint8_t>(inputs, 100, 127, rng);
  const auto weights = random_numbers<std::int8_t>(nnue::kHidden * inputs, -128, 127, rng);
  const auto packed = nnue::pack(weights.data(), inputs);
  nnue::kPortable.dense8(in.data(), inputs, packed.data(), bias.data(), one.data());
  nnue::kBest.dense8(in.data(), inputs, packed.data(), bias.data(), other.data());
  check(one == other, "int8 layers agree");
  for (int i = 0; i < nnue::kHidden; ++i) {
    std::int32_t sum = bias[static_cast<std::size_t>(i)];
    for (int j = 0; j < inputs; ++j)
      sum += in[static_cast<std::size_t>(j)] * weights[static_cast<std::size_t>(i * inputs + j)];
    check(one[static_cast<std::size_t>(i)] == sum, "an output is a dot product and its bias");
  }

  const auto wide_in = random_numbers<std::int16_t>(inputs, 0, 32767, rng);
  const auto wide = random_numbers<std::int16_t>(nnue::kHidden * inputs, -400, 400, rng);
  const auto wide_packed = nnue::pack(wide.data(), inputs);
  nnue::kPortable.dense16(wide_in.data(), inputs, wide_packed.data(), bias.data(), one.data());
  nnue::kBest.dense16(wide_in.data(), inputs, wide_packed.data(), bias.data(), other.data());
  check(one == other, "int16 layers agree");

  const auto sums = random_numbers<std::int16_t>(inputs, -200, 200, rng);
  check(nnue::kPortable.point_score(sums.data(), weights.data(), inputs) ==
            nnue::kBest.point_score(sums.data(), weights.data(), inputs),
        "scores of points agree");
}

void heads_agree(Rng& rng) {
  constexpr int kInputs = 96, kHidden = nnue::kHidden;
  const auto bytes = [&](int count) { return random_numbers<std::int8_t>(count, -40, 40, rng); };
  const auto biases = [&] { return random_numbers<std::int32_t>(kHidden, 0, 4000, rng); };
  const auto out = random_numbers<std::int16_t>(kHidden, -300, 300, rng);
  const nnue::Head head(
      bytes(kHidden * kInputs).data(), biases().data(), kInputs,
      nnue::Tail(bytes(kHidden * kHidden).data(), biases().data(), out.data(), 7));
  const auto in = random_numbers<std::uint8_t>(kInputs, 0, 127, rng);
  check(head(in.data()) == head(in.data(), nnue::kPortable), "heads agree");
}

const test::Test kTest("nnue", [] {
  Rng rng(7);
  for (int round = 0; round < 200; ++round) {
    const int width = nnue::kAlign * (1 + static_cast<int>(rng.below(5)));
    rows_are_summed(width, rng);
    points_change(width, rng);
    dense_layers_agree(width, rng);
    heads_agree(rng);
  }
});

}  // namespace nnue_test
