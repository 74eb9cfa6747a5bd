"""Lines of text that come in while something else goes on, and answers that leave at once."""

import queue
import threading
from typing import BinaryIO

MAX_LINE = 1 << 20
"""Bytes of a line that are kept; the rest of a longer one is dropped."""
_MAX_WAITING = 1 << 14
"""Lines read ahead; the sender waits when so many have not been taken."""
_CONTROLS = dict.fromkeys([*range(9), *range(10, 32), 127])


class Lines:
    """Reads lines on a thread of its own, so that one can be noticed while an agent thinks.

    Bytes that are no UTF-8 are replaced, control characters but tabs dropped.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._queue: queue.Queue[str | None] = queue.Queue(_MAX_WAITING)
        self._given_back: list[str | None] = []
        self.end = "\r\n"
        """With which the newest line ended; CR LF before there was one."""
        threading.Thread(target=self._read, name="lines", daemon=True).start()

    def get(self, timeout: float | None = None) -> str | None:
        """Return the next line without its end, None when there is no more.

        Args:
            timeout: seconds to wait; None for as long as it takes.

        Raises:
            TimeoutError: when none came in time.
        """
        if self._given_back:
            return self._given_back.pop()
        try:
            line = self._queue.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError(f"no line within {timeout} s") from None
        if line is None:
            self._queue.put(None)  # the end stays the end
        return line

    def give_back(self, line: str | None) -> None:
        """Let `line`, or the end, be what comes next."""
        self._given_back.append(line)

    @property
    def waiting(self) -> bool:
        """Whether a line, or the end of all lines, is there to be taken."""
        return bool(self._given_back) or not self._queue.empty()

    def _read(self) -> None:
        try:
            while line := self._stream.readline(MAX_LINE):
                if line.endswith(b"\n"):
                    self.end = "\r\n" if line.endswith(b"\r\n") else "\n"
                self._skip_rest(line)
                self._queue.put(line.decode(errors="replace").translate(_CONTROLS))
        except (OSError, ValueError):
            pass  # closed under our hands: the end like any other
        self._queue.put(None)

    def _skip_rest(self, line: bytes) -> None:
        while len(line) == MAX_LINE and not line.endswith(b"\n"):
            line = self._stream.readline(MAX_LINE)


class Writer:
    """Sends text, each piece at once and whole."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def __call__(self, text: str) -> None:
        """Send `text` as it is.

        Raises:
            BrokenPipeError: when nobody reads any more.
        """
        try:
            self._stream.write(text.encode(errors="replace"))
            self._stream.flush()
        except ValueError:
            raise BrokenPipeError("the reader is gone") from None
