"""One training at a time in a run folder."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tengen.learning.run import RunError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_NAME = "lock"


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold the lock of `folder`, which is made if need be.

    The kernel lets go of it when this process ends, in whatever way.

    Raises:
        RunError: when another process holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK_NAME).open("a") as file:
        try:
            if sys.platform == "win32":
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError) as error:
            raise RunError(
                f"another training is under way in {folder}: wait for it, or choose another --out"
            ) from error
        yield
