"""Stones that live unconditionally (D. B. Benson, 1976), and the eyes no sensible player fills.

Drawn: X is Black, O White. In a second drawing, `#` is a stone that lives and `e` the eyes it
lives by.
"""

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import pytest

from tengen.core import NotationError
from tengen.games.go.notation import format_point, format_position, parse_position
from tengen.games.go.reference import ReferenceState
from tengen.games.stones import Setup

Draw = Callable[..., Any]

LIFE = {
    "two eyes": (
        ". X . X O\nX X X X O\nO O O O O\n. . . . .\n. . . . .",
        "e # e # .\n# # # # .\n. . . . .\n. . . . .\n. . . . .",
    ),
    "one eye of two points": (
        ". . X O .\nX X X O .\nO O O O .\n. . . . .\n. . . . .",
        ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .",
    ),
    "an eye with a stone of the opponent in it": (
        ". O . X .\nX X X X X\nO O O O O\n. . . . .\n. . . . .",
        "e e e # e\n# # # # #\n. . . . .\n. . . . .\n. . . . .",
    ),
    "three chains that share three eyes, and one that has none": (
        "X . X X O\n. X . X O\nX X X . O\nX X . X O\nO O O O .",
        "# e # # .\ne # e # .\n# # # . .\n# # . . .\n. . . . .",
    ),
    "two chains that share two eyes": (
        "X X . X O\nX . X X O\nX X O O O\nO O O . .\n. . . . .",
        "# # e # .\n# e # # .\n# # . . .\n. . . . .\n. . . . .",
    ),
    "a false eye": (
        ". X O . .\nX O O . .\n. X O . .\nX X O . .\nO O O . .",
        ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .",
    ),
    "a large eye with room to live in": (
        ". . . X .\n. . . X X\n. . . X .\nX X X X X\n. . . . .",
        ". . . # e\n. . . # #\n. . . # e\n# # # # #\ne e e e e",
    ),
}


@pytest.mark.parametrize("name", LIFE)
def test_unconditional_life(draw: Draw, name: str) -> None:
    """Each drawing has the living stones and eyes of the drawing beside it; White has none."""
    drawing, expected = LIFE[name]
    cells = expected.split()
    wanted = (
        [p for p, c in enumerate(cells) if c == "#"],
        [p for p, c in enumerate(cells) if c == "e"],
    )
    assert _life(draw(drawing).state, 0) == wanted
    swapped = drawing.translate(str.maketrans("XO", "OX"))
    assert _life(draw(swapped).state, 1) == wanted


# White's stone in the corner is not beside Black's, so an eye whose empty points all are
# liberties is lost after White has died in it.
DYING_INSIDE = """
O c X . X
b a X X X
X X X O O
O O O O .
. . . . .
"""


def test_suicide_makes_life_harder(draw: Draw) -> None:
    """Where White may die in an eye, Black lives only by eyes that touch her at every point."""
    forbidden, allowed = draw(DYING_INSIDE), draw(DYING_INSIDE, suicide=True)
    assert len(_life(forbidden.state, 0)[0]) == 8
    assert _life(allowed.state, 0) == ([], [])


def test_dying_inside_kills(draw: Draw) -> None:
    """White dies with four stones, plays three again, and takes Black, who only passes."""
    moves = "pass a pass b pass c pass a pass b pass c pass d5"
    end = draw(DYING_INSIDE, suicide=True).play(moves)
    assert "X" not in end.drawing()


@pytest.mark.long
@pytest.mark.parametrize("suicide", [False, True])
def test_life_is_exactly_what_cannot_be_taken(suicide: bool) -> None:
    """On all boards of 3x3, the living stones are those that no play of White's alone takes."""
    after = {board: _boards_after_white(board, suicide) for board in _boards()}
    lost = _lost_to_white(after)
    for board in after:
        stones, _ = _rulebook(board, suicide).unconditionally_alive(0)
        assert stones == {p for p, held in enumerate(board) if held == 1} - lost[board]


@cache
def _boards() -> list[bytes]:
    """Return all boards of 3x3 on which every chain has a liberty."""
    boards = []
    for cells in product((0, 1, 2), repeat=9):
        stones = [tuple(p for p, held in enumerate(cells) if held == c) for c in (1, 2)]
        try:
            parse_position(format_position(Setup(0, *stones), 3), 3)
        except NotationError:
            continue
        boards.append(bytes(cells))
    return boards


def _rulebook(board: bytes, suicide: bool) -> ReferenceState:
    return ReferenceState(3, 0.0, "simple", suicide, 0, (board, 1))


def _boards_after_white(board: bytes, suicide: bool) -> list[bytes]:
    state = _rulebook(board, suicide)
    return [state.apply(action).board for action in state.legal_actions()[:-1]]


def _lost_to_white(after: dict[bytes, list[bytes]]) -> dict[bytes, set[int]]:
    """Return the black stones that White, playing alone, can take from each board."""
    lost: dict[bytes, set[int]] = {board: set() for board in after}
    before: dict[bytes, list[bytes]] = {board: [] for board in after}
    for board, boards in after.items():
        for following in boards:
            before[following].append(board)
    changed = list(after)
    while changed:
        following = changed.pop()
        for board in before[following]:
            black = {p for p, held in enumerate(board) if held == 1}
            more = {p for p in black if following[p] != 1 or p in lost[following]}
            if not more <= lost[board]:
                lost[board] |= more
                changed.append(board)
    return lost


def _life(state: Any, player: int) -> tuple[list[int], list[int]]:
    if isinstance(state, ReferenceState):
        stones, eyes = state.unconditionally_alive(player)
        return sorted(stones), sorted(eyes)
    return state.native.living_stones(player).tolist(), state.native.living_eyes(player).tolist()


EYES = {
    # Black is to move; e is an eye of Black's that is not filled, f one that may be.
    "corner": ("e X . . .\nX X . . .\n. . . . .\n. . . . .\n. . . . .", "a5"),
    "corner, diagonal open": ("e X . . .\nX . . . .\n. . . . .\n. . . . .\n. . . . .", "a5"),
    "corner, diagonal taken": ("f X . . .\nX O . . .\n. . . . .\n. . . . .\n. . . . .", ""),
    "edge": (". X e X .\n. X X X .\n. . . . .\n. . . . .\n. . . . .", "c5"),
    "edge, one diagonal taken": (". X f X .\n. O X X .\n. . . . .\n. . . . .\n. . . . .", ""),
    "open": (". . . . .\n. X X X .\n. X e X .\n. X X X .\n. . . . .", "c3"),
    "open, one diagonal taken": (". . . . .\n. O X X .\n. X e X .\n. X X X .\n. . . . .", "c3"),
    "open, two diagonals taken": (". . . . .\n. O X X .\n. X f X .\n. X X O .\n. . . . .", ""),
    "an eye of two points": (". . . . .\n. X X . .\nX f f X .\n. X X . .\n. . . . .", ""),
    "the opponent's": (". O O . .\nO f O . .\n. O O . .\n. . . . .\n. . . . .", ""),
}


@pytest.mark.parametrize("name", EYES)
def test_sensible_players_fill_no_true_eye(draw: Draw, name: str) -> None:
    """A true eye is legal to fill and left out of the sensible actions; all else is kept."""
    drawing, eyes = EYES[name]
    state = draw(drawing.replace("e", ".").replace("f", ".")).state
    left_out = set(map(int, state.legal_actions())) - set(map(int, state.sensible_actions()))
    assert " ".join(format_point(point, 5) for point in sorted(left_out)) == eyes
