"""Names of points and moves, texts of positions, and where handicap stones go.

Points are named as in the Go Text Protocol: ``d4`` is the fourth column from the left, the
fourth row from the bottom. Letters run a, b, ... h, j, ... z: i is skipped. Moves are points
or ``pass``. Actions are row-major from the top left corner, and a pass is the last one.

A position is a text such as ``W:Bd4,q16:Wq4``: who is to move, the black stones, the white ones.
"""

import re
from dataclasses import dataclass

from tengen.core import NotationError
from tengen.games.go.board import BLACK, EMPTY, WHITE, areas, liberties
from tengen.games.stones import format_stones, parse_stones

MIN_SIZE, MAX_SIZE = 2, 25
PASS = "pass"  # noqa: S105 - a move, not a password

_LETTERS = "abcdefghjklmnopqrstuvwxyz"
_POINT = re.compile(r"([a-zA-Z])([1-9][0-9]?)", re.ASCII)


def parse_point(text: str, size: int) -> int:
    """Return the action that `text` names on a board of `size` x `size`; case is ignored.

    Raises:
        NotationError: when the text is not a point of this board.
    """
    match = _POINT.fullmatch(text.strip())
    if match is not None:
        column, row = _LETTERS.find(match[1].lower()), int(match[2])
        if 0 <= column < size and row <= size:
            return (size - row) * size + column
    corner = format_point(size - 1, size)
    raise NotationError(f"bad point {text!r}: expected a1 to {corner}")


def format_point(action: int, size: int) -> str:
    """Return the name of a point, the inverse of `parse_point`.

    Raises:
        NotationError: when there is no such point.
    """
    if not 0 <= action < size * size:
        raise NotationError(f"bad point {action}: expected 0 to {size * size - 1}")
    y, x = divmod(action, size)
    return f"{_LETTERS[x]}{size - y}"


def parse_move(text: str, size: int) -> int:
    """Return the action that `text` names, ``size * size`` for a pass; case is ignored.

    Raises:
        NotationError: when the text is neither a point of this board nor a pass.
    """
    if text.strip().lower() == PASS:
        return size * size
    try:
        return parse_point(text, size)
    except NotationError as error:
        raise NotationError(f"{error}, or {PASS}") from None


def format_move(action: int, size: int) -> str:
    """Return the name of an action, the inverse of `parse_move`.

    Raises:
        NotationError: when there is no such action.
    """
    return PASS if action == size * size else format_point(action, size)


@dataclass(frozen=True)
class Setup:
    """Stones on a board and who is to move; points ascending, as the actions are."""

    to_play: int = 0
    """0 when Black is to move, 1 for White."""
    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()

    def board(self, size: int) -> list[int]:
        """Return the contents of every point: 0 empty, 1 black, 2 white."""
        board = [EMPTY] * (size * size)
        for colour, points in ((BLACK, self.black), (WHITE, self.white)):
            for point in points:
                board[point] = colour
        return board


def parse_position(text: str, size: int) -> Setup:
    """Return the position that `text` describes; an empty text is the empty board, Black to move.

    The side to move comes first, then a list for each colour; either may be missing. Case
    and order do not matter.

    Raises:
        NotationError: when a part cannot be read, a point is off the board or taken twice,
            or stones have no liberty.
    """
    if not text.strip():
        return Setup()
    to_move, (black, white) = parse_stones(
        text, lambda name: parse_point(name, size), lambda point: format_point(point, size)
    )
    position = Setup(to_move, black, white)
    _check_liberties(position, size)
    return position


def format_position(position: Setup, size: int) -> str:
    """Return the text of a position, the inverse of `parse_position`; equal ones have one text.

    Points are in the order of their columns, then rows. The empty board with Black to move,
    from which games start, is an empty text.
    """
    if position == Setup():
        return ""
    stones = (position.black, position.white)
    return format_stones(position.to_play, stones, size, lambda point: format_point(point, size))


def _check_liberties(position: Setup, size: int) -> None:
    """Refuse chains that would be off the board at once."""
    board = position.board(size)
    for colour in (BLACK, WHITE):
        for chain in areas(board, size, (colour,)):
            if not liberties(board, chain, size):
                name = format_point(min(chain), size)
                raise NotationError(f"bad position: {name} has no liberty")


def max_fixed_handicap(size: int) -> int:
    """Return how many handicap stones have a usual place on a board, 0 where none has.

    Go Text Protocol 2, 4.1.1: none below 7x7, four corners on 7x7 and even sizes, nine else.
    """
    if size < 7:
        return 0
    return 4 if size == 7 or size % 2 == 0 else 9


def fixed_handicap(size: int, stones: int) -> tuple[int, ...]:
    """Return the usual points of `stones` handicap stones, ascending.

    Go Text Protocol 2, 4.1.1: on the third line below 13x13, on the fourth from there on;
    opposite corners, the other corners, the sides, and the centre for five, seven and nine.

    Raises:
        NotationError: when the board has no such placement.
    """
    most = max_fixed_handicap(size)
    if not 2 <= stones <= most:
        may = f"2 to {most}" if most else "none"
        raise NotationError(f"bad handicap {stones} on {size}x{size}: fixed places are for {may}")
    low = 2 if size < 13 else 3
    high, middle = size - 1 - low, size // 2
    corners = [(low, low), (high, high), (low, high), (high, low)]  # (x, row from the bottom)
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    centre = [(middle, middle)] if stones in {5, 7, 9} else []
    places = (corners + sides)[: stones - len(centre)] + centre
    return tuple(sorted((size - 1 - row) * size + x for x, row in places))
