"""Turning samples by the symmetries of the board."""

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game
from tengen.learning.samples import Columns, Samples


class Turner:
    """Shows samples under symmetries, each under one of its own: all its columns alike."""

    def __init__(self, game: Game, columns: Columns) -> None:
        symmetries = game.symmetries()
        self._columns = columns
        self._points = np.stack([symmetry.points for symmetry in symmetries])
        self._actions = np.stack([symmetry.actions for symmetry in symmetries])
        # Gathering by `actions` moves what lies at actions[b] to b: the action a goes to where a is.
        self._images = np.argsort(self._actions, axis=1).astype(np.int32)

    def turn(self, samples: Samples, rng: np.random.Generator) -> Samples:
        """Return `samples`, each under a symmetry drawn for it; policies, values, points become float32."""
        rows = len(next(iter(samples.values())))
        return self._all(samples, rng.integers(len(self._points), size=rows))

    def leave(self, samples: Samples) -> Samples:
        """Return `samples` as they were seen, with the types that `turn` gives."""
        rows = len(next(iter(samples.values())))
        return self._all(samples, np.zeros(rows, np.int64))  # the first symmetry is none

    def _all(self, samples: Samples, symmetry: NDArray[np.int64]) -> Samples:
        return {
            name: self._turn(kind, samples[name], symmetry) for name, kind in self._columns.items()
        }

    def _turn(
        self, kind: str, values: NDArray[np.generic], symmetry: NDArray[np.int64]
    ) -> NDArray[np.generic]:
        if kind == "planes":
            return self._turn_planes(values, symmetry)
        if kind == "points":
            return np.take_along_axis(values, self._points[symmetry], 1).astype(np.float32)
        if kind == "mask":
            return np.take_along_axis(values, self._actions[symmetry], 1)
        if kind == "values":
            return np.take_along_axis(values, self._actions[symmetry], 1).astype(np.float32)
        if kind == "policy":
            policy = np.take_along_axis(values, self._actions[symmetry], 1).astype(np.float32)
            policy /= policy.sum(1, keepdims=True)
            return policy
        return self._images[symmetry, values] if kind == "action" else values

    def _turn_planes(
        self, planes: NDArray[np.generic], symmetry: NDArray[np.int64]
    ) -> NDArray[np.generic]:
        # One symmetry at a time: five times faster than an index for every row.
        flat = planes.reshape(*planes.shape[:2], -1)
        turned = np.empty_like(flat)
        for index, points in enumerate(self._points):
            rows = np.flatnonzero(symmetry == index)
            turned[rows] = flat[rows][:, :, points]
        return turned.reshape(planes.shape)
