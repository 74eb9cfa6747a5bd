"""What the users of other people's engines have in common, whatever the protocol."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tengen.core import Clock, Decision, Limit, State, Stop, TimeControl
from tengen.programs.child import Child, Deadline

LATE_SECONDS = 0.25
"""So long after its flag has fallen a program is still waited for: the referee's clock decides."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a program may take where no clock says."""

    start: float = 60.0
    """Seconds to get ready for a game."""
    move: float = 60.0
    """Seconds to answer, beyond those it is given to think."""


class Client(Protocol):
    """Another program that plays one game."""

    child: Child
    """Its process."""
    farewell: str
    """What it is told when it is no longer needed."""

    def decide(
        self,
        state: State,
        limit: Limit | None,
        stop: Stop | None,
        on_progress: Callable[[Decision], None] | None,
    ) -> Decision:
        """Return the program's move in `state`; see `Agent.decide`.

        Raises:
            EngineError: when it fails; then it is of no further use.
        """
        ...


def clock_of(limit: Limit | None) -> Clock | None:
    """Return the clock that a program shall play by; None to leave the time to it.

    Seconds for this move are a clock that gives as much to every move.
    """
    if limit is None:
        return None
    if limit.clock is None and limit.seconds is not None:
        return Clock.full(TimeControl(period=limit.seconds))
    return limit.clock


def deadline_for(
    limit: Limit | None,
    patience: Patience,
    stop: Stop | None,
    on_stop: Callable[[], None] | None = None,
) -> Deadline:
    """Return until when a program may think: who has a clock, until its flag has fallen."""
    if limit is not None and limit.clock is not None:
        seconds, verdict = max(0.0, limit.clock.left) + LATE_SECONDS, "lost on time: no move"
    else:
        seconds, verdict = ((limit and limit.seconds) or 0.0) + patience.move, "did not answer"
    return Deadline(seconds, verdict, stop=stop, on_stop=on_stop)
