"""How an experiment tells what it is doing."""

from typing import Protocol

from tengen.learning.metrics import Display


class Watcher(Protocol):
    """Is told what happens; the command line shows it."""

    def say(self, message: str) -> None:
        """Tell one thing that people should know."""
        ...

    def training(self, title: str) -> Display:
        """Return what shows the training that `title` names."""
        ...
