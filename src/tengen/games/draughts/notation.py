"""Names of squares and hops, and positions in FEN.

Squares are numbered 1 to 32, the dark squares row by row from the top left as White sees the
board; Black begins on 1 to 12 and moves towards the higher numbers. An action is one hop, a step
or a jump: ``(square - 1) * 4 + direction``. Its name is the square and the next one in its
direction, ``11-15``; at the edge, where there is no next one, the direction: ``4-ne``.

A position is a text such as ``B:W18,K24:B1,K2``: who is to move, then the pieces of each colour,
kings with a K.
"""

import re
from dataclasses import dataclass

from tengen.core import NotationError

SQUARES = 32
MOST_PIECES = 12
COLOURS = ("B", "W")
COLOUR_NAMES = ("Black", "White")
DIRECTIONS = ("nw", "ne", "sw", "se")
"""In the order of the actions, as drawn with square 1 in the top row."""
KING_ROWS = (range(29, 33), range(1, 5))
"""Where each player's men are crowned."""

_HOP = re.compile(r"(\d{1,2})([-xX:])(?:(\d{1,2})|(nw|ne|sw|se))", re.ASCII | re.IGNORECASE)
_PIECES = re.compile(r"(K?)(\d{1,2})(?:-(\d{1,2}))?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class Setup:
    """Who is to move, and the squares of each colour and of the kings, ascending."""

    to_play: int = 0
    """0 when Black is to move, 1 for White."""
    black: tuple[int, ...] = tuple(range(1, 13))
    white: tuple[int, ...] = tuple(range(21, 33))
    kings: tuple[int, ...] = ()


START = Setup()


def point_of(square: int) -> int:
    """Return the point of the 8x8 board, row-major from the top left, of a square 1 to 32."""
    row, place = divmod(square - 1, 4)
    return 8 * row + 2 * place + (row % 2 == 0)


def next_square(square: int, direction: int) -> int | None:
    """Return the square beside `square`, None beyond the edge."""
    y, x = divmod(point_of(square), 8)
    y += 1 if direction >= DIRECTIONS.index("sw") else -1
    x += 1 if direction % 2 else -1
    return 4 * y + x // 2 + 1 if 0 <= x < 8 and 0 <= y < 8 else None


def format_action(action: int) -> str:
    """Return the name of an action, the inverse of `parse_action`.

    Raises:
        NotationError: when there is no such action.
    """
    if not 0 <= action < SQUARES * len(DIRECTIONS):
        raise NotationError(f"bad action {action}: expected 0 to {SQUARES * len(DIRECTIONS) - 1}")
    square, direction = action // 4 + 1, action % 4
    return f"{square}-{next_square(square, direction) or DIRECTIONS[direction]}"


def parse_action(text: str) -> int:
    """Return the action that `text` names; a jump may be named by where it lands, ``11x18``.

    Raises:
        NotationError: when the text is not one hop on this board.
    """
    match = _HOP.fullmatch(text.strip())
    square = int(match[1]) if match else 0
    if match is None or not 1 <= square <= SQUARES:
        raise NotationError(f"bad move {text!r}: expected two squares such as 11-15 or 11x18")
    for direction, name in enumerate(DIRECTIONS):
        beside = next_square(square, direction)
        beyond = beside and next_square(beside, direction)
        if (match[4] or "").lower() == name or (match[3] and int(match[3]) in (beside, beyond)):
            return 4 * (square - 1) + direction
    raise NotationError(f"bad move {text!r}: no hop leads from {match[1]} to {match[3]}")


def parse_fen(text: str) -> Setup:
    """Return the position that a FEN describes; an empty text is the usual start.

    The side to move comes first, then a list for each colour in either order; ``21-32`` is all
    squares from 21 to 32. Case, spaces, quotes around it and a dot at its end do not matter.

    Raises:
        NotationError: when a part cannot be read or the position is impossible.
    """
    plain = "".join(text.split()).strip("\"'").removesuffix(".")
    if not plain:
        return START
    side, *lists = plain.upper().split(":")
    if side not in COLOURS:
        raise NotationError(f"bad FEN {_quote(text)}: {_quote(side)} is to move, expected B or W")
    pieces: dict[str, dict[int, bool]] = {}
    for part in lists:
        if part[:1] not in COLOURS or part[0] in pieces:
            raise NotationError(
                f"bad FEN {_quote(text)}: {_quote(part)} is not one list for B and one for W"
            )
        pieces[part[0]] = _parse_pieces(part[1:], text)
    black, white = (pieces.get(colour, {}) for colour in COLOURS)
    _check(black, white, text)
    kings = (square for square, is_king in (black | white).items() if is_king)
    return Setup(
        COLOURS.index(side), tuple(sorted(black)), tuple(sorted(white)), tuple(sorted(kings))
    )


def format_fen(position: Setup) -> str:
    """Return the FEN of a position, the inverse of `parse_fen`; equal positions have one text."""
    lists = [
        ",".join(f"K{square}" if square in position.kings else str(square) for square in squares)
        for squares in (position.white, position.black)
    ]
    return f"{COLOURS[position.to_play]}:W{lists[0]}:B{lists[1]}"


def _parse_pieces(text: str, fen: str) -> dict[int, bool]:
    """Return whether there is a king on each square of a list such as ``18,K24,27-30``."""
    pieces: dict[int, bool] = {}
    for item in text.split(",") if text else []:
        match = _PIECES.fullmatch(item)
        if match is None:
            raise NotationError(f"bad FEN {_quote(fen)}: {_quote(item)} is not a piece")
        first, last = int(match[2]), int(match[3] or match[2])
        if not 1 <= first <= last <= SQUARES:
            raise NotationError(f"bad FEN {_quote(fen)}: {item} is not on squares 1 to {SQUARES}")
        for square in range(first, last + 1):
            if square in pieces:
                raise NotationError(f"bad FEN {_quote(fen)}: square {square} is taken twice")
            pieces[square] = match[1] != ""
    return pieces


def _check(black: dict[int, bool], white: dict[int, bool], fen: str) -> None:
    """Refuse what no game can come to."""
    for square in black.keys() & white.keys():
        raise NotationError(f"bad FEN {_quote(fen)}: square {square} is taken twice")
    if not black and not white:
        raise NotationError(f"bad FEN {_quote(fen)}: there is no piece")
    for player, pieces in enumerate((black, white)):
        if len(pieces) > MOST_PIECES:
            raise NotationError(
                f"bad FEN {_quote(fen)}: {len(pieces)} pieces for {COLOUR_NAMES[player]}, "
                f"at most {MOST_PIECES}"
            )
        for square in sorted(pieces):
            if not pieces[square] and square in KING_ROWS[player]:
                raise NotationError(
                    f"bad FEN {_quote(fen)}: a man of {COLOUR_NAMES[player]}'s on {square}, "
                    "where it would be a king"
                )


def _quote(text: str) -> str:
    return repr(text if len(text) <= 200 else text[:200] + "...")
