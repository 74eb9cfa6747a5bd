"""A folder that one process at a time may work in."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tengen.core.errors import TengenError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_NAME = "lock"
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
    with (folder / LOCK_NAME).open("a") as file:
        for last in (False,) * (_TRIES - 1) + (True,):
            if _take(file):
                break
            if last:
                raise LockedError(f"another process is at work in {folder}")
            time.sleep(_REST_SECONDS)
        yield


def is_locked(folder: Path) -> bool:
    """Tell whether a process is at work in `folder`, which is left as it is."""
    try:
        with (folder / LOCK_NAME).open("a" if sys.platform == "win32" else "r") as file:
            return not _take(file)
    except OSError:  # no lock, no work
        return False


def _take(file: IO[str]) -> bool:
    """Lock a file until it is closed; tell whether that could be done."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
