"""What a robot is asked for one decision, and what it answers."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tengen.core import Candidate, Limit, Stop
from tengen.games.face import NativeState


class Budget:
    """What is left of the thinking that one decision may cost."""

    def __init__(self, limit: Limit, stop: Stop | None) -> None:
        self.limit = limit
        self.stop = stop
        self.used = 0
        """Positions looked at, or random games played."""
        self._until = None if limit.seconds is None else time.perf_counter() + limit.seconds
        bounds = [bound for bound in (limit.nodes, limit.visits) if bound is not None]
        self._most = min(bounds, default=None)

    @property
    def is_spent(self) -> bool:
        """Whether it is time to answer."""
        if self._most is not None and self.used >= self._most:
            return True
        if self.stop is not None and self.stop.is_set():
            return True
        return self._until is not None and time.perf_counter() >= self._until

    def spend(self, nodes: int = 1) -> bool:
        """Count `nodes` more and return True; return False where nothing is left."""
        if self.is_spent:
            return False
        self.used += nodes
        return True


@dataclass(frozen=True, slots=True)
class Thought:
    """What a robot makes of a position."""

    candidates: tuple[Candidate, ...]
    """Best first; the first is played."""
    value: float | None
    """In [-1, 1], for the side to move; None for no opinion."""


class Robot(Protocol):
    """Plays one game by rules of thumb."""

    effort: Limit
    """The thinking it does when not told otherwise."""

    def think(self, state: NativeState, budget: Budget, rng: np.random.Generator) -> Thought:
        """Return what it would play in `state`, which is not finished."""
        ...


def candidate(
    action: int, value: float | None, *, visits: int = 1, pv: Iterable[int] = ()
) -> Candidate:
    """Return a candidate of a robot, which has no priors."""
    bounded = None if value is None else float(np.clip(value, -1, 1))
    return Candidate(int(action), visits, 0.0, bounded, tuple(map(int, pv)) or (int(action),))
