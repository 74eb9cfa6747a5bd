"""Where a board is settled. Drawn: X is Black, O White."""

from collections.abc import Callable
from typing import Any

import pytest

from tengen.games import load
from tengen.games.face import NativeState
from tengen.games.go.borders import Standing, stand
from tengen.games.go.notation import parse_point
from tengen.games.go.scoring import estimate_dead

Draw = Callable[..., Any]


def standing(state: NativeState) -> Standing:
    return stand(state)


def points(*names: str, size: int) -> set[int]:
    return {parse_point(name, size) for name in names}


SCATTERED = (
    "e5 c6 a1 d2 a9 b5 j1 g8 c3 d4 g7 h2 e3 e8 e7 b2 c7 e4 g3 g5 pass e2 pass d7 pass h3 pass g4"
)
"""White has the better of it everywhere, and Black could still live anywhere."""


@pytest.mark.parametrize("size", [9, 13, 19])
@pytest.mark.parametrize(
    "stones", ["d4 c6", "d4 d6 f4 c7 c5 f7 g5 c3 pass", "d4 f6 f4 pass c6", SCATTERED]
)
def test_nothing_is_dead_on_an_open_board(size: int, stones: str) -> None:
    """Who passes early has lost no stone: whatever surrounds it, it is not shut in."""
    state = load("go", size=size).initial_state()
    for move in stones.split():
        state = state.apply(state.game.parse_move(move))
    assert isinstance(state, NativeState)
    told = standing(state)
    assert told.dead == estimate_dead(state) == ()
    assert not told.is_settled
    assert len(told.open) > size**2 / 2


CLOSED = """
. . . X O . . . .
. . . X O . . . .
. . . X O . . . .
. . . X O . . . .
. O . X O . X . .
. . . X O . X . .
. . . X O . . . .
. . . X O . . . .
. . . X O . . . .
"""
GAP = CLOSED.replace(". . . X O . . . .\n. O", ". . . . . . . . .\n. O")
"""The wall has a hole on the sixth line."""
DAME = """
. . . X . O . . .
. . . X . O . . .
. . . X O O . . .
. . . X O . . . .
. O . X O . X . .
. . . X O . X . .
. . . X O . . . .
. . . X O . . . .
. . . X O . . . .
"""


def test_closed_borders_settle_a_board(draw_native: Draw) -> None:
    """Stones inside the other side's land are dead, and nothing is left to gain."""
    told = standing(draw_native(CLOSED, to_play="O").state)
    assert set(told.dead) == points("b5", "g5", "g4", size=9)
    assert told.is_settled
    assert not told.open


def test_a_hole_in_the_wall_is_an_open_border(draw_native: Draw) -> None:
    """Nobody's stone is shut in, and both sides have points to take."""
    told = standing(draw_native(GAP).state)
    assert told.dead == ()
    assert points("d6", "e6", size=9) <= told.open
    assert all(points("d6", "e6", size=9) <= gains for gains in told.gains)


def test_neutral_points_are_worth_a_stone_and_open_no_border(draw_native: Draw) -> None:
    """By area each is a point; the land on both sides is settled all the same."""
    told = standing(draw_native(DAME, to_play="O").state)
    assert set(told.dead) == points("b5", "g5", "g4", size=9)
    assert not told.open
    assert told.gains == (points("e8", "e9", size=9),) * 2


def test_a_position_that_passes_ended_stands_as_it_did(draw_native: Draw) -> None:
    """The count looks at the board, not at the passes."""
    drawn = draw_native(DAME)
    before = standing(drawn.state)
    assert standing(drawn.play("pass pass").state) == before
