// The board of the selective search against the rules: the same moves, the same ends, and what is
// kept while moves are made is what a fresh look gives. Small endgames are searched as tables have
// them.
#include <algorithm>
#include <set>
#include <tuple>

#include "check.hpp"
#include "draughts/engine/board.hpp"
#include "draughts/tables/build.hpp"
#include "engine/search.hpp"
#include "results.hpp"

namespace draughts_engine_test {

using namespace tengen;
using namespace tengen::draughts;
using test::check;

static_assert(engine::Board<EngineBoard>);

constexpr int kGames = 60;
constexpr int kPieces = 3;

using Pieces = std::tuple<Mask, Mask, Mask, int>;

Pieces pieces_of(const Position& p) { return {p.pieces[0], p.pieces[1], p.kings, p.side}; }

WholeMoves moves_of(const EngineBoard& board) {
  WholeMoves moves;
  board.list(moves);
  return moves;
}

std::uint64_t count(EngineBoard& board, int depth) {
  if (depth == 0) return 1;
  const WholeMoves moves = moves_of(board);
  std::uint64_t total = 0;
  for (int i = 0; i < moves.size; ++i) {
    board.play(moves.items[static_cast<std::size_t>(i)].move);
    total += count(board, depth - 1);
    board.undo();
  }
  return total;
}

// The positions after all whole moves from here, made hop by hop.
void add_after_hops(const State& state, std::set<Pieces>& boards) {
  for (const std::int32_t action : test::legal_actions(state)) {
    State after = state;
    after.play(action);
    if (after.capturing_square() < 0)
      boards.insert(pieces_of(after.position()));
    else
      add_after_hops(after, boards);
  }
}

struct NetArrays {
  std::vector<std::int16_t> rows, bias, out;
  std::vector<std::int8_t> first, second;
  std::vector<std::int32_t> dense_bias, out_bias;

  SquareNetArrays view() const {
    return {rows, bias, first, second, dense_bias, dense_bias, out, out_bias};
  }
};

NetArrays random_arrays(Rng& rng) {
  const auto some = [&rng](auto number, std::size_t count, int most) {
    std::vector<decltype(number)> numbers(count);
    for (auto& each : numbers)
      each = static_cast<decltype(number)>(
          static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * most + 1))) - most);
    return numbers;
  };
  constexpr std::size_t kWide = SquareNet::kWidth, kDense = SquareNet::kPhases * kWide;
  return {some(std::int16_t{}, SquareNet::kRows * kWide, 80),
          some(std::int16_t{}, kWide, 80),
          some(std::int16_t{}, kDense, 300),
          some(std::int8_t{}, kDense * kWide, 60),
          some(std::int8_t{}, kDense * kWide, 60),
          some(std::int32_t{}, kDense, 4000),
          some(std::int32_t{}, SquareNet::kPhases, 1000)};
}

State after_move(const State& state, const std::int32_t* actions, int hops) {
  State after = state;
  for (int hop = 0; hop < hops; ++hop) {
    check(after.is_legal(actions[hop]), "hops of a move are legal");
    after.play(actions[hop]);
  }
  check(hops > 0 && after.capturing_square() < 0, "all hops of a move are told");
  return after;
}

// The board one move from its root is what the game says; only there nothing can have come back.
void look_at_end(const EngineBoard& board, const State& state) {
  const Known known = board.known();
  const Known expected = state.is_over() ? Known{state.winner(), 0} : state.known();
  check(known.winner == expected.winner && known.plies == expected.plies,
        "the game ends on the board as it does by the rules");
}

void look_at_sums(const EngineBoard& board, const EngineBoard& fresh, const SquareNet& net) {
  check(board.key() == fresh.key(), "a key does not depend on the way");
  check(board.evaluate() == fresh.evaluate(), "nor does the evaluation");
  const SquareShapes shapes(board.position());
  check(net.score(shapes, board.position(), nnue::kPortable) == board.evaluate(),
        "every processor computes the same");
}

// Makes every move on the board and in the game, and compares.
void look_at_moves(EngineBoard& board, const State& state, const SquareNet& net) {
  const WholeMoves moves = moves_of(board);
  std::set<Pieces> by_hops, by_moves;
  std::set<int> codes;
  add_after_hops(state, by_hops);
  const std::uint64_t key = board.key();
  for (std::size_t i = 0; i < static_cast<std::size_t>(moves.size); ++i) {
    const WholeMove& move = moves.items[i].move;
    check(EngineBoard::code(move) != 0 && codes.insert(EngineBoard::code(move)).second,
          "codes tell moves apart");
    check(board.slot(move) >= 0 && board.slot(move) < EngineBoard::kSlots, "slots are bounded");
    std::int32_t actions[Way::kLongest];
    const State after = after_move(state, actions, board.actions(move, actions));
    board.play(move);
    check(board.position() == after.position(), "a move is its hops");
    look_at_end(board, after);
    if (!after.is_over()) look_at_sums(board, EngineBoard(after, net), net);
    by_moves.insert(pieces_of(board.position()));
    board.undo();
  }
  check(board.key() == key, "a move that is taken back leaves no trace");
  check(by_moves == by_hops && by_moves.size() == static_cast<std::size_t>(moves.size),
        "every position after a move is reached once");
}

