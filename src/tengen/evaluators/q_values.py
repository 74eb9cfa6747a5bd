"""Action values from a net whose logits are advantages (dueling heads, Wang et al. 2016)."""

import numpy as np
from numpy.typing import NDArray

from tengen.core import Evaluator


def action_values(logits: NDArray[np.float32], values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return ``[B, A]`` values of every action: Q(s, a) = V(s) + A(s, a) - mean A(s, .)."""
    table: NDArray[np.float32] = values[:, None] + logits - logits.mean(1, keepdims=True)
    return table


class QEvaluator:
    """Lets a search use a net of action values: the best one is the position's value.

    The policy is the softmax of the values, sharper with a lower `temperature`. The action
    `passing`, which such nets do not learn, comes last where there is another.
    """

    def __init__(
        self, evaluator: Evaluator, *, temperature: float, passing: int | None = None
    ) -> None:
        self.evaluator = evaluator
        self.temperature = temperature
        self.passing = passing

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return logits ``[B, A]`` and values ``[B]``; see `Evaluator`."""
        table = action_values(*self.evaluator.evaluate(planes, legal))
        if self.passing is not None:
            others = legal.sum(1) > legal[:, self.passing]
            table[others, self.passing] = table.min() - 1
        best = np.where(legal, table, -np.inf).max(1)
        return table / np.float32(self.temperature), np.clip(best, -1, 1).astype(np.float32)
