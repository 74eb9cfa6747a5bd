"""Fields of a query, each checked as it is read."""

import math
from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeGuard

from tengen.core import NotationError

Fields: TypeAlias = Mapping[str, object]
"""A JSON object."""
_LARGEST = 2**62


class FieldError(NotationError):
    """A field that cannot be used; the message says what it must be."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def read_whole(fields: Fields, name: str, least: int = -_LARGEST, most: int = _LARGEST) -> int:
    """Return the whole number that a field is.

    Raises:
        FieldError: when it is none, or out of range.
    """
    number = fields.get(name)
    if not is_whole(number) or not least <= number <= most:
        raise FieldError(name, f"Must be an integer from {least} to {most}")
    return number


def is_whole(value: object) -> TypeGuard[int]:
    """Tell whether a value is a whole number, as JSON has them."""
    return isinstance(value, int) and not isinstance(value, bool)


def read_number(fields: Fields, name: str, least: float, most: float) -> float:
    """Return the finite number that a field is.

    Raises:
        FieldError: when it is none, or out of range.
    """
    value = fields.get(name)
    number = (
        float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    )
    if number is None or not math.isfinite(number) or not least <= number <= most:
        raise FieldError(name, f"Must be a number from {least:g} to {most:g}")
    return number


def read_switch(fields: Fields, name: str) -> bool:
    """Return whether something is wanted; a field that is not there says no.

    Raises:
        FieldError: when it is neither true nor false.
    """
    switch = fields.get(name, False)
    if not isinstance(switch, bool):
        raise FieldError(name, "Must be a boolean")
    return switch


def read_wholes(fields: Fields, name: str, meaning: str) -> list[int]:
    """Return a list of whole numbers, such as the turns to analyse.

    Raises:
        FieldError: when it is none.
    """
    numbers = fields.get(name)
    if not isinstance(numbers, list) or not all(map(is_whole, numbers)):
        raise FieldError(name, f"Must be an array of integers indicating {meaning}")
    return numbers


def read_player(fields: Fields, name: str, field: str | None = None) -> int:
    """Return 0 for the first player, who is called black, and 1 for the second.

    Args:
        field: what an error names instead; None for `name` itself.

    Raises:
        FieldError: when it is neither.
    """
    player = player_of(fields.get(name))
    if player is None:
        raise FieldError(field or name, 'Must be "b" or "w"')
    return player


def player_of(value: object) -> int | None:
    """Return the player whom a value names, None where it names none."""
    names = {"b": 0, "black": 0, "w": 1, "white": 1}
    return names.get(value.lower()) if isinstance(value, str) else None


def read_pairs(fields: Fields, name: str) -> list[tuple[int, str]]:
    """Return players and places: the moves of a game, or stones.

    Raises:
        FieldError: when they are no list of pairs.
    """
    pairs = fields.get(name)
    wrong = FieldError(name, 'Must be an array of pairs of the form: ["b" or "w", move]')
    if not isinstance(pairs, list):
        raise wrong
    return [_pair(pair, wrong) for pair in pairs]


def _pair(pair: object, wrong: FieldError) -> tuple[int, str]:
    if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
        raise wrong
    player, place = player_of(pair[0]), pair[1]
    if player is None or not isinstance(place, str):
        raise wrong
    return player, place
