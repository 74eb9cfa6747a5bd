"""Points, stones and thoughts as the protocol writes them."""

import re

from tengen.core import Candidate, Decision, NotationError

_POINT = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*", re.ASCII)
_STONE = re.compile(r"(.*),\s*([123])\s*")
_SHOWN = 8
"""Moves of the expected continuation that people are told."""


def parse_point(text: str, size: int) -> int:
    """Return the point, row by row from the top, that ``x,y`` names; both count from 0.

    Raises:
        NotationError: when it is none of the board.
    """
    found = _POINT.fullmatch(text)
    if found:
        x, y = int(found[1]), int(found[2])
        if x < size and y < size:
            return y * size + x
    raise NotationError(f"bad point {text[:40]!a}: expected 0,0 to {size - 1},{size - 1}")


def format_point(point: int, size: int) -> str:
    """Return ``x,y``, the inverse of `parse_point`."""
    y, x = divmod(point, size)
    return f"{x},{y}"


def parse_stone(text: str, size: int) -> tuple[int, int]:
    """Return point and owner of ``x,y,owner``, the owner as the protocol counts.

    Raises:
        NotationError: when it is no stone.
    """
    found = _STONE.fullmatch(text)
    if not found:
        raise NotationError(f"bad stone {text[:40]!a}: expected x,y,1 or x,y,2 or x,y,3")
    return parse_point(found[1], size), int(found[2])


def describe_thought(decision: Decision, size: int) -> str:
    """Return for people what an agent thinks: value for the side to move, effort, expected line."""
    parts = [] if decision.value is None else [f"value {decision.value:+.2f}"]
    parts += [f"nodes {decision.nodes}", f"time {decision.seconds:.2f} s"]
    line = " ".join(format_point(action, size) for action in decision.pv[:_SHOWN])
    return ", ".join([*parts, f"line {line}"] if line else parts)


def describe_candidate(candidate: Candidate, size: int) -> str:
    """Return for people what an agent thinks of one move."""
    value = "not looked at" if candidate.value is None else f"value {candidate.value:+.2f}"
    return f"{format_point(candidate.action, size)}: {value}, visits {candidate.visits}"
