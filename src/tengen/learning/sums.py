"""Sums of weights, kept so that a draw looks at a few of them, however many there are."""

import numpy as np
from numpy.typing import NDArray

from tengen.learning import _native

_BLOCK = 64
"""Weights under one leaf: so few that looking at them all costs no more than going deeper."""


class Sums:
    """A sum tree over blocks of weights; each inner node is the sum of its two children."""

    def __init__(self, weights: NDArray[np.float32]) -> None:
        """Sum up `weights`, ``[N]``, none negative, which may change: see `update`."""
        self._weights = weights
        self._leaves = 1 << max(0, (-(-len(weights) // _BLOCK) - 1).bit_length())
        self._tree = np.zeros(2 * self._leaves)
        """Node 1 is the root, the children of `n` are ``2 n`` and ``2 n + 1``."""
        self.update(np.arange(0, len(weights), _BLOCK))

    @property
    def total(self) -> float:
        """The sum of all weights."""
        return float(self._tree[1])

    def update(self, rows: NDArray[np.int64]) -> None:
        """Take note that the weights of `rows`, ``[M]``, have changed."""
        blocks = np.unique(rows // _BLOCK)
        nodes = blocks + self._leaves
        self._tree[nodes] = self._of_blocks(blocks).sum(1)
        while len(nodes) and nodes[0] > 1:
            nodes = np.unique(nodes // 2)
            self._tree[nodes] = self._tree[2 * nodes] + self._tree[2 * nodes + 1]

    def before(self, row: int) -> float:
        """Return the sum of the weights before a row."""
        block, within = divmod(row, _BLOCK)
        found = float(self._weights[row - within : row].sum(dtype=np.float64))
        node = block + self._leaves
        while node > 1:
            if node % 2:
                found += float(self._tree[node - 1])
            node //= 2
        return found

    def find(self, masses: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return for each of `masses`, ``[M]`` in [0, total), the row up to whose end it reaches."""
        found = np.empty(len(masses), np.int64)
        _native.find(self._weights, self._tree, masses.astype(np.float64), found)
        return found

    def _of_blocks(self, blocks: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the weights of blocks, ``[M, 64]``, zero behind the last one."""
        rows = blocks[:, None] * _BLOCK + np.arange(_BLOCK)
        inside = np.minimum(rows, len(self._weights) - 1)
        return np.where(rows == inside, self._weights[inside], 0.0).astype(np.float64)
