"""Turning samples by the symmetries of the board."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game
from tengen.learning import _native
from tengen.learning.samples import Columns, Kind, Samples, column_shape, count_samples

_DRAWN = {"planes": np.int8, "mask": np.bool_, "action": np.int32}
"""Types of what is drawn; all other numbers are float32."""


class Turner:
    """Shows samples under symmetries, each under one of its own: all its columns alike."""

    def __init__(self, game: Game, columns: Columns) -> None:
        symmetries = game.symmetries()
        self._columns = {name: (kind, column_shape(game, kind)) for name, kind in columns.items()}
        self._points = np.stack([symmetry.points for symmetry in symmetries]).astype(np.int32)
        self._actions = np.stack([symmetry.actions for symmetry in symmetries]).astype(np.int32)
        # Gathering by `actions` moves what lies at actions[b] to b: the action a goes to where a is.
        self._images = np.argsort(self._actions, axis=1).astype(np.int32)

    def draw(self, samples: Samples, rows: NDArray[np.int64], rng: np.random.Generator) -> Samples:
        """Return `rows`, ``[B]``, of `samples`, each under a symmetry drawn for it.

        Policies, values and points become float32. Planes may be those of `pack_flat`.
        """
        return self._take(samples, rows, rng.integers(len(self._points), size=len(rows)))

    def turn(self, samples: Samples, rng: np.random.Generator) -> Samples:
        """Return all of `samples` like that."""
        return self.draw(samples, np.arange(count_samples(samples)), rng)

    def leave(self, samples: Samples, rows: NDArray[np.int64] | None = None) -> Samples:
        """Return `rows`, ``[B]``, or all, as they were seen, with the types that `turn` gives."""
        rows = np.arange(count_samples(samples)) if rows is None else rows
        # The first symmetry is none.
        return self._take(samples, rows, np.zeros(len(rows), np.int64))

    def _take(
        self, samples: Samples, rows: NDArray[np.int64], symmetry: NDArray[np.int64]
    ) -> Samples:
        taken: Samples = {}
        columns = []
        for name, (kind, shape) in self._columns.items():
            taken[name] = np.empty((len(rows), *shape), _DRAWN.get(kind, np.float32))
            column = samples[name]
            way = "bits" if kind == "planes" and column.dtype == np.uint8 else kind
            columns.append((way, column, self._sources(kind), taken[name]))
        _native.take(rows, symmetry, columns)
        return taken

    def _sources(self, kind: Kind) -> NDArray[Any]:
        if kind == "action":
            return self._images
        return self._points if kind in ("planes", "points") else self._actions
