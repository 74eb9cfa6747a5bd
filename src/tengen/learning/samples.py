"""Training samples: what playing makes and the learner eats, as columns of one length."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game, Record

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


_State: TypeAlias = tuple[
    Told, Mapping[str, float], list[tuple[str, str, tuple[int, ...]]], NDArray[np.uint8]
]


class PlayedGame:
    """A finished game and what can be learned from it."""

    __slots__ = ("figures", "samples", "told")

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
        self.samples = samples
        self.figures: Mapping[str, float] = {} if figures is None else figures

    @property
    def record(self) -> Record:
        """What was played."""
        return self.told.read()

    def __getstate__(self) -> _State:
        """Return what travels: all columns in one piece, as each piece costs the learner the same."""
        # The widest numbers come first, so that none lies across two words.
        columns = sorted(self.samples.items(), key=lambda item: -item[1].itemsize)
        kinds = [(name, column.dtype.str, column.shape) for name, column in columns]
        parts = [np.ascontiguousarray(column).reshape(-1).view(np.uint8) for _, column in columns]
        return self.told, self.figures, kinds, np.concatenate(parts)

    def __setstate__(self, state: _State) -> None:
        """Be what has travelled; its samples cannot be changed where it lies in a store."""
        self.told, self.figures, kinds, data = state
        self.samples, at = {}, 0
        for name, kind, shape in kinds:
            end = at + math.prod(shape) * np.dtype(kind).itemsize
            self.samples[name] = data[at:end].view(kind).reshape(shape)
            at = end


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

    Only what they are drawn by is a column of its own, as all of it is summed up.
    """
    empty = empty_samples(game, columns)
    inside = [name for name in empty if name != WEIGHT]
    kinds = [(name, empty[name].dtype, empty[name].shape[1:]) for name in inside]
    records = np.empty(count, np.dtype(kinds, align=True))
    return {name: records[name] for name in inside} | empty_samples(game, {WEIGHT: "number"}, count)


def count_samples(samples: Samples) -> int:
    """Return how many samples there are."""
    return len(next(iter(samples.values())))


def join_samples(parts: Sequence[Samples]) -> Samples:
    """Return all of `parts`, of which there is at least one, in their order."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
