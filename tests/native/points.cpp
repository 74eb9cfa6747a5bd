// Search over Go with a judge that tells leads and owners at random: trees kept over moves, a cache
// of few entries, little memory; whatever a judge says, leads and owners stay in range.
#include <cmath>
#include <limits>
#include <vector>

#include "check.hpp"
#include "forest.hpp"
#include "go/rules/rules.hpp"

namespace points_test {

using namespace tengen;
using go::Rules;
using go::State;
using test::check;

void search(Forest<State>& forest, Rng& rng) {
  const int points = forest.points();
  while (const int waiting = forest.select()) {
    const test::Noise noise(waiting, forest.rules().num_actions(), rng);
    std::vector<float> leads(static_cast<std::size_t>(waiting));
    std::vector<float> owners(static_cast<std::size_t>(waiting * points));
    for (float& lead : leads) lead = static_cast<float>(rng.gumbel()) * 40.0f;
    for (float& owner : owners) owner = static_cast<float>(rng.gumbel());
    leads[0] = std::numeric_limits<float>::quiet_NaN();
    owners[0] = std::numeric_limits<float>::infinity();
    forest.backup(noise.logits.data(), noise.values.data(), leads.data(), owners.data());
  }
}

void ask(Tree<State>& tree, int points) {
  const float bound = static_cast<float>(points) + 7.0f;
  const float lead = tree.root_lead();
  check(std::isnan(lead) || std::abs(lead) <= bound, "the lead is one of this board");
  for (const float each : tree.root_leads())
    check(std::isnan(each) || std::abs(each) <= bound, "so are those after each action");
  std::vector<float> owners(static_cast<std::size_t>(points));
  tree.owners(owners.data());
  for (const float owner : owners) check(std::abs(owner) <= 1.0f, "owners are in [-1, 1]");
}

void play(const SearchSettings& settings, std::size_t cache, std::size_t memory) {
  Rules rules;
  rules.size = 5;
  rules.half_points = 14;
  Forest<State> forest(rules, 1, 4, settings, cache, memory, 7);
  Rng rng(3);
  Tree<State>& tree = forest.tree(0);
  for (int ply = 0; ply < 60 && !tree.state().is_over(); ++ply) {
    forest.begin(0, 150, false);
    search(forest, rng);
    ask(tree, forest.points());
    tree.advance(tree.best_action());
  }
}

const test::Test kTest("points", [] {
  SearchSettings settings;
  settings.sensible = settings.points = true;
  for (const float weight : {0.0f, 0.5f}) {
    settings.lead_weight = weight;
    play(settings, 0, std::size_t{64} << 20);
    play(settings, 64, std::size_t{64} << 20);
    play(settings, 64, std::size_t{2} << 20);
  }
});

}  // namespace points_test
