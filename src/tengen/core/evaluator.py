"""What a search asks about a batch of positions."""

from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


class Evaluator(Protocol):
    """Judges positions, always from the side to move."""

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return policy logits and values of a batch.

        Args:
            planes: ``[B, C, H, W]``, as `State.planes` gives them.
            legal: ``[B, A]``, true where an action is legal; logits elsewhere are ignored.

        Returns:
            logits ``[B, A]`` and values ``[B]`` in [-1, 1] for the side to move.
        """
        ...


class Judgement(NamedTuple):
    """What an evaluator that knows of points says of a batch, from the side to move."""

    logits: NDArray[np.float32]
    """``[B, A]``, of the policy."""
    values: NDArray[np.float32]
    """``[B]`` in [-1, 1]."""
    leads: NDArray[np.float32]
    """``[B]``: how many points of the board more will be the mover's than the opponent's; what one
    side is given besides, such as komi, is not among them."""
    owners: NDArray[np.float32]
    """``[B, H W]`` in [-1, 1]: 1 where a point will be the mover's, -1 where the opponent's."""


@runtime_checkable
class PointsEvaluator(Evaluator, Protocol):
    """May also judge the points of the board, in games where they end up as somebody's."""

    @property
    def tells_points(self) -> bool:
        """Whether `judge` may be asked."""
        ...

    def judge(self, planes: NDArray[np.float32], legal: NDArray[np.bool_]) -> Judgement:
        """Return what `evaluate` returns, leads ``[B]`` and owners ``[B, H, W]`` beside it."""
        ...


def knows_points(evaluator: object) -> bool:
    """Return whether an evaluator, or what stands in for one, judges points."""
    return isinstance(evaluator, PointsEvaluator) and evaluator.tells_points
