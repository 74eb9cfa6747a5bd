// Iterative deepening by any number of threads, each for itself (lazy SMP): they share the table of
// transpositions and which moves are being searched, and who is the first to complete a depth takes
// all others on to the next.
#pragma once
#include <memory>
#include <mutex>
#include <thread>

#include "worker.hpp"

namespace tengen::engine {

// What a search has found out about one move of the root.
struct RootLine {
  Score score = -kInfinite;    // -kInfinite where it is not known
  std::uint64_t nodes = 0;     // positions that the leading thread looked at below it
  std::vector<int> actions{};  // of the State, the move's own first
};

struct Report {
  int depth = 0;                                                 // completed
  std::uint64_t nodes = 0, tactical_nodes = 0, evaluations = 0;  // of all threads
  double seconds = 0;
  std::vector<RootLine> lines{};  // all moves of the root, the best first
  // Actions that lead to positions which were judged: `Limits::leaves` of them, where so many were.
  std::vector<std::vector<int>> leaves{};
};

template <Board B>
class Search {
 public:
  using State = typename B::State;
  using Net = typename B::Net;

  // `memory` in bytes is that of the table. The net must outlive the search. The seed decides among
  // moves that look equally good.
  Search(const typename State::Rules& rules, const Net& net, std::size_t memory, int threads,
         std::uint64_t seed, const Settings& settings = {}, const Tuning& tuning = tuning_of<B>())
      : rules_(rules), net_(net), shared_(memory, settings, tuning), rng_(seed) {
    for (int place = 0; place < std::max(1, threads); ++place)
      workers_.push_back(std::make_unique<Worker<B>>(shared_, place));
    shared_.has_helpers = workers_.size() > 1;
  }

  const typename State::Rules& rules() const { return rules_; }

  // Searches a position that is not finished. With one thread, the same seed and the same searches
  // before, as many nodes give the same answer. `report` is called after each line of each depth;
  // what it or `poll` throw ends the search and is passed on.
  Report run(const State& root, const Limits& limits,
             const std::function<void(const Report&)>& report = {});

  // From any thread: ends the search that is running.
  void stop() { shared_.watch.stop(); }
  // Forgets everything. Not while it searches.
  void clear() {
    shared_.table.clear();
    for (auto& worker : workers_) worker->clear();
  }

 private:
  static constexpr double kReportSeconds = 0.01;

  Worker<B>& leader() { return *workers_.front(); }
  int deepest() const { return std::min(kDeepest - 1, shared_.watch.limits().depth); }
  void begin(const State& root, const Limits& limits);
  void lead(const std::function<void(const Report&)>& report);
  bool deepen(Worker<B>& worker, const std::function<void(const Report&)>& report);
  void complete(const Worker<B>& worker, int depth);
  void take_over(Worker<B>& worker);
  void tell(const std::function<void(const Report&)>& report);
  bool is_enough(int depth);
  Report result();
  static std::vector<int> actions_of(const std::vector<typename B::Move>& line, B& board);

  typename State::Rules rules_;
  const Net& net_;
  Shared shared_;
  Rng rng_;
  std::vector<std::unique_ptr<Worker<B>>> workers_;
  std::mutex completing_;
  std::vector<typename Worker<B>::RootMove> moves_;  // of the completed depth
  int depth_ = 0;                                    // that the leading thread has completed
  int lines_ = 1;
  int unchanged_ = 0;  // depths since another move was the best
};

template <Board B>
Report Search<B>::run(const State& root, const Limits& limits,
                      const std::function<void(const Report&)>& report) {
  begin(root, limits);
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < workers_.size(); ++i)
    helpers.emplace_back([this, i] {
      while (shared_.completed < deepest() && deepen(*workers_[i], {})) {
      }
    });
  lead(report);
  shared_.watch.stop();
  for (std::thread& helper : helpers) helper.join();
  if (shared_.completed > depth_) take_over(leader());
  shared_.watch.rethrow();
  return result();
}

template <Board B>
void Search<B>::begin(const State& root, const Limits& limits) {
  assert(!root.is_over());
  shared_.watch.begin(limits);
  shared_.table.start_search();
  shared_.nodes_a_thread = limits.nodes / workers_.size();
  for (auto& worker : workers_) worker->begin(root, net_, Rng(rng_.next()));
  shared_.completed = depth_ = unchanged_ = 0;
  lines_ = std::clamp(limits.lines, 1, static_cast<int>(leader().moves().size()));
}

