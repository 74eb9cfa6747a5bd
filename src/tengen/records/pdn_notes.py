"""Comments of PDN and the commands inside of them: clocks, times and values.

``[%eval]`` is the value for Black, who moves first and whom a result of 1-0 names the winner, as it
is White's in chess.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import TypeGuard

from tengen.core import RecordedMove
from tengen.records.notes import Notes, for_mover

_COMMAND = re.compile(r"\[%(clk|clock|emt|eval)\s+([^\]]*)\]")
_TIME = re.compile(r"([wWbB])?\s*(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d+)?)", re.ASCII)
_NUMBER = re.compile(r"[-+]?\d{1,20}(?:\.\d{1,25})?(?:e[-+]?\d{1,2})?", re.ASCII)
MOST_SECONDS = 10_000 * 3600
"""Times have up to four figures for the hours."""


def read_notes(comment: str, player: int) -> Notes:
    """Return what a comment says of a move; `player` made it."""
    found: dict[str, float] = {}

    def take(command: re.Match[str]) -> str:
        number = _read_command(command[1], command[2], player)
        if number is None:
            return command[0]
        found[command[1]] = number
        return " "

    text = _COMMAND.sub(take, comment) if "[%" in comment else comment
    return Notes(
        comment=" ".join(text.split()),
        clock=found.get("clk", found.get("clock")),
        seconds=found.get("emt"),
        value=found.get("eval"),
    )


def _read_command(name: str, text: str, player: int) -> float | None:
    """Return the seconds, or the value, that a command states; None when it states none."""
    if name == "eval":
        return for_mover(float(text), player) if _NUMBER.fullmatch(text.strip()) else None
    times = {match[1] and match[1].lower(): _seconds(match) for match in _TIME.finditer(text)}
    return times.get("bw"[player], times.get(None))


def _seconds(time: re.Match[str]) -> float:
    return float(3600 * int(time[2]) + 60 * int(time[3]) + Decimal(time[4]))


def comments_of(move: RecordedMove, player: int) -> Iterator[str]:
    """Yield the comments that say what is noted beside a move of `player`, without braces.

    Times that `has_odd_time` finds are left out.
    """
    commands = []
    if _is_time(move.clock):
        commands.append(f"[%clk {_time(move.clock)}]")
    if _is_time(move.seconds):
        commands.append(f"[%emt {_time(move.seconds)}]")
    if move.value is not None:
        commands.append(f"[%eval {for_mover(float(move.value), player)!r}]")
    if commands:
        yield " ".join(commands)
    yield from lines_of(move.comment)


def lines_of(comment: str) -> Iterator[str]:
    """Yield the lines of a comment, each a comment of its own in PDN."""
    for line in comment.split("\n"):
        if words := line.split():
            yield " ".join(words)


def has_odd_time(move: RecordedMove) -> bool:
    """Return whether a time of a move cannot be written as hours, minutes and seconds."""
    return any(time is not None and not _is_time(time) for time in (move.clock, move.seconds))


def _is_time(seconds: float | None) -> TypeGuard[float]:
    return seconds is not None and 0 <= seconds < MOST_SECONDS


def _time(seconds: float) -> str:
    """Return ``h:mm:ss``, and as much of a second as it takes to read the same number."""
    exact = Decimal(repr(float(seconds)))
    whole, part = divmod(exact, 1)
    minutes, rest = divmod(int(whole), 60)
    fraction = f"{part.normalize():f}"[1:] if part else ""
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}{fraction}"
