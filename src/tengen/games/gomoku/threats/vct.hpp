// Wins by threats (VCT): each stone of the attacker's makes a four, or an open three or such, after
// which it would win by fours alone if the defender did nothing. Each defence that stops those
// fours is answered; they are found by trying them all.
#pragma once
#include "vcf.hpp"

namespace tengen::gomoku {

class Vct {
 public:
  // As Vcf has them.
  explicit Vct(ThreatBoard& board, std::size_t places = 1u << 14,
               const std::atomic<bool>* stop = nullptr)
      : board_(board), vcf_(board, places, stop), refuted_(std::bit_ceil(places)), stop_(stop) {}

  // A win with as few threats as possible, before the fours that end it; looks at `max_nodes`
  // positions at most, those on the way of fours among them.
  Line solve(std::int64_t max_nodes) {
    attacker_ = board_.side();
    nodes_ = 0;
    max_nodes_ = max_nodes;
    search();
    if (!proof_.is_empty() && !is_proven(board_, proof_, proof_.root)) {
      is_thorough_ = true;
      std::fill(refuted_.begin(), refuted_.end(), Refuted{});
      search();
    }
    return main_line(board_, proof_);
  }

  // Of the last search.
  const Proof& proof() const { return proof_; }
  std::int64_t nodes() const { return nodes_; }
  bool is_complete() const { return is_complete_; }

 private:
  static constexpr int kMostThreats = 60;
  static constexpr std::int64_t kFoursNodes = 1000;  // to look for fours from one position
  static constexpr std::array kTried{Threat::Four,      Threat::OpenThree,  Threat::DoubleThree,
                                     Threat::FourThree, Threat::DoubleFour, Threat::OpenFour};

  struct Ranked {
    int rank, point;
    auto operator<=>(const Ranked&) const = default;
  };
  using RankedPoints = std::vector<Ranked>;
  struct Refuted {
    std::uint64_t key = 0;
    int threats = -1;  // do not win from here
  };

  void search() {
    is_complete_ = false;
    for (int threats = 0; threats <= kMostThreats && !is_complete_ && nodes_ <= max_nodes_;
         ++threats) {
      is_cut_ = false;
      proof_ = {};
      proof_.root = attack(threats);
      is_complete_ = !proof_.is_empty() || !is_cut_;
    }
  }

  // Whether the side to move wins by fours.
  bool wins_by_fours() {
    const std::int64_t left = max_nodes_ - nodes_;
    const bool wins = vcf_.prove(std::min(left, kFoursNodes));
    nodes_ += vcf_.nodes();
    is_cut_ |= !wins && !vcf_.is_complete();
    return wins;
  }

  // How the attacker, to move, wins with so many threats before the fours: a node of the proof.
  int attack(int threats) {
    ++nodes_;
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) max_nodes_ = nodes_ - 1;
    if (nodes_ > max_nodes_) {
      is_cut_ = true;
      return Proof::kNone;
    }
    if (board_.count(attacker_, Threat::Five) == 0 &&
        board_.count(attacker_ ^ 1, Threat::Five) > 0) {
      for (const int stop : list_stops(board_))
        if (const int node = try_move(stop, threats); node != Proof::kNone) return node;
      return Proof::kNone;
    }
    if (is_refuted(threats)) return Proof::kNone;
    const bool was_cut = std::exchange(is_cut_, false);
    const int node = wins_by_fours() ? proof_.add_all(vcf_.proof()) : try_threats(threats);
    if (node == Proof::kNone && nodes_ <= max_nodes_)
      place_of(board_.key()) = {board_.key(), is_cut_ ? threats : kMostThreats + 1};
    is_cut_ |= was_cut;
    return node;
  }

  bool is_refuted(int threats) {
    const Refuted& known = place_of(board_.key());
    if (known.key != board_.key() || known.threats < threats) return false;
    is_cut_ |= known.threats <= kMostThreats;
    return true;
  }

  int try_threats(int threats) {
    RankedPoints list;
    for (const Threat threat : kTried)
      board_.points(attacker_, threat).for_each([&](int point) {
        list.push_back({rank_of(point), point});
      });
    if (threats == 0) {
      is_cut_ |= !list.empty();
      return Proof::kNone;
    }
    std::sort(list.begin(), list.end(), std::greater<>());
    for (const Ranked& each : list)
      if (board_.may_place(each.point))
        if (const int node = try_move(each.point, threats - 1); node != Proof::kNone) return node;
    return Proof::kNone;
  }

