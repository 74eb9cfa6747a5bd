"""What a program says of its thinking in ``info`` and ``done``."""

import math
from collections.abc import Mapping, Sequence

from tengen.core import Decision, IllegalMoveError, NotationError, State
from tengen.protocols.hub.notation import Hops, format_move, parse_move, whole_moves


def find_move(state: State, text: str) -> Hops:
    """Return a whole move; what it takes may be left out where its ends tell.

    Raises:
        NotationError: when it is no move.
        IllegalMoveError: when it is not legal, or several moves have its ends.
    """
    try:
        return parse_move(state, text)[0]
    except IllegalMoveError:
        ends = text.split("x")
        alike = [
            hops
            for hops, _ in whole_moves(state)
            if format_move(state, hops).split("x")[:2] == ends
        ]
        if len(alike) != 1:
            raise
        return alike[0]


def parse_value(told: Mapping[str, str]) -> float | None:
    """Return the value in [-1, 1] that ``info`` tells, by itself or as a score in men."""
    for key, of in (("value", float), ("score", _of_score)):
        try:
            value = of(told[key])
        except (KeyError, ValueError):
            continue
        if abs(value) <= 1:  # what is not a number is not
            return value
    return None


def _of_score(text: str) -> float:
    """Return the value of a score, the inverse of `thoughts.score` but for sure results."""
    return math.tanh(float(text) * math.log(3) / 2)


def parse_thought(state: State, told: Mapping[str, str]) -> Decision | None:
    """Return what ``info`` tells in `state`, None where it names no move."""
    line = _parse_line(state, told.get("pv", "").split())
    if not line:
        return None
    return Decision(line[0], parse_value(told), pv=tuple(line), nodes=_count(told.get("nodes", "")))


def _parse_line(state: State, words: Sequence[str]) -> list[int]:
    """Return the hops of an expected line as far as it can be played."""
    line: list[int] = []
    for word in words:
        try:
            hops = find_move(state, word)
        except (NotationError, IllegalMoveError):
            break
        line += hops
        state = state.apply_all(hops)
    return line


def _count(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 20 else 0
