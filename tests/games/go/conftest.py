"""Drawn positions, played by the native rules and by the rulebook."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from tengen.games import load
from tengen.games.go.notation import format_point, parse_move
from tengen.games.go.reference import start


@dataclass(frozen=True)
class Drawn:
    """A position drawn with X for Black, O for White, a dot for nothing.

    A letter is an empty point with a name.
    """

    size: int
    state: Any
    names: dict[str, int]

    def play(self, moves: str) -> "Drawn":
        """Play points by their drawn letters or their names, and passes."""
        state = self.state
        for move in moves.split():
            action = self.names[move] if move in self.names else parse_move(move, self.size)
            state = state.apply(action)
        return Drawn(self.size, state, self.names)

    def allows(self, move: str) -> bool:
        return self.names[move] in set(self.state.legal_actions())

    def drawing(self) -> str:
        board = self.state.board if isinstance(self.state.board, bytes) else self.state.board()
        rows = np.array([".XO"[held] for held in np.ravel(list(board))]).reshape(self.size, -1)
        return "\n".join(" ".join(row) for row in rows)


def _text(drawing: str, to_play: str) -> tuple[int, str, dict[str, int]]:
    rows = [line.split() for line in drawing.strip().splitlines()]
    size = len(rows)
    assert all(len(row) == size for row in rows), "not a square"
    cells = [cell for row in rows for cell in row]
    stones = {
        colour: ",".join(format_point(p, size) for p, cell in enumerate(cells) if cell == mark)
        for colour, mark in (("B", "X"), ("W", "O"))
    }
    names = {cell: point for point, cell in enumerate(cells) if cell not in "XO."}
    side = "B" if to_play == "X" else "W"
    return size, f"{side}:B{stones['B']}:W{stones['W']}", names


Draw = Callable[..., Drawn]


@pytest.fixture(params=["native", "rulebook"])
def draw(request: pytest.FixtureRequest) -> Draw:
    """Return a function that makes a drawing a position, for the native rules and the rulebook."""

    def begin(drawing: str, to_play: str = "X", **settings: Any) -> Drawn:
        size, position, names = _text(drawing, to_play)
        if request.param == "rulebook":
            return Drawn(size, start(size, position=position, **settings), names)
        game = load("go", size=size, position=position, **settings)
        return Drawn(size, game.initial_state(), names)

    return begin


@pytest.fixture
def draw_native() -> Draw:
    """Return a function that makes a drawing a position of the native rules."""

    def begin(drawing: str, to_play: str = "X", **settings: Any) -> Drawn:
        size, position, names = _text(drawing, to_play)
        game = load("go", size=size, position=position, **settings)
        return Drawn(size, game.initial_state(), names)

    return begin
