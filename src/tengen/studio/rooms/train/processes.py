"""Processes that train: begun so that they outlive the studio, and asked to end."""

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")
_NICENESS = 5
"""A training gives way to whoever plays meanwhile."""


def birth(pid: int) -> float | None:
    """Return when a process began, in ticks since the machine did; None where there is none.

    Tells a process from a later one with its number.
    """
    try:
        fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else float(fields[19])


def begun_at(pid: int) -> float | None:
    """Return when a process began, in seconds since 1970, where the system tells."""
    ticks = birth(pid)
    if not ticks:
        return None
    lines = (_PROC / "stat").read_text().splitlines()
    booted = next(float(line.split()[1]) for line in lines if line.startswith("btime"))
    return booted + ticks / os.sysconf("SC_CLK_TCK")


class Children:
    """The processes begun by this studio, which are to be laid to rest when they end."""

    def __init__(self) -> None:
        self._running: dict[int, subprocess.Popen[bytes]] = {}

    def begin(self, command: Sequence[str], log: Path) -> int:
        """Run `command` in a session of its own, its words appended to `log`; return its number.

        Raises:
            OSError: when it cannot be run.
        """
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("ab") as file:
            process = subprocess.Popen(  # noqa: S603  our own command line
                command,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200"},
            )
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, process.pid, _NICENESS)
        self._running[process.pid] = process
        return process.pid

    def ended(self, pid: int, born: float | None) -> tuple[bool, int | None]:
        """Return whether a process has ended, and its exit code where that is known.

        Args:
            pid: its number.
            born: its `birth`, for one that an earlier studio began.
        """
        process = self._running.get(pid)
        if process is None:
            return birth(pid) != born or born is None, None
        code = process.poll()
        if code is not None:
            del self._running[pid]
        return code is not None, code


def interrupt(pid: int) -> None:
    """Ask a training to save and end, as Ctrl-C does.

    Raises:
        OSError: when there is no such process, or it is somebody else's.
    """
    os.kill(pid, signal.SIGINT)
