"""Names of points and moves, texts of positions, and where handicap stones go.

Points are named as in the Go Text Protocol: ``d4`` is the fourth column from the left, the
fourth row from the bottom. Letters run a, b, ... h, j, ... z: i is skipped. Moves are points
or ``pass``. Actions are row-major from the top left corner, and a pass is the last one.

A position is a text such as ``W:Bd4,q16:Wq4``: who is to move, the black stones, the white ones.
"""

from tengen.core import NotationError
from tengen.games.go.board import BLACK, WHITE, areas, liberties
from tengen.games.stones import PointNames, Setup

MIN_SIZE, MAX_SIZE = 2, 25
PASS = "pass"  # noqa: S105 - a move, not a password

_NAMES = PointNames("abcdefghjklmnopqrstuvwxyz")
parse_point, format_point = _NAMES.parse_point, _NAMES.format_point
format_position = _NAMES.format_position


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


def parse_position(text: str, size: int) -> Setup:
    """Return the position that `text` describes, as `PointNames.parse_position` does.

    Raises:
        NotationError: when it cannot be read, or stones have no liberty.
    """
    position = _NAMES.parse_position(text, size)
    _check_liberties(position, size)
    return position


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
