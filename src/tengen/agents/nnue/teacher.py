"""A larger net that judges positions for a small one to learn from (Hinton et al. 2015)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from tengen.agents.nets import find_net
from tengen.core import Game, WeightsError
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.games.face import NativeState

_BATCH = 32
_MOST = 0.999
"""What is worth more has no score that can be told apart."""


class Teacher:
    """A net of `alphazero`; one look is what it thinks."""

    def __init__(self, path: Path, game: Game) -> None:
        """Load it for `game`.

        Raises:
            WeightsError: when it is missing, damaged, made for another game, or judges no positions.
        """
        self._evaluator = OnnxEvaluator(path, game)
        if "value" not in self._evaluator.heads:
            raise WeightsError(f"{path} does not judge positions: it teaches nothing")

    @classmethod
    def named(cls, source: str, game: Game) -> Self:
        """Return the one that the name of a shipped net, or of a file, names."""
        return cls(find_net("alphazero", source, game), game)

    def judge(self, states: Sequence[NativeState]) -> NDArray[np.float32]:
        """Return ``[N]``, what positions are worth to their side to move, in [-1, 1]."""
        judged = [np.empty(0, np.float32)]
        for start in range(0, len(states), _BATCH):
            part = states[start : start + _BATCH]
            planes = np.stack([state.planes() for state in part])
            legal = np.stack([state.legal_mask() for state in part])
            judged.append(self._evaluator.evaluate(planes, legal)[1])
        return np.concatenate(judged)


def blend(
    scores: NDArray[np.int16], judged: NDArray[np.float32], share: float, scale: float
) -> NDArray[np.int16]:
    """Return scores ``[N]`` that are worth the weighted mean of what `scores` and `judged` are.

    Args:
        scores: of a search, `scale` units a logit.
        judged: values in [-1, 1], which count for `share`.
    """
    return score_of((1 - share) * np.tanh(scores / (2 * scale)) + share * judged, scale)


def score_of(values: NDArray[np.floating[Any]] | float, scale: float) -> NDArray[np.int16]:
    """Return the scores, `scale` units a logit, of values in [-1, 1]."""
    scores: NDArray[np.float64] = 2 * scale * np.arctanh(np.clip(values, -_MOST, _MOST))
    return np.rint(scores).astype(np.int16)
