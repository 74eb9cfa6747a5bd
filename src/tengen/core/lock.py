"""A folder that one process at a time may work in."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from tengen.core.errors import TengenError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_NAME = "lock"
_LOCKED_BYTE = 1 << 30
"""Which byte is locked where bytes are: one far behind those that others may read."""
_TRIES = 4
_REST_SECONDS = 0.02
"""Between two tries: who only looks whether a folder is locked lets go at once."""


class LockedError(TengenError):
    """Another process works in the folder."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of `folder`, which is made if need be.

    The kernel lets go of it when this process ends, in whatever way.

    Raises:
        LockedError: when another process holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK_NAME).open("a", encoding="ascii") as file:
        for last in (False,) * (_TRIES - 1) + (True,):
            if _take(file):
                break
            if last:
                raise LockedError(f"another process is at work in {folder}")
            time.sleep(_REST_SECONDS)
        _tell(file)
        yield


def locked_by(folder: Path) -> int | None:
    """Return the process that has locked `folder`, or has locked it last; None if that is not told.

    It is told on the same machine alone, and not to other containers.
    """
    try:
        return int((folder / LOCK_NAME).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def locked_at(folder: Path) -> float | None:
    """Return when `folder` was locked last, in seconds since 1970; None if it never was."""
    try:
        return (folder / LOCK_NAME).stat().st_mtime
    except OSError:
        return None


def is_locked(folder: Path) -> bool:
    """Tell whether a process is at work in `folder`, which is left as it is."""
    try:
        mode = "a" if sys.platform == "win32" else "r"
        with (folder / LOCK_NAME).open(mode, encoding="ascii") as file:
            return not _take(file)
    except OSError:  # no lock, no work
        return False


def _tell(file: IO[str]) -> None:
    """Write into a lock which process has it, if the disk is not full."""
    with suppress(OSError):
        os.truncate(file.fileno(), 0)
        os.write(file.fileno(), f"{os.getpid()}\n".encode())


def _take(file: IO[str]) -> bool:
    """Lock a file until it is closed; tell whether that could be done."""
    try:
        if sys.platform == "win32":
            os.lseek(file.fileno(), _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
