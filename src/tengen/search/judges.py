"""Who judges the positions at the end of an alpha-beta search: native code without a net's cost."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tengen.core import SettingsError
from tengen.games import metrics_of
from tengen.games.face import NativeGame, NativeState
from tengen.games.kernel import AlphaBetaKernel, KernelJudge, Searcher

Layer = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Weights ``[outputs, inputs]`` as torch has them, and bias ``[outputs]``."""
METRICS_SCALE = 20.0
"""A sum of metrics that counts as half a win."""


class Judge(Protocol):
    """Values a position in [-1, 1] for the side to move."""

    def values(self, states: Sequence[NativeState]) -> NDArray[np.float32]:
        """Return the values of positions of one game, ``[N]``."""
        ...

    def searcher(self, game: NativeGame, memory: int, seed: int) -> Searcher:
        """Return a native search with this judge; `memory` in bytes."""
        ...


@dataclass(frozen=True, eq=False)
class DenseJudge:
    """A small dense net over chosen planes: ReLU between its layers, tanh after the last.

    Input ``k * P + j`` is the j-th of P points of the k-th plane.
    """

    planes: tuple[int, ...]
    """Planes of `State.planes` that it sees; best those of the pieces: one that shows the way here,
    such as the last action, makes a search's values depend on it."""
    layers: tuple[Layer, ...]
    """The last one has one output."""
    points: tuple[int, ...] | None = None
    """Board points (row-major) that it sees; None for all."""
    goal_plane: int | None = None
    """The board is turned by half a circle where the first row of this plane is not empty."""

    @classmethod
    def from_arrays(
        cls,
        planes: Sequence[int],
        layers: Sequence[tuple[NDArray[np.generic], NDArray[np.generic]]],
        *,
        points: Sequence[int] | None = None,
        goal_plane: int | None = None,
    ) -> "DenseJudge":
        """Return a judge of a net's layers: weights ``[outputs, inputs]``, and bias ``[outputs]``.

        Raises:
            SettingsError: when an array is not of numbers, or has the wrong dimensions.
        """
        made = tuple((_numbers(weights, 2), _numbers(bias, 1)) for weights, bias in layers)
        return cls(tuple(planes), made, None if points is None else tuple(points), goal_plane)

    def values(self, states: Sequence[NativeState]) -> NDArray[np.float32]:
        """Return the values of positions of one game, ``[N]``; see `Judge`."""
        return _values(self._native, states)

    def searcher(self, game: NativeGame, memory: int, seed: int) -> Searcher:
        """Return a native search with this judge; see `Judge`.

        Raises:
            SettingsError: when the layers do not fit the game's planes.
        """
        return _kernel(game).DenseAlphaBeta(self._native(game), game.rules, memory, seed)

    def _native(self, game: NativeGame) -> KernelJudge:
        _, height, width = game.planes_shape
        points = range(height * width) if self.points is None else self.points
        layers = [(np.ascontiguousarray(weights.T), bias) for weights, bias in self.layers]
        goal = -1 if self.goal_plane is None else self.goal_plane
        try:
            return _kernel(game).DenseNet(game.rules, self.planes, list(points), goal, layers)
        except ValueError as error:
            raise SettingsError(f"dense net for {game}: {error}") from None


@dataclass(frozen=True)
class MetricsJudge:
    """The weighted sum x of a game's metrics, as ``x / (scale + |x|)``."""

    weights: tuple[float, ...] | None = None
    """One a metric; None for the game's own."""
    scale: float = METRICS_SCALE

    def values(self, states: Sequence[NativeState]) -> NDArray[np.float32]:
        """Return the values of positions of one game, ``[N]``; see `Judge`."""
        return _values(self._native, states)

    def searcher(self, game: NativeGame, memory: int, seed: int) -> Searcher:
        """Return a native search with this judge; see `Judge`.

        Raises:
            SettingsError: when there is not a weight for each metric.
        """
        return _kernel(game).MetricsAlphaBeta(self._native(game), game.rules, memory, seed)

    def _native(self, game: NativeGame) -> KernelJudge:
        weights = metrics_of(game).weights if self.weights is None else self.weights
        try:
            return _kernel(game).MetricsJudge(list(weights), self.scale)
        except ValueError as error:
            raise SettingsError(f"metrics of {game.name}: {error}") from None


def _values(
    native: Callable[[NativeGame], KernelJudge], states: Sequence[NativeState]
) -> NDArray[np.float32]:
    """Return what the native judge that `native` makes for a game says of its positions."""
    if not states:
        return np.empty(0, np.float32)
    return native(states[0].game).values([s.native for s in states])


def _kernel(game: NativeGame) -> AlphaBetaKernel:
    if game.alphabeta is None:
        raise SettingsError(f"{game.name} is not searched by alpha-beta")
    return game.alphabeta


def _numbers(array: NDArray[np.generic], dimensions: int) -> NDArray[np.float32]:
    if array.ndim != dimensions or not np.issubdtype(array.dtype, np.floating):
        raise SettingsError(
            f"dense net: expected numbers in {dimensions} dimensions, "
            f"not {array.dtype} {list(array.shape)}"
        )
    numbers = np.ascontiguousarray(array, np.float32)
    if not np.isfinite(numbers).all():
        raise SettingsError("dense net: some weights are not finite")
    return numbers
