// Gomoku for the selective search: five in a row by every rule, on boards of 5 to 20.
#pragma once
#include <optional>

#include "answers.hpp"
#include "gomoku/threats/proof.hpp"
#include "gomoku/threats/vcf.hpp"
#include "hand_evaluation.hpp"
#include "line_net.hpp"
#include "native/engine/settings.hpp"

namespace tengen::gomoku {

// Sides are colours. The opening must be over.
class EngineBoard {
 public:
  using State = gomoku::State;
  using Net = LineWeights;
  using Move = std::int16_t;  // a point
  static constexpr int kMostMoves = kMaxPoints, kSlots = kMaxPoints;
  static constexpr double kScoreScale = 400;  // score units a logit of the chance to win
  using Moves = engine::MoveList<Move, kMostMoves>;
  // Swing and slope: +70 Elo (5 to 141) against the usual numbers in 80 games of 15 ms a move.
  // With answers to threats for nothing more can be reduced: both together scored 57.0 % of 200
  // games of 50,000 nodes a move (50.2 to 63.8 %), the answers alone 53.0 % (46.2 to 59.8 %).
  // Singular moves: 50.0 % of 320 of 20,000.
  // Most wins by fours that are there take few nodes.
  static constexpr engine::Tuning kTuning{.swing = 200,
                                          .tactics = 30,
                                          .reduction_slope = 90,
                                          .reverse_margin = 63,
                                          .razor_base = 20,
                                          .razor_margin = 15,
                                          .high_base = -9,
                                          .late_depth = engine::Tuning::kNever,
                                          .late_base = 3,
                                          .late_power = 132,
                                          .null_reduction = 4,
                                          .singular_depth = engine::Tuning::kNever};

  // Whether it plays by such rules, and this position of theirs.
  static bool knows(const Rules& rules) { return rules.win_length == 5; }
  static bool plays(const State& state) { return state.phase() == Phase::Play; }

  EngineBoard(const State& state, const Net& net)
      : board_(state), answers_(state.rules()), ranks_(&PointRanks::get()) {
    assert(knows(state.rules()) && plays(state));
    if (!net.is_empty()) net_.emplace(net, board_.words(), board_.size());
  }

  int side() const { return board_.side(); }
  std::uint64_t key() const { return board_.key(); }
  std::uint64_t key_after(Move point) const { return board_.key_after(point); }
  const ThreatBoard& threats() const { return board_; }

  void play(Move point) {
    const bool wins = board_.best(side(), point) == Threat::Five;
    placed_.push_back({point, static_cast<std::int8_t>(side()), wins});
    board_.place(point);
  }
  void undo() {
    board_.remove();
    placed_.pop_back();
    agrees_ = std::min(agrees_, placed_.size());
  }
  void pass() { board_.pass(); }
  void undo_pass() { board_.pass(); }

  Known known() const {
    const int own = side(), other = own ^ 1;
    if (!placed_.empty() && placed_.back().wins) return {other, 0};
    if (board_.is_full() || is_stuck()) return {-1, 0};
    if (board_.count(own, Threat::Five) > 0) return {own, 1};
    if (board_.count(other, Threat::Five) > 0)
      return answers_.is_five_unstoppable(board_) ? Known{other, 2} : Known{};
    return find_open_four() >= 0 ? Known{own, 3} : Known{};
  }

  void list(Moves& moves) {
    if (net_) catch_up();
    if (list_fives(moves)) return;
    if (const int four = find_open_four(); four >= 0) return moves.add(static_cast<Move>(four));
    if (answers_.is_threatened(board_) && list_defences(moves)) return;
    list_freely(moves);
  }

  engine::Score evaluate() {
    if (!net_) return evaluate_by_hand(board_);
    catch_up();
    return net_->score(board_);
  }

  static std::uint16_t code(Move point) { return static_cast<std::uint16_t>(point + 1); }
  int slot(Move point) const { return point; }
  int actions(Move point, std::int32_t* actions) const {
    actions[0] = point;
    return 1;
  }

  // A five must be stopped.
  bool is_quiet() const { return board_.count(side() ^ 1, Threat::Five) == 0; }
  bool is_threatened() const {
    const int other = side() ^ 1;
    return board_.count(other, Threat::Five) + board_.count(other, Threat::OpenFour) +
               board_.count(other, Threat::DoubleFour) + board_.count(other, Threat::FourThree) !=
           0;
  }
  bool is_pressed() const { return answers_.is_threatened(board_); }
  bool may_pass() const { return !is_threatened(); }
  // Makes a four.
  bool forces(Move point) const { return makes_four(board_.best(side(), point)); }

