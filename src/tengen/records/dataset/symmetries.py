"""Positions told apart, but not from their images under the board's symmetries."""

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game

_KNOWN: dict[tuple[str, tuple[int, int, int], int], "Symmetries"] = {}


def symmetries_of(game: Game) -> "Symmetries":
    """Return the symmetries of a game's board, made once for all games on it."""
    key = game.name, game.planes_shape, game.num_actions
    if key not in _KNOWN:
        _KNOWN[key] = Symmetries(game)
    return _KNOWN[key]


class Symmetries:
    """Tells positions apart, but not from their images under the board's symmetries."""

    def __init__(self, game: Game) -> None:
        channels, height, width = game.planes_shape
        rng = np.random.default_rng(20)
        # Whole numbers so small that sums over all points are exact in floating point: two hashes
        # of forty bits by fast matrix products.
        weights = rng.integers(2**40, size=(2, channels, height * width)).astype(np.float64)
        # The image's hash: what comes to each point weighs what that point does.
        self._weights = [
            np.stack([half[:, np.argsort(s.points)].ravel() for s in game.symmetries()], axis=1)
            for half in weights
        ]
        self._factors = rng.integers(2**64, size=2, dtype=np.uint64) | np.uint64(1)
        self._plane_weights = rng.integers(2**64, size=channels, dtype=np.uint64)
        self._actions = np.stack([np.argsort(symmetry.actions) for symmetry in game.symmetries()])

    def keys(
        self, planes: NDArray[np.int8], values: NDArray[np.int8], moves: NDArray[np.int32]
    ) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
        """Return a key of each position, and the move on the board it stands for.

        Of all images the one with the smallest hash stands for the position; of the moves
        that a symmetric position cannot tell apart, the first.

        Args:
            planes: ``[B, C, H, W]``, packed.
            values: ``[B, C]``, of the planes where they are not zero.
            moves: ``[B]``.
        """
        hashes = self._hashes((planes != 0).reshape(len(planes), -1), values)
        keys = hashes.min(1)
        images = self._actions[:, moves].T
        turned = np.where(hashes == keys[:, None], images, np.iinfo(np.int32).max).min(1)
        return keys, turned.astype(np.int32)

    def _hashes(self, is_set: NDArray[np.bool_], values: NDArray[np.int8]) -> NDArray[np.uint64]:
        """Return a hash of each image of each position, ``[B, S]``."""
        bits = is_set.astype(np.float64)
        first, second = (
            _product(bits, weights).astype(np.uint64) * factor
            for weights, factor in zip(self._weights, self._factors, strict=True)
        )
        steps = values.astype(np.int64).view(np.uint64)
        hashes: NDArray[np.uint64] = first + second + (steps @ self._plane_weights)[:, None]
        return hashes


def _product(rows: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ``rows @ weights``, in parts too small for threads, which would only wait here."""
    step = max(1, 2**18 // weights.size)
    parts = [rows[begin : begin + step] @ weights for begin in range(0, len(rows), step)]
    return np.concatenate(parts)
