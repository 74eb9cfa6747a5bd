"""What was played, appended to files as it comes in: `kill -9` at any moment costs no record.

A file is one record after the other, each a header and its samples. Header and samples have a
checksum each: a record that a crash cut off at the end is dropped, and one that the disk damaged is
left out without what follows it being lost. Samples are as they came in, see `Packed`; records of
earlier versions are NPZ in zlib, or have no planes in bits.
"""

import io
import logging
import os
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import IO, Self
from zipfile import BadZipFile

import numpy as np

from tengen.core.zstandard import zstd
from tengen.learning.samples import Packed, Samples, count_samples

_log = logging.getLogger(__name__)

_MAGIC = b"TGR2"
_MAGIC_OF_NPZ = b"TGR1"
_FIELDS = struct.Struct("<IIIQQ")
_SUM = struct.Struct("<I")
_HEADER = len(_MAGIC) + _SUM.size + _FIELDS.size
UNREADABLE = (
    OSError,
    ValueError,
    KeyError,
    TypeError,
    EOFError,
    BadZipFile,
    zlib.error,
    zstd.ZstdError,
)
"""What reading damaged samples raises."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Samples that came in together, and how much had come in with them."""

    samples: Samples
    """Columns; planes may be in bits, see `Packed`."""
    total: int
    """Positions since the run began, these included."""
    games: int
    """Games since the run began, theirs included."""


@dataclass(frozen=True, slots=True)
class _Header:
    """What stands before the samples of a record."""

    is_npz: bool
    """Whether they are of an earlier version."""
    checksum: int
    """CRC-32 of what follows."""
    length: int
    """Its bytes."""
    count: int
    """How many samples it has."""
    total: int
    games: int

    @classmethod
    def read(cls, data: bytes) -> Self | None:
        """Return the header that `data` begins with, None where that is none."""
        if len(data) < _HEADER or not data.startswith((_MAGIC, _MAGIC_OF_NPZ)):
            return None
        fields = data[len(_MAGIC) + _SUM.size : _HEADER]
        (checksum,) = _SUM.unpack_from(data, len(_MAGIC))
        if zlib.crc32(fields) != checksum:
            return None
        return cls(data.startswith(_MAGIC_OF_NPZ), *_FIELDS.unpack(fields))

    def to_bytes(self) -> bytes:
        """Return what `read` reads."""
        fields = _FIELDS.pack(self.checksum, self.length, self.count, self.total, self.games)
        return _MAGIC + _SUM.pack(zlib.crc32(fields)) + fields


class Journal:
    """The records in a folder, oldest first; the newest file grows."""

    def __init__(self, folder: Path, *, per_file: int) -> None:
        """Keep records in `folder`, about `per_file` samples in each file."""
        self._folder = folder
        self._per_file = per_file
        self._file: IO[bytes] | None = None
        self._held = 0
        """Samples in the newest file."""
        self._resume_at: tuple[Path, int] | None = None
        """The newest file of an earlier sitting, and where its last whole record ends."""

    def append(self, parts: Sequence[Packed], *, total: int, games: int) -> None:
        """Write a record of each part: from now on, the end of this process does not lose them.

        Args:
            parts: samples in the order in which they came in; each but the first is of one game.
            total: positions since the run began, these included.
            games: games since the run began, theirs included.

        Raises:
            OSError: when the disk is full; what was written before stays.
        """
        count = sum(part.count for part in parts)
        if self._file is None or self._held >= self._per_file:
            self._open(total - count)
        assert self._file is not None
        pieces, total, games = [], total - count, games - len(parts)
        for part in parts:
            total, games = total + part.count, games + 1
            header = _Header(False, zlib.crc32(part.data), len(part.data), part.count, total, games)
            pieces += [header.to_bytes(), part.data]
        self._file.write(b"".join(pieces))
        self._held += count

    def _open(self, first: int) -> None:
        """Go on in the newest file, or begin one whose samples are the `first` and later ones."""
        self.sync()
        again, self._resume_at = self._resume_at, None
        if self._file is not None:
            self._file.close()
        if again is not None and self._held < self._per_file:
            path, end = again
            self._file = path.open("r+b", buffering=0)
            self._file.truncate(end)
            self._file.seek(end)
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        self._file = (self._folder / f"{first:012d}.games").open("ab", buffering=0)
        self._held = 0

    def sync(self) -> None:
        """Have the disk take what was appended: from now on, a power cut does not lose it."""
        if self._file is not None:
            os.fsync(self._file.fileno())

    def entries(self) -> Iterator[Entry]:
        """Yield every whole record, and warn of files that have others in their middle."""
        files = self._files()
        for path in files:
            reader = _Reader(path)
            yield from reader.entries()
            if reader.lost:
                _log.warning("%s is damaged: %s of it left out", path, reader.lost)
            if path == files[-1]:
                self._resume_at, self._held = (path, reader.end), reader.held

    def forget(self, before: int) -> None:
        """Remove files all of whose samples came in before the one of this number."""
        files = self._files()
        for path, following in pairwise(files):
            if int(following.stem) <= before:
                path.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        return sorted(path for path in self._folder.glob("*.games") if path.stem.isdigit())


class _Reader:
    """Reads one file."""

    def __init__(self, path: Path) -> None:
        self._data = path.read_bytes()
        self.end = 0
        """Where the last record ends that is there in full length."""
        self.held = 0
        """Samples up to there."""
        self.lost = ""
        """What is damaged, in words; a last record that was cut off does not count."""

    def entries(self) -> Iterator[Entry]:
        """Yield the records whose checksums are right."""
        data, damaged = self._data, 0
        while (header := _Header.read(data[self.end : self.end + _HEADER])) is not None:
            begin, end = self.end + _HEADER, self.end + _HEADER + header.length
            if end > len(data):
                break
            samples = _unpack(data[begin:end], header)
            self.end = end
            self.held += header.count
            if samples is None:
                damaged += header.count
            else:
                yield Entry(samples, header.total, header.games)
        if damaged:
            self.lost = f"{damaged} positions"
        rest = data[self.end :]
        # What a crash cuts off is the beginning of one record.
        if rest and _Header.read(rest) is None and len(rest) >= _HEADER:
            self.lost = f"the last {len(rest)} bytes" + (f" and {self.lost}" if damaged else "")


def _unpack(payload: bytes, header: _Header) -> Samples | None:
    """Return the samples, None where they are not what was written."""
    if zlib.crc32(payload) != header.checksum:
        return None
    try:
        packed = Packed(payload, header.count)
        samples = _read_npz(payload) if header.is_npz else packed.columns()
    except UNREADABLE:
        return None
    return samples if count_samples(samples) == header.count else None


def _read_npz(payload: bytes) -> Samples:
    with np.load(io.BytesIO(zlib.decompress(payload)), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}
