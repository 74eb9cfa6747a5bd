// Sums of weights: of blocks of them, of eight blocks, of eight of those and so on. A draw looks at
// a cache line of each, however many weights there are.
#pragma once
#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "memory_lines.hpp"

namespace tengen::draws {

constexpr std::size_t kBlock = kLine / sizeof(float);  // weights under a sum of the lowest level
constexpr std::size_t kChildren = kLine / sizeof(double);  // sums under one of the next level

class Sums {
 public:
  // How many sums there are of all levels; those of eight that begin none are 0.
  static std::size_t size(std::size_t rows) {
    const Levels levels(rows);
    return levels.begin[levels.count - 1] + kChildren;
  }

  // Of `weights`, `[rows]`; `sums`, `[size(rows)]`, are 0 at first.
  Sums(const float* weights, std::size_t rows, double* sums)
      : weights_(weights), rows_(rows), sums_(sums), levels_(rows) {}

  // Takes note that the weights of rows have changed; of many in a row it is told at little cost.
  void update(const std::int64_t* changed, std::size_t count) const {
    std::vector<std::size_t> touched;
    const auto touch_one = [&](std::size_t place) {
      if (touched.empty() || touched.back() != place) touched.push_back(place);
    };
    for (std::size_t i = 0; i < count; ++i)
      touch_one(static_cast<std::size_t>(changed[i]) / kBlock);
    for (const std::size_t block : touched) {
      const std::size_t begin = block * kBlock, end = std::min(begin + kBlock, rows_);
      double sum = 0;
      for (std::size_t row = begin; row < end; ++row) sum += weights_[row];
      sums_[block] = sum;
    }
    for (std::size_t level = 1; level < levels_.count; ++level) {
      const std::vector<std::size_t> below = std::exchange(touched, {});
      for (const std::size_t place : below) touch_one(place / kChildren);
      for (const std::size_t place : touched)
        at(level)[place] = sum_of(at(level - 1) + place * kChildren);
    }
  }

  double total() const { return sum_of(at(levels_.count - 1)); }

  // The sum of the weights before a row.
  double before(std::size_t row) const {
    double sum = 0;
    std::size_t place = row / kBlock;
    for (std::size_t i = place * kBlock; i < row; ++i) sum += weights_[i];
    for (std::size_t level = 0; level < levels_.count; ++level, place /= kChildren)
      for (std::size_t i = place / kChildren * kChildren; i < place; ++i) sum += at(level)[i];
    return sum;
  }

  // Finds for each mass, which is used up, the row up to whose end it reaches.
  void find(double* masses, std::int64_t* found, std::size_t count) const {
    std::fill(found, found + count, 0);
    // A level for all of them at a time, its memory first: what one waits for does not keep the
    // others.
    for (std::size_t level = levels_.count; level-- > 0;) {
      const double* sums = at(level);
      for (std::size_t i = 0; i < count; ++i)
        touch(sums + static_cast<std::size_t>(found[i]) * kChildren, sizeof(double));
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t first = static_cast<std::size_t>(found[i]) * kChildren;
        const double mass = masses[i];
        // Which it is, is anybody's guess, so there is no branch.
        std::array<double, kChildren> before{};
        for (std::size_t j = 0; j + 1 < kChildren; ++j) before[j + 1] = before[j] + sums[first + j];
        std::size_t child = 0;
        for (std::size_t j = 1; j < kChildren; ++j) child += mass >= before[j];
        masses[i] = mass - before[child];
        // A sum that was rounded may lead behind the last one.
        found[i] = static_cast<std::int64_t>(std::min(first + child, levels_.sums[level] - 1));
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      found[i] *= static_cast<std::int64_t>(kBlock);
      touch(weights_ + found[i], sizeof(float));
    }
    for (std::size_t i = 0; i < count; ++i) found[i] = row_of(found[i], masses[i]);
  }

  // The same for shares of the mass of a window: `count` rows from `oldest` on, which may go on at
  // the first one. Returns that mass.
  double draw(double* shares, std::int64_t* found, std::size_t drawn, std::size_t oldest,
              std::size_t count) const {
    const double begin = before(oldest), end = before((oldest + count) % rows_), all = total();
    const double mass = end - begin + (end <= begin ? all : 0.0);
    for (std::size_t i = 0; i < drawn; ++i) {
      const double reached = begin + shares[i] * mass;
      shares[i] = reached < all ? reached : reached - all;
    }
    find(shares, found, drawn);
    for (std::size_t i = 0; i < drawn; ++i) {
      const auto row = static_cast<std::size_t>(found[i]);
      const std::size_t since = row >= oldest ? row - oldest : row + rows_ - oldest;
      // A sum that was rounded may lead to a neighbour of the window.
      const std::size_t inside = oldest + std::min(since, count - 1);
      found[i] = static_cast<std::int64_t>(inside < rows_ ? inside : inside - rows_);
    }
    return mass;
  }

 private:
  // Where the sums of each level begin, the lowest first, and how many they are: of the highest no
  // more than eight.
  struct Levels {
    std::array<std::size_t, 24> begin{}, sums{};
    std::size_t count = 0;

    explicit Levels(std::size_t rows) {
      std::size_t here = (rows + kBlock - 1) / kBlock, at = 0;
      while (true) {
        begin[count] = at;
        sums[count++] = here;
        if (here <= kChildren) return;
        here = (here + kChildren - 1) / kChildren;
        at += here * kChildren;
      }
    }
  };

  double* at(std::size_t level) const { return sums_ + levels_.begin[level]; }

  static double sum_of(const double* children) {
    double sum = 0;
    for (std::size_t i = 0; i < kChildren; ++i) sum += children[i];
    return sum;
  }

  std::int64_t row_of(std::int64_t first, double mass) const {
    const auto row = static_cast<std::size_t>(first);
    const std::size_t last = std::min(row + kBlock, rows_) - 1 - row;
    std::size_t passed = 0;
    double sum = 0;
    for (std::size_t i = 0; i < last; ++i) {
      sum += weights_[row + i];
      passed += sum <= mass;
    }
    return first + static_cast<std::int64_t>(passed);
  }

  const float* weights_;
  std::size_t rows_;
  double* sums_;
  Levels levels_;
};

}  // namespace tengen::draws
