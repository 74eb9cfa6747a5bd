"""Another program that is spoken to in lines, each answer within a deadline."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, BinaryIO, cast

from tengen.core import EngineError, SpecError, Stop
from tengen.programs.group import Group
from tengen.programs.lines import Lines, Writer

_LOOK_SECONDS = 0.05
"""Between two looks whether a program that says nothing still lives, and whether to stop it."""
_STOP_SECONDS = 2.0
"""A program that is to stop has so long to answer."""
_FAREWELL_SECONDS = 0.2
_LAST_SECONDS = 1.0
"""A program whose output has ended has so long to end itself, and to have complained of something."""
_LAST_WORDS = 500
"""Bytes that are kept of what a program complained of."""
_SHOWN = 80
"""Characters of an answer that a verdict shows."""


def quote(answer: str) -> str:
    """Return an answer as a verdict shows it."""
    return repr(answer if len(answer) <= _SHOWN else answer[:_SHOWN] + "...")


def split_command(command: str) -> list[str] | str:
    """Return a program and its arguments, parted as by a shell; no shell runs them.

    Windows programs part their own command line.

    Raises:
        SpecError: when a quote is not closed, or it names no program.
    """
    if "\0" in command or not command.strip():
        raise SpecError(f"bad command {command!r}: it names no program")
    if sys.platform == "win32":
        return command
    try:
        program, *arguments = shlex.split(command)
    except ValueError as error:
        raise SpecError(f"bad command {command!r}: {str(error).lower()}") from None
    # Only a home is put in: `./engine` would lose its dot, and be looked for elsewhere.
    at_home = program.startswith("~")
    return [str(Path(program).expanduser()) if at_home else program, *arguments]


def program_of(command: str) -> str:
    """Return the program that a command names.

    Raises:
        SpecError: see `split_command`.
    """
    words = split_command(command)
    return words[0] if isinstance(words, list) else shlex.split(words, posix=False)[0].strip('"')


def find_program(command: str, folder: str | None = None) -> Path | None:
    """Return the file of the program that a command names, None where it is not there.

    Args:
        folder: where it runs; a program by its path is looked for from there. None for here.

    Raises:
        SpecError: see `split_command`.
    """
    program = program_of(command)
    by_path = Path(program).name != program
    here = Path(folder or ".").expanduser().absolute()
    found = shutil.which(here / program if by_path else program)
    return None if found is None else Path(found)


class Deadline:
    """Until when a program may take to answer, and what is said of it where it does not."""

    def __init__(
        self,
        seconds: float,
        verdict: str = "did not answer",
        *,
        stop: Stop | None = None,
        on_stop: Callable[[], None] | None = None,
    ) -> None:
        """Begin now.

        Args:
            seconds: from now on.
            verdict: a predicate; how long it took is added.
            stop: shortens the time when set.
            on_stop: called then, once, to tell the program.
        """
        self._began = time.monotonic()
        self._end = self._began + seconds
        self._verdict = verdict
        self._stop = stop
        self._on_stop = on_stop
        self.passed_over = ""
        """The last line that was no answer, for the verdict."""

    @property
    def left(self) -> float:
        """Seconds left, zero or less when it is over."""
        if self._stop is not None and self._stop.is_set():
            self._stop = None
            if self._on_stop is not None:
                self._on_stop()
            self._end = min(self._end, time.monotonic() + _STOP_SECONDS)
        return self._end - time.monotonic()

    def check(self) -> None:
        """Raise where it is over.

        Raises:
            EngineError: with the verdict.
        """
        if self.left <= 0:
            said = f", but said {quote(self.passed_over)}" if self.passed_over else ""
            raise EngineError(f"{self._verdict} within {self._end - self._began:.3g} s{said}")


class Child:
    """A running program, which ends with `close`, when nobody has it any more, or with us.

    Raises:
        EngineError: when it cannot be started.
    """

    def __init__(
        self, command: Sequence[str] | str, *, folder: str | None = None, line_end: str = "\n"
    ) -> None:
        """Start it.

        Args:
            command: program and arguments.
            folder: where it runs; None for here.
            line_end: of what it is sent.
        """
        try:
            group = Group(command, folder)
        except OSError as error:
            raise EngineError(f"did not start: {error.filename}: {error.strerror}") from None
        self._process = group.process
        self._line_end = line_end
        self._write = Writer(_stream(self._process.stdin))
        self._lines = Lines(_stream(self._process.stdout))
        self._complaints = _Tail(_stream(self._process.stderr))
        self._end = weakref.finalize(self, group.end)

    def send(self, line: str) -> None:
        """Send a line.

        Raises:
            EngineError: when the program has ended.
        """
        try:
            self._write(line + self._line_end)
        except OSError:
            raise EngineError(self._obituary()) from None

    def line(self, deadline: Deadline) -> str:
        """Return the next line that the program says.

        A program that never ceases to speak never lets time run out here: whoever leaves out
        lines checks the deadline.

        Raises:
            EngineError: when it says nothing in time, or has ended.
        """
        while True:
            try:
                line = self._lines.get(max(0.0, min(_LOOK_SECONDS, deadline.left)))
            except TimeoutError:
                # What it started may keep its output open when it has ended itself.
                if self._process.poll() is not None and not self._lines.waiting:
                    raise EngineError(self._obituary()) from None
                deadline.check()
                continue
            if line is None:
                raise EngineError(self._obituary())
            return line

    def speaks(self, seconds: float, deadline: Deadline) -> bool:
        """Return whether the program says anything within some seconds, or ends.

        What it says is what `line` returns next.
        """
        end = time.monotonic() + seconds
        while (left := min(end - time.monotonic(), deadline.left, _LOOK_SECONDS)) > 0:
            try:
                self._lines.give_back(self._lines.get(left))
            except TimeoutError:
                if self._process.poll() is None:
                    continue
            return True
        return False

    def close(self, farewell: str | None = None) -> None:
        """End the program and what it started.

        Args:
            farewell: what it is told before, with a moment to end by itself; None to end it at once.
        """
        if farewell is not None:
            with suppress(EngineError, subprocess.TimeoutExpired):
                self.send(farewell)
                self._process.wait(_FAREWELL_SECONDS)
        self._end()
        # Closing waits for whoever still reads.
        with suppress(TimeoutError, OSError):
            while self._lines.get(_LOOK_SECONDS) is not None:
                pass
            _stream(self._process.stdout).close()
        with suppress(OSError):
            _stream(self._process.stdin).close()

    def _obituary(self) -> str:
        """Return how the program ended, and what it complained of last."""
        try:
            status = self._process.wait(_LAST_SECONDS)
        except subprocess.TimeoutExpired:
            return "closed its output"
        told = f"exited with status {status}"
        if status < 0:
            names = {int(number): number.name for number in signal.Signals}
            told = f"was ended by {names.get(-status, f'signal {-status}')}"
        words = self._complaints.last_words()
        return f"{told}: {words}" if words else told


class _Tail:
    """Reads a stream so that its writer never waits, and keeps the last of it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._bytes = b""
        self._thread = threading.Thread(target=self._read, name="complaints", daemon=True)
        self._thread.start()

    def last_words(self) -> str:
        """Return the last line that is not empty."""
        self._thread.join(_LAST_SECONDS)
        lines = self._bytes.decode(errors="replace").splitlines()
        words = [" ".join(line.split()) for line in lines if line.strip()]
        return "".join(letter for letter in words[-1] if letter.isprintable()) if words else ""

    def _read(self) -> None:
        with suppress(OSError, ValueError), self._stream:
            while data := os.read(self._stream.fileno(), 1 << 16):
                self._bytes = (self._bytes + data)[-_LAST_WORDS:]


def _stream(pipe: IO[bytes] | None) -> BinaryIO:
    return cast(BinaryIO, pipe)
