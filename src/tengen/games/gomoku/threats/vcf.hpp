// Wins by fours alone (VCF): each stone of the attacker's makes a four, which the defender must
// answer, until a four cannot be answered. Exact for every rule: a four of the defender's own has
// to be met by a four, and in renju Black neither attacks nor defends on a forbidden point.
#pragma once
#include <atomic>
#include <functional>
#include <span>
#include <utility>

#include "proof.hpp"

namespace tengen::gomoku {

class Vcf {
 public:
  // Finds wins for the side to move of a board; the board is as before when a search returns.
  // What does not win is remembered from search to search, `places` positions of it.
  // `stop` ends a search from another thread.
  explicit Vcf(ThreatBoard& board, std::size_t places = 1u << 14,
               const std::atomic<bool>* stop = nullptr)
      : board_(board), refuted_(std::bit_ceil(places)), stop_(stop) {}

  // Whether there is a win; looks at `max_nodes` positions of the attacker's at most.
  bool prove(std::int64_t max_nodes) {
    start(max_nodes);
    proof_.root = attack(kEndless);
    return !proof_.is_empty();
  }
  Line solve(std::int64_t max_nodes) {
    prove(max_nodes);
    return main_line(board_, proof_);
  }

  // A shortest win, as far as so many nodes tell: `is_shortest` says whether they did.
  Line solve_shortest(std::int64_t max_nodes) {
    prove(max_nodes);
    Proof best = std::move(proof_);
    for (int fours = 0; !best.is_empty() && fours < best.length(best.root) - 1 && is_complete();
         ++fours) {
      proof_ = {};
      proof_.root = attack(fours);
      if (!proof_.is_empty()) best = std::move(proof_);
    }
    is_shortest_ = is_complete();
    proof_ = std::move(best);
    return main_line(board_, proof_);
  }

  // Of the last search.
  const Proof& proof() const { return proof_; }
  std::int64_t nodes() const { return nodes_; }
  // Whether the last search looked at all there is, so that what it did not find is not there.
  bool is_complete() const { return nodes_ <= max_nodes_; }
  bool is_shortest() const { return is_shortest_; }

 private:
  static constexpr int kEndless = kMaxPoints;
  static constexpr std::size_t kMostSpent = 8;
  static constexpr std::array kFours{Threat::Four, Threat::FourThree, Threat::DoubleFour,
                                     Threat::OpenFour};

  // The more the four threatens besides, the sooner it is tried.
  struct Four {
    std::uint16_t rank;
    std::int16_t point;
    auto operator<=>(const Four&) const = default;
  };
  // A four that was stopped: where, and what the attacker has left on the lines through it.
  struct Spent {
    int point, stop;
    std::array<LineShape, 4> left;
  };
  struct Refuted {
    std::uint64_t key = 0;
    int fours = 0;  // do not win from here
  };

  void start(std::int64_t max_nodes) {
    attacker_ = board_.side();
    nodes_ = 0;
    max_nodes_ = max_nodes;
    is_shortest_ = false;
    is_cut_ = false;
    proof_ = {};
  }
  // How the attacker, to move, wins with so many fours and the five after them: a node of the
  // proof.
  int attack(int fours) {
    ++nodes_;
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) max_nodes_ = nodes_ - 1;
    if (!is_complete()) return Proof::kNone;
    if (board_.count(attacker_, Threat::Five) > 0)
      return proof_.add({board_.points(attacker_, Threat::Five).front(), {}, Proof::kOver});
    if (board_.count(attacker_ ^ 1, Threat::Five) == 0) return attack_freely(fours);
    for (const int stop : list_stops(board_))
      if (makes_four(board_.best(attacker_, stop)))
        if (const int node = try_four(stop, fours); node != Proof::kNone) return node;
    return Proof::kNone;
  }

  int attack_freely(int fours) {
    if (is_exhausted()) return Proof::kNone;
    const Refuted& known = place_of(board_.key());
    if (known.key == board_.key() && known.fours >= fours) {
      is_cut_ |= known.fours < kEndless;
      return Proof::kNone;
    }
    const bool was_cut = std::exchange(is_cut_, false);
    if (const int node = try_fours(fours); node != Proof::kNone) return node;
    if (is_complete()) place_of(board_.key()) = {board_.key(), is_cut_ ? fours : kEndless};
    is_cut_ |= was_cut;
    return Proof::kNone;
  }

  int try_fours(int fours) {
    std::array<Four, kMaxPoints> list;  // not a vector: this is asked before most judgements
    auto end = list.begin();
    for (const Threat threat : kFours)
      board_.points(attacker_, threat).for_each([&](int point) {
        *end++ = {static_cast<std::uint16_t>(board_.code(attacker_, point)),
                  static_cast<std::int16_t>(point)};
      });
    std::sort(list.begin(), end, std::greater<>());
    for (auto four = list.begin(); four != end && is_complete(); ++four)
      if (const int node = try_four(four->point, fours); node != Proof::kNone) return node;
    return Proof::kNone;
  }

