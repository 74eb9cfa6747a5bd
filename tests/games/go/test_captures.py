"""Captures, suicide and how a game ends, drawn: X is Black, O White, letters are empty points."""

from collections.abc import Callable
from typing import Any

import pytest

from tengen.core import IllegalMoveError

Draw = Callable[..., Any]


def test_a_capture_takes_whole_chains(draw: Draw) -> None:
    """One stone may be the last liberty of several chains; all of them go."""
    position = draw(
        """
        X O a O X
        X O X O X
        X X X X X
        . . . . .
        . . . . .
        """
    )
    assert position.play("a").drawing().splitlines()[:2] == ["X . X . X", "X . X . X"]


def test_suicide_is_forbidden(draw: Draw) -> None:
    """A stone that would have no liberty, alone or with its chain, may not be placed."""
    drawing = """
    a X . X b
    X X X X X
    . . . . O
    O O O O .
    c O . O .
    """
    white = draw(drawing, to_play="O")
    assert not white.allows("a")
    assert not white.allows("b")
    assert white.allows("c")
    black = draw(drawing, to_play="X")
    assert black.allows("a")
    assert not black.allows("c")


CHAIN_SUICIDE = """
a O X . .
O O X . .
X X X . .
. . . . .
. . . . .
"""


@pytest.mark.parametrize("superko", ["positional", "situational", "simple"])
def test_suicide_of_a_chain_takes_it_off(draw: Draw, superko: str) -> None:
    """Where suicide is allowed, White's stone at a dies with the three it joins."""
    assert not draw(CHAIN_SUICIDE, to_play="O").allows("a")
    dead = draw(CHAIN_SUICIDE, to_play="O", suicide=True, superko=superko).play("a")
    assert dead.drawing().splitlines()[:3] == [". . X . .", ". . X . .", "X X X . ."]


LONE_SUICIDE = """
a X . . .
X . . . .
. . . . .
. . . . .
. . . . .
"""


@pytest.mark.parametrize(
    ("superko", "allowed"), [("positional", False), ("situational", True), ("simple", True)]
)
def test_suicide_of_one_stone_is_like_a_pass(draw: Draw, superko: str, allowed: bool) -> None:
    """It leaves the board as it was: a repetition by position, but with the other side to move."""
    position = draw(LONE_SUICIDE, to_play="O", suicide=True, superko=superko)
    assert position.allows("a") == allowed
    if allowed:
        after = position.play("a")
        assert after.drawing() == position.drawing()
        assert after.state.to_play == 0


def test_a_capture_is_never_suicide(draw: Draw) -> None:
    """White's stone has no liberty but for the ones it makes by taking."""
    position = draw(
        """
        a X O . .
        X X O . .
        O O O . .
        . . . . .
        . . . . .
        """,
        to_play="O",
    )
    assert position.play("a").drawing().splitlines()[:2] == ["O . O . .", ". . O . ."]


def test_two_passes_end_the_game(draw: Draw) -> None:
    """Nothing may be played after them; one pass ends nothing."""
    board = """
    . . .
    . . .
    . . .
    """
    once = draw(board).play("pass")
    assert len(once.state.legal_actions()) == 10
    twice = once.play("pass")
    assert len(twice.state.legal_actions()) == 0
    with pytest.raises(IllegalMoveError):
        twice.play("b2")
    with pytest.raises(IllegalMoveError):
        twice.play("pass")


def test_passes_apart_do_not_end_the_game(draw: Draw) -> None:
    """Two passes count only in a row."""
    board = """
    . . .
    . . .
    . . .
    """
    assert len(draw(board).play("pass b2 pass").state.legal_actions()) == 9


def test_illegal_points_are_refused(draw: Draw) -> None:
    """An occupied point, a suicide and a ko are refused, each with its name in the message."""
    with pytest.raises(IllegalMoveError, match="a1"):
        draw(". .\nX .", to_play="O").play("a1")
    with pytest.raises(IllegalMoveError, match="a5"):
        draw(LONE_SUICIDE, to_play="O").play("a")
