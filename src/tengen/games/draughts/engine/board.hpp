// English draughts for the selective search: whole moves that are made and taken back.
#pragma once
#include <vector>

#include "draughts/rules/rules.hpp"
#include "draughts/rules/ways.hpp"
#include "moves.hpp"
#include "past.hpp"
#include "square_net.hpp"

namespace tengen::draughts {

// Ends of the game are those of the rules; a position that has come back since the root is a draw.
class EngineBoard {
 public:
  using State = draughts::State;
  using Net = SquareNet;
  using Move = WholeMove;
  static constexpr int kMostMoves = draughts::kMostMoves;
  static constexpr int kSlots = kActions + kSquares;
  static constexpr double kScoreScale = 127;           // score units a logit of the chance to win
  static constexpr engine::Score kKnownScore = 10000;  // more than what is seen alone is worth

  EngineBoard(const State& state, const Net& net)
      : net_(&net),
        is_claimed_(state.rules().draws == Draws::Claimed),
        pieces_(count_bits(state.position().occupied())),
        past_(state) {
    frames_.reserve(Past::kUsualDepth);
    Frame frame;
    frame.position = state.position();
    frame.key = key_of(frame.position);
    frame.capturing = state.capturing_square() < 0 ? 0 : mask_of(state.capturing_square());
    frame.jumpers =
        jumpers_of(frame.position) & (frame.capturing == 0 ? ~Mask{0} : frame.capturing);
    frame.quiet_plies = static_cast<std::int16_t>(state.quiet_plies());
    frame.nearest = state.nearest();
    frame.entry = tables::look_up_entry(frame.position);
    frame.shapes = SquareShapes(frame.position);
    frames_.push_back(frame);
  }

  int side() const { return top().position.side; }
  const Position& position() const { return top().position; }

  // Of the board, the piece inside a capture and, where the end by the rules is near, how near.
  std::uint64_t key() const {
    const Frame& now = top();
    std::uint64_t key = now.key;
    if (now.capturing != 0) key ^= mix64(now.capturing);
    if (now.quiet_plies > kEarly && !is_claimed_)
      key ^= mix64(static_cast<std::uint64_t>(now.quiet_plies) << 32);
    return key;
  }

  void play(const Move& move) {
    frames_.push_back(top());
    Frame& next = frames_.back();
    const bool progresses = change(next, move);
    next.key ^= detail::kSideKey;
    next.position.side ^= 1;
    next.capturing = 0;
    next.jumpers = jumpers_of(next.position);
    next.quiet_plies =
        progresses ? std::int16_t{0} : static_cast<std::int16_t>(next.quiet_plies + 1);
    if (progresses) next.nearest = kFar;
    next.entry = tables::look_up_entry(next.position);
    past_.push(next.key);
    next.is_drawn = next.quiet_plies >= 4 && comes_back(next);
    if (frames_.size() == 2) pieces_ = count_bits(next.position.occupied());
  }
  void undo() {
    frames_.pop_back();
    past_.pop();
  }

  Known known() const {
    const Frame& now = top();
    const Position& position = now.position;
    if (now.capturing != 0) return {};
    if (position.own() == 0 || !can_move(now)) return {position.side ^ 1, 0};
    if (now.is_drawn) return {-1, 0};
    return tables::known_by(now.entry, position.side, plies_left(now));
  }

  void list(WholeMoves& moves) const { side() == 0 ? list_of<0>(moves) : list_of<1>(moves); }

  // A capture must be played out.
  bool is_quiet() const { return top().jumpers == 0; }

  // Whether a table says who wins, though not how soon, and something has been taken after the
  // first move: that cannot be undone, so to know the winner is enough. Of what the first move
  // takes itself more is wanted, since one of several that win is to be played.
  bool is_foregone() const {
    return has_winner() && is_quiet() && count_bits(position().occupied()) < pieces_;
  }

  engine::Score evaluate() const {
    const engine::Score score = judge();
    if (!has_winner()) return score;
    static_assert(SquareNet::kLargest < kKnownScore);
    return tables::is_win(*top().entry) ? score + 2 * kKnownScore : score - 2 * kKnownScore;
  }
  // By what is seen alone, whatever tables know.
  engine::Score judge() const {
    const Frame& now = top();
    if (net_->is_empty()) return evaluate_by_hand(now.position);
    return net_->score(now.shapes, now.position);
  }

  static std::uint16_t code(const Move& move) {
    return static_cast<std::uint16_t>(move.from | move.to << 5 | move.number << 10);
  }
  int slot(const Move& move) const {
    if (move.number != 0) return kActions + move.to;
    return kDirections * move.from + direction_of(move);
  }

