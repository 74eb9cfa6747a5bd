"""What a search asks about a batch of positions."""

from typing import Protocol

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
