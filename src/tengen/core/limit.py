"""How much thinking one decision may cost."""

import math
from dataclasses import dataclass, replace

from tengen.core.clock import MAX_SECONDS, Clock
from tengen.core.errors import SettingsError

MAX_COUNT = 2**31 - 1
"""Nodes and visits are counted in 32 bits."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Bounds of one decision; the first one reached ends it, and None means unbounded.

    Raises:
        SettingsError: when a bound is not positive, or absurdly large.
    """

    seconds: float | None = None
    """Wall time."""
    nodes: int | None = None
    """New positions examined by this decision."""
    visits: int | None = None
    """Visits of the root, those kept from an earlier decision included."""
    clock: Clock | None = None
    """The mover's, for players that keep their own time; all others obey `seconds`."""
    most_seconds: float | None = None
    """Wall time that those players keep to as well; None where only the clock bounds them."""
    root_moves: frozenset[int] | None = None
    """Actions that the decision is to be chosen from, some of them legal; None for all.

    Tree search and the selective search look at no others. Other agents may not heed it: who needs
    it kept asks `Decision.among` of what they decide.
    """
    is_usual: bool = False
    """Whether it is what a player takes where nobody says anything: whoever is told of a clock or a
    level uses that instead."""

    def __post_init__(self) -> None:
        for name, most in (("seconds", MAX_SECONDS), ("nodes", MAX_COUNT), ("visits", MAX_COUNT)):
            bound = getattr(self, name)
            if bound is None:
                continue
            if math.isnan(bound):
                raise SettingsError(f"limit {name}={bound}: must be a number")
            if not bound > 0:
                raise SettingsError(f"limit {name}={bound}: must be above zero")
            if bound > most:
                raise SettingsError(f"limit {name}={bound}: must be at most {most:.0f}")

    @property
    def is_open(self) -> bool:
        """Whether nothing bounds the decision."""
        return self.seconds is None and self.nodes is None and self.visits is None

    def under(self, clock: Clock, margin: float = 0.0) -> "Limit":
        """Return this limit with no more seconds than `clock` allots to this move.

        A usual limit gives way to it.

        Args:
            margin: seconds that are lost between thinking and the clock.
        """
        told = self.told
        seconds = clock.allot(margin)
        if told.seconds is not None:
            seconds = min(seconds, told.seconds)
        return replace(told, seconds=seconds, clock=clock, most_seconds=told.seconds)

    @property
    def told(self) -> "Limit":
        """This limit, or none where it is only usual."""
        return Limit() if self.is_usual else self
