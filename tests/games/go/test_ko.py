"""Ko and superko, drawn: X is Black, O White, letters are empty points with a name."""

from collections.abc import Callable
from typing import Any

import pytest

from tengen.games.go.notation import format_move

Draw = Callable[..., Any]
SUPERKO = ["positional", "situational", "simple"]

KO = """
. X O . .
X O a O .
. X O . .
. . . . .
. . . . b
"""


@pytest.mark.parametrize("superko", SUPERKO)
def test_a_ko_is_not_retaken_at_once(draw: Draw, superko: str) -> None:
    """Black takes at a; White may take back only after a move elsewhere and an answer."""
    taken = draw(KO, superko=superko).play("a")
    assert taken.drawing().splitlines()[1] == "X . X O ."
    assert "b4" not in _names(taken)
    after_a_threat = taken.play("e1 e2")
    assert "b4" in _names(after_a_threat)
    assert after_a_threat.play("b4").drawing().splitlines()[1] == "X O . O ."


@pytest.mark.parametrize("superko", SUPERKO)
def test_a_pass_is_a_move_elsewhere(draw: Draw, superko: str) -> None:
    """White passes and Black plays on: the board is another, White may take back."""
    assert "b4" in _names(draw(KO, superko=superko).play("a pass e1"))


@pytest.mark.parametrize("superko", SUPERKO)
def test_filling_a_ko_is_allowed(draw: Draw, superko: str) -> None:
    """Black may connect where White may not take."""
    assert draw(KO, superko=superko).play("a e1 b4").drawing().splitlines()[1] == "X X X O ."


TRIPLE_KO = """
. X O . . . . . .
X a X O . . . . .
. X O . . . . . .
. X O . . . . . .
X O b O . . . . .
. X O . . . . . .
. X O . . . . . .
X O c O . . . . .
. X O . . . . . .
"""
TAKES = ["b", "a", "c", "b5", "c8", "b2"]


@pytest.mark.parametrize(("superko", "goes_on"), [*zip(SUPERKO, [False, False, True], strict=True)])
def test_triple_ko(draw: Draw, superko: str, goes_on: bool) -> None:
    """Three kos are taken in a circle; under superko the sixth capture would close it."""
    fifth = draw(TRIPLE_KO, superko=superko).play(" ".join(TAKES[:5]))
    assert ("b2" in _names(fifth)) == goes_on
    if goes_on:
        closed = fifth.play("b2")
        assert closed.drawing() == draw(TRIPLE_KO).drawing()
        assert closed.play(" ".join(TAKES)).drawing() == closed.drawing()


SENDING_TWO = """
. . . . .
. . . . .
. . . . .
X X O O .
p O r O .
"""


@pytest.mark.parametrize(("superko", "allowed"), [*zip(SUPERKO, [False, True, True], strict=True)])
def test_sending_two_returning_one(draw: Draw, superko: str, allowed: bool) -> None:
    """White gives two stones and takes one back: the same board, but Black to move.

    Positional superko forbids it, situational does not: the side to move is another.
    """
    sent = draw(SENDING_TWO, to_play="O", superko=superko).play("p r")
    assert sent.drawing().splitlines()[4] == ". . X O ."
    assert ("b1" in _names(sent)) == allowed
    if allowed:
        assert sent.play("b1").drawing() == draw(SENDING_TWO).drawing()


def test_sending_two_twice_is_a_situation_twice(draw: Draw) -> None:
    """Under situational superko White may not send the same two stones again."""
    returned = draw(SENDING_TWO, to_play="O", superko="situational").play("p r b1 pass")
    assert "a1" not in _names(returned)
    again = draw(SENDING_TWO, to_play="O", superko="simple").play("p r b1 pass")
    assert "a1" in _names(again)


ETERNAL_LIFE = """
. . . . . .
. . . . . .
. . . . . .
. O . . . .
O O X X X .
p X r s X .
"""


@pytest.mark.parametrize(("superko", "goes_on"), [*zip(SUPERKO, [False, False, True], strict=True)])
def test_eternal_life(draw: Draw, superko: str, goes_on: bool) -> None:
    """White plays inside, Black sends two, White takes them, Black takes two: all as before."""
    third = draw(ETERNAL_LIFE, to_play="O", superko=superko).play("s p r")
    assert third.drawing().splitlines()[5] == ". . O O X ."
    assert ("b1" in _names(third)) == goes_on
    if goes_on:
        assert third.play("b1").drawing() == draw(ETERNAL_LIFE).drawing()


SNAPBACK = """
b O X . .
a O X . .
X X X . .
. . . . .
. . . . .
"""


@pytest.mark.parametrize("superko", SUPERKO)
def test_snapback(draw: Draw, superko: str) -> None:
    """White takes the stone at b and Black takes back at once, three for one: that is no ko."""
    thrown_in = draw(SNAPBACK, superko=superko).play("b a")
    assert thrown_in.drawing().splitlines()[:2] == [". O X . .", "O O X . ."]
    assert thrown_in.allows("b")
    assert thrown_in.play("b").drawing().splitlines()[:2] == ["X . X . .", ". . X . ."]


def _names(drawn: Any) -> set[str]:
    return {format_move(int(action), drawn.size) for action in drawn.state.legal_actions()}
