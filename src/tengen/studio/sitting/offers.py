"""Offers of a draw: what an engine makes of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Answer = Literal["early", "ahead", "unsure", "declined"]
"""Why there is no draw: too early, the engine likes its game, it values no positions, or a person
declined."""

EVEN = 0.1
"""An engine that hopes for no more than this, of 1 for a win, sees nothing to play for."""
LASTING = 4
"""Of its moves, the last ones, that all looked so."""
EARLIEST = 8
"""Moves of an engine before which it agrees to nothing."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A draw that is offered, or was."""

    by: int
    """The side that offers."""
    answer: Answer | None = None
    """Why it was not agreed to; None while nobody has answered."""


def judge_offer(values: Sequence[float | None]) -> Answer | None:
    """Return why an engine declines a draw, None when it agrees.

    Args:
        values: what it expected of each of its moves, in [-1, 1] for itself, the last one last.
    """
    last = values[-LASTING:]
    if len(values) < EARLIEST:
        return "early"
    if any(value is None for value in last):
        return "unsure"
    return "ahead" if any(value is not None and value > EVEN for value in last) else None
