"""The CheckerBoard library as a program of the interface sees it."""

import ctypes
import shutil
import sys
from pathlib import Path

import pytest

from tengen.games.draughts import game
from tengen.games.draughts.notation import Setup

WHITE, BLACK, MAN, KING = 1, 2, 4, 8
DRAW, WIN, LOSS, UNKNOWN = range(4)
RESET, EXACT = 1, 2
COLOURS = (BLACK, WHITE)
"""Of Black and White as the players of our game are numbered."""

Board = ctypes.c_int * 8 * 8


class Square(ctypes.Structure):
    _fields_ = (("x", ctypes.c_int), ("y", ctypes.c_int))


class Move(ctypes.Structure):
    _fields_ = (
        ("jumps", ctypes.c_int),
        ("newpiece", ctypes.c_int),
        ("oldpiece", ctypes.c_int),
        ("start", Square),
        ("end", Square),
        ("path", Square * 12),
        ("taken", Square * 12),
        ("takenpiece", ctypes.c_int * 12),
    )


def library() -> Path:
    """Return where the library was built, or skip."""
    suffix = ".dll" if sys.platform == "win32" else ".so"
    path = Path(game.__file__).parent / "checkerboard" / f"tengen-checkerboard{suffix}"
    if not path.is_file():
        pytest.skip(f"no {path.name}: only a development build makes it")
    return path


class Engine:
    """One instance: the library keeps its game and its tables in itself."""

    def __init__(self, folder: Path, name: str, *commands: str) -> None:
        """Load a copy of the library, so that it shares nothing with others, and prepare it."""
        self._library = ctypes.CDLL(str(shutil.copy(library(), folder / f"{name}.so")))
        self.shown = ctypes.create_string_buffer(1024)
        self.playnow = ctypes.c_int(0)
        for command in (*commands, "set hashsize 1"):  # the tables first: any command solves them
            assert self.command(command)[0] == 1

    def command(self, text: str | bytes) -> tuple[int, str]:
        reply = ctypes.create_string_buffer(1024)
        command = text if isinstance(text, bytes) else text.encode()
        return self._library.enginecommand(command, reply), reply.value.decode()

    def move(
        self,
        board: ctypes.Array[ctypes.Array[ctypes.c_int]],
        player: int,
        maxtime: float,
        *,
        info: int = 0,
        moreinfo: int = 0,
    ) -> tuple[int, Move]:
        """Play on `board`; return how it stands, and the move."""
        move = Move()
        result = self._library.getmove(
            board,
            COLOURS[player],
            ctypes.c_double(maxtime),
            self.shown,
            ctypes.byref(self.playnow),
            info,
            moreinfo,
            ctypes.byref(move),
        )
        return result, move

    def is_legal(
        self,
        board: ctypes.Array[ctypes.Array[ctypes.c_int]],
        player: int,
        start: int,
        end: int,
    ) -> Move | None:
        move = Move()
        args = (board, COLOURS[player], start, end, ctypes.byref(move))
        return move if self._library.islegal(*args) else None


def place_of(square: int) -> tuple[int, int]:
    """Return column and row of a square 1 to 32: square 1 is second from the right below."""
    row, rest = divmod(square - 1, 4)
    return 6 - 2 * rest + row % 2, row


def draw(position: Setup) -> ctypes.Array[ctypes.Array[ctypes.c_int]]:
    """Return the board of a position."""
    board = Board()
    for colour, squares in zip(COLOURS, (position.black, position.white), strict=True):
        for square in squares:
            x, y = place_of(square)
            board[x][y] = colour | (KING if square in position.kings else MAN)
    return board


def rows(board: ctypes.Array[ctypes.Array[ctypes.c_int]]) -> tuple[tuple[int, ...], ...]:
    """Return what can be compared."""
    return tuple(tuple(column) for column in board)
