"""The search alone: one tree, and an evaluator that costs nothing."""

import numpy as np
from numpy.typing import NDArray

from tengen.bench.row import Row
from tengen.bench.timing import rates
from tengen.core import Limit
from tengen.games import load
from tengen.games.face import NativeGame
from tengen.search.mcts import SearchSettings, TreeSearch

CLAIM = "search alone: at least 600,000 on 8x8 and 300,000 on 15x15"
SIZES = (8, 15)
SIMULATIONS = 100_000
BATCH = 64


class ConstantEvaluator:
    """Finds every move as good as any other and every position even."""

    def __init__(self, batch: int, num_actions: int) -> None:
        self._logits = np.zeros((batch, num_actions), np.float32)
        self._values = np.zeros(batch, np.float32)

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return zeros, ``[B, A]`` and ``[B]``; see `Evaluator`."""
        return self._logits[: len(planes)], self._values[: len(planes)]


def measure() -> list[Row]:
    """Return simulations a core-second from the empty board, for each size."""
    return [
        Row("search", f"{size}x{size}", _rate(size), "simulations per core-second")
        for size in SIZES
    ]


def _rate(size: int) -> float:
    game = load("gomoku", size=size)
    assert isinstance(game, NativeGame)
    state = game.initial_state()

    def grow() -> int:
        evaluator = ConstantEvaluator(BATCH, game.num_actions)
        search = TreeSearch(game, evaluator, SearchSettings(), batch=BATCH)
        return search.search(state, Limit(nodes=SIMULATIONS)).nodes

    return rates(grow)[0]
