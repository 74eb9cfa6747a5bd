"""Millions of searched positions, a few bytes each, as incremental nets learn from them."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tengen.learning.replay import Batch
from tengen.learning.ring import ReplaySettings, Ring, capacity
from tengen.learning.samples import Samples

_NUMBERS = {"score": np.int16, "best": np.int16, "result": np.int8}


def empty_positions(width: int, count: int = 0) -> Samples:
    """Return `count` positions whose numbers are yet to be written.

    - ``position``: uint8 ``[N, width]``, as native ``nnue_position`` gives it;
    - ``score``: int16 ``[N]``, what the search said, in its units, for the side to move;
    - ``best``: int16 ``[N]``, the action that the search chose;
    - ``result``: int8 ``[N]``, 1 where the side to move won the game, 0 for a draw, -1,
      or `games.nnue.UNPLAYED`.
    """
    numbers = {name: np.empty(count, kind) for name, kind in _NUMBERS.items()}
    return {"position": np.empty((count, width), np.uint8)} | numbers


class PositionMemory(Ring):
    """The newest positions, each drawn as likely as any other."""

    def __init__(self, width: int, settings: ReplaySettings, folder: Path | None) -> None:
        """Remember positions of `width` bytes, and keep them in `folder`, if any."""
        super().__init__(empty_positions(width, capacity(settings)), settings, folder)

    def sample(self, batch: int, rng: np.random.Generator) -> Batch:
        """Draw `batch` positions; the window is not empty."""
        rows = (self._end - rng.integers(1, len(self) + 1, batch)) % self._capacity
        return Batch({name: ring[rows] for name, ring in self._ring.items()}, rows)

    def reweigh(self, rows: NDArray[np.int64], weights: NDArray[np.float32]) -> None:
        """Leave all positions ``[B]`` as likely as they are."""

    def recent_planes(self, count: int) -> NDArray[np.float32]:
        """Return ``[0, 0, 0, 0]``: these positions have no planes."""
        del count
        return np.empty((0, 0, 0, 0), np.float32)
