"""The replay buffer: recent positions, drawn at random, each under a random symmetry."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game, TengenError
from tengen.core.game import unpack_planes
from tengen.learning.flat_planes import flat_width, pack_flat, unpack_flat
from tengen.learning.ring import ReplaySettings, Ring, capacity
from tengen.learning.samples import WEIGHT, Columns, Packed, Samples, empty_records
from tengen.learning.sums import Sums
from tengen.learning.turning import Turner


@dataclass(frozen=True, slots=True)
class Batch:
    """Samples to train on."""

    columns: Samples
    """By name, ``[B, ...]``, each sample under a symmetry of the board; policies are float32.

    One more than the method's, ``chances``, says how likely each sample was to be drawn beside
    an evenly drawn one: 1 where all weights are."""
    rows: NDArray[np.int64]
    """``[B]``: which samples they are, for `Memory.reweigh`; good until samples are added."""


class Memory(Protocol):
    """What a learner draws its batches from."""

    total: int
    """Positions that came in since the run began, those forgotten included."""
    games: int
    """Games that they come from; 0 where nobody plays."""

    def __len__(self) -> int:
        """Return how many positions may be drawn now."""
        ...

    @property
    def owed(self) -> int | None:
        """Return how many samples are to be trained now; None where the settings say so."""
        ...

    def take(self, parts: Sequence[Packed], *, games: int) -> None:
        """Take in what was learned of so many games, in as many parts as it came in."""
        ...

    def settle(self) -> None:
        """Wait until the end of this process would lose nothing that came in."""
        ...

    def sample(self, batch: int, rng: np.random.Generator) -> Batch:
        """Draw so many samples."""
        ...

    def reweigh(self, rows: NDArray[np.int64], weights: NDArray[np.float32]) -> None:
        """Give the last batch new weights ``[B]``, which decide how often samples are drawn."""
        ...

    def recent_planes(self, count: int) -> NDArray[np.float32]:
        """Return the planes of up to so many positions, ``[N, C, H, W]``, to measure ranges on."""
        ...

    def save(self) -> None:
        """Let nothing be lost by a power cut."""
        ...

    def load(self) -> None:
        """Restore what came in; TengenError where that cannot be used."""
        ...


class Replay(Ring):
    """Positions of whole planes, drawn by weight, each under a random symmetry."""

    def __init__(
        self, game: Game, columns: Columns, settings: ReplaySettings, folder: Path | None
    ) -> None:
        ring = empty_records(game, columns, capacity(settings))
        ring[WEIGHT][:] = 0
        super().__init__(ring, settings, folder)
        self._kinds = columns
        self._turner = Turner(game, columns)
        self._tables = self._turner.over(ring)
        self._sums = Sums(ring[WEIGHT])
        self._summed = 0
        """Row after the last one that the sums know of, without end as `_end`."""

    def sample(self, batch: int, rng: np.random.Generator) -> Batch:
        """Draw `batch` samples, in proportion to their weights; the window is not empty."""
        self._sum_up()
        count = len(self)
        rows, mass = self._sums.draw((self._end - count) % self._capacity, count, batch, rng)
        turned = self._turner.draw(self._tables, rows, rng)
        chances = turned[WEIGHT] * np.float32(count / mass)
        return Batch(turned | {"chances": chances}, rows)

    def reweigh(self, rows: NDArray[np.int64], weights: NDArray[np.float32]) -> None:
        """Give samples new weights ``[B]``; what is on disk keeps its old ones."""
        self._ring[WEIGHT][rows] = weights
        self._sums.update(rows)

    def _sum_up(self) -> None:
        """Add what came in since the last draw to the sums."""
        first = max(self._summed, self._end - self._capacity)
        if first < self._end:
            self._sums.update(np.arange(first, self._end) % self._capacity)
        self._summed = self._end

    def _fit(self, samples: Samples) -> Samples:
        """Return samples with their planes in bits where the ring has them so, and else in bytes."""
        return samples | {
            name: self._fit_planes(samples[name], self._ring[name])
            for name, kind in self._kinds.items()
            if kind == "planes" and name in samples
        }

    def _fit_planes(self, planes: NDArray[Any], ring: NDArray[Any]) -> NDArray[Any]:
        if planes.dtype == ring.dtype:
            return planes
        if ring.dtype == np.uint8:
            bits = pack_flat(planes)
            if bits is None:
                raise TengenError("planes of a game whose planes are flat show several numbers")
            return bits
        shape = ring.shape[1:]
        return unpack_flat(planes, shape) if planes.shape[1:] == (flat_width(shape),) else planes

    def recent_planes(self, count: int) -> NDArray[np.float32]:
        """Return the planes of up to `count` of the newest positions, ``[N, C, H, W]``."""
        rows = self._newest(min(count, self._held))
        return unpack_planes(self._turner.leave(self._tables, rows)["planes"])
