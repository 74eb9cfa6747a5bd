"""Commands as they come in, also while an agent thinks."""

import time

from tengen.programs.lines import Lines
from tengen.protocols.hub.syntax import Command, parse_command


class Inbox:
    """Commands, of which one that was taken can be given back."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._kept: Command | None = None
        self.arrived = 0.0
        """When the last command came, by `time.perf_counter`."""

    @property
    def waiting(self) -> bool:
        """Whether a line, or the end of input, is there."""
        return self._kept is not None or self._lines.waiting

    def take(self) -> Command | None:
        """Return the next command, None at the end of input."""
        kept, self._kept = self._kept, None
        while kept is None and (line := self._lines.get()) is not None:
            self.arrived = time.perf_counter()
            kept = parse_command(line)
        return kept

    def give_back(self, command: Command) -> None:
        """Let `take` return the command again."""
        self._kept = command
