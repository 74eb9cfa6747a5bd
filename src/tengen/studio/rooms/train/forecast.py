"""How long a run will take to a number of positions, told calmly.

Positions come in bursts, so the pace is that of the last minutes; and what was said a moment ago is
left only step by step, in shares of itself, so that it does not leap.
"""

from collections import deque
from math import exp, log

WINDOW_MINUTES = 5.0
"""Over which the pace is taken."""
FEWEST, MOST = 8, 600
"""Entries that are looked at, however long they took."""
SHARE, LEAST_SECONDS = 0.15, 20.0
"""What was said is left behind within this share of the time that is left, or these seconds."""
STEP = 1.25
"""What is said changes by no larger factor in `LEAST_SECONDS`, the time that has passed apart."""


class Forecast:
    """Is told how far a run is, entry by entry; `seconds` is what is left as of the last one."""

    def __init__(self) -> None:
        self.seconds: float | None = None
        """None before anything can be said."""
        self._points: deque[tuple[float, float]] = deque(maxlen=MOST)
        """Minutes and positions."""

    def take(self, minutes: float, positions: float, most: float) -> None:
        """Take in how many positions a run has after so many minutes, of how many in all."""
        if self._points and self._points[-1][0] > minutes:  # it goes on from an earlier moment
            self._points.clear()
            self.seconds = None
        passed = 60 * (minutes - self._points[-1][0]) if self._points else 0.0
        self._points.append((minutes, positions))
        while len(self._points) > FEWEST and self._points[0][0] < minutes - WINDOW_MINUTES:
            self._points.popleft()
        pace = self._pace()
        reckoned = max(0.0, most - positions) / pace if pace > 0 else None
        self.seconds = _step(self.seconds, passed, reckoned)

    def _pace(self) -> float:
        """Return positions a second; 0 where that cannot be said."""
        (began, first), (now, last) = self._points[0], self._points[-1]
        return (last - first) / (60 * (now - began)) if now > began else 0.0


def _step(said: float | None, passed: float, reckoned: float | None) -> float | None:
    """Return what is left now, between what was said before and what is reckoned anew."""
    if said is None or reckoned is None:
        return reckoned if said is None else max(0.0, said - passed)
    before = max(1.0, said - passed)
    if reckoned < 1:
        return min(reckoned, before)
    weight = 1 - exp(-passed / max(LEAST_SECONDS, SHARE * before))
    most = max(1.0, passed / LEAST_SECONDS) * log(STEP)
    return before * exp(min(most, max(-most, weight * log(reckoned / before))))
