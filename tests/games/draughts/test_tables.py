"""The endgame tables: counts, the rules, well-known endings, and what play makes of them."""

from collections import Counter
from math import comb

import numpy as np
import pytest

from tengen.agents import load_agent
from tengen.games import load
from tengen.games.draughts import _native, tables
from tengen.games.draughts.notation import Setup, format_fen
from tengen.games.draughts.reference import DARK_SQUARES, ReferenceState
from tengen.games.draughts.tables.file import TablesFile, materials

QUIET_PLIES = 80
FAR = 1_000
LONG = [
    pytest.param(3, 2_000, marks=pytest.mark.long),
    pytest.param(4, 4_000, marks=pytest.mark.long),
]
MEN = (range(1, 29), range(5, 33))
"""Squares of Black's and White's men."""


def no_progress(done, total):
    """Take notice of nothing."""


@pytest.fixture(scope="module")
def shipped():
    return TablesFile(tables.shipped())


@pytest.fixture(scope="module", autouse=True)
def _probed(shipped):
    """Let searches probe what ships, whatever the user has built."""
    if tables.attach().path != shipped.path:
        _native.attach_tables(list(shipped))


@pytest.fixture(scope="module")
def slices(shipped):
    """Return the shipped slices that have distances."""
    return {material: entries for material, entries in shipped if sum(material) <= 4}


def random_position(rng, pieces, *, kings_only=False):
    """Return a position between moves, both sides with a piece, men and kings alike likely."""
    while True:
        kinds = rng.integers(2, size=(pieces, 2)) | [0, int(kings_only)]
        squares = [int(rng.choice(range(1, 33) if king else MEN[player])) for player, king in kinds]
        if len(set(squares)) == pieces and len(set(kinds[:, 0])) == 2:
            break
    of = [tuple(s for s, (p, _) in zip(squares, kinds, strict=True) if p == q) for q in (0, 1)]
    kings = tuple(s for s, (_, king) in zip(squares, kinds, strict=True) if king)
    return Setup(int(rng.integers(2)), *map(_sorted, (*of, kings)))


def _sorted(squares):
    return tuple(sorted(squares))


def turned(position):
    """Return the position seen from the other side, colours exchanged."""
    black, white, kings = (
        _sorted(33 - square for square in squares)
        for squares in (position.black, position.white, position.kings)
    )
    return Setup(1 - position.to_play, white, black, kings)


def entries(positions):
    """Return what the tables say of positions: -1 nothing, 0 a draw, else plies + 1.

    Of five pieces only who wins: 254, or 255 a loss.
    """
    probes = _native.TableProbes()
    for position in positions:
        sets = (position.black, position.white, position.kings)
        probes.add(*(sum(1 << (s - 1) for s in squares) for squares in sets), position.to_play)
    return probes.entries().tolist()


def start_of(position, draws="automatic"):
    return load("draughts", position=format_fen(position), draws=draws).initial_state()


def reference_of(position):
    board = [["."] * 8 for _ in range(8)]
    for letters, squares in (("bB", position.black), ("wW", position.white)):
        for square in squares:
            row, column = DARK_SQUARES[square - 1]
            board[row][column] = letters[square in position.kings]
    return ReferenceState(tuple(map("".join, board)), position.to_play)


def position_of(reference):
    pieces = {
        square: reference.board[row][column]
        for square, (row, column) in enumerate(DARK_SQUARES, start=1)
    }
    return Setup(
        reference.to_play,
        tuple(square for square, piece in pieces.items() if piece in "bB"),
        tuple(square for square, piece in pieces.items() if piece in "wW"),
        tuple(square for square, piece in pieces.items() if piece in "BW"),
    )


def best_of(after):
    """Return the entry of a position by those of the positions after its moves."""
    wins = [entry + 1 for entry in after if entry % 2 == 1]
    losses = [entry + 1 for entry in after if entry % 2 == 0 and entry > 0]
    if wins:
        return min(wins)
    return 0 if len(losses) < len(after) else max(losses, default=1)


