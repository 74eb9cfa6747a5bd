"""Training samples: what playing makes and the learner eats, as columns of one length."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tengen.core import Game, Record
from tengen.core.zstandard import zstd
from tengen.learning import _native
from tengen.learning.flat_planes import flat_width, pack_flat, unpack_flat

Samples: TypeAlias = dict[str, NDArray[Any]]
"""Columns by name, a row a sample; what each column holds is its method's business."""
Kind: TypeAlias = Literal["planes", "policy", "values", "points", "mask", "action", "number"]
"""What a column holds, and so how a symmetry of the board changes it:

- ``planes``: int8 ``[N, C, H, W]``, packed: in steps of 1/64;
- ``policy``: float16 ``[N, A]``, summing to 1; drawn as float32;
- ``values``: float16 ``[N, A]``, a number for each action; drawn as float32;
- ``points``: int8 ``[N, H W]``, a number for each point of the board; drawn as float32;
- ``mask``: bool ``[N, A]``;
- ``action``: int32 ``[N]``;
- ``number``: float32 ``[N]``, which no symmetry changes.
"""
Columns: TypeAlias = Mapping[str, Kind]

WEIGHT = "weight"
"""The column, in every method, by which samples are drawn; not negative, 1 on average at first."""

POLICY_VALUE: Columns = {
    "planes": "planes",
    "policy": "policy",
    "value": "number",
    WEIGHT: "number",
}
"""What a policy-value net learns from: the improved policy, the expected outcome in [-1, 1]."""
OWNERS: Columns = {"owners": "points"}
"""Beside it, in games where points end up as somebody's: 1 the mover's, -1 the opponent's, else 0."""

_TYPES = {
    "planes": np.int8,
    "policy": np.float16,
    "values": np.float16,
    "points": np.int8,
    "mask": np.bool_,
    "action": np.int32,
    "number": np.float32,
}


_LEVEL = 1
"""Of compression: boards are mostly empty, more effort gains little."""
_BITS = "bits"
"""In place of a type: planes of `pack_flat`."""


@dataclass(frozen=True, slots=True)
class Packed:
    """Samples in one piece of bytes, as they travel and as a run keeps them.

    A line of JSON that tells of the columns, and then the columns, one after the other: all of it in
    Zstandard.
    """

    data: bytes
    count: int
    """How many samples there are."""

    @classmethod
    def of(cls, samples: Samples) -> "Packed":
        """Pack samples; planes, int8 ``[N, C, H, W]``, in bits where these keep them."""
        told: list[tuple[str, str, tuple[int, ...]]] = []
        parts: list[memoryview] = []
        for name, column in samples.items():
            bits = pack_flat(column) if column.dtype == np.int8 and column.ndim == 4 else None
            told.append((name, column.dtype.str if bits is None else _BITS, column.shape[1:]))
            parts.append(np.ascontiguousarray(column if bits is None else bits).data)
        data = b"".join([json.dumps(told).encode(), b"\n", *parts])
        return cls(zstd.compress(data, _LEVEL), count_samples(samples))

    def columns(self) -> Samples:
        """Return the samples, which cannot be changed; planes that are in bits stay so.

        Raises:
            ValueError: when they are damaged, or TypeError, or ZstdError.
        """
        return {name: column for name, column, _ in self._read()}

    def unpack(self) -> Samples:
        """Return the samples as they were; see `columns`."""
        return {
            name: column if shape is None else unpack_flat(column, shape)
            for name, column, shape in self._read()
        }

    def open(self) -> tuple[bytes, bytes, int]:
        """Return the line that tells of the columns, all bytes, and where those after it begin.

        Raises:
            ValueError: when they are damaged, or ZstdError.
        """
        data = zstd.decompress(self.data)
        at = data.index(b"\n") + 1
        return data[:at], data, at

    def _read(self) -> Iterator[tuple[str, NDArray[Any], tuple[int, ...] | None]]:
        """Yield name, numbers and, where these are in bits, shape of each column."""
        line, data, at = self.open()
        for told in read_told(line):
            size = self.count * math.prod(told.kept)
            column = np.frombuffer(data, told.kind, size, at)
            at += column.nbytes
            yield told.name, column.reshape(self.count, *told.kept), told.shape
        if at != len(data):
            raise ValueError(f"{len(data) - at} bytes more than its columns")


class ToldColumn(NamedTuple):
    """What a line of `Packed` tells of a column."""

    name: str
    kind: np.dtype[Any]
    """Its type as it is kept."""
    kept: tuple[int, ...]
    """Shape of a row as it is kept."""
    shape: tuple[int, ...] | None
    """Shape of what is in bits; None where nothing is."""


