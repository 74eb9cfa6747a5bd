"""Comments of PDN and the commands inside of them: clocks, times and values."""

import re
from collections.abc import Iterator

from tengen.core import RecordedMove
from tengen.records.notes import Notes

_COMMAND = re.compile(r"\[%(clk|clock|emt|eval)\s+([^\]]*)\]")
_TIME = re.compile(r"([wWbB])?\s*(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,6})?)", re.ASCII)
_NUMBER = re.compile(r"[-+]?\d{1,6}(?:\.\d{1,17})?(?:e-?\d{1,3})?", re.ASCII)


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
        return float(text) if _NUMBER.fullmatch(text.strip()) else None
    times = {match[1] and match[1].lower(): _seconds(match) for match in _TIME.finditer(text)}
    return times.get("bw"[player], times.get(None))


def _seconds(time: re.Match[str]) -> float:
    return round(3600 * int(time[2]) + 60 * int(time[3]) + float(time[4]), 3)


def comments_of(move: RecordedMove) -> Iterator[str]:
    """Yield the comments that say what is noted beside a move, without braces."""
    commands = []
    if move.clock is not None:
        commands.append(f"[%clk {_time(move.clock)}]")
    if move.seconds is not None:
        commands.append(f"[%emt {_time(move.seconds)}]")
    if move.value is not None:
        commands.append(f"[%eval {move.value:.12g}]")
    if commands:
        yield " ".join(commands)
    yield from lines_of(move.comment)


def lines_of(comment: str) -> Iterator[str]:
    """Yield the lines of a comment, each a comment of its own in PDN."""
    for line in comment.split("\n"):
        if words := line.split():
            yield " ".join(words)


def _time(seconds: float) -> str:
    """Return ``h:mm:ss``, with milliseconds where there are any."""
    milliseconds = round(1000 * max(0.0, seconds))
    whole, part = divmod(milliseconds, 1000)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{part:03}" if part else text
