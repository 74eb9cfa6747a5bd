// Draws from a replay buffer: each number goes where its symmetry says, and a mass finds its row.
#include "learning/draws.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "check.hpp"

using namespace tengen;
using test::check;

namespace {

// Every number of half precision, by its definition.
void halves_are_exact() {
  for (std::uint32_t half = 0; half < 0x10000; ++half) {
    const int exponent = (half >> 10) & 31;
    const double fraction = (half & 1023) / 1024.0;
    double expected =
        exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15);
    if (exponent == 31) expected = fraction == 0 ? std::numeric_limits<double>::infinity() : NAN;
    const float found = draws::from_half(static_cast<std::uint16_t>(half));
    check(std::isnan(expected) ? std::isnan(found) : std::abs(found) == expected, "a half");
    check(std::signbit(found) == (half >= 0x8000), "its sign");
  }
}

// Three planes in records of forty bytes, turned by hand: of fewer points than are moved at a time,
// and of more; more rows than are read at a time.
void planes_turn() {
  std::vector<std::int8_t> table(50 * 40);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<std::int8_t>(i % 127);
  std::vector<std::int64_t> rows, symmetries;
  for (int i = 0; i < 2 * static_cast<int>(draws::kTogether) + 3; ++i) {
    rows.push_back(49 - i * 7 % 50);
    symmetries.push_back(i % 3 == 0);
  }
  for (const std::size_t size : {4u, 8u, 11u}) {
    std::vector<std::int32_t> sources(2 * size);  // as it is, and backwards
    for (std::size_t at = 0; at < size; ++at) {
      sources[at] = sources[2 * size - 1 - at] = static_cast<std::int32_t>(at);
    }
    const draws::Picked picked{rows.data(), symmetries.data(), rows.size(), sources.data(), size};
    std::vector<std::int8_t> out(rows.size() * 3 * size);
    draws::planes({table.data(), 3 * size, 40}, picked, out.data());
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::size_t row = i / (3 * size), plane = i / size % 3, at = i % size;
      const std::size_t from = symmetries[row] == 1 ? size - 1 - at : at;
      const std::size_t first = static_cast<std::size_t>(rows[row]) * 40;
      check(out[i] == table[first + plane * size + from], "a point");
    }
  }
}

// Against adding up from the first weight on; quarters are exact.
void masses_find_their_rows() {
  Rng rng(5);
  for (const std::size_t count : {1u, 63u, 64u, 65u, 1000u}) {
    std::vector<float> weights(count);
    for (float& weight : weights) weight = static_cast<float>(rng.below(9)) / 4;
    weights[count / 2] = 1;
    const std::size_t leaves = std::bit_ceil((count + draws::kBlock - 1) / draws::kBlock);
    std::vector<double> nodes(2 * leaves);
    for (std::size_t i = 0; i < count; ++i) nodes[leaves + i / draws::kBlock] += weights[i];
    for (std::size_t node = leaves - 1; node > 0; --node) {
      nodes[node] = nodes[2 * node] + nodes[2 * node + 1];
    }
    std::vector<double> masses;
    for (double mass = 0; mass < nodes[1]; mass += 0.125) masses.push_back(mass);
    masses.push_back(nodes[1] * 2);  // behind the end, as rounding may lead
    std::vector<std::int64_t> found(masses.size());
    std::vector<double> used = masses;
    draws::find(weights.data(), count, nodes.data(), leaves, used.data(), found.data(),
                masses.size());
    check(found.back() < static_cast<std::int64_t>(count), "a row that is there");
    for (std::size_t i = 0; i + 1 < masses.size(); ++i) {
      std::size_t row = 0;
      for (double sum = weights[0]; sum <= masses[i]; sum += weights[row]) ++row;
      check(found[i] == static_cast<std::int64_t>(row), "the row of a mass");
    }
  }
}

}  // namespace

int main() {
  halves_are_exact();
  planes_turn();
  masses_find_their_rows();
}
