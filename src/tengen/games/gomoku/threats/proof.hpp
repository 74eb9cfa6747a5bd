// How a win is proven: a move for the attacker, and for each defence that matters what follows.
#pragma once
#include "board.hpp"

namespace tengen::gomoku {

// Points played in turn, the attacker's first and last: that one wins. Empty: none was found.
using Line = std::vector<int>;

struct Proof {
  static constexpr int kNone = -1, kOver = -2;
  struct Answer {
    int point, next;
  };
  struct Node {
    int move;
    std::vector<Answer> answers;
    int otherwise;  // how any other answer loses; kNone: to a five at once; kOver: this is one
  };

  std::vector<Node> nodes;
  int root = kNone;

  bool is_empty() const { return root == kNone; }
  const Node& operator[](int node) const { return nodes[static_cast<std::size_t>(node)]; }
  int add(Node node) {
    nodes.push_back(std::move(node));
    return static_cast<int>(nodes.size()) - 1;
  }
  // Takes over another proof and returns where its root is now.
  int add_all(const Proof& other) {
    const int offset = static_cast<int>(nodes.size());
    for (Node node : other.nodes) {
      for (Answer& answer : node.answers) answer.next += offset;
      if (node.otherwise >= 0) node.otherwise += offset;
      nodes.push_back(std::move(node));
    }
    return other.root + offset;
  }
  // Moves of the attacker's on the longest way from a node, not counting ways that any answer has.
  int length(int node) const {
    int longest = (*this)[node].otherwise == kOver ? 0 : 1;
    for (const Answer& answer : (*this)[node].answers)
      longest = std::max(longest, length(answer.next));
    return 1 + longest;
  }
};

// A few points.
struct PointList {
  static constexpr int kMost = 9;
  std::array<std::int16_t, kMost> points;
  int size = 0;

