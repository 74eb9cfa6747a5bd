"""What commands are given beside their names: numbers and switches."""

from tengen.core import NotationError
from tengen.protocols.numbers import read_finite

Arguments = tuple[str, ...]

_MOST_DIGITS = 15
_SWITCHES = {"true": True, "false": False, "1": True, "0": False}


def check_count(arguments: Arguments, least: int, most: int | None = None) -> None:
    """Check how many arguments there are: `least`, or up to `most`.

    Raises:
        NotationError: when there are more or fewer.
    """
    if not least <= len(arguments) <= (least if most is None else most):
        raise NotationError(
            "syntax error: " + ("too few" if len(arguments) < least else "too many")
        )


def parse_whole(text: str) -> int:
    """Return a whole number.

    Raises:
        NotationError: when it is none.
    """
    digits = text[1:] if text[:1] in {"-", "+"} else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS):
        raise NotationError(f"syntax error: {text!r} is no whole number")
    return int(text)


def parse_number(text: str) -> float:
    """Return a finite number.

    Raises:
        NotationError: when it is none.
    """
    number = read_finite(text)
    if number is None:
        raise NotationError(f"syntax error: {text!r} is no number")
    return number


def parse_switch(text: str) -> bool:
    """Return whether something is on.

    Raises:
        NotationError: when it is neither true nor false.
    """
    switch = _SWITCHES.get(text.lower())
    if switch is None:
        raise NotationError(f"syntax error: {text!r} is neither true nor false")
    return switch
