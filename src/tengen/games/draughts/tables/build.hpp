// Endgame tables made, a material after the other.
#pragma once
#include <algorithm>
#include <map>
#include <vector>

#include "solver.hpp"

namespace tengen::draughts::tables {

// A finished slice.
struct Solved {
  Material material;
  const std::vector<Entry>* entries;
  Census census;
};

// All slices of up to so many pieces, solved one after the other.
class Builder {
 public:
  Builder(int pieces, int threads) : threads_(std::max(threads, 1)), order_(order_of(pieces)) {}

  // Materials in the order they are solved; a material and its turned one are one step.
  const std::vector<Material>& steps() const { return order_; }

  // Solves the next step and returns its one or two slices, which live as long as the builder.
  std::vector<Solved> solve_next() {
    const Material material = order_.at(done_), turned = material.turned();
    Solver solver(tables_, threads_);
    solver.add(material, slices_[material]);
    if (turned != material) solver.add(turned, slices_[turned]);
    solver.solve();
    ++done_;
    std::vector<Solved> solved{{material, &slices_[material], solver.census(0)}};
    if (turned != material) solved.push_back({turned, &slices_[turned], solver.census(1)});
    return solved;
  }

 private:
  // Fewer pieces first, since captures lead there; then fewer men, since crownings do.
  static std::vector<Material> order_of(int most) {
    std::vector<Material> order;
    for (int pieces = 2; pieces <= most; ++pieces)
      for (int men = 0; men <= pieces; ++men)
        for (int own = 1; own < pieces; ++own)
          for (int own_men = 0; own_men <= std::min(own, men); ++own_men) {
            const Material m{own_men, own - own_men, men - own_men, pieces - own - men + own_men};
            if (m.other_kings >= 0 && m.turned() <= m) order.push_back(m);
          }
    return order;
  }

  int threads_;
  std::vector<Material> order_;
  std::size_t done_ = 0;
  Tables tables_;
  std::map<Material, std::vector<Entry>> slices_;
};

}  // namespace tengen::draughts::tables