  void add(int point) {
    points[static_cast<std::size_t>(size++)] = static_cast<std::int16_t>(point);
  }
  const std::int16_t* begin() const { return points.data(); }
  const std::int16_t* end() const { return points.data() + size; }
};

namespace detail {

// The empty points at both ends of the row that a stone on `point` makes along a direction.
inline void list_ends(const ThreatBoard& board, int colour, int point, int d, PointList& out) {
  const auto& through = board.geometry().through;
  for (const int sign : {1, -1}) {
    const auto [dx, dy] = kDirections[static_cast<std::size_t>(d)];
    const auto& start = through[static_cast<std::size_t>(point)];
    for (int x = start.x + sign * dx, y = start.y + sign * dy;; x += sign * dx, y += sign * dy) {
      if (x < 0 || y < 0 || x >= board.size() || y >= board.size()) break;
      const int at = y * board.size() + x;
      if (board.has(colour, at)) continue;
      if (board.is_empty(at)) out.add(at);
      break;
    }
  }
}

}  // namespace detail

// Where the side to move may place a stone that leaves the other side no five to make: on its only
// one, but in caro, where stones at both ends spoil a row, there are more ways.
inline PointList list_stops(ThreatBoard& board) {
  const int attacker = board.side() ^ 1, fives = board.count(attacker, Threat::Five);
  PointList stops;
  if (!board.rules().caro) {
    const int point = fives == 1 ? board.points(attacker, Threat::Five).front() : -1;
    if (fives == 1 && board.may_place(point)) stops.add(point);
    return stops;
  }
  const int point = board.points(attacker, Threat::Five).front();
  PointList tried;
  tried.add(point);
  for (int d = 0; d < 4; ++d)
    if (board.shape(attacker, d, point) == LineShape::Five)
      detail::list_ends(board, attacker, point, d, tried);
  for (const int stop : tried) {
    board.place(stop);
    if (board.count(attacker, Threat::Five) == 0) stops.add(stop);
    board.remove();
  }
  return stops;
}

// Whether the side to move has a move at all: in renju Black may have none, which draws.
inline bool has_move(const ThreatBoard& board) {
  for (int point = 0; point < board.rules().points(); ++point)
    if (board.is_empty(point) && board.may_place(point)) return true;
  return false;
}

// Whether a proof by fours still holds on a board that has changed, from one of its nodes on.
inline bool holds(ThreatBoard& board, const Proof& proof, int node) {
  const int move = proof[node].move, attacker = board.side();
  if (!board.is_empty(move) || !board.may_place(move)) return false;
  if (board.best(attacker, move) == Threat::Five) return true;
  board.place(move);
  const auto holds_after = [&](int stop) {
    for (const Proof::Answer& answer : proof[node].answers)
      if (answer.point == stop) {
        board.place(stop);
        const bool held = holds(board, proof, answer.next);
        board.remove();
        return held;
      }
    return false;
  };
  const auto met = [&] {
    if (board.count(attacker, Threat::Five) == 0 || board.count(attacker ^ 1, Threat::Five) > 0)
      return false;
    const PointList stops = list_stops(board);
    return stops.size == 0 ? has_move(board) : std::all_of(stops.begin(), stops.end(), holds_after);
  };
  const bool held = met();
  board.remove();
  return held;
}

// Whether a proof holds against every move of the defender's, from one of its nodes on.
inline bool is_proven(ThreatBoard& board, const Proof& proof, int node) {
  const Proof::Node& here = proof[node];
  const int attacker = board.side();
  if (!board.is_empty(here.move) || !board.may_place(here.move)) return false;
  if (board.best(attacker, here.move) == Threat::Five) return true;
  const auto loses = [&](int defence) {
    board.place(defence);
    const auto known =
        std::find_if(here.answers.begin(), here.answers.end(),
                     [&](const Proof::Answer& answer) { return answer.point == defence; });
    const bool lost = known != here.answers.end() ? is_proven(board, proof, known->next)
                      : here.otherwise >= 0       ? holds(board, proof, here.otherwise)
                                                  : board.count(attacker, Threat::Five) > 0;
    board.remove();
    return lost;
  };
  board.place(here.move);
  bool proven = board.count(attacker ^ 1, Threat::Five) == 0 && has_move(board);
  for (int point = 0; proven && point < board.rules().points(); ++point)
    proven = !board.is_empty(point) || !board.may_place(point) || loses(point);
  board.remove();
  return proven;
}

// Where nothing helps: the defender stops one of several fives, if that is allowed, or moves
// anywhere.
inline int useless_answer(const ThreatBoard& board, int attacker) {
  int anywhere = -1;
  for (int point = 0; point < board.rules().points(); ++point) {
    if (!board.is_empty(point) || !board.may_place(point)) continue;
    if (board.best(attacker, point) == Threat::Five) return point;
    anywhere = point;
  }
  return anywhere;
}

// The line of a proof with the longest defence, to its five. The board is where the proof starts.
inline Line main_line(ThreatBoard& board, const Proof& proof) {
  Line line;
  const int attacker = board.side();
  const auto play = [&](int point) {
    line.push_back(point);
    board.place(point);
  };
  for (int node = proof.root; node != Proof::kNone;) {
    play(proof[node].move);
    const auto& [move, answers, otherwise] = proof[node];
    node = Proof::kNone;
    if (otherwise == Proof::kOver) break;
    if (!answers.empty()) {
      const auto longest =
          std::max_element(answers.begin(), answers.end(), [&](const auto& a, const auto& b) {
            return proof.length(a.next) < proof.length(b.next);
          });
      play(longest->point);
      node = longest->next;
      continue;
    }
    play(useless_answer(board, attacker));
    node = otherwise;
    if (node == Proof::kNone) play(board.points(attacker, Threat::Five).front());
  }
  for (std::size_t i = 0; i < line.size(); ++i) board.remove();
  return line;
}

}  // namespace tengen::gomoku
