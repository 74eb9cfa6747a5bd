"""Opening books: moves that were searched long before the game.

A file is a line of JSON that says what it is, then the positions and their moves:

- ``format``: ``tengen-book-1``; ``game``; ``positions``: how many, N;
- ``sha256`` of what follows the line: N numbers of 8 bytes that stand for positions, ascending,
  and N actions of one byte. All integers are little-endian.

The number of a position is the BLAKE2b hash, 8 bytes long, of what `nnue_position` stores and the
square of the piece inside a capture (255 between moves). A move of several hops has an entry for
each of them.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from tengen.core import TengenError
from tengen.core.files import write_bytes
from tengen.games.draughts.game import native_of
from tengen.games.face import NativeState

FORMAT = "tengen-book-1"
GAME = "draughts"
SHIPPED = Path(__file__).with_name("draughts.book")
_KEY_BYTES = 8
_LONGEST_HEADER = 1000
_MOST_BYTES = 64 << 20


class BookError(TengenError):
    """An opening book that is missing, damaged, or made for something else."""


class Book:
    """Moves by position."""

    def __init__(self, moves: Mapping[int, int]) -> None:
        """Hold actions by `key_of` their positions."""
        self._moves = dict(moves)

    def __len__(self) -> int:
        return len(self._moves)

    def find(self, state: NativeState) -> int | None:
        """Return the action that the book plays in an unfinished position, if it has one."""
        action = self._moves.get(key_of(state))
        return action if action is not None and state.native.is_legal(action) else None

    def write(self, path: Path) -> None:
        """Write the book, whole or not at all.

        Raises:
            OSError: when the disk is full or the folder cannot be written.
        """
        keys = sorted(self._moves)
        body = np.array(keys, "<u8").tobytes() + bytes(self._moves[key] for key in keys)
        header = {
            "format": FORMAT,
            "game": GAME,
            "positions": len(keys),
            "sha256": hashlib.sha256(body).hexdigest(),
        }
        write_bytes(path, json.dumps(header).encode() + b"\n" + body)


def key_of(state: NativeState) -> int:
    """Return the number that stands for a position in a book."""
    native = native_of(state)
    square = native.capturing_square
    stored = native.nnue_position() + bytes([square if square >= 0 else 255])
    return int.from_bytes(hashlib.blake2b(stored, digest_size=_KEY_BYTES).digest(), "little")


def read_book(path: Path) -> Book:
    """Read a book, its checksum proven.

    Raises:
        BookError: when the file is missing, damaged, or not one of ours.
    """
    header, body = _split(path, _read(path))
    if header.get("format") != FORMAT or header.get("game") != GAME:
        raise BookError(f"{path} is not a {FORMAT} of {GAME}")
    if header.get("sha256") != hashlib.sha256(body).hexdigest():
        raise BookError(f"{path} is damaged: its checksum is wrong")
    count, rest = divmod(len(body), _KEY_BYTES + 1)
    if rest or header.get("positions") != count:
        raise BookError(f"{path} is damaged: it does not hold as many positions as it says")
    keys = np.frombuffer(body, "<u8", count).tolist()
    return Book(dict(zip(keys, body[count * _KEY_BYTES :], strict=True)))


def _read(path: Path) -> bytes:
    if not path.is_file():
        raise BookError(f"no opening book {path}")
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise BookError(f"{path} is too large for an opening book")
        return path.read_bytes()
    except OSError as error:
        raise BookError(f"cannot read {path}: {error.strerror}") from error


def _split(path: Path, data: bytes) -> tuple[Mapping[str, object], bytes]:
    line, found, body = data.partition(b"\n")
    try:
        header = json.loads(line) if found and len(line) < _LONGEST_HEADER else None
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise BookError(f"{path} is not an opening book")
    return header, body
