"""Sums of weights, kept so that a draw looks at a few of them, however many there are."""

import numpy as np
from numpy.typing import NDArray

from tengen.learning import _native
from tengen.learning.samples import empty_lines


class Sums:
    """Sums of blocks of weights, of eight blocks, of eight of those and so on."""

    def __init__(self, weights: NDArray[np.float32]) -> None:
        """Sum up `weights`, ``[N]``, none negative, which may change: see `update`."""
        self._weights = weights
        self._sums = empty_lines(_native.sums_size(len(weights)), np.float64)
        self._sums[:] = 0
        self.update(np.arange(len(weights)))

    @property
    def total(self) -> float:
        """The sum of all weights."""
        return _native.total(self._weights, self._sums)

    def update(self, rows: NDArray[np.int64]) -> None:
        """Take note that the weights of `rows`, ``[M]``, have changed."""
        _native.update(self._weights, self._sums, rows)

    def before(self, row: int) -> float:
        """Return the sum of the weights before a row."""
        return _native.before(self._weights, self._sums, row)

    def find(self, masses: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return for each of `masses`, ``[M]`` in [0, total), the row up to whose end it reaches."""
        found = np.empty(len(masses), np.int64)
        _native.find(self._weights, self._sums, masses.copy(), found)
        return found

    def draw(
        self, oldest: int, count: int, drawn: int, rng: np.random.Generator
    ) -> tuple[NDArray[np.int64], float]:
        """Draw rows of a window in proportion to their weights.

        Args:
            oldest: the window's first row.
            count: its rows, not all of weight 0; after the last row of all comes the first.
            drawn: how many are drawn.
            rng: where chance comes from.

        Returns:
            The rows, ``[drawn]``, and the sum of the window's weights.
        """
        found = np.empty(drawn, np.int64)
        shares = rng.random(drawn)
        return found, _native.draw(self._weights, self._sums, shares, found, oldest, count)
