"""A network that has learned nothing yet, without the work of asking it."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tengen.core import Evaluator, Game
from tengen.evaluators.onnx import OnnxEvaluator

_PROBES = 4


class FreshEvaluator:
    """Answers as a fresh residual net does: all moves alike, an even game."""

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return logits ``[B, A]`` and values ``[B]``; see `Evaluator`."""
        return np.zeros(legal.shape, np.float32), np.zeros(len(planes), np.float32)


def open_network(path: Path, game: Game) -> Evaluator:
    """Return an evaluator of the network, which is not asked while it has nothing to say.

    A fresh residual net answers zero to everything, and slowly: it is not 8-bit yet.

    Raises:
        WeightsError: when the file is missing, damaged, or for another game or shape.
    """
    evaluator = OnnxEvaluator(path, game)
    noise = np.random.default_rng(0).random((_PROBES, *game.planes_shape), np.float32)
    answers = evaluator.evaluate(noise, np.ones((_PROBES, game.num_actions), np.bool_))
    return evaluator if any(answer.any() for answer in answers) else FreshEvaluator()