def test_counts(shipped):
    """Wins, losses and draws of each number of pieces are the published ones.

    Positions where one side has no piece left, which the published totals (6,972; 261,224;
    7,092,774; 148,688,232) count too, are the difference.
    """
    counted = {row["pieces"]: row for row in shipped.summary()}
    assert {pieces: row["positions"] for pieces, row in counted.items()} == {
        2: 3_488,
        3: 196_032,
        4: 6_209_316,
        5: 139_450_808,
    }
    four = counted[4]
    assert (four["wins"], four["losses"], four["draws"]) == (2_574_304, 1_917_090, 1_717_922)


def test_total_counts(shipped):
    """With those where one side has no piece, there are as many positions as published."""

    def one_sided(pieces):
        """Count men on 28 squares, then kings on what is left of 32."""
        return sum(comb(28, men) * comb(32 - men, pieces - men) for men in range(pieces + 1))

    totals = [row["positions"] + 2 * one_sided(row["pieces"]) for row in shipped.summary()]
    assert totals == [6_972, 261_224, 7_092_774, 148_688_232]


@pytest.mark.long
def test_a_rebuild_is_what_ships(slices):
    """Solving all positions of up to four pieces anew gives the shipped entries, bit for bit."""
    rebuilt = tables.solve(4, 2, no_progress)
    assert {new.material for new in rebuilt} == set(slices) == materials(4)
    for new in rebuilt:
        assert np.array_equal(new.entries, slices[new.material]), new.material


@pytest.mark.long
def test_a_rebuild_of_five_pieces_is_what_ships(shipped, tmp_path):
    """Solving all positions of five pieces anew gives the shipped results, bit for bit."""
    rebuilt = tables.build(tmp_path / "x", 5, 2, no_progress, distances=4)
    assert rebuilt.summary() == shipped.summary()
    for (material, entries), (shipped_material, others) in zip(rebuilt, shipped, strict=True):
        assert material == shipped_material
        assert np.array_equal(entries, others), material
    assert tables.check(shipped, no_progress) == 0


def test_threads_change_nothing():
    """One thread and three find the same."""
    for one, three in zip(
        tables.solve(3, 1, no_progress), tables.solve(3, 3, no_progress), strict=True
    ):
        assert np.array_equal(one.entries, three.entries)


@pytest.mark.long
def test_every_entry_follows_from_those_after_its_moves(slices):
    """No result or distance of up to four pieces contradicts those after each move."""
    every = list(slices.items())
    assert sum(_native.check_table(every, material) for material in slices) == 0


@pytest.mark.parametrize(
    "material",
    [
        (1, 0, 4, 0),
        *(pytest.param(of, marks=pytest.mark.long) for of in ((3, 0, 0, 2), (4, 0, 1, 0))),
    ],
)
def test_results_follow_from_those_after_each_move(shipped, material):
    """Of slices of five pieces, which have no distances."""
    assert _native.check_table(list(shipped), material) == 0


def test_a_wrong_entry_is_found(slices):
    """One distance changed shows in the slice itself or in one before it."""
    small = {material: entries for material, entries in slices.items() if sum(material) <= 3}
    changed = small[0, 2, 0, 1].copy()
    changed[np.flatnonzero(changed > 9)[100]] += 2
    wrong = list((small | {(0, 2, 0, 1): changed}).items())
    assert sum(_native.check_table(wrong, material) for material in small) > 0


def test_a_wrong_result_is_found(shipped):
    """A win that is told as a loss, in a slice that has no distances."""
    every = dict(shipped)
    changed = every[4, 0, 1, 0].copy()
    changed[np.flatnonzero(changed == 0b10101010)[500]] ^= 0b11
    assert _native.check_table(list((every | {(4, 0, 1, 0): changed}).items()), (4, 0, 1, 0)) > 0


@pytest.mark.parametrize(("pieces", "positions"), [(2, 500), (3, 1_000), (4, 1_000), *LONG])
def test_entries_agree_with_the_rulebook(rng, pieces, positions):
    """A result follows from those after each whole move of the reference rules."""
    for _ in range(positions):
        position = random_position(rng, pieces)
        state = reference_of(position)
        after = [position_of(move) for move in state.whole_moves()]
        known = entries([p for p in after if p.black and p.white])
        finished = [1] * (len(after) - len(known))  # the other side has no piece left
        assert entries([position]) == [best_of(known + finished)], position


