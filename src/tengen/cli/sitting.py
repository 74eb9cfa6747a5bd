"""What commands that train have in common: how they log, and how Ctrl-C ends them."""

import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType


class _Lines(logging.Handler):
    """Prints messages as they are, where stderr is now: the live table may have moved it."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one."""
        print(self.format(record), file=sys.stderr)


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
