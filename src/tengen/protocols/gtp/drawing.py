"""A board as text, with the names of points at its edges."""

from tengen.core import State
from tengen.protocols.gtp.vertex import format_vertex

SIGNS = ".XO"
"""Empty, Black and White."""


def rows(state: State) -> list[str]:
    """Return the rows of the board, the top one first."""
    return [" ".join(SIGNS[held] for held in row) for row in state.board().tolist()]


def draw(state: State) -> str:
    """Return the board, and how the game stands."""
    size = len(state.board())
    letters = " ".join(format_vertex(state.game, column)[0] for column in range(size))
    edge = f"   {letters}"
    lines = [f"{size - y:2} {row} {size - y}" for y, row in enumerate(rows(state))]
    return "\n".join([edge, *lines, edge, _standing(state)])


def _standing(state: State) -> str:
    outcome = state.outcome()
    if outcome is None:
        return f"{state.game.players[state.to_play]} to move, {state.game}"
    return f"{outcome.reason}, {state.game}"