  // The more both sides could do with a point, the sooner it is looked at; a four that threatens
  // nothing else is a threat spent.
  int rank_of(int point) const {
    const int rank = board_.code(attacker_, point) + board_.code(attacker_ ^ 1, point) / 2;
    return board_.best(attacker_, point) == Threat::Four ? rank - kCodes : rank;
  }

  int try_move(int point, int threats) {
    board_.place(point);
    Proof::Node node{point, {}, Proof::kNone};
    const bool wins = board_.count(attacker_, Threat::Five) > 0
                          ? answer(list_stops(board_), threats, node.answers)
                          : meet_threat(threats, node);
    board_.remove();
    return wins ? proof_.add(std::move(node)) : Proof::kNone;
  }

  // Whether the attacker, who would win by fours if nothing happened, does so after every defence.
  bool meet_threat(int threats, Proof::Node& node) {
    board_.pass();
    const bool is_threat = wins_by_fours();
    board_.pass();
    if (!is_threat) return false;
    const Proof fours = vcf_.proof();
    if (!answer(defences_against(fours), threats, node.answers)) return false;
    node.otherwise = proof_.add_all(fours);
    return true;
  }

  // Whether the attacker wins after each of these stones of the defender's, and after any other.
  template <class Points>
  bool answer(const Points& points, int threats, std::vector<Proof::Answer>& answers) {
    for (const int point : points) {
      board_.place(point);
      const int next = attack(threats);
      board_.remove();
      if (next == Proof::kNone) return false;
      answers.push_back({point, next});
    }
    return !answers.empty() || has_move(board_);
  }

  // The defender's moves after which these fours would not win, the most promising first.
  std::vector<int> defences_against(const Proof& fours) {
    RankedPoints list;
    const auto consider = [&](int point) {
      if (!board_.is_empty(point) || !board_.may_place(point)) return;
      const int rank = board_.code(0, point) + board_.code(1, point);
      board_.place(point);
      if (!holds(board_, fours, fours.root)) list.push_back({rank, point});
      board_.remove();
    };
    near(fours).for_each(consider);
    std::sort(list.begin(), list.end(), std::greater<>());
    std::vector<int> points;
    for (const Ranked& each : list) points.push_back(each.point);
    return points;
  }

  // The points that can matter to some fours: their own, those that stop the last one, those where
  // the defender makes a four, or gets one by an answer. What forbids points in renju may lie
  // further away: when that turns out in the end, all points are looked at.
  PointSet near(const Proof& fours) const {
    PointSet points;
    if (is_thorough_) {
      for (int point = 0; point < board_.rules().points(); ++point) points.add(point);
      return points;
    }
    for (const Threat threat :
         {Threat::Four, Threat::FourThree, Threat::DoubleFour, Threat::OpenFour})
      points |= board_.points(attacker_ ^ 1, threat);
    for (const Proof::Node& node : fours.nodes) {
      points.add(node.move);
      const bool is_last = node.answers.empty() && node.otherwise != Proof::kOver;
      for (int d = 0; d < 4 && is_last; ++d) add_line(points, node.move, d);
      for (const Proof::Answer& answer : node.answers) {
        points.add(answer.point);
        for (int d = 0; d < 4; ++d)
          if (board_.rules().caro ||
              board_.shape(attacker_ ^ 1, d, answer.point) >= LineShape::OpenTwo)
            add_line(points, answer.point, d);
      }
    }
    return points;
  }

  void add_line(PointSet& points, int point, int d) const {
    const auto& centre = board_.geometry().through[static_cast<std::size_t>(point)];
    const auto [dx, dy] = kDirections[static_cast<std::size_t>(d)];
    for (int i = -kReach; i <= kReach; ++i) {
      const int x = centre.x + i * dx, y = centre.y + i * dy;
      if (x >= 0 && y >= 0 && x < board_.size() && y < board_.size())
        points.add(y * board_.size() + x);
    }
  }

  Refuted& place_of(std::uint64_t key) { return refuted_[key & (refuted_.size() - 1)]; }

  ThreatBoard& board_;
  Vcf vcf_;
  std::vector<Refuted> refuted_;
  const std::atomic<bool>* stop_;
  Proof proof_;
  std::int64_t nodes_ = 0, max_nodes_ = 0;
  int attacker_ = kBlack;
  bool is_complete_ = false;
  bool is_cut_ = false;  // by the number of threats or of nodes, since it was set to false
  bool is_thorough_ = false;
};

}  // namespace tengen::gomoku
