"""The replay buffer: recent positions, drawn at random, each under a random symmetry."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from tengen.core import Game, Symmetry, TengenError
from tengen.core.files import write_beside
from tengen.core.game import unpack_planes
from tengen.learning.samples import Samples

_SHARD = re.compile(r"(\d{12})-(\d{6})\.npz")


class ReplaySettings(BaseModel):
    """How much is remembered."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    smallest: int = Field(default=20_000, ge=1)
    """Positions of the window in the beginning."""
    largest: int = Field(default=500_000, ge=1)
    """The window never holds more positions."""
    growth: float = Field(default=0.4, ge=0)
    """Slope of the window's growth with all positions seen, at its start (Wu 2019)."""
    exponent: float = Field(default=0.75, gt=0, le=1)
    """The growth flattens with this power of all positions seen."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Positions to train on."""

    planes: NDArray[np.int8]
    """``[B, C, H, W]``, packed: in steps of 1/64."""
    policy: NDArray[np.float32]
    """``[B, A]``, rows sum to 1."""
    value: NDArray[np.float32]
    """``[B]`` in [-1, 1], for the side to move."""


class Replay:
    """A ring of positions on which a window slides; it is also kept in shards on disk."""

    def __init__(self, game: Game, settings: ReplaySettings, folder: Path) -> None:
        self.settings = settings
        self.total = 0
        """Positions added since the run began, those forgotten included."""
        self._folder = folder
        self._capacity = max(settings.smallest, settings.largest)
        # Pages never written cost no memory, so the ring may be large from the start.
        self._planes = np.empty((self._capacity, *game.planes_shape), np.int8)
        self._policy = np.empty((self._capacity, game.num_actions), np.float16)
        self._value = np.empty(self._capacity, np.float32)
        self._weight = np.empty(self._capacity, np.float32)
        self._held = 0
        self._saved = 0
        self._points, self._actions = _stack(game.symmetries())

    def __len__(self) -> int:
        """Return the positions inside the window."""
        return min(self._held, self.window)

    @property
    def window(self) -> int:
        """How many of the newest positions may be drawn."""
        base, power = self.settings.smallest, self.settings.exponent
        ratio = max(1.0, self.total / base)
        grown = base * (1 + self.settings.growth * (ratio**power - 1) / power)
        return int(min(grown, self._capacity))

    def add(self, samples: Samples) -> None:
        """Append samples, forgetting the oldest when the ring is full."""
        count = len(samples)
        at = (self.total + np.arange(count)) % self._capacity
        self._planes[at] = samples.planes
        self._policy[at] = samples.policy
        self._value[at] = samples.value
        self._weight[at] = samples.weight
        self.total += count
        self._held = min(self._held + count, self._capacity)

    def sample(self, batch: int, rng: np.random.Generator) -> Batch:
        """Draw `batch` positions, in proportion to their weights; the window is not empty."""
        newest = self._newest(len(self))
        sums = np.cumsum(self._weight[newest], dtype=np.float64)
        drawn = np.searchsorted(sums, rng.random(batch) * sums[-1], side="right")
        at = newest[np.minimum(drawn, len(newest) - 1)]
        symmetry = rng.integers(len(self._points), size=batch)
        shape = self._planes.shape[1:]
        flat = self._planes[at].reshape(batch, shape[0], -1)
        planes = np.take_along_axis(flat, self._points[symmetry][:, None, :], 2)
        policy = np.take_along_axis(self._policy[at], self._actions[symmetry], 1)
        policy = policy.astype(np.float32)
        policy /= policy.sum(1, keepdims=True)
        return Batch(planes.reshape(batch, *shape), policy, self._value[at].copy())

    def recent_planes(self, count: int) -> NDArray[np.float32]:
        """Return the planes of up to `count` of the newest positions, ``[N, C, H, W]``."""
        return unpack_planes(self._planes[self._newest(min(count, self._held))])

    def _newest(self, count: int) -> NDArray[np.int64]:
        return np.arange(self.total - count, self.total) % self._capacity

    def save(self) -> None:
        """Write the positions that are not on disk yet, and drop the shards no longer needed."""
        fresh = min(self.total - self._saved, self._held)
        if fresh:
            at = self._newest(fresh)
            path = self._folder / f"{self.total - fresh:012d}-{fresh:06d}.npz"
            write_beside(
                path,
                lambda file: np.savez_compressed(
                    file,
                    planes=self._planes[at],
                    policy=self._policy[at],
                    value=self._value[at],
                    weight=self._weight[at],
                ),
            )
            self._saved = self.total
        for start, count, path in self._shards():
            if start + count <= self.total - self._capacity:
                path.unlink(missing_ok=True)

    def load(self) -> None:
        """Restore the newest positions from the shards on disk.

        Raises:
            TengenError: when a shard is damaged or of another game.
        """
        shards = self._shards()
        if not shards:
            return
        self.total = shards[0][0]
        for start, count, path in shards:
            if start != self.total:  # a gap: what lies before it cannot be in one window
                self.total, self._held = start, 0
            try:
                with np.load(path, allow_pickle=False) as file:
                    self.add(_read_shard(file))
            except (OSError, ValueError, KeyError, EOFError) as error:
                raise TengenError(f"{path} is not a replay shard of this run: {error}") from error
            if self.total != start + count:
                raise TengenError(f"{path} does not hold {count} positions")
        self._saved = self.total

    def _shards(self) -> list[tuple[int, int, Path]]:
        """Return first position, count and path of every shard, oldest first."""
        matches = ((_SHARD.fullmatch(path.name), path) for path in self._folder.glob("*.npz"))
        return sorted((int(m[1]), int(m[2]), path) for m, path in matches if m)


def _read_shard(file: Mapping[str, NDArray[Any]]) -> Samples:
    if file["planes"].dtype != np.int8:
        raise ValueError("its planes are not packed")
    return Samples(*(file[name] for name in ("planes", "policy", "value", "weight")))


def _stack(symmetries: Sequence[Symmetry]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    return (
        np.stack([symmetry.points for symmetry in symmetries]),
        np.stack([symmetry.actions for symmetry in symmetries]),
    )