  static bool makes_four(Threat threat) {
    return std::find(kFours.begin(), kFours.end(), threat) != kFours.end();
  }

  // The defender has no five to make, or this stone keeps it from that.
  int try_four(int point, int fours) {
    if (fours == 0) {
      is_cut_ = true;
      return Proof::kNone;
    }
    if (!board_.may_place(point)) return Proof::kNone;
    board_.place(point);
    Proof::Node node{point, {}, Proof::kNone};
    const bool wins = meet_four(fours, node.answers);
    board_.remove();
    return wins ? proof_.add(std::move(node)) : Proof::kNone;
  }

  // Whether the attacker wins after each answer to a four.
  bool meet_four(int fours, std::vector<Proof::Answer>& answers) {
    const PointList stops = list_stops(board_);
    if (stops.size > 0 && is_exhausted()) return false;
    for (const int stop : stops) {
      board_.place(stop);
      const int next = attack(fours - 1);
      board_.remove();
      if (next == Proof::kNone) return false;
      answers.push_back({stop, next});
    }
    return stops.size > 0 || has_move(board_);
  }

  // Whether the attacker, with no five to make but the one about to be stopped, is sure to run out
  // of fours: each of those there are, once stopped, leaves too little on the lines through it for
  // another, with the stones of the others too. The defender's stones only take away (but in renju,
  // where they may lift what is forbidden): one look for what else takes most of a search.
  bool is_exhausted() const {
    if (board_.rules().renju) return false;
    for (const Threat threat : {Threat::FourThree, Threat::DoubleFour, Threat::OpenFour})
      if (board_.count(attacker_, threat) > 0) return false;
    const auto count = static_cast<std::size_t>(board_.count(attacker_, Threat::Four));
    std::array<Spent, kMostSpent> all;
    if (count > all.size()) return false;
    auto end = all.begin();
    board_.points(attacker_, Threat::Four).for_each([&](int point) { (end++)->point = point; });
    const std::span<Spent> fours(all.begin(), end);
    for (Spent& four : fours)
      if (!stop(four, fours)) return false;
    // A third row needs three stones: of two rows two come, of more than that all three may.
    const LineShape enough = count > 4 ? LineShape::Far : LineShape::Two;
    for (auto one = fours.begin(); one != fours.end(); ++one)
      for (auto other = one + 1; other != fours.end(); ++other)
        if (const int d = direction_between(one->point, other->point);
            d >= 0 && other->point != one->stop &&
            std::min(one->left[static_cast<std::size_t>(d)],
                     other->left[static_cast<std::size_t>(d)]) >= enough)
          return false;
    return true;
  }

  // Finds which of the others stops a four, and what is left of the lines; returns whether that is
  // too little for another four.
  bool stop(Spent& four, std::span<const Spent> others) const {
    four.stop = -1;
    for (int d = 0; d < 4; ++d) {
      LineShape left = board_.shape(attacker_, d, four.point);
      for (auto other = others.begin(); left == LineShape::Four && other != others.end(); ++other) {
        if (direction_between(four.point, other->point) != d) continue;
        const int step = board_.geometry().steps[static_cast<std::size_t>(d)];
        left = board_.shape_against(attacker_, d, four.point, (other->point - four.point) / step);
        four.stop = other->point;
      }
      if (left >= LineShape::Three) return false;
      four.left[static_cast<std::size_t>(d)] = left;
    }
    return true;
  }

  // Of the line on which a row could hold both points, or -1.
  int direction_between(int one, int other) const {
    const auto& through = board_.geometry().through;
    const auto &from = through[static_cast<std::size_t>(one)],
               &to = through[static_cast<std::size_t>(other)];
    const int x = to.x - from.x, y = to.y - from.y;
    const int steps = std::max(std::abs(x), std::abs(y));
    if (steps == 0 || steps >= board_.rules().win_length) return -1;
    return y == 0 ? 0 : x == 0 ? 1 : x == y ? 2 : x == -y ? 3 : -1;
  }

  Refuted& place_of(std::uint64_t key) { return refuted_[key & (refuted_.size() - 1)]; }

  ThreatBoard& board_;
  std::vector<Refuted> refuted_;
  const std::atomic<bool>* stop_;
  Proof proof_;
  std::int64_t nodes_ = 0, max_nodes_ = 0;
  int attacker_ = kBlack;
  bool is_shortest_ = false;
  bool is_cut_ = false;  // by the number of fours, since it was set to false
};

}  // namespace tengen::gomoku
