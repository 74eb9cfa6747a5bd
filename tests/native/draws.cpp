// Draws from a replay buffer: each number goes where its symmetry says, and a mass finds its row.
#include "learning/draws.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "check.hpp"
#include "learning/sums.hpp"

namespace draws_test {

using namespace tengen;
using test::check;

// Takes rows of columns that have two symmetries.
void take(const std::vector<draws::Column>& columns, const draws::Picked& picked) {
  draws::take(columns, draws::OrdersOfColumns(columns, 2), picked);
}

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

// Many at a time are what each is alone; of what is no number nothing more is asked.
void many_halves_are_as_one() {
  std::vector<std::uint16_t> halves(0x10000 + 3);
  for (std::size_t i = 0; i < halves.size(); ++i) halves[i] = static_cast<std::uint16_t>(i);
  std::vector<float> found(halves.size());
  draws::floats_of_halves(reinterpret_cast<const std::uint8_t*>(halves.data()), halves.size(),
                          found.data());
  for (std::size_t i = 0; i < halves.size(); ++i) {
    const float alone = draws::from_half(halves[i]);
    check(std::isnan(alone) ? std::isnan(found[i]) : alone == found[i], "a half among many");
    check(std::signbit(alone) == std::signbit(found[i]), "its sign");
  }
}

// Symmetries of `size` places: as it is, and backwards.
std::vector<std::int32_t> both_ways(std::size_t size) {
  std::vector<std::int32_t> sources(2 * size);
  for (std::size_t at = 0; at < size; ++at)
    sources[at] = sources[2 * size - 1 - at] = static_cast<std::int32_t>(at);
  return sources;
}

// More rows than are asked for at a time, out of fifty.
struct Drawn {
  std::vector<std::int64_t> rows, symmetries;
  draws::Picked picked;

  Drawn() {
    for (int i = 0; i < 2 * static_cast<int>(draws::kTogether) + 3; ++i) {
      rows.push_back(49 - i * 7 % 50);
      symmetries.push_back(i % 3 == 0);
    }
    picked = {rows.data(), symmetries.data(), rows.size()};
  }

  std::size_t row(std::size_t i) const { return static_cast<std::size_t>(rows[i]); }
  // Where what comes to a place was.
  std::size_t from(std::size_t i, std::size_t at, std::size_t size) const {
    return symmetries[i] == 1 ? size - 1 - at : at;
  }
};

// Eleven planes, of which some show something, in bytes and in bits, turned by hand: of fewer
// points than are moved at a time, of more, and of more than there are tables for. Both lie in one
// record.
void planes_turn() {
  const Drawn drawn;
  const std::size_t planes = 11, count = drawn.rows.size();
  for (const std::size_t size : {4u, 8u, 11u, 32u, 33u, 81u, 225u, 256u, 257u, 361u}) {
    const flat::Shape shape{planes, size};
    const std::size_t plain = planes * size, stride = plain + shape.packed();
    std::vector<std::uint8_t> table(50 * stride);
    for (std::size_t row = 0; row < 50; ++row) {
      std::uint8_t* bytes = table.data() + row * stride;
      for (std::size_t i = 0; i < plain; ++i)
        bytes[i] = (row + i) % 5 < 2 ? static_cast<std::uint8_t>(0x80 + i / size * 9) : 0;
      check(flat::pack(bytes, shape, bytes + plain), "flat planes");
    }
    const std::vector<std::int32_t> sources = both_ways(size);
    std::vector<std::uint8_t> of_bytes(count * plain), of_bits(count * plain);
    take({{draws::Kind::bits, table.data() + plain, stride, shape.packed(), sources.data(), size,
           of_bits.data(), plain},
          {draws::Kind::planes, table.data(), stride, plain, sources.data(), size, of_bytes.data(),
           plain}},
         drawn.picked);
    check(of_bytes == of_bits, "bits and bytes show the same");
    for (std::size_t i = 0; i < of_bytes.size(); ++i) {
      const std::size_t index = i / plain, plane = i / size % planes;
      const std::size_t at = plane * size + drawn.from(index, i % size, size);
      check(of_bytes[i] == table[drawn.row(index) * stride + at], "a point");
    }
  }
}

// A plane that shows two numbers is none that bits keep.
void other_planes_are_told() {
  for (const std::size_t size : {1u, 16u, 81u}) {
    std::vector<std::uint8_t> planes(9 * size, 64);
    const flat::Shape shape{9, size};
    std::vector<std::uint8_t> bits(shape.packed()), again(planes.size());
    check(flat::pack(planes.data(), shape, bits.data()), "flat planes");
    flat::unpack(bits.data(), shape, again.data());
    check(again == planes, "the same planes");
    planes.back() = 192;  // of which 64 is a part, in bits
    check(flat::pack(planes.data(), shape, bits.data()) == (size == 1), "other planes");
  }
}

// What is drawn of each other kind, by its definition.
void columns_turn(std::size_t size) {
  const Drawn drawn;
  const std::size_t count = drawn.rows.size();
  const std::vector<std::int32_t> sources = both_ways(size);
  std::vector<std::int8_t> points(50 * size);
  std::vector<std::uint16_t> halves(50 * size);
  std::vector<std::int32_t> actions(50);
  std::vector<float> weights(50);
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = static_cast<std::int8_t>(static_cast<int>(i % 3) - 1);
    halves[i] = static_cast<std::uint16_t>(0x3800 + i % 7);  // from a half up
  }
  for (std::size_t row = 0; row < 50; ++row) {
    actions[row] = static_cast<std::int32_t>(row % size);
    weights[row] = static_cast<float>(row);
  }
  std::vector<float> owners(count * size), values(count * size), policies(count * size);
  std::vector<float> numbers(count);
  std::vector<std::int32_t> moves(count);
  std::vector<std::int8_t> masks(count * size);
  const auto column = [&](draws::Kind kind, const auto& table, std::size_t width, auto& out) {
    const std::size_t bytes = sizeof(table[0]), written = sizeof(out[0]);
    return draws::Column{kind,
                         reinterpret_cast<const std::uint8_t*>(table.data()),
                         width * bytes,
                         width * bytes,
                         sources.data(),
                         size,
                         reinterpret_cast<std::uint8_t*>(out.data()),
                         out.size() / count * written};
  };
  take({column(draws::Kind::points, points, size, owners),
        column(draws::Kind::values, halves, size, values),
        column(draws::Kind::policy, halves, size, policies),
        column(draws::Kind::mask, points, size, masks),
        column(draws::Kind::action, actions, 1, moves),
        column(draws::Kind::number, weights, 1, numbers)},
       drawn.picked);
  for (std::size_t i = 0; i < count; ++i) {
    float sum = 0;
    for (std::size_t at = 0; at < size; ++at) {
      const std::size_t from = drawn.row(i) * size + drawn.from(i, at, size), to = i * size + at;
      check(owners[to] == points[from] && masks[to] == points[from], "a point");
      check(values[to] == draws::from_half(halves[from]), "a value");
      sum += policies[to];
      check(std::abs(policies[to] / policies[i * size] - values[to] / values[i * size]) < 1e-6f,
            "in proportion");
    }
    check(std::abs(sum - 1) < 1e-5f, "a policy sums to one");
    check(numbers[i] == weights[drawn.row(i)], "a number");
    const auto action = static_cast<std::size_t>(actions[drawn.row(i)]);
    check(moves[i] == static_cast<std::int32_t>(drawn.from(i, action, size)), "an action");
  }
}

