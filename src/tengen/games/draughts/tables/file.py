"""Files of endgame tables.

A file is a magic word, the length and the checksum of a header, the header in JSON, and the
slices one after the other. Up to so many pieces as the header says, a slice has the distance to the
end for each position, above that the results alone. Slices of up to four pieces, and those of
results, are compressed; others are stored as they are and mapped, so that processes share one copy
and none waits for it to be unpacked. The header has a checksum of each slice.
"""

import json
import mmap
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from tengen.core import TengenError
from tengen.core.files import write_beside
from tengen.games.draughts import _native

MAGIC = b"TENGEN-T"
FORMAT = 2
_WITHOUT_RESULTS = 1
"""The format in which every slice has distances."""
GAME = "draughts"
PACKED_PIECES = 4
"""Slices of more pieces, where they have distances, are not compressed."""
MOST_PIECES = _native.TABLES_MOST_PIECES
LONGEST_HEADER = 1 << 20
_HEAD = struct.Struct("<8sII")

Material = tuple[int, int, int, int]
"""Men and kings of the side to move, men and kings of the other."""
Entries = NDArray[np.uint8]
"""``[places]``: 0 a draw, else the moves until the end plus one; odd a loss, even a win. Of results
alone ``[places / 4]``, rounded up: two bits each, the lowest first; 0 a draw, 1 a loss, 2 a win."""


class TablesError(TengenError):
    """A file of endgame tables that is missing, damaged, or made for something else."""


@dataclass(frozen=True, slots=True)
class Slice:
    """What a file holds of one material, by result for the side to move."""

    material: Material
    wins: int
    losses: int
    draws: int
    longest: int
    """Plies of the longest win or loss."""
    offset: int
    """Bytes after the header."""
    size: int
    """Bytes in the file."""
    crc32: int
    """Of these bytes."""

    @property
    def pieces(self) -> int:
        """Pieces of both sides."""
        return sum(self.material)


@dataclass(frozen=True, slots=True)
class NewSlice:
    """One material solved."""

    material: Material
    entries: Entries
    wins: int
    losses: int
    draws: int
    longest: int


def materials(pieces: int) -> set[Material]:
    """Return all materials of up to so many pieces, each side with one at least."""
    counts = range(pieces)
    return {
        (men, kings, other_men, other_kings)
        for men, kings, other_men, other_kings in product(counts, repeat=4)
        if men + kings
        and other_men + other_kings
        and men + kings + other_men + other_kings <= pieces
    }


