"""What a program is told of the time, by the commands that it knows.

GTP 2 itself has whole seconds, main time and Canadian overtime. KataGo's ``kata-time_settings`` has
fractions, increments and Japanese byo-yomi as well.
"""

import math
from collections.abc import Container, Iterator

from tengen.core import Clock, TimeControl


class Clocks:
    """Remembers which settings were told."""

    def __init__(self, known: Container[str]) -> None:
        self._exact = "kata-time_settings" in known
        self._told: TimeControl | None = None

    def commands(self, clock: Clock, colour: str) -> Iterator[str]:
        """Yield what to say before a move under `clock`."""
        if clock.control != self._told:
            self._told = clock.control
            yield _exact_settings(clock.control) if self._exact else _settings(clock.control)
        yield self._left(clock, colour)

    def _left(self, clock: Clock, colour: str) -> str:
        in_main = clock.main > 0 or not clock.periods
        if self._exact:
            stones = clock.moves if clock.control.moves > 1 else clock.periods
            seconds, stones = (clock.main, 0) if in_main else (clock.period, stones)
            return f"time_left {colour} {max(0.0, seconds):.3f} {stones}"
        spare = max(0, clock.periods - 1) * clock.control.period
        if clock.main + spare > 0:
            return f"time_left {colour} {math.floor(clock.main + spare)} 0"
        return f"time_left {colour} {_whole(clock.period)} {clock.moves if clock.periods else 0}"


def _settings(control: TimeControl) -> str:
    """Return what GTP 2 can say: an increment comes as a surprise, spare periods are main time."""
    if not control.period:
        return f"time_settings {_whole(control.main)} 0 0"
    main = control.main + (control.periods - 1) * control.period
    return f"time_settings {math.floor(main)} {_whole(control.period)} {control.moves}"


def _exact_settings(control: TimeControl) -> str:
    main, period = f"{control.main:.3f}", f"{control.period:.3f}"
    if control.increment:
        return f"kata-time_settings fischer {main} {control.increment:.3f}"
    if not control.period:
        return f"kata-time_settings absolute {main}"
    if control.moves > 1:
        return f"kata-time_settings canadian {main} {period} {control.moves}"
    return f"kata-time_settings byoyomi {main} {period} {control.periods}"


def _whole(seconds: float) -> int:
    """Return whole seconds, which are none only where there are none."""
    return max(1, math.floor(seconds)) if seconds > 0 else 0
