"""A folder that one process at a time may work in."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tengen.core.errors import TengenError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_NAME = "lock"


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
        try:
            if sys.platform == "win32":
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError) as error:
            raise LockedError(f"another process is at work in {folder}") from error
        yield
