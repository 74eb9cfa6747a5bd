"""A ring of samples on which a window slides, kept in shards on disk: what memories share."""

import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from tengen.core import TengenError
from tengen.core.files import write_beside
from tengen.learning.samples import Samples, count_samples

_SHARD = re.compile(r"(\d{12})-(\d{6,})\.npz")


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


def capacity(settings: ReplaySettings) -> int:
    """Return how many samples the ring must hold."""
    return max(settings.smallest, settings.largest)


class Ring:
    """The newest samples, of which those in the window may be drawn."""

    def __init__(self, ring: Samples, settings: ReplaySettings, folder: Path) -> None:
        """Keep samples in the memory of `ring`, and in shards in `folder`.

        Pages never written cost no memory, so the ring may be large from the start.
        """
        self.settings = settings
        self.total = 0
        """Positions added since the run began, those forgotten included."""
        self._folder = folder
        self._ring = ring
        self._capacity = count_samples(ring)
        self._held = 0
        self._saved = 0

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
        count = count_samples(samples)
        at = (self.total + np.arange(count)) % self._capacity
        for name, ring in self._ring.items():
            ring[at] = samples[name]
        self.total += count
        self._held = min(self._held + count, self._capacity)

    def _newest(self, count: int) -> NDArray[np.int64]:
        return np.arange(self.total - count, self.total) % self._capacity

    def save(self) -> None:
        """Write the positions that are not on disk yet, and drop the shards no longer needed."""
        fresh = min(self.total - self._saved, self._held)
        if fresh:
            at = self._newest(fresh)
            columns: dict[str, Any] = {name: ring[at] for name, ring in self._ring.items()}
            path = self._folder / f"{self.total - fresh:012d}-{fresh:06d}.npz"
            write_beside(path, lambda file: np.savez_compressed(file, **columns))
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
                    self.add(self._read_shard(file))
            except (OSError, ValueError, KeyError, EOFError) as error:
                raise TengenError(f"{path} is not a replay shard of this run: {error}") from error
            if self.total != start + count:
                raise TengenError(f"{path} does not hold {count} positions")
        self._saved = self.total

    def _read_shard(self, file: Any) -> Samples:
        samples = {name: file[name] for name in self._ring}
        for name, ring in self._ring.items():
            if samples[name].dtype != ring.dtype or samples[name].shape[1:] != ring.shape[1:]:
                raise ValueError(f"its {name} are of another kind")
        return samples

    def _shards(self) -> list[tuple[int, int, Path]]:
        """Return first position, count and path of every shard, oldest first."""
        matches = ((_SHARD.fullmatch(path.name), path) for path in self._folder.glob("*.npz"))
        return sorted((int(m[1]), int(m[2]), path) for m, path in matches if m)
