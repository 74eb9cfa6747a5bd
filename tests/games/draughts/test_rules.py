"""What the rules say in words, each on a position that shows it, by both rulebooks."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import tengen
from tengen.core import IllegalMoveError, Outcome, Record, RecordedMove, SettingsError, State
from tengen.core.game import NO_BOUND
from tengen.games.draughts.reference import ReferenceState
from tengen.games.face import NativeState

from .positions import both


def whole_moves(state: State) -> set[str]:
    """Return the names of the whole moves."""
    return {state.game.format_line(state, hops)[0] for hops in _ways(state)}


def _ways(state: State) -> Iterator[list[int]]:
    for action in state.legal_actions():
        after = state.apply(int(action))
        rest = _ways(after) if after.to_play == state.to_play else iter([[]])
        yield from ([int(action), *more] for more in rest)


def play(fen: str, moves: str, draws: str = "automatic") -> tuple[NativeState, ReferenceState]:
    """Play moves from a position by both rulebooks, which must agree all the way."""
    state, oracle = both(fen, draws)
    for action in state.game.parse_line(state, moves):
        assert state.legal_actions().tolist() == oracle.legal_actions()
        state, oracle = state.apply(action), oracle.apply(action)
    assert state.legal_actions().tolist() == oracle.legal_actions()
    assert state.outcome() == oracle.outcome()
    assert state.to_play == oracle.to_play
    return state, oracle


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        # Men step forward only, kings in all directions, one square.
        ("B:W32:B15", "15-18 15-19"),
        ("W:W15:B1", "15-10 15-11"),
        ("B:W32:BK15", "15-10 15-11 15-18 15-19"),
        ("W:WK15:B1", "15-10 15-11 15-18 15-19"),
        # A capture is compulsory, and shuts out every step.
        ("B:W16:B1,12", "12x19"),
        # Two captures are free to choose from, however many they take.
        ("B:W7,14,16:B1,3,12", "3x17 12x19"),
        # Men do not capture backward; kings do.
        ("B:W6:B10", "10-14 10-15"),
        ("B:W6:BK10", "10x1"),
        ("W:W23:B27", "23-18 23-19"),
        ("W:WK23:B27", "23x32"),
        # Men capture kings as well.
        ("B:WK16:B12", "12x19"),
        # Two in a row are not jumped, nor is what stands before one's own piece or the edge.
        ("B:W16,19:B12", ""),
        ("B:W16:B12,19", "19-23 19-24"),
        ("B:W8:B4,11", "11-15 11-16"),
        # Kings capture from the next square only.
        ("B:W18:BK10", "10-6 10-7 10-14 10-15"),
    ],
)
def test_moves(fen: str, moves: str) -> None:
    """Exactly these whole moves are there."""
    state, oracle = both(fen)
    expected = set(moves.split())
    assert whole_moves(state) == expected
    assert len(list(oracle.whole_moves())) == len(expected)


def test_a_capture_goes_on_with_the_same_piece() -> None:
    """Inside a capture the same player goes on, with the same piece, by a jump."""
    state, _ = both("B:W7,14,16:B1,3,12")
    inside = state.apply(state.game.parse_move("3x10"))
    assert inside.to_play == 0
    assert [state.game.format_move(int(action)) for action in inside.legal_actions()] == ["10-14"]
    with pytest.raises(IllegalMoveError, match="the piece on 10 must go on capturing"):
        inside.apply(state.game.parse_move("12x19"))


def test_a_man_stops_on_the_king_row() -> None:
    """A man that captures its way to the king row is crowned and stops; a king would go on."""
    state, _ = play("B:W26,27:B22", "22x31")
    assert state.to_play == 1
    assert state.board().tolist()[7][4] == 3
    assert whole_moves(both("B:W26,27:BK22")[0]) == {"22x24"}


@pytest.mark.parametrize(("fen", "move"), [("B:W11:B27", "27-31"), ("W:W6:B23", "6-1")])
def test_a_man_is_crowned_on_the_king_row(fen: str, move: str) -> None:
    """A man that steps to the king row is a king from then on."""
    state, oracle = play(fen, move)
    assert (state.board() >= 3).sum() == 1
    assert sum(row.count("B") + row.count("W") for row in oracle.board) == 1


def test_a_king_may_come_round() -> None:
    """A circle of captures ends where it began, by either way round."""
    fen = "B:W6,7,14,15,28:BK2"
    ways = {"2x9x18x11x2", "2x11x18x9x2"}
    assert whole_moves(both(fen)[0]) == ways
    for way in ways:
        state, _ = play(fen, way)
        assert state.board().nonzero()[0].tolist() == [0, 6]


def test_no_piece_is_jumped_twice() -> None:
    """What was jumped is gone: a king does not take it again on its way back."""
    assert whole_moves(both("B:W6,28:BK2")[0]) == {"2x9"}
    # Two circles share a corner, not a piece.
    # Back on 11 after a circle, 15 has been taken on the way out.
    fen = "B:W7,15,16,23,24,30:BK2"
    assert whole_moves(both(fen)[0]) == {"2x11x18x27x20x11", "2x11x20x27x18x11"}
    state, _ = play(fen, "2x11x18x27x20x11")
    assert state.board().nonzero()[0].tolist() == [2, 7]


def test_who_has_no_piece_has_lost() -> None:
    """Taking the last piece wins."""
    state, _ = play("B:W18:B15", "15x22")
    assert state.outcome() == Outcome(0, "no pieces left")


@pytest.mark.parametrize(
    ("fen", "move", "winner"), [("W:W9,18:B5", "18-14", 1), ("B:W28:B15,24", "15-19", 0)]
)
def test_who_cannot_move_has_lost(fen: str, move: str, winner: int) -> None:
    """A player to move all of whose pieces are blocked has lost."""
    state, _ = play(fen, move)
    assert state.outcome() == Outcome(winner, "no move left")
    assert len(state.legal_actions()) == 0


def test_third_occurrence_is_a_draw() -> None:
    """The game ends when a position is there for the third time, the first one counted."""
    round_trip = "1-5 32-28 5-1 28-32 "
    assert play("B:WK32:BK1", round_trip)[0].outcome() is None
    state, _ = play("B:WK32:BK1", 2 * round_trip)
    assert state.outcome() == Outcome(None, "third occurrence")


def test_occurrences_count_with_the_same_side_to_move() -> None:
    """A board that was there with the other side to move has not been there."""
    # Only on paper: each step changes a row, so no game without progress comes to such a board.
    _, oracle = both("B:WK32:BK1")
    other, same = ((oracle.board, player) for player in (1, 0))
    assert replace(oracle, past=(other, other)).outcome() is None
    assert replace(oracle, past=(other, same)).outcome() is None
    assert replace(oracle, past=(same, same)).outcome() == Outcome(None, "third occurrence")


def quiet_actions(fen: str, plies: int) -> list[int]:
    """Return a game without captures, moves of men and third occurrences."""
    rng = np.random.default_rng(3)
    state, _ = both(fen)
    actions: list[int] = []
    while len(actions) < plies:
        state = quietly(state, rng)
        assert state.last_action is not None
        actions.append(state.last_action)
    return actions


def quietly(state: NativeState, rng: np.random.Generator, *, man: bool = False) -> NativeState:
    """Return a position after a step of a king that is new and leads to no capture.

    A step of a `man` is taken instead where there is one, if wanted.
    """
    after = [state.apply(int(action)) for action in state.legal_actions()]
    calm = [then for then in after if not then.native.must_capture]
    quiet = [then for then in calm if then.native.quiet_plies and then.native.occurrences == 1]
    if man:
        quiet = [then for then in calm if then.native.quiet_plies == 0] or quiet
    return quiet[int(rng.integers(len(quiet)))]


KINGS = "B:W28,K29,K30,K31:BK1,K2,K3,5"


def test_eighty_plies_without_progress_are_a_draw() -> None:
    """The game ends at the 80th ply in which nobody captured or moved a man, not before."""
    state, oracle = both(KINGS)
    for action in quiet_actions(KINGS, 80):
        assert state.outcome() is None
        assert oracle.outcome() is None
        state, oracle = state.apply(action), oracle.apply(action)
    assert state.outcome() == oracle.outcome() == Outcome(None, "40 moves without progress")


@pytest.mark.parametrize(("plies", "move"), [(78, "5-9"), (79, "28-24")])
def test_progress_starts_the_count_again(plies: int, move: str) -> None:
    """A man that moves, of either side, makes the plies before it count no more."""
    state, oracle = both(KINGS)
    for action in quiet_actions(KINGS, plies):
        state, oracle = state.apply(action), oracle.apply(action)
    action = state.game.parse_move(move)
    state, oracle = state.apply(action), oracle.apply(action)
    assert state.outcome() is None
    assert oracle.outcome() is None
    assert state.native.quiet_plies == oracle.quiet_plies == 0


def test_a_capture_starts_the_count_again() -> None:
    """After a capture by a king the count is 0."""
    state, oracle = play("B:WK10,K32:BK1,K21", "1-5 32-28 5-1 28-32")
    assert (state.native.quiet_plies, oracle.quiet_plies) == (4, 4)
    state, oracle = play("B:WK10,K32:BK1,K21", "1-5 32-28 5-1 10-6 1x10")
    assert (state.native.quiet_plies, oracle.quiet_plies) == (0, 0)


def test_claimed_draws_end_nothing() -> None:
    """Where draws are claimed a game goes on after both of them, until somebody has lost."""
    fen, dance = "B:WK10,K32:BK1", "1-5 32-28 5-1 28-32 " * 40
    state, oracle = play(fen, dance, "claimed")
    assert state.outcome() is None
    assert state.native.quiet_plies == oracle.quiet_plies == 80
    assert state.native.occurrences == oracle.occurrences == 21
    assert (state.planes() == oracle.planes()).all()
    assert play(fen, dance + "1-6 10x1", "claimed")[0].outcome() == Outcome(1, "no pieces left")


def test_random_games_from_claimed_draws_are_drawn() -> None:
    """So that random games end, draws end them in any case."""
    state, _ = play("B:WK10,K32:BK1", "1-5 32-28 5-1 28-32 " * 40, "claimed")
    assert state.native.playouts(100, 1) == [0, 0, 100]


def test_nothing_bounds_games_whose_draws_are_claimed() -> None:
    """There is no longest game, and what may be chosen is checked."""
    assert tengen.load("draughts", draws="claimed").max_plies == NO_BOUND
    assert tengen.load("draughts", draws="automatic") == tengen.load("draughts")
    for draws in ("agreed", "", True):
        with pytest.raises(SettingsError, match=f"draws={draws!r}: must be automatic or claimed"):
            tengen.load("draughts", draws=draws)


def test_nothing_else_ends_a_game() -> None:
    """A game in which a man moves now and then goes on for hundreds of plies."""
    rng = np.random.default_rng(6)
    state, _ = both(KINGS)
    while state.ply < 400:
        assert state.outcome() is None
        state = quietly(state, rng, man=state.native.quiet_plies > 60)
    assert len(state.legal_actions()) > 0


def test_a_win_comes_before_a_draw() -> None:
    """Who blocks the opponent with the 80th quiet ply has won."""
    state, oracle = both("W:W9,K18:B5")
    late = replace(oracle, quiet_plies=79).apply(state.game.parse_move("18-14"))
    assert late.quiet_plies == 80
    assert late.outcome() == Outcome(1, "no move left")


def test_agreement_is_noted_in_the_record() -> None:
    """A draw agreed on, or a resignation, is the result of a game whose position goes on."""
    game = tengen.load("draughts")
    moves = game.parse_line(game.initial_state(), "11-15 23-19")
    for outcome in (Outcome(None, "agreement"), Outcome(0, "resignation")):
        record = Record("draughts", game.settings, tuple(map(RecordedMove, moves)), outcome)
        again = Record.from_json(record.to_json())
        assert again == record
        assert [state.outcome() for state in again.replay(game)] == [None, None, None]