template <Board B>
void Search<B>::lead(const std::function<void(const Report&)>& report) {
  while (!is_enough(depth_)) {
    const std::uint16_t best = B::code(leader().moves().front().move);
    if (!deepen(leader(), report)) return;
    unchanged_ = B::code(leader().moves().front().move) == best ? unchanged_ + 1 : 0;
  }
}

// Searches one depth more, as far as another thread is not the first to complete it: then its moves
// are taken over. Returns whether the search goes on.
template <Board B>
bool Search<B>::deepen(Worker<B>& worker, const std::function<void(const Report&)>& report) {
  const int depth = std::min(shared_.completed + 1, deepest());
  worker.begin_depth(depth);
  int line = 0;
  while (line < lines_ && worker.search_aspiration_window(static_cast<std::size_t>(line))) {
    if (++line == lines_) complete(worker, depth);
    if (report) tell(report);
  }
  if (shared_.watch.is_stopped()) return false;
  if (line == lines_) return true;
  take_over(worker);
  if (report) tell(report);
  return true;
}

template <Board B>
void Search<B>::complete(const Worker<B>& worker, int depth) {
  const std::lock_guard lock(completing_);
  if (&worker == &leader()) depth_ = depth;
  if (depth <= shared_.completed) return;
  moves_ = worker.moves();
  shared_.completed = depth;
}

template <Board B>
void Search<B>::take_over(Worker<B>& worker) {
  const std::lock_guard lock(completing_);
  worker.take_over(moves_);
  if (&worker == &leader()) depth_ = shared_.completed;
}

template <Board B>
void Search<B>::tell(const std::function<void(const Report&)>& report) {
  const double left = shared_.watch.limits().seconds - shared_.watch.seconds();
  if (left < kReportSeconds) return;  // whoever is told may take a while
  shared_.watch.guard([&] { report(result()); });
}

// Whether to search no deeper.
template <Board B>
bool Search<B>::is_enough(int depth) {
  const Limits& limits = shared_.watch.limits();
  if (shared_.watch.is_stopped() || depth >= deepest()) return true;
  if (depth == 0) return false;
  const auto& moves = leader().moves();
  const Score score = moves[static_cast<std::size_t>(lines_ - 1)].score;
  // Each of the lines is decided, and nothing nearer can be there.
  if (is_decided(score) && kWin - std::abs(score) <= depth) return true;
  const double budget = std::min(limits.seconds, limits.soft_seconds);
  if (budget == Limits::kEver) return false;
  if (moves.size() == 1) return true;
  // A nearer end is worth some time.
  const double spent = shared_.watch.seconds();
  if (is_decided(score)) return spent > budget / 4;
  // The longer the best move has been the same, the less it is worth to go on.
  constexpr std::array<double, 6> kShares{1.6, 1.2, 1.0, 0.85, 0.7, 0.6};
  return spent > limits.soft_seconds * kShares[static_cast<std::size_t>(std::min(unchanged_, 5))];
}

template <Board B>
Report Search<B>::result() {
  Report report{.depth = depth_, .seconds = shared_.watch.seconds()};
  for (const auto& worker : workers_) {
    report.nodes += worker->nodes();
    report.tactical_nodes += worker->tactical_nodes();
    report.evaluations += worker->evaluations();
  }
  B board = leader().board();
  Score most = kInfinite;
  for (const auto& move : leader().moves()) {
    RootLine& line = report.lines.emplace_back(
        RootLine{move.last_score(), move.nodes, actions_of(move.line, board)});
    // A better move has been looked at deeper and is worth less: so is what comes after it.
    if (line.score != -kInfinite) most = line.score = std::min(line.score, most);
  }
  for (const auto& leaf : leader().leaves()) report.leaves.push_back(actions_of(leaf, board));
  return report;
}

// The State's actions of moves from where `board` stands.
template <Board B>
std::vector<int> Search<B>::actions_of(const std::vector<typename B::Move>& line, B& board) {
  std::vector<int> list;
  std::array<std::int32_t, 64> actions;
  for (const auto& move : line) {
    const int count = board.actions(move, actions.data());
    list.insert(list.end(), actions.begin(), actions.begin() + count);
    board.play(move);
  }
  for (std::size_t i = 0; i < line.size(); ++i) board.undo();
  return list;
}

}  // namespace tengen::engine