@pytest.mark.parametrize("positions", [800, pytest.param(3_000, marks=pytest.mark.long)])
def test_results_agree_with_the_rulebook(rng, positions):
    """Who wins with five pieces follows from what is known after each whole move."""
    results = Counter()
    for _ in range(positions):
        position = random_position(rng, 5)
        after = [position_of(move) for move in reference_of(position).whole_moves()]
        known = entries([p for p in after if p.black and p.white])
        losses = len(after) - len(known) + sum(entry % 2 for entry in known)
        expected = 254 if losses else 0 if 0 in known else 255
        assert entries([position]) == [expected], position
        results[expected] += 1
    assert min(results.values()) > positions // 30, results


@pytest.mark.parametrize("draws", ["automatic", "claimed"])
def test_a_win_of_unknown_length_is_not_claimed(rng, draws):
    """With five pieces a draw is known, a win or a loss is not: nobody knows how to get there."""
    for _ in range(500):
        position = random_position(rng, 5)
        state = start_of(position, draws)
        if state.outcome() is None:
            (entry,) = entries([position])
            assert state.native.known() == ((-1, 0) if entry == 0 else None)
            found = state.game.look_up(state)
            assert (found is not None and found.winner is None) if entry == 0 else found is None


def test_turned_positions_are_worth_the_same(rng):
    """A position and its turned image with colours exchanged have one entry."""
    positions = [random_position(rng, int(rng.integers(2, 5))) for _ in range(3_000)]
    assert entries(positions) == entries([turned(position) for position in positions])
    assert len(set(entries(positions))) > 60


@pytest.mark.parametrize(
    ("fen", "known"),
    [
        ("W:WK29:BK22", (0, 2)),  # in the single corner, the other has the opposition
        ("B:WK29:BK22", None),  # it has to give up the opposition
        ("B:BK1,K2:WK32", (0, 33)),  # two kings drive one out of the double corner
        ("B:BK11,K12:WK29", (0, 7)),
        ("B:BK1:WK10", None),  # nobody is driven out of the double corner by one king
        ("B:B4:WK8,K11", (1, 0)),  # no move left
        ("W:W5:BK1", (0, 0)),
    ],
)
def test_well_known_endings(fen, known):
    """Endings everybody knows, with who wins them and in how many plies."""
    assert load("draughts", position=fen).initial_state().native.known() == (known or (-1, 0))


def test_two_kings_beat_one(slices):
    """Two kings to move win against one, unless one of them is lost at once."""
    two_kings = slices[0, 2, 0, 1]
    entries_of_wins = two_kings[two_kings > 0]
    assert (entries_of_wins % 2 == 0).all()
    assert entries_of_wins.max() == 33 + 1


def test_more_pieces_than_the_tables_have_are_not_known():
    assert load("draughts").initial_state().native.known() is None
    fen = "B:BK1,K2,K3:WK30,K31,K32"
    assert load("draughts", position=fen).initial_state().native.known() is None


def whole_moves(state):
    """Return the positions after each whole move."""
    after = [state.apply(int(action)) for action in state.legal_actions()]
    return [
        end
        for hop in after
        for end in (whole_moves(hop) if hop.native.capturing_square >= 0 else [hop])
    ]


def value_of(state, player):
    """Return how good a position is: the sooner won and the later lost the better."""
    if state.outcome() is not None:
        return 1_000 * state.outcome().value_for(player)
    known = state.native.known()
    if known is None:
        return -2_000
    winner, plies = known
    return 0 if winner < 0 else (1_000 - plies) * (1 if winner == player else -1)


def play_out(state, defend):
    """Play to the end, the winner by the tables; return the plies it took and the last position."""
    winner, _ = state.native.known()
    plies = 0
    while state.outcome() is None:
        player, moves = state.to_play, whole_moves(state)
        best = max(moves, key=lambda after: value_of(after, player))
        state = best if player == winner else defend(moves, best)
        plies += 1
    return plies, state


