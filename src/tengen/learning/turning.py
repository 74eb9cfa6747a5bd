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
        self._drawn = {
            name: (shape, np.dtype(_DRAWN.get(kind, np.float32)))
            for name, (kind, shape) in self._columns.items()
        }
        self._points = np.stack([symmetry.points for symmetry in symmetries]).astype(np.int32)
        self._actions = np.stack([symmetry.actions for symmetry in symmetries]).astype(np.int32)
        # Gathering by `actions` moves what lies at actions[b] to b: the action a goes to where a is.
        self._images = np.argsort(self._actions, axis=1).astype(np.int32)

    def over(self, samples: Samples) -> _native.Tables:
        """Return samples from which rows are drawn again and again, also what changes in them."""
        columns = []
        for name, (kind, _) in self._columns.items():
            is_bits = kind == "planes" and samples[name].dtype == np.uint8
            columns.append(("bits" if is_bits else kind, samples[name], self._sources(kind)))
        return _native.Tables(columns)

    def draw(
        self, tables: _native.Tables, rows: NDArray[np.int64], rng: np.random.Generator
    ) -> Samples:
        """Return `rows`, ``[B]``, of `tables`, each under a symmetry drawn for it.

        Policies, values and points become float32. Planes may be those of `pack_flat`.
        """
        return self._take(tables, rows, rng.integers(len(self._points), size=len(rows)))

    def turn(self, samples: Samples, rng: np.random.Generator | None) -> Samples:
        """Return all of `samples` like that; without `rng` as they were seen."""
        tables, rows = self.over(samples), np.arange(count_samples(samples))
        return self.leave(tables, rows) if rng is None else self.draw(tables, rows, rng)

    def leave(self, tables: _native.Tables, rows: NDArray[np.int64]) -> Samples:
        """Return `rows`, ``[B]``, as they were seen, with the types that `draw` gives."""
        # The first symmetry is none.
        return self._take(tables, rows, np.zeros(len(rows), np.int64))

    def _take(
        self, tables: _native.Tables, rows: NDArray[np.int64], symmetry: NDArray[np.int64]
    ) -> Samples:
        taken: Samples = {
            name: np.empty((len(rows), *shape), kind) for name, (shape, kind) in self._drawn.items()
        }
        tables.take(rows, symmetry, list(taken.values()))
        return taken

    def _sources(self, kind: Kind) -> NDArray[Any]:
        if kind == "action":
            return self._images
        return self._points if kind in ("planes", "points") else self._actions