  // The hops of the State that has this board.
  int actions(const Move& move, std::int32_t* actions) const {
    const Frame& now = top();
    if (move.number == 0) {
      actions[0] = action_of(square_of(move.from), direction_of(move));
      return 1;
    }
    Way way;
    way.squares[0] = static_cast<std::int8_t>(square_of(move.from));
    int hops = 0;
    const auto visit = [&](const Way& found, const Position& after, bool is_whole) {
      if (!is_whole || hops != 0 || found.last() != square_of(move.to)) return;
      if (after.enemy() != (now.position.enemy() & ~move.taken)) return;
      hops = found.hops;
      std::copy_n(found.actions.begin(), hops, actions);
    };
    detail::follow(now.position, way, visit);
    return hops;
  }

 private:
  static constexpr std::uint8_t kFar = 255;
  static constexpr int kEarly = 16;  // plies without progress that no search cares about

  struct Frame {
    Position position;
    std::uint64_t key = 0;  // of the board and the side to move
    Mask jumpers = 0;
    Mask capturing = 0;  // the piece inside a capture, at the root only
    std::int16_t quiet_plies = 0;
    std::uint8_t nearest = kFar;  // as in `State`
    std::optional<tables::Entry> entry;
    bool is_drawn = false;
    SquareShapes shapes;
  };

  const Frame& top() const { return frames_.back(); }

  // Whether a table knows that the position is won or lost, but not how soon.
  bool has_winner() const {
    const auto& entry = top().entry;
    return entry && *entry != tables::kDraw && !tables::tells_plies(*entry);
  }

  static Direction direction_of(const Move& step) {
    switch ((step.to - step.from) & 31) {
      case 7:
        return kNorthWest;
      case 1:
        return kNorthEast;
      case 31:
        return kSouthWest;
      default:
        return kSouthEast;
    }
  }

  static Mask jumpers_of(const Position& position) {
    return position.side == 0 ? Moves<0>::jumpers(position) : Moves<1>::jumpers(position);
  }
  static bool can_move(const Frame& now) { return now.jumpers != 0 || now.position.can_move(); }

  // As `State` has it.
  int plies_left(const Frame& now) const {
    if (is_claimed_) return kFar;
    return std::min(History::kLongest - now.quiet_plies, int{now.nearest});
  }

  // Whether the game is drawn because of what has been before.
  bool comes_back(Frame& now) const {
    const Past::Found found = past_.find(now.quiet_plies);
    if (found.since_root || (!is_claimed_ && found.times >= 3)) return true;
    if (found.times >= 2)
      now.nearest = std::min(now.nearest, tables::plies_until_decided(now.position));
    return !is_claimed_ && now.quiet_plies >= History::kLongest;
  }

  template <int kSide>
  void list_of(WholeMoves& moves) const {
    const Frame& now = top();
    if (now.jumpers != 0) return Captures<kSide>(now.position, moves).list(now.jumpers);
    list_steps<kSide>(now.position, moves, [&](Mask from, Mask to) {
      return (from & now.position.kings) == 0 && (to & king_row(kSide)) != 0 ? 1 : 0;
    });
  }

  // Moves the pieces; returns whether one was taken or a man moved.
  static bool change(Frame& next, const Move& move) {
    Position& p = next.position;
    const int own = p.side, other = own ^ 1;
    const bool was_king = (p.kings & move.left()) != 0;
    const bool is_king = was_king || (move.entered() & king_row(own)) != 0;
    next.key ^=
        detail::piece_key(own, was_king, move.from) ^ detail::piece_key(own, is_king, move.to);
    if (!was_king) next.shapes.remove(own, move.from);
    if (!is_king) next.shapes.add(own, move.to);
    p.pieces[static_cast<std::size_t>(own)] ^= move.left() ^ move.entered();
    p.kings = (p.kings & ~move.left()) | (is_king ? move.entered() : 0);
    for_each_bit(move.taken, [&](int bit) {
      const bool takes_king = (p.kings >> bit & 1) != 0;
      next.key ^= detail::piece_key(other, takes_king, bit);
      if (!takes_king) next.shapes.remove(other, bit);
    });
    p.pieces[static_cast<std::size_t>(other)] &= ~move.taken;
    p.kings &= ~move.taken;
    return !was_king || move.taken != 0;
  }

  const Net* net_;
  bool is_claimed_;
  int pieces_;  // after the first move from the root, or at the root
  Past past_;
  std::vector<Frame> frames_;
};

}  // namespace tengen::draughts