def decided_states(rng, count, pieces):
    """Return positions that are won or lost."""
    found = []
    while len(found) < count:
        state = start_of(random_position(rng, pieces))
        known = state.native.known()
        if state.outcome() is None and known is not None and known[0] >= 0:
            found.append(state)
    return found


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_best_play_ends_after_the_plies_the_tables_say(rng, pieces):
    """Where both follow the tables, the game ends as they say and exactly when."""
    for state in decided_states(rng, 15, pieces):
        winner, plies = state.native.known()
        took, end = play_out(state, lambda moves, best: best)
        assert (took, end.outcome().winner) == (plies, winner)


@pytest.mark.parametrize("pieces", [3, 4])
def test_no_defence_lasts_longer(rng, pieces):
    """Against any other defence the game ends no later."""
    for state in decided_states(rng, 30, pieces):
        winner, plies = state.native.known()
        took, end = play_out(state, lambda moves, best: moves[rng.integers(len(moves))])
        assert took <= plies
        assert end.outcome().winner == winner


def wander(rng, state, plies, *, recurs):
    """Yield the positions between moves of a game without aim, but pieces are not given away.

    Positions come back with the probability `recurs`, or when nothing else is left.
    """
    seen = set()
    for _ in range(plies):
        if state.outcome() is not None:
            return
        yield state
        seen.add(state.game.position_of(state))
        moves = whole_moves(state)
        moves = [move for move in moves if not move.native.must_capture] or moves
        fresh = [move for move in moves if move.game.position_of(move) not in seen]
        if not fresh and not recurs:
            return
        choice = fresh if fresh and rng.random() >= recurs else moves
        state = choice[rng.integers(len(choice))]


@pytest.mark.long
def test_a_win_is_claimed_only_while_no_draw_rule_comes_first(rng):
    """After aimless moves a win counts while its plies fit and no recurrence can be on its way.

    Kings that wander use up the 80 plies; a position that was there twice would be drawn the
    next time, and the way to the win leads through nearer ones.
    """
    kinds = Counter()
    for number in range(400):
        start = random_position(rng, int(rng.integers(2, 5)), kings_only=number % 2 == 0)
        seen: Counter[object] = Counter()
        nearest = FAR
        for state in wander(rng, start_of(start), 80, recurs=0.05):
            position = state.game.position_of(state)
            if not state.native.quiet_plies:
                seen, nearest = Counter(), FAR
            seen[position] += 1
            (entry,) = entries([position])
            left = QUIET_PLIES - state.native.quiet_plies
            if seen[position] > 1 and entry:
                nearest = min(nearest, entry - 1)
            winner = position.to_play if entry % 2 == 0 else 1 - position.to_play
            claimed = entry - 1 <= min(left, nearest)
            assert state.native.known() == (
                ((winner, entry - 1) if claimed else None) if entry else (-1, 0)
            )
            kinds[entry > 0, entry - 1 <= left, entry - 1 <= nearest] += 1
    assert kinds[True, True, True] > 100
    assert kinds[True, False, True] > 20  # too few plies are left
    assert kinds[True, True, False] > 20  # a nearer position was there twice


def test_a_claim_after_wandering_holds(rng):
    """A win that is claimed late is reached before any rule makes the game a draw."""
    late = 0
    while late < 25:
        for state in wander(rng, start_of(random_position(rng, 3)), 80, recurs=0):
            known = state.native.known()
            if state.native.quiet_plies < 6 or known is None or known[0] < 0:
                continue
            took, end = play_out(state, lambda moves, best: moves[rng.integers(len(moves))])
            assert end.outcome().winner == known[0]
            assert took <= known[1]
            late += 1
            break


