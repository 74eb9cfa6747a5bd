"""Training samples: what playing makes and the learner eats, as columns of one length."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game and what can be learned from it."""

    record: Record
    samples: Samples
    figures: Mapping[str, float] = field(default_factory=dict)
    """What is worth a curve, by name: the mean over games is logged."""


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


def count_samples(samples: Samples) -> int:
    """Return how many samples there are."""
    return len(next(iter(samples.values())))


def join_samples(parts: Sequence[Samples]) -> Samples:
    """Return all of `parts`, of which there is at least one, in their order."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