  int wins_by_force(int effort) {
    const int own = side();
    // With a single row of three to start from, 1.6 % of searches find a win.
    if (board_.count(own, Threat::Four) < 3 && board_.count(own, Threat::FourThree) == 0) return 0;
    Vcf& vcf = solver_.of(board_);
    const auto moves = vcf.solve(effort).size();
    tactical_nodes_ += static_cast<std::uint64_t>(vcf.nodes());
    return static_cast<int>(moves);
  }
  std::uint64_t tactical_nodes() const { return tactical_nodes_; }

 private:
  struct Stone {
    Move point;
    std::int8_t colour;
    bool wins;
  };
  // Looks at one board; a copy of that makes its own.
  class Solver {
   public:
    Solver() = default;
    Solver(const Solver&) {}
    Solver& operator=(const Solver&) {
      vcf_.reset();
      return *this;
    }
    Vcf& of(ThreatBoard& board) {
      if (!vcf_) vcf_ = std::make_unique<Vcf>(board);
      return *vcf_;
    }

   private:
    std::unique_ptr<Vcf> vcf_;
  };

  static bool makes_four(Threat threat) {
    return threat == Threat::Four || threat >= Threat::FourThree;
  }

  // Renju: whether Black is to move and every point is forbidden.
  bool is_stuck() const {
    return board_.rules().renju && side() == kBlack && board_.count(kBlack, Threat::None) == 0 &&
           !has_move(board_);
  }

  // A legal one of the side to move, which has won where no five is to be stopped; or -1.
  int find_open_four() const {
    for (const Threat threat : {Threat::OpenFour, Threat::DoubleFour}) {
      if (!answers_.is_open_four(threat) || board_.count(side(), threat) == 0) continue;
      int found = -1;
      board_.points(side(), threat).for_each([&](int point) {
        if (found < 0 && board_.may_place(point)) found = point;
      });
      if (found >= 0) return found;
    }
    return -1;
  }

  // These return whether there was anything to list.
  bool list_fives(Moves& moves) {
    const int own = side(), other = own ^ 1;
    if (board_.count(own, Threat::Five) > 0) {
      add(moves, board_.points(own, Threat::Five));
      return true;
    }
    if (board_.count(other, Threat::Five) == 0) return false;
    for (const int point : list_stops(board_)) add(moves, point);
    if (moves.size == 0) add(moves, board_.points(other, Threat::Five));  // in vain
    return moves.size > 0;
  }
  bool list_defences(Moves& moves) {
    const int own = side(), other = own ^ 1;
    for (const int point : answers_.to_open_four(board_)) add(moves, point);
    for (const Threat threat : {Threat::Four, Threat::FourThree})
      board_.points(own, threat).for_each([&](int point) {
        if (!contains(moves, point)) add(moves, point);
      });
    if (moves.size == 0)  // in vain
      for (const Threat threat : {Threat::OpenFour, Threat::DoubleFour})
        add(moves, board_.points(other, threat));
    return moves.size > 0;
  }
  void list_freely(Moves& moves) {
    const int size = board_.size();
    for (int y = 0; y < size; ++y)
      for (std::uint32_t row = board_.candidates(y); row != 0; row &= row - 1)
        add(moves, y * size + std::countr_zero(row));
    if (moves.size > 0) return;
    const int centre = size / 2 * (size + 1);
    if (board_.is_empty(centre)) add(moves, centre);
    if (moves.size > 0) return;
    for (int point = 0; point < size * size; ++point)
      if (board_.is_empty(point)) add(moves, point);
  }

  void add(Moves& moves, const PointSet& points) {
    points.for_each([&](int point) { add(moves, point); });
  }
  void add(Moves& moves, int point) {
    if (!board_.may_place(point)) return;
    int rank = (*ranks_)(board_, point);
    if (net_) rank += net_->policy(side(), point);
    moves.add(static_cast<Move>(point), rank);
  }
  static bool contains(const Moves& moves, int point) {
    const auto end = moves.items.begin() + moves.size;
    return std::any_of(moves.items.begin(), end,
                       [&](const auto& item) { return item.move == point; });
  }

  // Brings the net up to date.
  void catch_up() {
    while (static_cast<std::size_t>(net_->stones()) > agrees_) net_->remove();
    for (; agrees_ < placed_.size(); ++agrees_)
      net_->place(placed_[agrees_].point, placed_[agrees_].colour);
  }

  ThreatBoard board_;
  Answers answers_;
  const PointRanks* ranks_;
  std::optional<LineNet> net_;
  std::vector<Stone> placed_;
  std::size_t agrees_ = 0;  // stones that the net has as well
  Solver solver_;
  std::uint64_t tactical_nodes_ = 0;
};

}  // namespace tengen::gomoku
