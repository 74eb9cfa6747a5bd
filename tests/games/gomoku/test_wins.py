"""Which rows win: by hand-drawn positions, and every row of every board."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import numpy as np
import pytest

from tengen.core import State
from tengen.games import load
from tengen.games.gomoku.reference import ReferenceState

POSITIONS = Path(__file__).parents[2] / "golden" / "gomoku" / "positions.txt"


@dataclass(frozen=True)
class Drawing:
    """A hand-drawn position whose last move is marked."""

    name: str
    rule: str
    win_length: int
    result: str
    cells: tuple[str, ...]

    @property
    def size(self) -> int:
        return int(len(self.cells) ** 0.5)

    @property
    def mover(self) -> str:
        return "X" if "x" in self.cells else "O"

    def points(self, marks: str) -> list[int]:
        return [point for point, cell in enumerate(self.cells) if cell in marks]

    def moves(self) -> list[int]:
        """Return one order in which the stones can have come, the marked one last."""
        won = "W" if self.result == ("Black" if self.mover == "X" else "White") else ""
        stones = {colour: self.points(colour) for colour in "XO"}
        stones[self.mover] += self.points(won) if won else []
        stones[self.mover] += self.points("xo")
        pairs = zip_longest(stones["X"], stones["O"])
        return [point for pair in pairs for point in pair if point is not None]


def read_drawings() -> Iterator[Drawing]:
    """Read the file of drawings; its first lines say how they are made."""
    for block in POSITIONS.read_text(encoding="utf-8").split("\n== ")[1:]:
        name, *lines = block.strip().splitlines()
        notes = dict(line.split(": ") for line in lines if ": " in line)
        cells = tuple(cell for line in lines if ": " not in line for cell in line.split())
        win_length = int(notes.get("win_length", 5))
        yield Drawing(name, notes["rule"], win_length, notes["result"], cells)


DRAWINGS = list(read_drawings())


@pytest.mark.parametrize("rules", ["native", "reference"])
@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: drawing.name)
def test_drawn_positions(drawing: Drawing, rules: str) -> None:
    """The last move of a drawn game decides what is written beside it, and no earlier one does."""
    state: State | ReferenceState
    if rules == "native":
        state = load(
            "gomoku", size=drawing.size, win_length=drawing.win_length, rule=drawing.rule
        ).initial_state()
    else:
        state = ReferenceState(drawing.size, drawing.win_length, drawing.rule)
    moves = drawing.moves()
    assert len(moves) == len(drawing.points("XOWxo")), "the drawing has too many stones of a colour"
    for move in moves:
        state = state.apply(move)
    outcome = state.outcome()
    if drawing.result == "goes on":
        assert outcome is None
    elif drawing.result == "draw":
        assert outcome is not None
        assert (outcome.winner, outcome.points) == (None, ())
    else:
        assert outcome is not None
        assert outcome.winner == ["Black", "White"].index(drawing.result)
        assert list(outcome.points) == drawing.points("Wxo")


@pytest.mark.parametrize("rule", ["freestyle", "standard"])
@pytest.mark.parametrize(("size", "win_length"), [(3, 3), (6, 4), (15, 5), (20, 5), (20, 20)])
def test_every_row_of_the_board_wins(size: int, win_length: int, rule: str) -> None:
    """Whatever row is filled, from edge to edge, its last stone wins and no earlier one does."""
    rng = np.random.default_rng(size)
    start = load("gomoku", size=size, win_length=win_length, rule=rule).initial_state()
    for row in _rows(size, win_length):
        rest = np.setdiff1d(np.arange(size * size), row)
        state, stones = start, rng.permutation(row)
        # Two stones of the opponent a stone apart never make a row.
        replies = [int(p) for p in rest if p // size % 2 == 0 and p % size % 2 == 0]
        replies = replies if len(replies) >= win_length else [int(p) for p in rest]
        for stone, reply in zip(stones[:-1], replies, strict=False):
            state = state.apply(int(stone)).apply(reply)
            assert state.outcome() is None
        outcome = state.apply(int(stones[-1])).outcome()
        assert outcome is not None
        assert (outcome.winner, list(outcome.points)) == (0, sorted(row))


@pytest.mark.parametrize("rules", ["native", "reference"])
@pytest.mark.parametrize(
    ("first", "reason"),
    [
        ((15, 16, 17, 18, 19), "5 in a row"),
        ((15, 16, 17, 19, 20, 18), "6 in a row"),
        # Two rows at once: the longer one is told, not the stones of both.
        ((33, 48, 63, 78, 15, 16, 17, 19, 20, 18), "6 in a row"),
    ],
)
def test_the_reason_tells_how_long_the_row_is(
    first: tuple[int, ...], reason: str, rules: str
) -> None:
    """Where more than five win, six in a row are no five."""
    state: State | ReferenceState
    state = load("gomoku").initial_state() if rules == "native" else ReferenceState()
    for stone, reply in zip(first[:-1], range(180, 225, 2), strict=False):
        state = state.apply(stone).apply(reply)
    outcome = state.apply(first[-1]).outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, reason)


def _rows(size: int, win_length: int) -> Iterator[list[int]]:
    """Yield the points of every row of `win_length` on the board."""
    reach = win_length - 1
    for y in range(size):
        for x in range(size):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                if 0 <= x + dx * reach < size and y + dy * reach < size:
                    yield [(y + dy * i) * size + x + dx * i for i in range(win_length)]
