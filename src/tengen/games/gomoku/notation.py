"""Names of points and choices, and texts of positions.

``h8`` is the eighth column from the left, the eighth row from the bottom: letters run a, b, c, ...
without skipping i. Actions are row-major from the top left corner; what a player may choose in
a swap2 opening comes after them.

A position is a text such as ``W:Bh8,i9:Wg8``: who is to move, the black stones, the white ones.
"""

import re
from dataclasses import dataclass

from tengen.core import NotationError
from tengen.games.stones import format_stones, parse_stones

CHOICES = ("white", "black", "two-more")
"""What is chosen in a swap2 opening: a colour, or to place two stones more."""

_POINT = re.compile(r"([a-zA-Z])([1-9][0-9]?)", re.ASCII)


def parse_point(text: str, size: int) -> int:
    """Return the action that `text` names on a board of `size` x `size`; case is ignored.

    Raises:
        NotationError: when the text is not a point of this board.
    """
    match = _POINT.fullmatch(text.strip())
    if match is not None:
        column, row = ord(match[1].lower()) - ord("a"), int(match[2])
        if column < size and row <= size:
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
    return f"{chr(ord('a') + x)}{size - y}"


def parse_choice_or_point(text: str, size: int) -> int:
    """Return the action that `text` names under swap2; case is ignored.

    Raises:
        NotationError: when the text is neither a point of this board nor a choice.
    """
    word = text.strip().lower()
    if word in CHOICES:
        return size * size + CHOICES.index(word)
    try:
        return parse_point(text, size)
    except NotationError as error:
        raise NotationError(f"{error}, or {', '.join(CHOICES)}") from None


def format_choice_or_point(action: int, size: int) -> str:
    """Return the name of an action, the inverse of `parse_choice_or_point`.

    Raises:
        NotationError: when there is no such action.
    """
    choice = action - size * size
    return CHOICES[choice] if 0 <= choice < len(CHOICES) else format_point(action, size)


@dataclass(frozen=True)
class Setup:
    """Stones on a board and the colour to be placed next; points ascending."""

    colour: int = 0
    """0 for Black, 1 for White."""
    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()


def parse_position(text: str, size: int) -> Setup:
    """Return the position that `text` describes; an empty text is the empty board, Black to move.

    The side to move comes first, then a list for each colour; either may be missing. Case
    and order do not matter.

    Raises:
        NotationError: when a part cannot be read, or a point is off the board or taken twice.
    """
    if not text.strip():
        return Setup()
    to_move, (black, white) = parse_stones(
        text, lambda name: parse_point(name, size), lambda point: format_point(point, size)
    )
    return Setup(to_move, black, white)


def format_position(position: Setup, size: int) -> str:
    """Return the text of a position, the inverse of `parse_position`; equal ones have one text.

    Points are in the order of their columns, then rows. The empty board with Black to move,
    from which games start, is an empty text.
    """
    if position == Setup():
        return ""
    stones = (position.black, position.white)
    return format_stones(position.colour, stones, size, lambda point: format_point(point, size))
