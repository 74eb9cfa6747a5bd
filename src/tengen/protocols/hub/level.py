"""How long to think: the ``level`` command."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from tengen.core import Clock, Limit, NotationError, TimeControl
from tengen.core.clock import MAX_SECONDS
from tengen.core.limit import MAX_COUNT
from tengen.protocols.background import MARGIN_SECONDS
from tengen.protocols.numbers import read_finite

Number = TypeVar("Number", int, float)
_NUMBERS = {"depth": "depth", "nodes": "nodes", "moves": "moves"}
_TIMES = {"move-time": "move_time", "time": "time", "inc": "increment"}


@dataclass(frozen=True, slots=True)
class Level:
    """What was told; None where nothing was."""

    depth: int | None = None
    """Whole moves of the expected line."""
    nodes: int | None = None
    move_time: float | None = None
    """Seconds for a move."""
    time: float | None = None
    """Seconds left, before the increment of this move."""
    increment: float = 0.0
    moves: int | None = None
    """To be played in that time."""
    is_infinite: bool = False

    def told(self, arguments: Mapping[str, str]) -> "Level":
        """Return the level with more told about it.

        Raises:
            NotationError: when a number cannot be read.
        """
        told: dict[str, float | bool | None] = {}
        for name, text in arguments.items():
            if name in _NUMBERS:
                told[_NUMBERS[name]] = min(MAX_COUNT, max(1, math.floor(_number(name, text))))
            elif name in _TIMES:
                told[_TIMES[name]] = _number(name, text)
            elif name == "infinite":
                told["is_infinite"] = True
        return replace(self, **told)  # type: ignore[arg-type] # each of its own kind

    @property
    def is_told(self) -> bool:
        """Whether anything says how long to think."""
        return self != Level()

    def clock(self) -> Clock | None:
        """Return the mover's clock; None where there is none."""
        if self.time is None:
            if self.move_time is None:
                return None
            return Clock.full(TimeControl(period=_span(self.move_time)))
        # The increment is added before a move, and a program may have counted it already.
        left, increment = _span(self.time + self.increment), min(self.increment, MAX_SECONDS)
        control = TimeControl(main=left, increment=max(0.0, increment))
        if self.moves is not None:
            control = TimeControl(increment=control.increment, period=left, moves=self.moves)
        return Clock.full(control)

    def limit(self, usual: Limit, seconds: float | None, late: float) -> Limit:
        """Return how much thinking a move may cost.

        Args:
            usual: of the agent.
            seconds: bound where nothing is told; None for none.
            late: seconds since the move was asked for.
        """
        if self.is_infinite:
            return Limit(nodes=self.nodes)
        usual = usual.told if self.is_told or seconds is not None else usual
        limit = replace(usual, nodes=_least(usual.nodes, self.nodes))
        for clock in (self.clock(), replace(self, time=None).clock()):
            if clock is not None:
                limit = limit.under(clock, MARGIN_SECONDS + late)
        if not self.is_told:
            limit = replace(limit, seconds=_least(limit.seconds, seconds))
        return limit


def _number(name: str, text: str) -> float:
    number = read_finite(text)
    if number is None:
        raise NotationError(f"bad level: {name}={text[:40]!a} is no number")
    return number


def _span(seconds: float) -> float:
    """Return a time that a clock can show; a flag that has fallen leaves a moment."""
    return min(max(seconds, 0.001), MAX_SECONDS)


def _least(*bounds: Number | None) -> Number | None:
    return min((bound for bound in bounds if bound is not None), default=None)
