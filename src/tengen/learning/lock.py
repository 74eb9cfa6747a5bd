"""One training at a time in a run folder."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tengen.core.lock import LOCK_NAME, LockedError, locked
from tengen.learning.run import RunError

__all__ = ["LOCK_NAME", "held"]


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold the lock of `folder`, which is made if need be; see `locked`.

    Raises:
        RunError: when another process holds it.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(folder))
        except LockedError as error:
            raise RunError(
                f"another training is under way in {folder}: wait for it, or choose another --out"
            ) from error
        yield
