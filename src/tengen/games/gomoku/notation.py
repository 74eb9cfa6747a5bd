"""Names of points and choices, and texts of positions.

``h8`` is the eighth column from the left, the eighth row from the bottom: letters run a, b, c, ...
without skipping i. Actions are row-major from the top left corner; what a player may choose in
a swap2 opening comes after them.

A position is a text such as ``W:Bh8,i9:Wg8``: who is to move, the black stones, the white ones.
"""

from string import ascii_lowercase

from tengen.core import NotationError
from tengen.games.stones import PointNames

CHOICES = ("white", "black", "two-more")
"""What is chosen in a swap2 opening: a colour, or to place two stones more."""

_NAMES = PointNames(ascii_lowercase)
parse_point, format_point = _NAMES.parse_point, _NAMES.format_point
parse_position, format_position = _NAMES.parse_position, _NAMES.format_position


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