// Against adding up from the first weight on; quarters are exact.
void masses_find_their_rows() {
  Rng rng(5);
  for (const std::size_t count : {1u, 16u, 17u, 128u, 129u, 1000u, 9000u}) {
    std::vector<float> weights(count);
    for (float& weight : weights) weight = static_cast<float>(rng.below(9)) / 4;
    weights[count / 2] = 1;
    std::vector<double> sums(draws::Sums::size(count));
    const draws::Sums tree(weights.data(), count, sums.data());
    std::vector<std::int64_t> all;
    for (std::size_t i = count; i-- > 0;) all.push_back(static_cast<std::int64_t>(i));
    tree.update(all.data(), count);
    double before = 0;
    for (std::size_t i = 0; i < count; before += weights[i++])
      check(tree.before(i) == before, "the mass before a row");
    check(tree.total() == before, "the mass of all");
    std::vector<double> masses;
    for (double mass = 0; mass < tree.total(); mass += count > 1000 ? 7.125 : 0.125)
      masses.push_back(mass);
    masses.push_back(tree.total() * 2);  // behind the end, as rounding may lead
    std::vector<std::int64_t> found(masses.size());
    std::vector<double> used = masses;
    tree.find(used.data(), found.data(), masses.size());
    check(found.back() < static_cast<std::int64_t>(count), "a row that is there");
    for (std::size_t i = 0; i + 1 < masses.size(); ++i) {
      std::size_t row = 0;
      for (double sum = weights[0]; sum <= masses[i]; sum += weights[row]) ++row;
      check(found[i] == static_cast<std::int64_t>(row), "the row of a mass");
    }
  }
}

// Wherever the window begins, also where it goes on at the first row: none outside is drawn, each
// inside that weighs something is.
void windows_are_drawn_from() {
  std::vector<float> weights(100, 1.0f);
  weights[5] = 0;
  std::vector<double> sums(draws::Sums::size(100));
  const draws::Sums tree(weights.data(), 100, sums.data());
  std::vector<std::int64_t> all(100);
  for (std::size_t i = 0; i < 100; ++i) all[i] = static_cast<std::int64_t>(i);
  tree.update(all.data(), all.size());
  for (const std::size_t count : {1u, 30u, 100u}) {
    for (const std::size_t oldest : {0u, 4u, 40u, 99u}) {
      std::vector<double> shares;
      for (int i = 0; i < 1000; ++i) shares.push_back(i / 1000.0);
      std::vector<std::int64_t> found(shares.size());
      const double mass = tree.draw(shares.data(), found.data(), shares.size(), oldest, count);
      std::vector<int> times(100);
      for (const std::int64_t row : found) ++times[static_cast<std::size_t>(row)];
      double sum = 0;
      for (std::size_t i = 0; i < 100; ++i) {
        const bool inside = (i + 100 - oldest) % 100 < count && weights[i] > 0;
        sum += inside;
        check((times[i] > 0) == inside, "rows of the window");
      }
      check(mass == sum, "its mass");
    }
  }
}

const test::Test kTest("draws", [] {
  halves_are_exact();
  many_halves_are_as_one();
  planes_turn();
  other_planes_are_told();
  for (const std::size_t size : {19u, 82u, 300u}) columns_turn(size);
  windows_are_drawn_from();
  masses_find_their_rows();
});

}  // namespace draws_test
