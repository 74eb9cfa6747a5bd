// Wins by fours alone (VCF): each stone of the attacker's makes a four, which the defender must
// answer, until a four cannot be answered. Exact for every rule: a four of the defender's own has
// to be met by a four, and in renju Black neither attacks nor defends on a forbidden point.
#pragma once
#include <functional>
#include <utility>

#include "board.hpp"

namespace tengen::gomoku {

// Points played in turn, the attacker's first and last: that one wins. Empty: none was found.
using Line = std::vector<int>;

class Vcf {
 public:
  // Finds wins for the side to move of a board; the board is as before when a search returns.
  // What does not win is remembered from search to search, `places` positions of it.
  explicit Vcf(ThreatBoard& board, std::size_t places = 1u << 14)
      : board_(board), refuted_(std::bit_ceil(places)) {}

  // Looks at `max_nodes` positions of the attacker's at most.
  Line solve(std::int64_t max_nodes) {
    start(max_nodes);
    return attack(kEndless) ? take_line() : Line{};
  }

  // A shortest win, as far as so many nodes tell: `is_shortest` says whether they did.
  Line solve_shortest(std::int64_t max_nodes) {
    Line best = solve(max_nodes);
    is_shortest_ = best.empty() ? is_complete() : best.size() < 4;
    for (int fours = 1; !is_shortest_ && !best.empty() && is_complete(); ++fours) {
      line_.clear();
      if (attack(fours)) best = take_line();
      is_shortest_ = is_complete() && static_cast<int>(best.size()) <= 2 * fours + 3;
    }
    return best;
  }

  std::int64_t nodes() const { return nodes_; }
  // Whether the last search looked at all there is, so that what it did not find is not there.
  bool is_complete() const { return nodes_ <= max_nodes_; }
  bool is_shortest() const { return is_shortest_; }

 private:
  static constexpr int kEndless = kMaxPoints;
  static constexpr std::array kFours{Threat::Four, Threat::FourThree, Threat::DoubleFour,
                                     Threat::OpenFour};

  // The more the four threatens besides, the sooner it is tried.
  struct Four {
    int rank, point;
    auto operator<=>(const Four&) const = default;
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
    line_.clear();
  }
  Line take_line() {
    std::reverse(line_.begin(), line_.end());
    return std::move(line_);
  }
  // Whether the attacker, to move, wins with so many fours and the five after them; then the line
  // has the moves from here, the last one first.
  bool attack(int fours) {
    if (++nodes_ > max_nodes_) return false;
    if (board_.count(attacker_, Threat::Five) > 0) {
      line_.push_back(board_.points(attacker_, Threat::Five).front());
      return true;
    }
    const int fives = board_.count(attacker_ ^ 1, Threat::Five);
    if (fives > 1) return false;
    if (fives == 1) {
      const int point = board_.points(attacker_ ^ 1, Threat::Five).front();
      return makes_four(board_.best(attacker_, point)) && try_four(point, fours);
    }
    return attack_freely(fours);
  }

  bool attack_freely(int fours) {
    const Refuted& known = place_of(board_.key());
    if (known.key == board_.key() && known.fours >= fours) {
      is_cut_ |= known.fours < kEndless;
      return false;
    }
    const bool was_cut = std::exchange(is_cut_, false);
    if (try_fours(fours)) return true;
    if (is_complete()) place_of(board_.key()) = {board_.key(), is_cut_ ? fours : kEndless};
    is_cut_ |= was_cut;
    return false;
  }

  bool try_fours(int fours) {
    std::vector<Four> list;
    for (const Threat threat : kFours)
      board_.points(attacker_, threat).for_each([&](int point) {
        list.push_back({board_.code(attacker_, point), point});
      });
    std::sort(list.begin(), list.end(), std::greater<>());
    return std::any_of(list.begin(), list.end(),
                       [&](const Four& four) { return try_four(four.point, fours); });
  }

  static bool makes_four(Threat threat) {
    return std::find(kFours.begin(), kFours.end(), threat) != kFours.end();
  }

  // The defender has no five to make, or this stone keeps it from that.
  bool try_four(int point, int fours) {
    if (fours == 0) {
      is_cut_ = true;
      return false;
    }
    if (!board_.may_place(point)) return false;
    board_.place(point);
    const bool wins = meet_four(fours);
    board_.remove();
    if (wins) line_.push_back(point);
    return wins;
  }

  bool meet_four(int fours) {
    const PointSet answers = board_.points(attacker_, Threat::Five);
    const int answer = answers.front();
    if (board_.count(attacker_, Threat::Five) > 1 || !board_.may_place(answer))
      return finish(answers);
    board_.place(answer);
    const bool wins = attack(fours - 1);
    board_.remove();
    if (wins) line_.push_back(answer);
    return wins;
  }

  // The defender cannot keep the attacker from a five; but a side that has no move at all has
  // drawn.
  bool finish(PointSet answers) {
    int reply = -1;
    answers.for_each([&](int point) {
      if (reply < 0 && board_.may_place(point)) reply = point;
    });
    for (int point = 0; reply < 0 && point < board_.rules().points(); ++point)
      if (board_.is_empty(point) && board_.may_place(point)) reply = point;
    if (reply < 0) return false;
    if (answers.has(reply)) answers.toggle(reply);
    line_.push_back(answers.front());
    line_.push_back(reply);
    return true;
  }

  Refuted& place_of(std::uint64_t key) { return refuted_[key & (refuted_.size() - 1)]; }

  ThreatBoard& board_;
  std::vector<Refuted> refuted_;
  Line line_;
  std::int64_t nodes_ = 0, max_nodes_ = 0;
  int attacker_ = kBlack;
  bool is_shortest_ = false;
  bool is_cut_ = false;  // by the number of fours, since it was set to false
};

}  // namespace tengen::gomoku
