"""Commands as they come in, and replies as they go out."""

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass

MOST_SAID = 300
"""Characters of an error; what it quotes may be longer."""


@dataclass(frozen=True, slots=True)
class Request:
    """One command."""

    id: str
    """The number the reply repeats; empty without one."""
    command: str
    arguments: tuple[str, ...]


def parse_request(line: str) -> Request | None:
    """Return the command of a line, None where there is none: in empty ones and comments."""
    words = line.partition("#")[0].split()
    if not words:
        return None
    has_id = words[0].isascii() and words[0].isdigit()
    number = words.pop(0) if has_id else ""
    command, *arguments = words or [""]
    return Request(number, command, tuple(arguments))


class Reply:
    """The reply to one command, whole or line by line."""

    def __init__(self, number: str, send: Callable[[str], None]) -> None:
        self._number = number
        self._send = send
        self._is_begun = False

    def begin(self) -> None:
        """Tell that the command is carried out and that lines follow."""
        self._is_begun = True
        self._send(f"={self._number}\n")

    def line(self, text: str) -> None:
        """Send a line of a reply that has begun."""
        self._send(text + "\n")

    def finish(self, text: str = "") -> None:
        """Send the result, or the end of the lines."""
        # An empty line would end the reply.
        text = re.sub(r"\n{2,}", "\n", text.rstrip())
        space = " " if text and not text.startswith("\n") else ""
        self._send("\n" if self._is_begun else f"={self._number}{space}{text}\n\n")

    def fail(self, reason: str) -> None:
        """Send an error; lines that have begun only end, as they cannot be taken back."""
        if self._is_begun:
            self.finish()
            return
        said = textwrap.shorten(reason, MOST_SAID, placeholder=" ...") or "failed"
        self._send(f"?{self._number} {said}\n\n")
