"""Clocks: how much time a player has for a whole game, and what is left of it."""

import math
import re
from dataclasses import dataclass, replace

from tengen.core.errors import SettingsError

MAX_SECONDS = 86_400.0
"""A day: more is a slip of the hand."""
_MOVES_LEFT = 25
"""Main time is spent as if the game went on for so many moves: early moves get the most, and it
never runs out."""
_INCREMENT_SPENT = 0.8
"""Of an increment, so that main time settles at five of them and not at nothing: one move that
takes longer than it should must not lose the game."""
_NUMBER = r"(\d+(?:\.\d*)?|\.\d+)(ms|s|m|h)?"
_CONTROL = re.compile(
    rf"{_NUMBER}"
    rf"(?:\+{_NUMBER})?"
    rf"(?:/(?:(?P<move>move)|(?P<periods>\d+)x{_NUMBER}|(?P<moves>\d+)in{_NUMBER}))?"
)
_UNITS = {None: 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time each player has for a game, in seconds.

    When `main` is used up, `periods` periods of overtime follow, in each of which `moves` moves
    must be played; a period in which they are renews itself. Japanese byo-yomi has several periods
    of one move, Canadian overtime one period of several moves, and a fixed time a move is one
    period of one move without main time.

    Raises:
        SettingsError: when a number is negative, not finite or absurdly large, or there is no time.
    """

    main: float = 0.0
    increment: float = 0.0
    """Added to the main time after each move (Fischer)."""
    period: float = 0.0
    moves: int = 1
    periods: int = 1

    def __post_init__(self) -> None:
        for name in ("main", "increment", "period"):
            seconds = getattr(self, name)
            if not (math.isfinite(seconds) and 0 <= seconds <= MAX_SECONDS):
                raise SettingsError(
                    f"time control: {name} of {seconds} s: must be 0 to {MAX_SECONDS:.0f}"
                )
        if self.moves < 1 or self.periods < 1:
            raise SettingsError("time control: a period is for at least one move, and there is one")
        if self.moves > 1 and self.periods > 1:
            raise SettingsError("time control: periods of several moves renew: there is only one")
        if not (self.main or self.period):
            raise SettingsError("time control: there is no time at all")

    def __str__(self) -> str:
        """As `parse_control` reads it."""
        if not self.main and not self.increment and self.moves == self.periods == 1:
            return f"{_text(self.period)}/move"
        overtime = ""
        if self.period:
            count = f"{self.periods}x" if self.moves == 1 else f"{self.moves}in"
            overtime = f"/{count}{_text(self.period)}"
        return _text(self.main) + (f"+{_text(self.increment)}" if self.increment else "") + overtime


def parse_control(text: str) -> TimeControl:
    """Read a time control.

    ``10+0.1`` is ten seconds and a tenth a move, ``5m/3x30s`` five minutes and three periods of
    byo-yomi, ``5m/25in10m`` five minutes and then ten for every 25 moves, ``0.1/move`` a tenth of a
    second for each move. Units are ms, s, m and h; seconds without one.

    Raises:
        SettingsError: when it is none, or has no time in it.
    """
    found = _CONTROL.fullmatch(text.strip())
    if not found:
        raise SettingsError(
            f"bad time control {text!r}: expected such as 10+0.1, 5m/3x30s, 5m/25in10m or 0.1/move"
        )
    # The groups' numbers are those of _CONTROL from left to right.
    main, increment = _seconds(found, 1), _seconds(found, 3)
    if found["move"]:
        if increment:
            raise SettingsError(f"bad time control {text!r}: a time for each move has no increment")
        return TimeControl(period=main)
    if found["periods"]:
        return TimeControl(main, increment, _seconds(found, 7), periods=int(found["periods"]))
    if found["moves"]:
        return TimeControl(main, increment, _seconds(found, 10), moves=int(found["moves"]))
    return TimeControl(main, increment)


def _seconds(found: re.Match[str], group: int) -> float:
    number, unit = found[group], found[group + 1]
    return float(number) * _UNITS[unit] if number else 0.0


def _text(seconds: float) -> str:
    return f"{seconds:.6f}".rstrip("0").rstrip(".")


@dataclass(frozen=True, slots=True)
class Clock:
    """What one player has left, in seconds, while a move is to be played."""

    control: TimeControl
    main: float
    periods: int
    """Periods of overtime left, the running one included."""
    period: float
    """Left of the running period; it runs when there is no main time left."""
    moves: int
    """To be played in the running period."""

    @classmethod
    def full(cls, control: TimeControl) -> "Clock":
        """Return the clock at the start of a game."""
        periods = control.periods if control.period else 0
        return cls(control, control.main, periods, control.period, control.moves)

    @property
    def left(self) -> float:
        """Seconds until the flag falls if no move is played; below zero when it fell long ago."""
        return self.main + self.period + max(0, self.periods - 1) * self.control.period

    @property
    def has_fallen(self) -> bool:
        """Whether the time is over."""
        return self.left < 0

    def spend(self, seconds: float) -> "Clock":
        """Return the clock after a move that took `seconds`; see `has_fallen` whether in time."""
        return self.run(seconds).press()

    def run(self, seconds: float) -> "Clock":
        """Return the clock after `seconds` in which no move was completed."""
        if seconds <= self.main:
            return replace(self, main=self.main - seconds)
        if seconds > self.left:
            return replace(self, main=0.0, periods=min(1, self.periods), period=self.left - seconds)
        periods, period, moves = self.periods, self.period - (seconds - self.main), self.moves
        while period < 0:
            periods, period, moves = periods - 1, period + self.control.period, self.control.moves
        return replace(self, main=0.0, periods=periods, period=period, moves=moves)

    def press(self) -> "Clock":
        """Return the clock after a move was completed; a flag that has fallen stays so."""
        if self.has_fallen:
            return self
        after = replace(self, main=self.main + self.control.increment)
        if self.main or not self.periods:
            return after  # overtime has not begun
        if self.moves > 1:
            return replace(after, moves=self.moves - 1)
        return replace(after, period=self.control.period, moves=self.control.moves)

    def allot(self, margin: float = 0.0) -> float:
        """Return the seconds to think about this move, above zero.

        Args:
            margin: seconds that are lost between thinking and the clock, kept in hand.
        """
        share = self.main / _MOVES_LEFT + self.period / self.moves
        share += _INCREMENT_SPENT * self.control.increment
        # Never a later period of byo-yomi: it would not come back.
        usable = self.main + self.period if self.moves == 1 else self.left
        return max(0.001, min(share, usable - margin))
