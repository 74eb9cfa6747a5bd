"""A ring of samples on which a window slides, kept on disk as they come in: what memories share."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from tengen.core import TengenError
from tengen.learning._native import Shelf
from tengen.learning.journal import Entry, Journal
from tengen.learning.samples import Packed, Samples, count_samples, read_told
from tengen.learning.shards import forget_shards, read_shards

_FILES = 16
"""The journal forgets this share of what the ring holds at a time."""
_WRITER = ThreadPoolExecutor(1, "tengen-journal")


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

    def __init__(self, ring: Samples, settings: ReplaySettings, folder: Path | None) -> None:
        """Keep samples in the memory of `ring`, and in a journal in `folder`, None for nowhere.

        Pages never written cost no memory, so the ring may be large from the start.
        """
        self.settings = settings
        self.total = 0
        """Positions added since the run began, those forgotten included."""
        self.games = 0
        """Games that they come from."""
        self._folder = folder
        self._ring = ring
        self._capacity = count_samples(ring)
        self._shelves: dict[bytes, Shelf] = {}
        """By the line that tells of samples which lie in the ring as they came in."""
        per_file = max(1, self._capacity // _FILES)
        self._journal = None if folder is None else Journal(folder, per_file=per_file)
        self._writing: Future[None] | None = None
        self._held = 0
        self._end = 0
        """Row after the newest one's, without end: `total` where nothing was ever lost."""

    def __len__(self) -> int:
        """Return the positions inside the window."""
        return min(self._held, self.window)

    @property
    def owed(self) -> int | None:
        """Return None: how much is trained, the learner's settings say."""
        return None

    @property
    def window(self) -> int:
        """How many of the newest positions may be drawn."""
        base, power = self.settings.smallest, self.settings.exponent
        ratio = max(1.0, self.total / base)
        grown = base * (1 + self.settings.growth * (ratio**power - 1) / power)
        return int(min(grown, self._capacity))

    def add(self, samples: Samples, *, games: int = 1) -> None:
        """Append the samples of so many games; they are on disk before this returns.

        Raises:
            OSError: when the disk is full.
        """
        self.take([Packed.of(samples)], games=games)
        self.settle()

    def take(self, parts: Sequence[Packed], *, games: int) -> None:
        """Append the samples of so many games, forgetting the oldest when the ring is full.

        They may be drawn at once, and are on disk when `settle` returns: a learner trains meanwhile.

        Args:
            parts: the samples in as many parts as they came in, which are kept as they are.
            games: how many they are of.

        Raises:
            OSError: when the disk was full the last time.
            TengenError: when they are of another game.
        """
        self.settle()
        before = self._end
        for part in parts:
            self._put_packed(part)
        self.total += self._end - before
        self.games += games
        if self._journal is not None:
            self._writing = _WRITER.submit(
                self._journal.append, parts, total=self.total, games=self.games
            )

    def settle(self) -> None:
        """Wait until the disk has all that came in.

        Raises:
            OSError: when it is full.
        """
        writing, self._writing = self._writing, None
        if writing is not None:
            writing.result()

    def _put_packed(self, part: Packed) -> None:
        """Write samples to the ring: in one step where they lie as it has them."""
        line, data, at = part.open()
        shelf = self._shelf_for(line) if part.count <= self._capacity else None
        if shelf is None:
            self._put(part.columns())
            return
        shelf.put(data, at, part.count, self._end % self._capacity)
        self._note(part.count)

    def _shelf_for(self, line: bytes) -> Shelf | None:
        if line not in self._shelves:
            told = {column.name: (column.kind, column.kept) for column in read_told(line)}
            if told != {name: (ring.dtype, ring.shape[1:]) for name, ring in self._ring.items()}:
                return None
            self._shelves[line] = Shelf([self._ring[name] for name in told])
        return self._shelves[line]

    def _put(self, samples: Samples) -> None:
        samples = self._fit(samples)
        self._check(samples)
        count = count_samples(samples)
        done = max(0, count - self._capacity)  # the ring could not hold those before
        while done < count:
            # Slices are copied ten times as fast as rows that are listed.
            first = (self._end + done) % self._capacity
            part = min(count - done, self._capacity - first)
            for name, ring in self._ring.items():
                ring[first : first + part] = samples[name][done : done + part]
            done += part
        self._note(count)

    def _note(self, count: int) -> None:
        self._end += count
        self._held = min(self._held + count, self._capacity)

    def _fit(self, samples: Samples) -> Samples:
        """Return samples as the ring keeps them."""
        return samples

    def _newest(self, count: int) -> NDArray[np.int64]:
        return np.arange(self._end - count, self._end) % self._capacity

    def save(self) -> None:
        """Let nothing that was added be lost by a power cut; drop files no longer needed."""
        if self._journal is None or self._folder is None:
            return
        self.settle()
        self._journal.sync()
        self._journal.forget(self.total - self._capacity)
        forget_shards(self._folder, self.total - self._capacity)

    def load(self) -> None:
        """Restore the newest positions from the disk; what is damaged is left out, and told.

        Raises:
            TengenError: when they are of another game.
        """
        for entry in self._entries():
            self._put(entry.samples)
            self.total, self.games = entry.total, entry.games

    def _entries(self) -> Iterator[Entry]:
        if self._journal is None or self._folder is None:
            return iter(())
        return chain(read_shards(self._folder), self._journal.entries())

    def _check(self, samples: Samples) -> None:
        for name, ring in self._ring.items():
            column = samples.get(name)
            if column is None or (column.dtype, column.shape[1:]) != (ring.dtype, ring.shape[1:]):
                raise TengenError(
                    f"{self._folder} is of another run: its {name} are of another kind"
                )