@pytest.mark.long
def test_every_result_counts_where_draws_are_claimed(rng):
    """No rule comes before a win then: it is known whatever was there, and can be reached."""
    kinds = Counter()
    for number in range(100):
        position = random_position(rng, int(rng.integers(2, 5)), kings_only=number % 2 == 0)
        for state in wander(rng, start_of(position, "claimed"), 120, recurs=0.8):
            position = state.game.position_of(state)
            (entry,) = entries([position])
            winner = position.to_play if entry % 2 == 0 else 1 - position.to_play
            assert state.native.known() == ((winner, entry - 1) if entry else (-1, 0))
            kinds["without progress"] += entry > 0 and state.native.quiet_plies == QUIET_PLIES
            kinds["third occurrence"] += entry > 0 and state.native.occurrences >= 3
        if entry > 0:
            took, end = play_out(state, lambda moves, best: best)
            assert (took, end.outcome().winner) == (entry - 1, winner)
    assert min(kinds["without progress"], kinds["third occurrence"]) > 20, kinds


def test_the_longest_wins_are_known_where_draws_are_claimed(rng):
    """Wins of more than 80 plies are no wins where the draws come by themselves."""
    position = next(p for p in positions_of_four(rng) if entries([p])[0] > QUIET_PLIES + 1)
    (entry,) = entries([position])
    assert start_of(position).native.known() is None
    assert start_of(position, "claimed").native.known()[1] == entry - 1


def positions_of_four(rng):
    while True:
        yield random_position(rng, 4)


@pytest.mark.long
def test_inside_a_capture_the_best_end_counts(rng):
    """Between the jumps of a capture the result is the best of those after its ends."""
    seen = Counter()
    while seen["chains"] < 40:
        state = start_of(random_position(rng, int(rng.integers(3, 6))))
        for action in state.legal_actions():
            inside = state.apply(int(action))
            if inside.native.capturing_square < 0 or len(inside.legal_actions()) == 0:
                continue
            player = inside.to_play
            best = max(value_of(end, player) for end in whole_moves(inside))
            assert value_of(inside, player) == best
            seen["chains"] += 1


@pytest.mark.parametrize(
    ("fen", "plies"), [("B:BK1,K2:WK32", 33), ("W:WK9,K10:BK2", None), ("B:BK12,13:WK28", None)]
)
def test_search_plays_a_win_out_in_the_fewest_plies(fen, plies):
    """With 20 playouts a move `mcts` wins as soon as the tables say, against their own defence."""
    game = load("draughts", position=fen)
    state = game.initial_state()
    winner, distance = state.native.known()
    assert plies is None or distance == plies
    agent = load_agent("mcts?playouts=20", game)
    moves = 0
    while state.outcome() is None:
        if state.to_play == winner:
            before = state.to_play
            while state.outcome() is None and state.to_play == before:
                state = state.apply(agent.decide(state).action)
        else:
            state = max(whole_moves(state), key=lambda after: value_of(after, 1 - winner))
        moves += 1
    assert (state.outcome().winner, moves) == (winner, distance)


@pytest.mark.parametrize("count", [8, pytest.param(25, marks=pytest.mark.long)])
def test_search_keeps_a_draw(rng, count):
    """A draw is known with five pieces, what loses is not: it is no draw, and so not played."""
    tempted = 0
    while tempted < count:
        state = start_of(random_position(rng, 5))
        if state.outcome() is not None or state.native.must_capture:
            continue
        after = entries([m.game.position_of(m) for m in whole_moves(state)])
        if state.native.known() != (-1, 0) or set(after) == {0}:
            continue
        move = load_agent("mcts?playouts=20", state.game, seed=tempted).decide(state).action
        assert entries([state.game.position_of(state.apply(move))]) == [0]
        tempted += 1


@pytest.mark.parametrize(
    ("fen", "value"),
    [("B:BK1,K2:WK32", 1), ("W:BK1,K2:WK32", -1), ("B:BK1:WK10", 0), ("W:W22,K23:B1,K9", None)],
)
def test_search_sees_the_result_at_once(fen, value):
    """Two playouts are enough to know a position of the tables for what it is."""
    game = load("draughts", position=fen)
    state = game.initial_state()
    winner, _ = state.native.known()
    expected = 0 if winner < 0 else 1 if winner == state.to_play else -1
    assert value is None or expected == value
    assert load_agent("mcts?playouts=2", game).decide(state).value == expected