void play_through(State state, const SquareNet& net, Rng& rng) {
  for (int ply = 0; ply < 300 && !state.is_over(); ++ply) {
    EngineBoard board(state, net);
    look_at_moves(board, state, net);
    state.play(test::random_action(state, rng));
  }
}

// A few kings of each side on any squares, so that captures turn and positions come back.
Position random_kings(Rng& rng) {
  Position position;
  position.side = static_cast<int>(rng.below(2));
  for (std::size_t player = 0; player < 2; ++player)
    for (std::uint32_t n = 1 + rng.below(4); n > 0; --n) {
      const Mask at = Mask{1} << rng.below(kSquares);
      if ((position.occupied() & at) == 0) position.pieces[player] |= at;
    }
  position.kings = position.occupied();
  return position;
}

Mask at(int square) { return mask_of(square - 1); }

void play_step(EngineBoard& board, int from, int to) {
  const WholeMoves moves = moves_of(board);
  for (std::size_t i = 0; i < static_cast<std::size_t>(moves.size); ++i)
    if (moves.items[i].move.left() == at(from) && moves.items[i].move.entered() == at(to))
      return board.play(moves.items[i].move);
  check(false, "the step is there");
}

// Two kings far from one another go to and fro.
void come_back(Draws draws) {
  const SquareNet none;
  const State root(State::Rules{{{at(1), at(32)}, at(1) | at(32), 0}, draws});
  EngineBoard board(root, none);
  play_step(board, 1, 5);
  play_step(board, 32, 28);
  play_step(board, 5, 1);
  check(board.known().winner == Known::kUnknown, "nothing has come back yet");
  play_step(board, 28, 32);
  check(board.known().winner == -1, "the root has come back");
  board.undo();
  check(board.known().winner == Known::kUnknown, "and is gone again");

  State game = root;  // 1-5 32-28 5-1 28-32 1-5: once before the root, and no draw when it comes
  for (const int action : {action_of(0, kSouthWest), action_of(31, kNorthEast),
                           action_of(4, kNorthEast), action_of(27, kSouthWest)})
    game.play(action);
  EngineBoard later(game, none);
  play_step(later, 1, 5);
  check(later.known().winner == Known::kUnknown, "twice in the game is no draw");
  for (const int action :
       {action_of(0, kSouthWest), action_of(31, kNorthEast), action_of(4, kNorthEast)})
    game.play(action);
  EngineBoard last(game, none);
  play_step(last, 28, 32);
  const bool is_draw = last.known().winner == -1;
  check(is_draw == (draws == Draws::Automatic), "three times is, by the rules that end games");
}

// All slices, as long as the builder lives.
std::vector<tables::Solved> solve(tables::Builder& builder) {
  std::vector<tables::Solved> all;
  for (std::size_t step = 0; step < builder.steps().size(); ++step)
    for (const tables::Solved& slice : builder.solve_next()) all.push_back(slice);
  return all;
}

int distance(const engine::Report& report) {
  return engine::kWin - std::abs(report.lines.front().score);
}

void check_endgame(const engine::Report& report, tables::Entry entry) {
  const engine::Score score = report.lines.front().score;
  if (!engine::is_decided(score)) return;
  check((score > 0) == tables::is_win(entry) && entry != tables::kDraw, "what is decided is so");
  check(distance(report) >= tables::plies_of(entry), "nothing is nearer than it can be");
}

// Without tables, what the search says is decided is what they say; with them, at once.
void search_endgames(Rng& rng) {
  tables::Builder builder(kPieces, 1);
  tables::Tables tables;
  for (const auto& slice : solve(builder)) tables.add(slice.material, slice.entries->data());
  const SquareNet none;
  engine::Settings plain;
  for (const auto& [name, member] : engine::Settings::names()) plain.*member = false;
  constexpr std::size_t kMemory = std::size_t{1} << 20;
  engine::Search<EngineBoard> full(State::Rules{}, none, kMemory, 1, 3, plain);
  engine::Search<EngineBoard> search(State::Rules{}, none, kMemory, 1, 3);
  for (int found = 0; found < 150;) {
    const Position position = random_kings(rng);
    const std::optional<tables::Entry> entry = tables.find(position);
    const State state(State::Rules{.start = position});
    if (!entry || state.is_over()) continue;
    ++found;
    check_endgame(search.run(state, {.depth = 9}), *entry);
    const int plies = tables::plies_of(*entry);
    const bool is_short = *entry != tables::kDraw && plies <= 5;
    if (is_short)
      check(distance(full.run(state, {.depth = plies})) == plies, "a short win is found");
    tables::attached().store(&tables, std::memory_order_release);
    if (*entry != tables::kDraw)
      check(distance(search.run(state, {.depth = 1})) == plies, "tables know how far it is");
    tables::attached().store(nullptr, std::memory_order_release);
    search.clear();
  }
}

