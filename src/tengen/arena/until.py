"""When a match ends before all of its games are played."""

import time
from threading import Event

from tengen.core import Stop


class Until(Event):
    """Is set when another event is, or when some seconds are over."""

    def __init__(self, stop: Stop, seconds: float) -> None:
        super().__init__()
        self._stop = stop
        self._end = time.monotonic() + seconds

    def is_set(self) -> bool:
        """Return whether it was set, the other one was, or the time is over."""
        return super().is_set() or self._stop.is_set() or time.monotonic() >= self._end
