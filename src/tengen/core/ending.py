"""Asking whoever works in a folder to save and end, by a file: on every system, and of any process."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Protocol

END_NAME = "end"
"""The file in a folder that asks whoever works there to end."""
_REST_SECONDS = 0.5
"""Between two looks whether it is there."""


class Settable(Protocol):
    """What ends work when it is set."""

    def set(self) -> None:
        """End it."""


def ask_to_end(folder: Path) -> None:
    """Ask whoever works in `folder` to save and end; it heeds that within a second.

    Raises:
        OSError: when nothing can be written there.
    """
    (folder / END_NAME).touch()


@contextmanager
def heeding(folder: Path, stop: Settable) -> Iterator[None]:
    """Set `stop` when somebody asks for it in `folder`, whose lock is held; see `ask_to_end`.

    What was asked before is forgotten: it was for another who worked here.
    """
    asked, over = folder / END_NAME, Event()
    asked.unlink(missing_ok=True)
    watch = Thread(target=_watch, args=(asked, stop, over), daemon=True)
    watch.start()
    try:
        yield
    finally:
        over.set()
        watch.join()


def _watch(asked: Path, stop: Settable, over: Event) -> None:
    while not over.wait(_REST_SECONDS):
        if asked.exists():
            stop.set()
            with suppress(OSError):  # a folder that is no longer ours to write in
                asked.unlink(missing_ok=True)
