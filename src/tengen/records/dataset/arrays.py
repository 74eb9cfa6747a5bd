"""How a data set lies on disk, and its reading."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from tengen.core import NotationError
from tengen.core.game import Setting, unpack_planes

FORMAT = 1
CARD = "card.json"
ARRAYS = ("planes", "values", "moves", "results", "counts", "games", "plies")


@dataclass(frozen=True, slots=True)
class Split:
    """The positions of one part of a data set, each of them once with each move played in it.

    Positions that are the same up to a symmetry of the board are one.
    """

    shape: tuple[int, int, int]
    """``(C, H, W)`` of the planes."""
    bits: NDArray[np.uint8]
    """``[N, ceil(C * H * W / 8)]``: where planes are not zero."""
    values: NDArray[np.int8]
    """``[N, C]``: what each plane is there, packed; a plane has no two values."""
    moves: NDArray[np.int32]
    """``[N]``: the action played."""
    results: NDArray[np.float32]
    """``[N]`` in [-1, 1] for the side to move, the mean over the games; NaN where none is known."""
    counts: NDArray[np.int32]
    """``[N]``: how often this move was played in this position."""
    games: NDArray[np.int32]
    """``[N]``: the first game where it was, counted over all files."""
    plies: NDArray[np.int32]
    """``[N]``: actions before it in that game."""

    def __len__(self) -> int:
        return len(self.moves)

    def planes(self, rows: "NDArray[np.integer] | slice") -> NDArray[np.float32]:
        """Return the planes of some positions, ``[B, C, H, W]``, as `State.planes` gives them."""
        return unpack_planes(self.packed_planes(rows))

    def packed_planes(self, rows: "NDArray[np.integer] | slice") -> NDArray[np.int8]:
        """Return the planes of some positions, ``[B, C, H, W]``, in steps of 1/64."""
        size = int(np.prod(self.shape))
        bits = np.unpackbits(np.asarray(self.bits[rows]), axis=1, count=size)
        return bits.reshape(-1, *self.shape).view(np.int8) * self.values[rows][:, :, None, None]


@dataclass(frozen=True, slots=True)
class DataSet:
    """Positions of many games, split by game."""

    card: Mapping[str, object]
    """What is in it: game, settings, files, how many games and positions, what was left out."""
    splits: Mapping[str, Split]


class SplitSize(TypedDict):
    """How much there is in a split."""

    games: int
    positions: int


class Card(TypedDict):
    """What a data set says of itself, in its ``card.json``."""

    format: int
    game: str
    settings: dict[str, Setting]
    planes_shape: list[int]
    num_actions: int
    splits: dict[str, SplitSize]
    shares: dict[str, float]
    seed: int
    games: int
    faulty: int
    cut: NotRequired[int]
    """See `Counts` for this and what follows; older data sets do not have it."""
    unread: list[str]
    others: int
    positions: int
    duplicates: int
    leaks: int
    files: NotRequired[list[str]]
    """Their names; not known before all are read."""


def open_dataset(path: Path) -> DataSet:
    """Return a data set on disk; nothing is read but its card.

    Raises:
        NotationError: when the folder is no data set, or a part of it is missing or damaged.
    """
    try:
        card = _read_card(path)
        channels, height, width = card["planes_shape"]
        shape = (int(channels), int(height), int(width))
        splits = {str(name): _open_split(path / name, shape) for name in card["splits"]}
    except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
        raise NotationError(f"{path} is no data set: {error}") from None
    return DataSet(card, splits)


def _read_card(path: Path) -> Card:
    card: Card = json.loads((path / CARD).read_text(encoding="utf-8"))
    if card["format"] != FORMAT:
        raise ValueError(f"format {card['format']!r}, this reads {FORMAT}")
    return card


def _open_split(path: Path, shape: tuple[int, int, int]) -> Split:
    arrays = [np.load(path / f"{name}.npy", mmap_mode="r", allow_pickle=False) for name in ARRAYS]
    if len({len(array) for array in arrays}) != 1:
        raise ValueError(f"the arrays in {path} are not of one length")
    return Split(shape, *arrays)


def pack(planes: NDArray[np.int8]) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    """Return packed planes ``[B, C, H, W]`` as bits and the value of each plane.

    Raises:
        NotationError: when a plane has two values that are not zero.
    """
    most = planes.max((2, 3))
    values = np.where(most != 0, most, planes.min((2, 3)))
    is_set = planes != 0
    if (planes != is_set * values[:, :, None, None]).any():
        raise NotationError("planes with several values besides zero are not kept in data sets")
    return np.packbits(is_set.reshape(len(planes), -1), axis=1), values
