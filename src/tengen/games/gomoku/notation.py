"""Names of points: ``h8`` is the eighth column from the left, the eighth row from the bottom.

Letters run a, b, c, ... without skipping i. Actions are row-major from the top left corner.
"""

import re

from tengen.core import NotationError

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
    """Return the name of an action, the inverse of `parse_point`.

    Raises:
        NotationError: when there is no such action.
    """
    if not 0 <= action < size * size:
        raise NotationError(f"bad point {action}: expected 0 to {size * size - 1}")
    y, x = divmod(action, size)
    return f"{chr(ord('a') + x)}{size - y}"
