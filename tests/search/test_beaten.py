"""A lost game of Go is left as it is, unless a move gains points."""

import pytest

from tengen import load
from tengen.core import Candidate, Decision
from tengen.games.face import NativeState
from tengen.search.beaten import at_rest

GAME = load("go", size=3, komi=0)
FULL = load("go", size=3, komi=0, position="W:Ba1,b1,c1,a2,b2:W").initial_state()
"""White to move where more than half of the board has stones."""
MOVE, PASS = GAME.parse_move("c3"), GAME.parse_move("pass")


def decided(
    lead: float | None, of_pass: float | None, of_move: float | None, value: float = -0.99
) -> Decision:
    move = Candidate(MOVE, 9, 0.5, value, (MOVE,), of_move)
    rest = Candidate(PASS, 0 if of_pass is None else 3, 0.1, None, (PASS,), of_pass)
    return Decision(MOVE, value, (move, rest), (MOVE,), lead=lead)


@pytest.mark.parametrize(
    ("decision", "action"),
    [
        (decided(None, None, None), PASS),  # no points are told
        (decided(None, None, None, value=-0.9), MOVE),  # not lost yet
        (decided(-8.0, -9.0, -8.0), MOVE),  # a point is to be had
        (decided(-8.0, -8.2, -8.0), PASS),
        (decided(-8.0, None, -7.9), PASS),  # the pass was not looked at
        (decided(-8.0, None, -7.0), MOVE),
    ],
)
def test_it_passes_where_nothing_is_gained(decision: Decision, action: int) -> None:
    """The move is kept while there is hope, or half a point more in it than in a pass."""
    assert isinstance(FULL, NativeState)
    resting = at_rest(FULL, decision)
    assert resting.action == action
    assert resting.pv[0] == resting.candidates[0].action == action
    assert {each.action for each in resting.candidates} == {MOVE, PASS}


def test_an_open_board_is_played_on() -> None:
    """A handicap may make the first move look lost."""
    state = GAME.initial_state()
    assert isinstance(state, NativeState)
    decision = decided(None, None, None)
    assert at_rest(state, decision) is decision
