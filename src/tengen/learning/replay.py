"""The replay buffer: recent positions, drawn at random, each under a random symmetry."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game
from tengen.core.game import unpack_planes
from tengen.learning.ring import ReplaySettings, Ring, capacity
from tengen.learning.samples import WEIGHT, Columns, Samples, empty_records
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

    def take(self, parts: Sequence[Samples], *, games: int) -> None:
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
        ring[WEIGHT] = np.zeros_like(ring[WEIGHT])
        super().__init__(ring, settings, folder)
        self._turner = Turner(game, columns)
        self._sums = Sums(ring[WEIGHT])
        self._summed = 0
        """Row after the last one that the sums know of, without end as `_end`."""

    def sample(self, batch: int, rng: np.random.Generator) -> Batch:
        """Draw `batch` samples, in proportion to their weights; the window is not empty."""
        self._sum_up()
        count = len(self)
        oldest = (self._end - count) % self._capacity
        before, after = self._sums.before(oldest), self._sums.before(self._end % self._capacity)
        # The window may go round the end of the ring.
        mass = after - before + (self._sums.total if after <= before else 0.0)
        found = self._sums.find((before + rng.random(batch) * mass) % self._sums.total)
        # A sum that was rounded may lead to a neighbour of the window.
        rows = (oldest + np.minimum((found - oldest) % self._capacity, count - 1)) % self._capacity
        turned = self._turner.draw(self._ring, rows, rng)
        chances = turned[WEIGHT] * (count / mass)
        return Batch(turned | {"chances": chances.astype(np.float32)}, rows)

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

    def recent_planes(self, count: int) -> NDArray[np.float32]:
        """Return the planes of up to `count` of the newest positions, ``[N, C, H, W]``."""
        return unpack_planes(self._ring["planes"][self._newest(min(count, self._held))])
