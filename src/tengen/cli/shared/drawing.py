"""A board in the terminal: points with names at its edges, or squares with their numbers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import takewhile

import numpy as np
from rich.text import Text

from tengen.core import Game, State


@dataclass(frozen=True, slots=True)
class Signs:
    """What stands for a point of the board."""

    pieces: tuple[str, str, str, str]
    """The first player's piece, the second's, and their kings."""
    empty: str


ROUND = Signs(("●", "○", "◉", "◎"), "·")
PLAIN = Signs(("X", "O", "#", "@"), ".")
PLAIN_WITH_KINGS = Signs(("x", "o", "X", "O"), ".")


def signs_for(encoding: str, game: Game) -> Signs:
    """Return the signs to draw `game` with where text has this encoding."""
    try:
        "".join((*ROUND.pieces, ROUND.empty)).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return PLAIN_WITH_KINGS if _is_on_squares(game) else PLAIN
    return ROUND


def draw_board(state: State, marks: Mapping[int, str] | None = None, signs: Signs = ROUND) -> Text:
    """Return the board of `state`, its last move and winning points highlighted.

    Args:
        marks: a sign for some empty points (row-major), such as the rank of a candidate.
        signs: of pieces and empty points.
    """
    draw = _draw_squares if _is_on_squares(state.game) else _draw_points
    bright = _moved_last(state)
    outcome = state.outcome()
    bright |= set(outcome.points) if outcome else set()

    def draw_piece(point: int, piece: int) -> tuple[str, str]:
        return signs.pieces[piece - 1], "bold reverse" if point in bright else "bold"

    return draw(state, marks or {}, signs.empty, draw_piece)


Drawn = tuple[str, str]
"""A sign and its style."""


def _draw_points(
    state: State, marks: Mapping[int, str], empty: str, draw_piece: Callable[[int, int], Drawn]
) -> Text:
    board = state.board()
    height, width = board.shape
    columns, rows = _edges(state.game, height, width)
    text = Text()
    for y in range(height):
        text.append(f"{rows[y]:>3} ", style="dim")
        for x in range(width):
            point, piece = y * width + x, int(board[y, x])
            mark = marks.get(point)
            nothing = (mark, "cyan") if mark else (empty, "dim")
            text.append(*(draw_piece(point, piece) if piece else nothing))
            text.append(" ")
        text.append("\n")
    if any(columns):
        text.append("    " + " ".join(columns) + "\n", style="dim")
    return text


def _draw_squares(
    state: State, marks: Mapping[int, str], empty: str, draw_piece: Callable[[int, int], Drawn]
) -> Text:
    """Return the squares, those without a piece by the number that moves call them by."""
    del marks, empty
    board = state.board()
    places = state.game.policy_layout.points
    numbers = {point: str(place) for place, point in enumerate(places, 1)}
    text = Text()
    for y, row in enumerate(board.tolist()):
        for x, piece in enumerate(row):
            point = y * len(row) + x
            sign, style = draw_piece(point, piece) if piece else (numbers.get(point, ""), "dim")
            text.append(" " * (3 - len(sign)))
            text.append(sign, style=style)
        text.append("\n")
    return text


def _is_on_squares(game: Game) -> bool:
    return game.policy_layout.per_point > 1


def _moved_last(state: State) -> set[int]:
    """Return where the piece stands that moved last."""
    if state.last_action is None:
        return set()
    if not _is_on_squares(state.game):
        return {state.last_action}
    before = getattr(state, "previous", None)
    if before is None:
        return set()
    arrived = (before.board() == 0) & (state.board() > 0)
    return {int(point) for point in np.flatnonzero(arrived)}


def _edges(game: Game, height: int, width: int) -> tuple[list[str], list[str]]:
    """Return the names of columns and rows, empty where moves are not named by their point."""
    names = [game.format_move(point) for point in range(height * width)]
    letters = ["".join(takewhile(str.isalpha, name)) for name in names]
    columns = letters[:width]
    if any(len(column) != 1 for column in columns):
        return [""] * width, [""] * height
    return columns, [names[y * width][1:] for y in range(height)]