@lru_cache(maxsize=64)
def read_told(line: bytes) -> tuple[ToldColumn, ...]:
    """Return what a line tells; nearly all samples of a run tell the same.

    Raises:
        ValueError: when it is damaged, or TypeError.
    """
    columns = []
    for name, kind, shape in json.loads(line):
        if kind == _BITS:
            width = flat_width(tuple(shape))
            columns.append(ToldColumn(name, np.dtype(np.uint8), (width,), tuple(shape)))
        else:
            columns.append(ToldColumn(name, np.dtype(kind), tuple(shape), None))
    return tuple(columns)


class Told:
    """A record that goes to another process as text, which is read there when somebody asks: few do."""

    __slots__ = ("_record", "_text", "plies")

    def __init__(self, record: Record) -> None:
        """Tell of what was played."""
        self._record: Record | None = record
        self._text = ""
        self.plies = len(record.moves)

    def read(self) -> Record:
        """Return what was played."""
        if self._record is None:
            self._record = Record.from_json(json.loads(self._text))
        return self._record

    def __getstate__(self) -> tuple[str, int]:
        """Return what travels."""
        return self._text or json.dumps(self.read().to_json()), self.plies

    def __setstate__(self, state: tuple[str, int]) -> None:
        """Be what has travelled."""
        self._record = None
        self._text, self.plies = state


_State: TypeAlias = tuple[Told, Mapping[str, float], bytes, int]


class PlayedGame:
    """A finished game and what can be learned from it."""

    __slots__ = ("_packed", "_samples", "figures", "told")

    def __init__(
        self, record: Record, samples: Samples, figures: Mapping[str, float] | None = None
    ) -> None:
        """Note the game of `record`.

        Args:
            record: what was played.
            samples: what can be learned from it.
            figures: what is worth a curve, by name: the mean over games is logged.
        """
        self.told = Told(record)
        self.figures: Mapping[str, float] = {} if figures is None else figures
        self._samples: Samples | None = samples
        self._packed: Packed | None = None

    @property
    def record(self) -> Record:
        """What was played."""
        return self.told.read()

    @property
    def samples(self) -> Samples:
        """What can be learned from it."""
        if self._samples is None:
            self._samples = self.packed.unpack()
        return self._samples

    @property
    def packed(self) -> Packed:
        """The same as it travels, and as a run keeps it."""
        if self._packed is None:
            self._packed = Packed.of(self.samples)
        return self._packed

    def __getstate__(self) -> _State:
        """Return what travels; to pack it here costs the learner nothing."""
        return self.told, self.figures, self.packed.data, self.packed.count

    def __setstate__(self, state: _State) -> None:
        """Be what has travelled."""
        self.told, self.figures, data, count = state
        self._samples, self._packed = None, Packed(data, count)


def column_shape(game: Game, kind: Kind) -> tuple[int, ...]:
    """Return the shape of one row of a column."""
    if kind == "planes":
        return game.planes_shape
    if kind == "points":
        return (game.planes_shape[1] * game.planes_shape[2],)
    return (game.num_actions,) if kind in ("policy", "values", "mask") else ()


def empty_samples(game: Game, columns: Columns, count: int = 0) -> Samples:
    """Return `count` samples whose numbers are yet to be written."""
    return {
        name: np.empty((count, *column_shape(game, kind)), _TYPES[kind])
        for name, kind in columns.items()
    }


def empty_records(game: Game, columns: Columns, count: int) -> Samples:
    """Return `count` samples like those, each in one place: to draw one looks for it once.

    Only what they are drawn by is a column of its own, as all of it is summed up. Planes are those
    of `pack_flat` where the game's are such.
    """
    fields = []
    for name, column in empty_samples(game, columns).items():
        kind, shape = column.dtype, column.shape[1:]
        if columns[name] == "planes" and game.has_flat_planes:
            kind, shape = np.dtype(np.uint8), (flat_width(shape),)
        if name != WEIGHT:
            fields.append((name, kind, shape))
    records = empty_lines(count, np.dtype(fields, align=True))
    weights = empty_lines(count, np.float32)
    return {name: records[name] for name, *_ in fields} | {WEIGHT: weights}


def empty_lines(count: int, kind: DTypeLike) -> NDArray[Any]:
    """Return an array ``[count]`` that begins with a line of the processor's cache."""
    kind = np.dtype(kind)
    room = np.empty(count * kind.itemsize + _native.LINE, np.uint8)
    first = -room.ctypes.data % _native.LINE
    return room[first : first + count * kind.itemsize].view(kind)


def count_samples(samples: Samples) -> int:
    """Return how many samples there are."""
    return len(next(iter(samples.values())))


def join_samples(parts: Sequence[Samples]) -> Samples:
    """Return all of `parts`, of which there is at least one, in their order."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
