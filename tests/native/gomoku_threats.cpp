// Threats of Gomoku on random positions, by every rule: what is kept in step is what a fresh look
// finds, shapes are the patterns, forbidden points the forbidden ones; a win by fours is found
// where plain rules and trying everything find one, and as short; proofs hold against every
// defence.
#include "check.hpp"
#include "gomoku/rules/patterns.hpp"
#include "gomoku/threats/force.hpp"
#include "gomoku/threats/vct.hpp"

namespace gomoku_threats_test {

using namespace tengen;
using namespace tengen::gomoku;
using test::check;

Rules random_rules(Rng& rng, int smallest, int largest) {
  Rules rules;
  const std::uint32_t kind = rng.below(5);
  rules.renju = kind == 1;
  rules.exact = kind == 2 || kind == 4;
  rules.caro = kind > 2;
  rules.size =
      smallest + static_cast<int>(rng.below(static_cast<std::uint32_t>(largest - smallest + 1)));
  if (!rules.renju) rules.win_length = 3 + static_cast<int>(rng.below(3));
  return rules;
}

void compare_point(const ThreatBoard& board, const ThreatBoard& fresh, int point) {
  check(board.is_empty(point) == fresh.is_empty(point), "the same points are empty");
  for (int colour = 0; colour < 2; ++colour) {
    check(board.has(colour, point) == fresh.has(colour, point), "the same stones stand");
    if (!board.is_empty(point)) continue;
    check(board.best(colour, point) == fresh.best(colour, point), "the same threats");
    check(board.code(colour, point) == fresh.code(colour, point), "the same codes");
    for (int d = 0; d < 4; ++d)
      check(board.shape(colour, d, point) == fresh.shape(colour, d, point), "the same shapes");
  }
}

void compare_with_fresh(const ThreatBoard& board, const State& state) {
  const ThreatBoard fresh(state);
  check(board.key() == fresh.key() && board.side() == fresh.side(), "the same key and side");
  check(board.stones() == fresh.stones(), "as many stones");
  for (int point = 0; point < state.rules().points(); ++point) compare_point(board, fresh, point);
  for (int y = 0; y < state.rules().size; ++y)
    check(board.candidates(y) == fresh.candidates(y), "the same candidates");
  for (int colour = 0; colour < 2; ++colour)
    for (int i = 0; i < kThreats; ++i) {
      const auto threat = static_cast<Threat>(i);
      check(board.points(colour, threat) == fresh.points(colour, threat), "the same sets");
      check(board.count(colour, threat) == board.points(colour, threat).size(), "counted right");
    }
}

Pattern pattern_of(LineShape shape) {
  switch (shape) {
    case LineShape::None:
    case LineShape::Overline:
      return Pattern::None;
    case LineShape::TwoFours:
    case LineShape::OpenFour:
      return Pattern::OpenFour;
    case LineShape::Far:
      return Pattern::Far;
    case LineShape::Five:
      return Pattern::Five;
    default:  // from Two to Four the names are the same
      return static_cast<Pattern>(static_cast<int>(Pattern::Two) + static_cast<int>(shape) -
                                  static_cast<int>(LineShape::Two));
  }
}

void compare_with_patterns(const ThreatBoard& board, const State& state) {
  const int area = state.rules().points();
  std::vector<std::uint8_t> patterns(static_cast<std::size_t>(8 * area));
  draw_patterns(state, patterns.data());
  for (int i = 0; i < 8 * area; ++i) {
    const int point = i % area, d = i / area % 4, colour = state.colour() ^ (i / (4 * area));
    if (!board.is_empty(point)) continue;
    const auto pattern = static_cast<Pattern>(patterns[static_cast<std::size_t>(i)]);
    const Pattern ours = pattern_of(board.shape(colour, d, point));
    if (state.rules().renju && colour == kBlack && pattern != Pattern::Five) {
      // Two fours on a line are forbidden to Black, so less leads to an open four.
      check(ours <= pattern, "renju's Black has no more than the pattern");
      continue;
    }
    check(ours == pattern, "a shape is the pattern");
  }
}

void compare_with_rules(const ThreatBoard& board, const State& state) {
  for (int point = 0; point < state.rules().points(); ++point)
    if (board.is_empty(point) && state.rules().renju)
      check(board.is_forbidden(point) == renju::is_forbidden(state.judge(point)),
            "forbidden is what the rules forbid");
  for (const int action : test::legal_actions(state)) {
    State after = state;
    after.play(action);
    check(
        (board.best(state.colour(), action) == Threat::Five) == (after.winner() == state.to_play()),
        "a five is where a stone wins");
  }
}

// A game in which stones are taken back now and then.
void play_game(Rng& rng) {
  State state(random_rules(rng, 5, 20));
  ThreatBoard board(state);
  std::vector<State> before;
  while (!state.is_over()) {
    before.push_back(state);
    const int action = test::random_action(state, rng);
    state.play(action);
    board.place(action);
    for (; rng.below(3) == 0 && !before.empty(); before.pop_back()) {
      state = before.back();
      board.remove();
    }
    if (rng.below(6) != 0 || state.is_over()) continue;
    compare_with_fresh(board, state);
    compare_with_patterns(board, state);
    compare_with_rules(board, state);
  }
}

constexpr int kNoWin = 100;

int fours_to_win(const State& state, int most);

// Fours to win with, this move the first; by plain rules: a four is a move after which some answer
// loses to a five at once.
int fours_with(const State& after, int most) {
  int longest = kNoWin;
  std::vector<State> held;
  for (const int answer : test::legal_actions(after)) {
    State next = after;
    next.play(answer);
    if (next.is_over()) return kNoWin;
    if (next.wins_at_once())
      longest = 0;
    else
      held.push_back(next);
  }
  if (longest == kNoWin) return kNoWin;
  for (const State& next : held) {
    longest = std::max(longest, fours_to_win(next, most - 1));
    if (longest >= most) return kNoWin;
  }
  return 1 + longest;
}

int fours_to_win(const State& state, int most) {
  if (state.wins_at_once()) return 0;
  int least = kNoWin;
  for (const int action : test::legal_actions(state)) {
    const int bound = std::min(most, least - 1);
    if (bound < 1) break;
    State after = state;
    after.play(action);
    if (after.is_over()) continue;
    least = std::min(least, fours_with(after, bound));
  }
  return least;
}

// Whether a proof holds, by plain rules: every legal answer is tried.
bool is_won(const State& state, const Proof& proof, int node) {
  const auto& [move, answers, otherwise] = proof[node];
  if (!state.is_legal(move)) return false;
  State after = state;
  after.play(move);
  if (after.is_over()) return after.winner() == state.to_play();
  for (const int answer : test::legal_actions(after)) {
    State next = after;
    next.play(answer);
    if (next.is_over()) return false;
    int follows = otherwise;
    for (const Proof::Answer& known : answers)
      if (known.point == answer) follows = known.next;
    if (follows < 0 ? !next.wins_at_once() : !is_won(next, proof, follows)) return false;
  }
  return true;
}

State random_position(Rng& rng, int smallest, int largest) {
  for (;;) {
    Rules rules = random_rules(rng, smallest, largest);
    rules.win_length = std::max(rules.win_length, 4);
    State state(rules);
    const int stones = 8 + static_cast<int>(rng.below(14));
    for (int i = 0; i < stones && !state.is_over(); ++i)
      state.play(test::random_action(state, rng));
    if (!state.is_over()) return state;
  }
}

int solve_position(const State& state) {
  constexpr int kMost = 3;
  ThreatBoard board(state);
  Vcf vcf(board);
  const Line line = vcf.solve_shortest(100000);
  check(vcf.is_complete(), "small boards are looked at in whole");
  const int fours = fours_to_win(state, kMost);
  if (fours <= kMost) check(!line.empty(), "a win by fours is found");
  if (!line.empty()) {
    check(static_cast<int>(line.size()) % 2 == 1, "the attacker's stone is the last");
    check(is_won(state, vcf.proof(), vcf.proof().root), "a proof holds");
    const int played = static_cast<int>(line.size()) / 2;
    check(played > kMost || played == fours, "the shortest is the shortest");
  }
  compare_with_fresh(board, state);
  return !line.empty();
}

int solve_threats(const State& state) {
  ThreatBoard board(state);
  Vct vct(board);
  const Line line = vct.solve(300);
  if (!line.empty())
    check(is_won(state, vct.proof(), vct.proof().root), "a proof by threats holds");
  compare_with_fresh(board, state);
  return !line.empty();
}

const test::Test kTest("gomoku_threats", [] {
  Rng rng(11);
  for (int game = 0; game < 40; ++game) play_game(rng);
  int fours = 0, threats = 0;
  for (int i = 0; i < 120; ++i) fours += solve_position(random_position(rng, 5, 7));
  for (int i = 0; i < 60; ++i) threats += solve_threats(random_position(rng, 6, 7));
  check(fours > 10 && threats > 10, "some positions are won");
  std::printf("%d by fours, %d by threats\n", fours, threats);
});

}  // namespace gomoku_threats_test
