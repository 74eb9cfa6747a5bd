"""Lets the clocks of a table run by the time of day, and wakes it when a flag may have fallen."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from tengen.core.clock import Clock
from tengen.studio.sitting.clock import GameClock

BEAT_SECONDS = 5.0
"""Running clocks are written down so often: a server that is killed loses no more of a turn."""


class Timekeeper:
    """Runs one game's clocks, if it has any; on the event loop."""

    def __init__(self, clock: GameClock | None, on_beat: Callable[[], object]) -> None:
        """Make it.

        Args:
            clock: the clocks; None for a game without.
            on_beat: called, for what it does, when a flag may have fallen, and now and then before.
        """
        self._clock = clock
        self._on_beat = on_beat
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def is_running(self) -> bool:
        """Whether time runs."""
        return self._clock is not None and self._clock.is_running

    def turn(self, mover: int | None, since: float | None = None) -> bool:
        """Let time run for `mover`, or for nobody; tell whether that is a change.

        Args:
            mover: who is to move.
            since: when that began, by `time.monotonic`; None for now.
        """
        if self._clock is None:
            return False
        ran, now = self._clock.is_running, time.monotonic() if since is None else since
        if mover is None:
            self._clock.stop(now)
        else:
            self._clock.start(now)
        self._set_alarm(mover, now)
        return ran != self._clock.is_running

    def has_fallen(self, mover: int) -> bool:
        """Tell whether the time of `mover`, who is to move, is over."""
        return self._clock is not None and self._clock.falls_in(mover, time.monotonic()) < 0

    def allowance(self, mover: int) -> Clock | None:
        """Return the clock of `mover`, who is to move; None in a game without."""
        if self._clock is None:
            return None
        return self._clock.left(mover, time.monotonic())[mover]

    def play(self, mover: int, *, completed: bool) -> float | None:
        """Note an action and return the seconds its player has left, None without clocks."""
        if self._clock is None:
            return None
        return round(self._clock.play(mover, time.monotonic(), completed=completed).left, 3)

    def rewind(self, ply: int) -> None:
        """Give back the clocks as they stood after `ply` actions."""
        if self._clock is not None:
            self._clock.rewind(ply)

    def _set_alarm(self, mover: int | None, now: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if mover is not None and self._clock is not None:
            # A little late, for by then the flag has fallen for certain.
            due = self._clock.falls_in(mover, now) + 0.005
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.0, min(due, BEAT_SECONDS)), self._on_beat)


def describe_clock(clock: GameClock | None, mover: int) -> dict[str, Any] | None:
    """Return what a page needs to count down: what each side has left and whose time runs."""
    if clock is None:
        return None
    left = clock.left(mover, time.monotonic())
    return {
        "left": [
            {
                "main": round(each.main, 3),
                "periods": each.periods,
                "period": round(each.period, 3),
            }
            for each in left
        ],
        "running": mover if clock.is_running else None,
    }
