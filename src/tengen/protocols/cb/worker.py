"""The process in which an engine of CheckerBoard lives: requests in, answers out, a line of JSON each.

It is run as a script, and needs nothing of Tengen's, so that it starts at once. The interface,
version 2, is that of the CheckerBoard API reference and ``cb_interface.h``, by the authors of
CheckerBoard.
"""

import ctypes
import json
import os
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

WHITE, BLACK, MAN, KING = 1, 2, 4, 8
COLOURS = (BLACK, WHITE)
"""Of the players of our game: Black begins."""
RESET_MOVES, EXACT_TIME = 1, 2
"""Bits of ``info``: another game than before; all of the time and no more."""
TEXT = 1024
"""Bytes of what an engine says."""

Rows = list[list[int]]
"""``[8][8]``: the piece in each column from the left and row from below, as Black sits."""
_Board = ctypes.c_int * 8 * 8


class _Square(ctypes.Structure):
    _fields_ = (("x", ctypes.c_int), ("y", ctypes.c_int))


class _Move(ctypes.Structure):
    _fields_ = (
        ("jumps", ctypes.c_int),
        ("newpiece", ctypes.c_int),
        ("oldpiece", ctypes.c_int),
        ("start", _Square),
        ("end", _Square),
        ("path", _Square * 12),
        ("taken", _Square * 12),
        ("takenpiece", ctypes.c_int * 12),
    )


def place_of(square: int) -> tuple[int, int]:
    """Return column and row of a square 1 to 32: square 1 is second from the right below."""
    row, rest = divmod(square - 1, 4)
    return 6 - 2 * rest + row % 2, row


class Library:
    """An engine, in this process: it may well take the process with it.

    Raises:
        OSError: when it cannot be loaded.
    """

    def __init__(self, path: Path) -> None:
        if sys.platform == "win32":
            self._library: ctypes.CDLL = ctypes.WinDLL(str(path))
        else:
            self._library = ctypes.CDLL(str(path))
        self.playnow = ctypes.c_int(0)
        """Set it above 0, from another thread, to have the move at once."""

    @property
    def is_engine(self) -> bool:
        """Whether the library has the one function that is needed."""
        return hasattr(self._library, "getmove")

    def command(self, text: str) -> tuple[int, str]:
        """Return whether the engine carried out a command, and what it said."""
        if not hasattr(self._library, "enginecommand"):
            return 0, "?"
        reply = ctypes.create_string_buffer(TEXT)
        done = self._library.enginecommand(text.encode(), reply)
        return int(done), reply.value.decode(errors="replace")

    def move(self, rows: Rows, colour: int, seconds: float, info: int) -> tuple[int, Rows, str]:
        """Return the engine's result, the board after its move, and what it said."""
        board, said, move = _Board(), ctypes.create_string_buffer(TEXT), _Move()
        for x, column in enumerate(rows):
            for y, piece in enumerate(column):
                board[x][y] = piece
        result = self._library.getmove(
            board,
            colour,
            ctypes.c_double(seconds),
            said,
            ctypes.byref(self.playnow),
            info,
            0,
            ctypes.byref(move),
        )
        after = [list(column) for column in board]
        return int(result), after, said.value.decode(errors="replace")


def main() -> None:
    """Serve the library that the command line names until the input ends."""
    # What an engine prints must not be taken for an answer.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        library = Library(Path(sys.argv[1]))
    except OSError as error:
        sys.exit(f"cannot be loaded: {error}")
    if not library.is_engine:
        sys.exit("has no function getmove")
    Worker(library, answers).run(sys.stdin)


class Worker:
    """Carries out requests; one that stops is heard while a move is thought about."""

    def __init__(self, library: Library, answers: TextIO) -> None:
        self._library = library
        self._answers = answers
        self._thinking: threading.Thread | None = None

    def run(self, requests: TextIO) -> None:
        """Carry out all requests."""
        for line in requests:
            request = json.loads(line)
            if request["do"] == "end":
                break
            if request["do"] == "stop":
                self._library.playnow.value = 1
                continue
            if self._thinking is not None:
                self._thinking.join()
            if request["do"] == "command":
                done, said = self._library.command(request["text"])
                self._answer({"done": done, "said": said})
            else:
                self._library.playnow.value = 0
                self._thinking = threading.Thread(target=self._move, args=(request,), daemon=True)
                self._thinking.start()
        # A search that goes on has nobody left to tell.
        self._answers.flush()
        os._exit(0)

    def _move(self, request: Mapping[str, object]) -> None:
        result, board, said = self._library.move(
            request["board"],  # type: ignore[arg-type]
            int(str(request["colour"])),
            float(str(request["seconds"])),
            int(str(request["info"])),
        )
        self._answer({"result": result, "board": board, "said": said})

    def _answer(self, told: Mapping[str, object]) -> None:
        self._answers.write(json.dumps(told) + "\n")
        self._answers.flush()


if __name__ == "__main__":
    main()
