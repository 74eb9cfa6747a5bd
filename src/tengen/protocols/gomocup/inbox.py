"""What a manager has sent, and since when it may be waiting for an answer."""

import time
from collections import deque

from tengen.programs.lines import Lines

_HURRIES = ("STOP", "YXSTOP")
END = "END"


def command_of(line: str) -> str:
    """Return the command of a line in capitals, an empty text where there is none."""
    words = line.split(maxsplit=1)
    return words[0].upper() if words else ""


class Inbox:
    """Lines in their order, also those that came while an agent was thinking."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._ahead: deque[str] = deque()
        self.since = time.monotonic()
        """No line that is handled now came before this moment."""
        self.over = False
        """Whether ``END`` has come: nothing is to be said any more."""

    @property
    def line_end(self) -> str:
        """With which the manager ends its lines."""
        return self._lines.end

    def get(self) -> str | None:
        """Return the next line, None at the end of all."""
        if self._ahead:
            return self._ahead.popleft()
        if self._lines.waiting:
            # It came while the last line was handled, nobody knows when.
            return self._lines.get()
        line = self._lines.get()
        self.since = time.monotonic()
        return line

    def give_back(self, line: str) -> None:
        """Let `line` be the next one."""
        self._ahead.appendleft(line)

    def answered(self) -> None:
        """Note that a move was sent: what came before does not count as late."""
        self.since = time.monotonic()

    def hurries(self) -> bool:
        """Return whether an agent shall stop thinking; looked at while it thinks.

        Commands to stop, the end of the game and the end of all lines do that. Others wait.
        """
        hurry = False
        while self._lines.waiting and not hurry:
            line = self._lines.get()
            command = END if line is None else command_of(line)
            if line is not None and command not in _HURRIES:
                self._ahead.append(line)
            self.over |= line is not None and command == END
            hurry = command == END or command in _HURRIES
        return hurry
