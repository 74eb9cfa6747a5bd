"""How a comparison tells what it is doing, and is told to stop."""

from threading import Event
from typing import Protocol

from tengen.core import TengenError
from tengen.experiments.watching import Watcher as TrainingWatcher


class StoppedError(TengenError):
    """A comparison that was asked to stop; what is done is kept."""


def check_going(stop: Event) -> None:
    """Raise StoppedError when `stop` is set."""
    if stop.is_set():
        raise StoppedError("stopped; the same command goes on from here")


class Watcher(TrainingWatcher, Protocol):
    """Is told of games as well."""

    def playing(self, number: int, total: int, name: str) -> None:
        """Note that game `number` (from 1) of `total` has ended, one of the pairing `name`."""
        ...
