"""A program in a process group of its own, which ends as a whole, and when this process does."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

# The watchdog leads the group and reads a pipe that only this process writes to: the pipe ends
# when this process does, however it does, and with it the whole group.
_WATCHDOG = ("/bin/sh", "-c", 'trap "" HUP INT TERM; read _; kill -KILL 0')

Process = subprocess.Popen[bytes]


class Group:
    """A program and the processes that it starts, unless they leave its group on purpose.

    Raises:
        OSError: when the program cannot be started.
    """

    def __init__(self, command: Sequence[str] | str, folder: str | None) -> None:
        self._watchdog = None if sys.platform == "win32" else _start_watchdog()
        try:
            self.process = _start(command, folder, self._watchdog)
        except BaseException:
            if self._watchdog is not None:
                _end_posix(self._watchdog)
            raise

    def end(self) -> None:
        """End all of them at once, and take note of their ends; may be called again."""
        if self._watchdog is not None:
            _end_posix(self._watchdog)
        elif self.process.poll() is None:
            _end_windows(self.process)
        self.process.wait()


def _start_watchdog() -> Process:
    return subprocess.Popen(  # noqa: S603
        _WATCHDOG,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,
    )


def _start(command: Sequence[str] | str, folder: str | None, watchdog: Process | None) -> Process:
    # The person at this machine named the program.
    return subprocess.Popen(  # noqa: S603
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=None if folder is None else Path(folder).expanduser(),
        process_group=None if watchdog is None else watchdog.pid,
    )


def _end_posix(watchdog: Process) -> None:
    if watchdog.returncode is not None:
        return
    # Not waited for yet, the watchdog keeps its number, and with it the group's, from others.
    with suppress(OSError):
        os.killpg(watchdog.pid, signal.SIGKILL)
    assert watchdog.stdin is not None
    watchdog.stdin.close()
    watchdog.wait()


def _end_windows(process: Process) -> None:
    """End a program and what it started.

    Without a watchdog it sees the end of its input when this process ends.
    """
    with suppress(OSError):
        subprocess.run(  # noqa: S603
            ["taskkill", "/F", "/T", "/PID", str(process.pid)],  # noqa: S607 - Windows' own
            capture_output=True,
            check=False,
        )
    process.kill()
