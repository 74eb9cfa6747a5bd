"""Processes that train: begun so that they outlive the studio, and asked to end."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tengen.core.ending import ask_to_end
from tengen.core.lock import is_locked

_PROC = Path("/proc")
_HAS_SIGNALS = sys.platform != "win32"
"""Whether a signal to another process asks it, and does not end it."""
_NICENESS = 5
"""A training gives way to whoever plays meanwhile."""


PROMPT = "$ "
"""Begins the lines of a log that say what was run."""


def _typed(command: Sequence[str]) -> str:
    """Return a command as one would type it."""
    module = [sys.executable, "-m"]
    return shlex.join(command[2:] if [*command[:2]] == module else command)


def birth(pid: int) -> float | None:
    """Return when a process began, in ticks since the machine did; None if there is none.

    Tells a process from a later one with its number; None as well on systems without ``/proc``.
    """
    try:
        fields = (_PROC / str(pid) / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else float(fields[19])


class Children:
    """The processes begun by this studio, which are to be laid to rest when they end."""

    def __init__(self) -> None:
        self._running: dict[int, subprocess.Popen[bytes]] = {}

    def begin(self, command: Sequence[str], log: Path) -> int:
        """Run `command` in a session of its own, its words appended to `log`; return its number.

        The log begins with the command: what loads PyTorch says nothing of its own for a while.

        Raises:
            OSError: when it cannot be run.
        """
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("ab") as file:
            file.write(f"{PROMPT}{_typed(command)}\n".encode())
            file.flush()
            process = subprocess.Popen(  # noqa: S603  our own command line
                command,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
                creationflags=_apart(),
                env={**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200"},
            )
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, process.pid, _NICENESS)
        self._running[process.pid] = process
        return process.pid

    def ended(self, pid: int, born: float | None, folder: Path) -> tuple[bool, int | None]:
        """Return whether a process has ended, and its exit code where that is known.

        Args:
            pid: its number.
            born: its `birth`, for one that an earlier studio began.
            folder: where it works: what tells of such a one where `birth` does not.
        """
        process = self._running.get(pid)
        if process is None:
            return (not is_locked(folder) if born is None else birth(pid) != born), None
        code = process.poll()
        if code is not None:
            del self._running[pid]
        return code is not None, code


def _apart() -> int:
    """Return how Windows keeps a process from the Ctrl-C and the end of this one's terminal."""
    if sys.platform == "win32":
        return subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
    return 0


def interrupt(pid: int, folder: Path) -> None:
    """Ask a training to save and end, as Ctrl-C does.

    Args:
        pid: its process.
        folder: where it works.

    Raises:
        OSError: when there is no such process, or it is somebody else's.
    """
    if _HAS_SIGNALS:
        os.kill(pid, signal.SIGINT)
    else:
        ask_to_end(folder)
