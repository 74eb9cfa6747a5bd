// Gumbel root search: Danihelka, Guez, Schrittwieser, Silver, "Policy improvement by planning
// with Gumbel", ICLR 2022.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace tengen {

// A search without a bound on its simulations follows the schedule of one this long.
inline constexpr int kLongestSchedule = 1 << 16;

// Sequential halving as a list: simulation t goes to an action visited schedule[t] times so far.
inline std::vector<int> halving_schedule(int considered, int simulations) {
  std::vector<int> schedule;
  schedule.reserve(static_cast<std::size_t>(simulations));
  std::vector<int> visits(static_cast<std::size_t>(std::max(considered, 1)), 0);
  const int rounds =
      std::max(1, static_cast<int>(std::bit_width(static_cast<unsigned>(considered - 1))));
  const auto full = [&] { return static_cast<int>(schedule.size()) >= simulations; };
  for (int left = considered; !full(); left = std::max(left > 1 ? 2 : 1, left / 2)) {
    const int extra = left > 1 ? std::max(1, simulations / (rounds * left)) : simulations;
    for (int repeat = 0; repeat < extra && !full(); ++repeat)
      for (int i = 0; i < left && !full(); ++i)
        schedule.push_back(visits[static_cast<std::size_t>(i)]++);
  }
  return schedule;
}

// sigma(q) = (c_visit + max N) c_scale q  turns values into logits.
struct QScale {
  float c_visit = 50.0f;
  float c_scale = 0.25f;
  float operator()(float q, int most_visits) const {
    return (c_visit + static_cast<float>(most_visits)) * c_scale * q;
  }
};

}  // namespace tengen
