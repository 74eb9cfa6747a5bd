"""Numbers that describe a position, the same face for every game.

Each game's ``metrics`` module names them, weighs them for a sum in which a win counts 100, and
says what they are; native code counts them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import cast

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game, SettingsError, State
from tengen.games.face import NativeState
from tengen.games.kernel import MeasuredState


@dataclass(frozen=True, slots=True)
class Metrics:
    """The numbers of one game; M of them describe a position for the side that has just moved."""

    names: tuple[str, ...]
    weights: tuple[float, ...]

    def measure(self, states: Sequence[State]) -> NDArray[np.int32]:
        """Return the metrics of each position, ``[N, M]``."""
        numbers = [_measured(state).metrics() for state in states]
        return np.stack(numbers) if numbers else np.empty((0, len(self.names)), np.int32)

    def sums(self, states: Sequence[State]) -> NDArray[np.float32]:
        """Return the weighted sum of each position, ``[N]``, for the side that has just moved."""
        return self.measure(states).astype(np.float32) @ np.array(self.weights, np.float32)


def metrics_of(game: Game) -> Metrics:
    """Return the metrics of a game.

    Raises:
        SettingsError: when it has none.
    """
    try:
        module = import_module(f"tengen.games.{game.name}.metrics")
    except ModuleNotFoundError:
        raise SettingsError(f"there are no metrics for {game.name}") from None
    return Metrics(module.NAMES, tuple(float(weight) for weight in module.WEIGHTS))


def just_moved(states: Sequence[State]) -> NDArray[np.int8]:
    """Return the player who has just moved in each position, ``[N]``: whose metrics they are.

    It is the side to move, too, where a move has several parts: inside a capture, say.
    """
    return np.array([_measured(state).just_moved for state in states], np.int8)


def is_quiet(state: State) -> bool:
    """Tell whether a search would judge the position, and not look further."""
    return _measured(state).is_quiet


def _measured(state: State) -> MeasuredState:
    assert isinstance(state, NativeState)
    return cast("MeasuredState", state.native)
