"""How a comparison tells what it is doing, and is told to stop."""

from threading import Event
from typing import Protocol

from tengen.core import TengenError
from tengen.learning.metrics import Display


class StoppedError(TengenError):
    """A comparison that was asked to stop; what is done is kept."""


def check_going(stop: Event) -> None:
    """Raise StoppedError when `stop` is set."""
    if stop.is_set():
        raise StoppedError("stopped; the same command goes on from here")


class Watcher(Protocol):
    """Is told what happens; the command line shows it."""

    def say(self, message: str) -> None:
        """Tell one thing that people should know."""
        ...

    def training(self, method: str) -> Display:
        """Return what shows the training of a method."""
        ...

    def playing(self, number: int, total: int, name: str) -> None:
        """Note that game `number` (from 1) of `total` has ended, one of the pairing `name`."""
        ...
