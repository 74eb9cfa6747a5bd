"""Turning samples by the symmetries of the board."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game
from tengen.learning import _native
from tengen.learning.samples import Columns, Samples, count_samples


class Turner:
    """Shows samples under symmetries, each under one of its own: all its columns alike."""

    def __init__(self, game: Game, columns: Columns) -> None:
        symmetries = game.symmetries()
        self._columns = columns
        self._points = np.stack([symmetry.points for symmetry in symmetries]).astype(np.int32)
        self._actions = np.stack([symmetry.actions for symmetry in symmetries]).astype(np.int32)
        # Gathering by `actions` moves what lies at actions[b] to b: the action a goes to where a is.
        self._images = np.argsort(self._actions, axis=1).astype(np.int32)

    def draw(self, samples: Samples, rows: NDArray[np.int64], rng: np.random.Generator) -> Samples:
        """Return `rows`, ``[B]``, of `samples`, each under a symmetry drawn for it.

        Policies, values and points become float32.
        """
        return self._take(samples, rows, rng.integers(len(self._points), size=len(rows)))

    def turn(self, samples: Samples, rng: np.random.Generator) -> Samples:
        """Return all of `samples` like that."""
        return self.draw(samples, np.arange(count_samples(samples)), rng)

    def leave(self, samples: Samples) -> Samples:
        """Return `samples` as they were seen, with the types that `turn` gives."""
        count = count_samples(samples)
        # The first symmetry is none.
        return self._take(samples, np.arange(count), np.zeros(count, np.int64))

    def _take(
        self, samples: Samples, rows: NDArray[np.int64], symmetry: NDArray[np.int64]
    ) -> Samples:
        return {
            name: self._take_column(kind, samples[name], rows, symmetry)
            for name, kind in self._columns.items()
        }

    def _take_column(
        self, kind: str, column: NDArray[Any], rows: NDArray[np.int64], symmetry: NDArray[np.int64]
    ) -> NDArray[Any]:
        if kind == "number":
            return column[rows]
        if kind == "action":
            taken: NDArray[Any] = self._images[symmetry, column[rows]]
            return taken
        if kind == "mask":
            return np.take_along_axis(column[rows], self._actions[symmetry], 1)
        flat = column.reshape(len(column), -1)
        if kind == "planes":
            planes = np.empty((len(rows), flat.shape[1]), np.int8)
            _native.take_planes(flat, rows, symmetry, self._points, planes)
            return planes.reshape(len(rows), *column.shape[1:])
        numbers = np.empty((len(rows), flat.shape[1]), np.float32)
        if kind == "points":
            _native.take_points(flat, rows, symmetry, self._points, numbers)
        else:
            halves = flat.view(np.uint16)
            is_policy = kind == "policy"
            _native.take_values(halves, rows, symmetry, self._actions, numbers, is_policy)
        return numbers