std::vector<WholeMove> steps_of(const EngineBoard& board) {
  const WholeMoves moves = moves_of(board);
  std::vector<WholeMove> steps;
  for (int i = 0; i < moves.size; ++i)
    steps.push_back(moves.items[static_cast<std::size_t>(i)].move);
  return steps;
}

bool is_judged(engine::Score score) {
  return std::abs(score) >= 10000 && !engine::is_decided(score);
}

bool has_winner(const tables::Tables& tables, const Position& position) {
  const auto entry = tables.find(position);
  return entry && *entry != tables::kDraw && !tables::tells_plies(*entry);
}

// Of what a table says is won, but not how soon, no more is asked once something has been taken
// after the first move. Returns the positions within two moves where no others need a look.
int check_foregone(EngineBoard board, const tables::Tables& tables, int& found) {
  int positions = 0;
  bool is_all = true;
  check(!board.is_foregone(), "not at the root");
  for (const WholeMove& first : steps_of(board)) {
    board.play(first);
    ++positions;
    check(!board.is_foregone(), "nor after the first move");
    if (board.known().winner == Known::kUnknown)
      for (const WholeMove& second : steps_of(board)) {
        board.play(second);
        ++positions;
        const bool is_won = has_winner(tables, board.position());
        check(board.is_foregone() == (is_won && second.taken != 0 && board.is_quiet()),
              "but when the answer takes");
        const engine::Score told = board.evaluate() - board.judge();
        check((told != 0) == is_won, "who wins is told");
        if (is_won) {
          check((told > 0) == tables::is_win(*tables.find(board.position())), "by its sign");
          check(is_judged(board.evaluate()), "as a judgement");
        }
        found += board.is_foregone();
        is_all &= board.is_foregone() || board.known().winner != Known::kUnknown;
        board.undo();
      }
    board.undo();
  }
  return is_all ? positions : 0;
}

// Where tables have nothing but results: draws are certain, and who wins is judged to.
void search_results(Rng& rng) {
  tables::Builder builder(kPieces, 1);
  tables::Tables known, tables;
  std::vector<std::vector<std::uint8_t>> results;
  for (const auto& [material, entries, census] : solve(builder)) {
    results.push_back(test::results_of(*entries));
    known.add(material, entries->data());
    if (material.pieces() < kPieces)
      tables.add(material, entries->data());
    else
      tables.add(material, results.back().data(), tables::Kept::Results);
  }
  tables::attached().store(&tables, std::memory_order_release);
  const SquareNet none;
  constexpr std::size_t kMemory = std::size_t{1} << 20;
  constexpr int kDeep = 20;
  engine::Search<EngineBoard> search(State::Rules{}, none, kMemory, 1, 3);
  int seen = 0, short_searches = 0;
  for (int found = 0; found < 150;) {
    const State state(State::Rules{.start = random_kings(rng)});
    if (state.is_over()) continue;
    int foregone = 0;
    const int positions = check_foregone(EngineBoard(state, none), tables, foregone);
    seen += foregone;
    search.clear();
    if (positions > 0 && foregone > 0) {
      ++short_searches;
      const auto nodes = search.run(state, {.depth = kDeep}).nodes;
      check(nodes <= static_cast<std::uint64_t>(2 * kDeep * positions), "nothing else is searched");
    }
    const auto entry = known.find(state.position());
    if (!entry) continue;
    ++found;
    search.clear();
    const engine::Score score = search.run(state, {.depth = 5}).lines.front().score;
    check((score == 0) == (*entry == tables::kDraw), "a draw is seen");
    check(score == 0 || is_judged(score) || engine::is_decided(score), "a winner too");
    check((score > 0) == tables::is_win(*entry), "and who it is");
  }
  check(seen > 50 && short_searches > 0, "it was seen often");
  tables::attached().store(nullptr, std::memory_order_release);
}

const test::Test kTest("draughts_engine", [] {
  const SquareNet none;
  EngineBoard start(State(State::Rules{}), none);
  const std::uint64_t counts[] = {1, 7, 49, 302, 1469, 7361, 36768, 179740};
  for (int depth = 0; depth < 8; ++depth)
    check(count(start, depth) == counts[depth], "moves are counted as published");
  Rng rng(3);
  const SquareNet net(random_arrays(rng).view());
  for (int game = 0; game < kGames; ++game) {
    play_through(State(State::Rules{}), net, rng);
    for (const Draws draws : {Draws::Automatic, Draws::Claimed}) {
      const State kings(State::Rules{random_kings(rng), draws});
      if (!kings.is_over()) play_through(kings, net, rng);
    }
  }
  come_back(Draws::Automatic);
  come_back(Draws::Claimed);
  search_endgames(rng);
  search_results(rng);
});

}  // namespace draughts_engine_test
