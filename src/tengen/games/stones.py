"""Points of square boards by their names, and stones to start a game from, as text: ``W:Bd4,q16:Wq4``.

A point is a letter for its column from the left and its row from the bottom; games differ in the
letters. Of a position the side to move comes first, then a list for each colour.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tengen.core import NotationError, SettingsError

COLOURS = ("B", "W")
Lists = tuple[tuple[int, ...], tuple[int, ...]]
"""The points of the black and of the white stones, ascending."""

_POINT = re.compile(r"([a-zA-Z])([1-9][0-9]?)", re.ASCII)


@dataclass(frozen=True)
class Setup:
    """Stones on a board and who is to move; points ascending, as the actions are."""

    to_play: int = 0
    """0 when Black is to move, 1 for White."""
    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()

    def board(self, size: int) -> list[int]:
        """Return the contents of every point: 0 empty, 1 black, 2 white."""
        board = [0] * (size * size)
        for colour, points in ((1, self.black), (2, self.white)):
            for point in points:
                board[point] = colour
        return board


@dataclass(frozen=True, slots=True)
class PointNames:
    """How a game names the points of its boards, and positions by them."""

    letters: str
    """Of the columns."""

    def parse_point(self, text: str, size: int) -> int:
        """Return the action that `text` names on a board of `size` x `size`; case is ignored.

        Raises:
            NotationError: when the text is not a point of this board.
        """
        match = _POINT.fullmatch(text.strip())
        if match is not None:
            column, row = self.letters.find(match[1].lower()), int(match[2])
            if 0 <= column < size and row <= size:
                return (size - row) * size + column
        corner = self.format_point(size - 1, size)
        raise NotationError(f"bad point {text!r}: expected a1 to {corner}")

    def format_point(self, action: int, size: int) -> str:
        """Return the name of a point, the inverse of `parse_point`.

        Raises:
            NotationError: when there is no such point.
        """
        if not 0 <= action < size * size:
            raise NotationError(f"bad point {action}: expected 0 to {size * size - 1}")
        y, x = divmod(action, size)
        return f"{self.letters[x]}{size - y}"

    def parse_position(self, text: str, size: int) -> Setup:
        """Return the position that `text` describes; an empty text is the empty board, Black to move.

        Either list may be missing. Case and order do not matter.

        Raises:
            NotationError: when a part cannot be read, or a point is off the board or taken twice.
        """
        if not text.strip():
            return Setup()
        side, *lists = (part.strip() for part in text.split(":"))
        if side.upper() not in COLOURS:
            raise NotationError(f"bad position: {side!r} is to move, expected B or W")
        stones: dict[str, tuple[int, ...]] = {}
        for part in lists:
            colour = part[:1].upper()
            if colour not in COLOURS or colour in stones:
                raise NotationError(f"bad position: {part!r} is not one list for B and one for W")
            stones[colour] = _parse_list(part[1:], lambda name: self.parse_point(name, size))
        black, white = stones.get("B", ()), stones.get("W", ())
        for point, following in pairwise(sorted(black + white)):
            if point == following:
                name = self.format_point(point, size)
                raise NotationError(f"bad position: {name} is taken twice")
        return Setup(COLOURS.index(side.upper()), black, white)

    def format_position(self, position: Setup, size: int) -> str:
        """Return the text of a position, the inverse of `parse_position`; equal ones have one text.

        Points are in the order of their columns, then rows. The empty board with Black to move,
        from which games start, is an empty text.
        """
        if position == Setup():
            return ""
        return format_stones(position, size, lambda at: self.format_point(at, size))


def format_stones(position: Setup, size: int, format_point: Callable[[int], str]) -> str:
    """Return the text of a position; points are in the order of their columns, then rows."""
    parts = [COLOURS[position.to_play]]
    for colour, points in zip(COLOURS, (position.black, position.white), strict=True):
        if points:
            ordered = sorted(points, key=lambda point: (point % size, -point))
            parts.append(colour + ",".join(map(format_point, ordered)))
    return ":".join(parts)


def stones_on(board: NDArray[np.int8]) -> Lists:
    """Return the stones of a board ``[H, W]``: 0 empty, 1 black, 2 white.

    Raises:
        SettingsError: when something else is on it.
    """
    points = board.ravel()
    if points.size and not 0 <= points.min() <= points.max() <= len(COLOURS):
        raise SettingsError("there are no kings in a game of stones")
    black, white = (np.flatnonzero(points == code).tolist() for code in (1, 2))
    return tuple(black), tuple(white)


def _parse_list(text: str, parse_point: Callable[[str], int]) -> tuple[int, ...]:
    if not text.strip():
        return ()
    try:
        return tuple(sorted(parse_point(name) for name in text.split(",")))
    except NotationError as error:
        raise NotationError(f"bad position: {error}") from None
