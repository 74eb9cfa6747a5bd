"""What commands that take long have in common: what they show, and how Ctrl-C ends them."""

import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType
from typing import TYPE_CHECKING

INTERRUPTED = 130
"""Exit code after Ctrl-C."""

if TYPE_CHECKING:
    from tengen.learning.metrics import Display


class _Lines(logging.Handler):
    """Prints messages as they are, where stderr is now: the live table may have moved it."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one."""
        print(self.format(record), file=sys.stderr)


class Watching:
    """Shows the trainings of an experiment, each as `tengen train` does."""

    def __init__(self) -> None:
        from rich.console import Console

        self.console = Console(stderr=True)

    def say(self, message: str) -> None:
        """Tell one thing."""
        self.console.print(message, markup=False, highlight=False, soft_wrap=True)

    def training(self, title: str) -> "Display":
        """Return the table of a training."""
        from tengen.learning.metrics import LiveDisplay

        return LiveDisplay(title, self.console)


@contextmanager
def plain_log() -> Iterator[None]:
    """Show what Tengen logs, for people: without level and module."""
    logger, lines = logging.getLogger("tengen"), _Lines()
    before = logger.level, logger.propagate
    logger.addHandler(lines)
    logger.setLevel(logging.INFO)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(lines)
        logger.level, logger.propagate = before


@contextmanager
def stopping() -> Iterator[Event]:
    """Turn Ctrl-C and a polite kill into an event; pressed again, they change nothing."""
    stop = Event()

    def ask(signal_number: int, frame: FrameType | None) -> None:
        del signal_number, frame  # every such signal means the same
        stop.set()

    signals = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, ask) for number in signals}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
