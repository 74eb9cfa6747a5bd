"""The search alone: one tree, and an evaluator that costs nothing."""

import numpy as np
from numpy.typing import NDArray

from tengen.bench.row import Row
from tengen.bench.timing import rates
from tengen.core import Limit
from tengen.games import load
from tengen.games.face import NativeGame
from tengen.search.mcts import SearchSettings, TreeSearch

CLAIM = "search alone, equal priors: at least 600,000 on 8x8 and 300,000 on 15x15"
SIZES = (8, 15)
SIMULATIONS = 100_000
BATCH = 64


NET_SPREAD = 1.8
"""Standard deviation of the logits that the shipped net of Gomoku 15x15 gives to legal moves."""


class ConstantEvaluator:
    """Finds every position even, and every move as good as any other.

    Args:
        batch: positions at once, at most.
        num_actions: of the game.
        spread: standard deviation of the moves' logits, drawn once for each place of a batch; with
            0 all are equal.
    """

    def __init__(self, batch: int, num_actions: int, spread: float = 0.0) -> None:
        rng = np.random.default_rng(0)
        self._logits = rng.normal(0, spread, (batch, num_actions)).astype(np.float32)
        self._values = np.zeros(batch, np.float32)

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the same logits ``[B, A]`` every time, and zeros ``[B]``; see `Evaluator`."""
        return self._logits[: len(planes)], self._values[: len(planes)]


def measure() -> list[Row]:
    """Return simulations a core-second from the empty board, for each size and kind of priors."""
    rows = [(f"{size}x{size}", _rate(size)) for size in SIZES]
    rows.append((f"{SIZES[-1]}x{SIZES[-1]}, unequal priors", _rate(SIZES[-1], NET_SPREAD)))
    return [Row("search", case, rate, "simulations per core-second") for case, rate in rows]


def _rate(size: int, spread: float = 0.0) -> float:
    game = load("gomoku", size=size)
    assert isinstance(game, NativeGame)
    state = game.initial_state()

    def grow() -> int:
        evaluator = ConstantEvaluator(BATCH, game.num_actions, spread)
        search = TreeSearch(game, evaluator, SearchSettings(), batch=BATCH)
        return search.search(state, Limit(nodes=SIMULATIONS)).nodes

    return rates(grow)[0]
