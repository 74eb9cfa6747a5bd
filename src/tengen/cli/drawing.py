"""A board in the terminal, with names at its edges where moves are named by letter and number."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile

from rich.text import Text

from tengen.core import Game, State


@dataclass(frozen=True, slots=True)
class Signs:
    """What stands for a point of the board."""

    pieces: tuple[str, str]
    empty: str


ROUND = Signs(("●", "○"), "·")
PLAIN = Signs(("X", "O"), ".")


def signs_for(encoding: str) -> Signs:
    """Return the signs to draw with where text has this encoding."""
    try:
        "".join((*ROUND.pieces, ROUND.empty)).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return PLAIN
    return ROUND


def draw_board(state: State, marks: Mapping[int, str] | None = None, signs: Signs = ROUND) -> Text:
    """Return the board of `state`, its last move and winning points highlighted.

    Args:
        marks: a sign for some empty points (row-major), such as the rank of a candidate.
        signs: of pieces and empty points.
    """
    board = state.board()
    height, width = board.shape
    columns, rows = _edges(state.game, height, width)
    outcome = state.outcome()
    bright = {state.last_action, *(outcome.points if outcome else ())}
    text = Text()
    for y in range(height):
        text.append(f"{rows[y]:>3} ", style="dim")
        for x in range(width):
            point, piece = y * width + x, int(board[y, x])
            mark = (marks or {}).get(point)
            if piece:
                style = "bold reverse" if point in bright else "bold"
                text.append(signs.pieces[piece - 1], style=style)
            else:
                text.append(mark or signs.empty, style="cyan" if mark else "dim")
            text.append(" ")
        text.append("\n")
    if any(columns):
        text.append("    " + " ".join(columns) + "\n", style="dim")
    return text


def _edges(game: Game, height: int, width: int) -> tuple[list[str], list[str]]:
    """Return the names of columns and rows, empty where moves are not named by their point."""
    if game.policy_layout.per_point != 1:
        return [""] * width, [""] * height
    names = [game.format_move(point) for point in range(height * width)]
    letters = ["".join(takewhile(str.isalpha, name)) for name in names]
    columns = letters[:width]
    if any(len(column) != 1 for column in columns):
        return [""] * width, [""] * height
    return columns, [names[y * width][1:] for y in range(height)]
