// Many trees searched side by side, their leaves evaluated in one batch. One tree with a batch
// above one counts simulations whose value is not there yet; a tree a game is self-play. Several
// batches may be on their way at a time, each by its number, for as many threads that evaluate;
// what is called here must take turns.
#pragma once
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "tree.hpp"

namespace tengen {

template <GameState S>
class Forest {
 public:
  using Rules = typename S::Rules;

  // `memory` bounds the bytes of everything here: trees, cache and batches.
  Forest(Rules rules, int trees, int batch, const SearchSettings& settings,
         std::size_t cache_entries, std::size_t memory, std::uint64_t seed, int batches = 1)
      : rules_(rules),
        batch_(batch),
        points_(CountsPoints<S> && settings.points ? num_points(rules) : 0),
        cache_(cache_entries, rules.num_actions(), points_),
        planes_(rows(batches) * static_cast<std::size_t>(rules.planes_shape().size())),
        legal_(rows(batches) * static_cast<std::size_t>(rules.num_actions())),
        leaves_(rows(batches), Leaf<S>(rules)),
        owner_(rows(batches)),
        waiting_(static_cast<std::size_t>(batches)),
        active_(static_cast<std::size_t>(trees)),
        scratch_(rules) {
    if (trees < 1 || batch < trees || batches < 1)
      throw std::invalid_argument("batch of " + std::to_string(batch) +
                                  ": needs a place for each of at least one tree");
    const std::size_t leaf = sizeof(Leaf<S>) + S::kMaxActions * sizeof(std::int32_t);
    const std::size_t fixed =
        cache_entries * EvaluationCache::bytes_per_entry(rules.num_actions(), points_) +
        planes_.size() * sizeof(float) + legal_.size() + leaves_.size() * leaf;
    const std::size_t least = fixed + static_cast<std::size_t>(trees) * kLeastTree;
    if (memory < least)
      throw std::invalid_argument("memory limit of " + std::to_string(memory) +
                                  " bytes: this search needs at least " + std::to_string(least));
    const S start(rules);
    for (int i = 0; i < trees; ++i)
      trees_.push_back(std::make_unique<Tree<S>>(start, settings, cache_,
                                                 (memory - fixed) / static_cast<std::size_t>(trees),
                                                 mix64(seed) + static_cast<std::uint64_t>(i)));
  }

  Forest(const Forest&) = delete;
  Forest& operator=(const Forest&) = delete;

  int size() const { return static_cast<int>(trees_.size()); }
  int batch() const { return batch_; }
  int batches() const { return static_cast<int>(waiting_.size()); }
  const Rules& rules() const { return rules_; }
  float* planes() { return planes_.data(); }
  std::uint8_t* legal() { return legal_.data(); }
  std::int64_t simulations() const { return simulations_; }
  std::int64_t evaluations() const { return evaluations_; }
  void clear_cache() { cache_.clear(); }

  Tree<S>& tree(int i) { return *trees_.at(static_cast<std::size_t>(i)); }
  void begin(int i, int simulations, bool explore) {
    tree(i).begin(simulations, explore);
    active_[static_cast<std::size_t>(i)] = true;
  }

  // Gathers leaves from all searching trees; returns how many wait in planes() and legal(), from
  // row `batch` times batch() on.
  int select(int batch = 0) {
    int& waiting = waiting_.at(static_cast<std::size_t>(batch));
    if (waiting > 0) throw std::logic_error("select before backup of the last batch");
    const int first = batch * batch_;
    const int each = batch_ / size();
    for (int i = 0; i < size(); ++i) {
      if (!active_[static_cast<std::size_t>(i)]) continue;
      // A tree that resolves its simulations by itself must give way some time.
      for (int found = 0, tries = kTries + each; found < each && tries > 0; --tries) {
        const int row = first + waiting;
        Leaf<S>& leaf = leaves_[static_cast<std::size_t>(row)];
        const Step step = tree(i).simulate(leaf);
        if (step == Step::Idle || step == Step::Blocked) break;
        ++simulations_;
        if (step == Step::Resolved) continue;
        owner_[static_cast<std::size_t>(row)] = i;
        write(leaf, row);
        ++waiting;
        ++found;
      }
    }
    evaluations_ += waiting;
    return waiting;
  }

  int waiting(int batch = 0) const { return waiting_.at(static_cast<std::size_t>(batch)); }

  // Gives up the batches under way and all that the trees know: an evaluator failed, or rules did.
  void abandon() {
    std::fill(waiting_.begin(), waiting_.end(), 0);
    for (auto& tree : trees_) tree->abandon();
  }

  // The points whose owners are told with an evaluation; 0 where they are not.
  int points() const { return points_; }

  // logits: [n, A], values: [n], of what select() returned for this batch; leads: [n] and owners:
  // [n, points] where there are points.
  void backup(const float* logits, const float* values, const float* leads = nullptr,
              const float* owners = nullptr, int batch = 0) {
    int& waiting = waiting_.at(static_cast<std::size_t>(batch));
    for (int i = 0; i < waiting; ++i) {
      const std::ptrdiff_t row = i;
      Evaluation told{.logits = logits + row * rules_.num_actions(), .value = values[i]};
      if (points_ > 0) {
        told.lead = leads[i];
        told.owners = owners + row * points_;
      }
      const auto at = static_cast<std::size_t>(batch * batch_ + i);
      tree(owner_[at]).receive(leaves_[at], told);
    }
    waiting = 0;
  }

  // Trees whose search has ended since the last call.
  std::vector<int> finished() {
    std::vector<int> done;
    for (int i = 0; i < size(); ++i)
      if (active_[static_cast<std::size_t>(i)] && tree(i).finished() && !tree(i).waiting()) {
        active_[static_cast<std::size_t>(i)] = false;
        done.push_back(i);
      }
    return done;
  }

  int playouts(int i, int count) {
    const int done = tree(i).playouts(count, scratch_);
    simulations_ += done;
    return done;
  }

 private:
  static constexpr int kTries = 256;
  static constexpr std::size_t kLeastTree = std::size_t{1} << 19;  // one chunk of each arena

  // Of all batches.
  std::size_t rows(int batches) const { return static_cast<std::size_t>(batch_ * batches); }

  void write(const Leaf<S>& leaf, int row) {
    const auto at = static_cast<std::size_t>(row);
    leaf.state.planes(&planes_[at * static_cast<std::size_t>(rules_.planes_shape().size())]);
    std::uint8_t* mask = &legal_[at * static_cast<std::size_t>(rules_.num_actions())];
    std::memset(mask, 0, static_cast<std::size_t>(rules_.num_actions()));
    for (const std::int32_t action : leaf.actions) mask[action] = 1;
  }

  Rules rules_;
  int batch_, points_;
  EvaluationCache cache_;
  std::vector<float> planes_;        // [batches batch, C, H, W]
  std::vector<std::uint8_t> legal_;  // [batches batch, A]
  std::vector<Leaf<S>> leaves_;
  std::vector<int> owner_;    // the tree of each waiting leaf
  std::vector<int> waiting_;  // leaves of each batch
  std::vector<char> active_;
  Leaf<S> scratch_;
  std::vector<std::unique_ptr<Tree<S>>> trees_;
  std::int64_t simulations_ = 0, evaluations_ = 0;
};

}  // namespace tengen
