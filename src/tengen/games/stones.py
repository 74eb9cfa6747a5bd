"""Stones to start a game from, as text: ``W:Bd4,q16:Wq4``.

The side to move comes first, then a list for each colour; games on points share this form, and
name the points their own way.
"""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tengen.core import NotationError, SettingsError

COLOURS = ("B", "W")
Lists = tuple[tuple[int, ...], tuple[int, ...]]
"""The points of the black and of the white stones, ascending."""


def parse_stones(
    text: str, parse_point: Callable[[str], int], format_point: Callable[[int], str]
) -> tuple[int, Lists]:
    """Return the colour to move, 0 for Black, and the stones that `text` describes.

    Either list may be missing. Case and order do not matter.

    Raises:
        NotationError: when a part cannot be read, or a point is off the board or taken twice.
    """
    side, *lists = (part.strip() for part in text.split(":"))
    if side.upper() not in COLOURS:
        raise NotationError(f"bad position: {side!r} is to move, expected B or W")
    stones: dict[str, tuple[int, ...]] = {}
    for part in lists:
        colour = part[:1].upper()
        if colour not in COLOURS or colour in stones:
            raise NotationError(f"bad position: {part!r} is not one list for B and one for W")
        stones[colour] = _parse_list(part[1:], parse_point)
    black, white = stones.get("B", ()), stones.get("W", ())
    for point, following in pairwise(sorted(black + white)):
        if point == following:
            raise NotationError(f"bad position: {format_point(point)} is taken twice")
    return COLOURS.index(side.upper()), (black, white)


def format_stones(
    to_move: int, stones: Lists, size: int, format_point: Callable[[int], str]
) -> str:
    """Return the text of stones on a board of `size`, the inverse of `parse_stones`.

    Points are in the order of their columns, then rows, so that equal positions have one text.
    """
    parts = [COLOURS[to_move]]
    for colour, points in zip(COLOURS, stones, strict=True):
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
