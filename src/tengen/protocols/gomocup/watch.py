"""What an agent thinks, told while it does so, as Yixin-Board shows it."""

import time
from collections.abc import Callable

from tengen.core import Decision
from tengen.protocols.gomocup.words import describe_thought, format_point

EVERY = 0.25
"""Seconds between two reports at least."""
_SCALE = 10_000
_SHOWN = 8


class Watch:
    """Tells of one thought."""

    def __init__(self, say: Callable[[str], None], size: int) -> None:
        """Tell by `say` of a board so wide."""
        self._say = say
        self._size = size
        self._due = time.monotonic() + EVERY

    def tell(self, decision: Decision) -> None:
        """Tell of what was found so far, if it is time to."""
        if time.monotonic() < self._due:
            return
        self._due = time.monotonic() + EVERY
        self._say(f"MESSAGE REALTIME BEST {format_point(decision.action, self._size)}")
        if decision.value is not None:
            self._say(f"MESSAGE REALTIME VAL {round(_SCALE * decision.value)}")
        line = " ".join(format_point(action, self._size) for action in decision.pv[:_SHOWN])
        self._say(f"MESSAGE REALTIME PV {line}")
        self._say(f"MESSAGE {describe_thought(decision, self._size)}")