def is_tables(path: Path) -> bool:
    """Return whether a file begins as tables do."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def write_tables(
    path: Path, pieces: int, slices: Sequence[NewSlice], distances: int | None = None
) -> None:
    """Write all slices of up to so many pieces, whole or not at all.

    Args:
        distances: slices of more pieces are written without distances; none if not given.

    Raises:
        OSError: when the disk is full or the folder cannot be written.
    """
    distances = pieces if distances is None else distances
    stored = [_pack(new, distances) for new in slices]
    offsets = np.cumsum([0, *(len(data) for data in stored)])
    table = [
        asdict(
            Slice(
                new.material,
                new.wins,
                new.losses,
                new.draws,
                new.longest,
                int(offset),
                len(data),
                zlib.crc32(data),
            )
        )
        for new, data, offset in zip(slices, stored, offsets, strict=False)
    ]
    content = {
        "format": FORMAT,
        "game": GAME,
        "pieces": pieces,
        "distances": distances,
        "slices": table,
    }
    header = json.dumps(content, separators=(",", ":")).encode()

    def write(file: IO[bytes]) -> None:
        file.write(_HEAD.pack(MAGIC, len(header), zlib.crc32(header)) + header)
        for data in stored:
            file.write(data)

    write_beside(path, write)


def _pack(new: NewSlice, distances: int) -> bytes | memoryview:
    pieces = sum(new.material)
    content = new.entries if pieces <= distances else _results(new.entries)
    return zlib.compress(content.data, 9) if _is_packed(pieces, distances) else content.data


def _is_packed(pieces: int, distances: int) -> bool:
    return pieces <= PACKED_PIECES or pieces > distances


def _results(entries: Entries) -> Entries:
    """Return what is left of entries without distances."""
    results = np.where(entries == 0, 0, 2 - entries % 2).astype(np.uint8)
    fours = np.pad(results, (0, -len(results) % 4)).reshape(-1, 4)
    shifts = np.arange(0, 8, 2, dtype=np.uint8)
    packed: Entries = np.bitwise_or.reduce(fours << shifts, axis=1)
    return packed


class TablesFile:
    """Tables in a file, read slice by slice.

    Raises:
        TablesError: when the file is missing, damaged or made for something else.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.pieces = self.distances = 0
        content = self._read_header()
        try:
            header = json.loads(content)
            made_for = (header["format"], header["game"])
            self.pieces = int(header["pieces"])
            self.distances = self.pieces
            if header["format"] != _WITHOUT_RESULTS:
                self.distances = int(header["distances"])
            self.slices = tuple(_read_slice(entry) for entry in header["slices"])
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError):
            raise self.damaged("bad header") from None
        known = made_for in ((_WITHOUT_RESULTS, GAME), (FORMAT, GAME))
        if not known or not 2 <= self.distances <= self.pieces <= MOST_PIECES:
            raise TablesError(f"{path} is of another format or game: build it anew")
        if {piece.material for piece in self.slices} != materials(self.pieces):
            raise self.damaged("slices are missing")
        self._start = _HEAD.size + len(content)
        self._check_length()
        with path.open("rb") as file:
            self._data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))

    def _read_header(self) -> bytes:
        try:
            with self.path.open("rb") as file:
                head = file.read(_HEAD.size)
                if head[: len(MAGIC)] != MAGIC:
                    raise TablesError(f"{self.path} is not a file of endgame tables")
                if len(head) < _HEAD.size:
                    raise self.damaged("cut off")
                _, length, checksum = _HEAD.unpack(head)
                content = file.read(min(length, LONGEST_HEADER))
        except FileNotFoundError:
            raise TablesError(f"{self.path}: no such file of endgame tables") from None
        if zlib.crc32(content) != checksum:
            raise self.damaged("bad header")
        return content

    def _check_length(self) -> None:
        length = self.path.stat().st_size
        expected = self._start + sum(piece.size for piece in self.slices)
        if length != expected:
            raise self.damaged(f"{length} bytes instead of {expected}")

    def __iter__(self) -> Iterator[tuple[Material, Entries]]:
        """Yield each material with its entries, checked.

        Raises:
            TablesError: when a slice is damaged.
        """
        for piece in self.slices:
            yield piece.material, self.read(piece)

    def read(self, piece: Slice) -> Entries:
        """Return the entries of a slice; a view of the file where it is not compressed.

        Raises:
            TablesError: when it is damaged.
        """
        name = "slice " + "-".join(map(str, piece.material))
        start = self._start + piece.offset
        stored = self._data[start : start + piece.size]
        if zlib.crc32(stored) != piece.crc32:
            raise self.damaged(f"bad checksum of {name}")
        places = _native.table_size(piece.material)
        length = places if piece.pieces <= self.distances else -(-places // 4)
        is_packed = _is_packed(piece.pieces, self.distances)
        data = self._unpack(stored, length, name) if is_packed else stored
        if len(data) != length:
            raise self.damaged(f"bad length of {name}")
        return np.frombuffer(data, np.uint8)

    def _unpack(self, stored: memoryview, length: int, name: str) -> bytes:
        try:
            return zlib.decompressobj().decompress(stored, length + 1)
        except zlib.error:
            raise self.damaged(f"{name} cannot be unpacked") from None

    def summary(self) -> list[dict[str, int]]:
        """Return the results of each number of pieces, for the side to move."""
        return [self._sum(pieces) for pieces in range(2, self.pieces + 1)]

    def _sum(self, pieces: int) -> dict[str, int]:
        among = [piece for piece in self.slices if piece.pieces == pieces]
        results = {
            name: sum(getattr(piece, name) for piece in among)
            for name in ("wins", "losses", "draws")
        }
        longest = max(piece.longest for piece in among)
        return {
            "pieces": pieces,
            "positions": sum(results.values()),
            **results,
            "longest": longest,
        }

    def damaged(self, how: str) -> TablesError:
        """Return the error that says how the file is damaged and what to do."""
        pieces = self.pieces or "N"
        return TablesError(
            f"{self.path} is damaged ({how}): build it anew with tengen tables build {GAME} "
            f"--pieces {pieces}, or remove it if it is your own"
        )


def _read_slice(entry: dict[str, Any]) -> Slice:
    men, kings, other_men, other_kings = map(int, entry["material"])
    numbers = {name: int(entry[name]) for name in entry if name != "material"}
    return Slice(material=(men, kings, other_men, other_kings), **numbers)
