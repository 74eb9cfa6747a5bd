"""What it costs to know the value of every move of a position, in forward passes and in time.

Beside it, what the source of `dqn` does: a forward pass for the board after each move.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tengen.bench.row import Row
from tengen.bench.timing import Work, rates
from tengen.core import Evaluator, Game, SettingsError
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.games import load
from tengen.games.face import NativeGame, NativeState
from tengen.search.scorers import AfterStateScorer, AllMovesScorer, Scorer

CLAIM = "the values of all moves of an empty board: one forward pass"
BOARDS = (("gomoku", 8), ("gomoku", 15), ("go", 9))
SEED = 0
_PEER = "a board at a time"


class Counting:
    """Passes questions on to an evaluator and counts them."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.passes = 0
        self._evaluator = evaluator

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the evaluator's answer, ``[B, A]`` and ``[B]``; see `Evaluator`."""
        self.passes += 1
        return self._evaluator.evaluate(planes, legal)


def measure() -> list[Row]:
    """Return forward passes and microseconds a position, for empty boards of several sizes."""
    with tempfile.TemporaryDirectory() as folder:
        return [row for board in BOARDS for row in _measure(*board, Path(folder))]


def _measure(name: str, size: int, folder: Path) -> list[Row]:
    game = load(name, size=size)
    assert isinstance(game, NativeGame)
    net = Counting(OnnxEvaluator(_export_net(game, folder), game))
    state = game.initial_state()
    works = {
        "all moves": _score_with(AllMovesScorer(net), state),
        "boards after them, a batch": _score_with(AfterStateScorer(net), state),
        _PEER: _score_alone(net, state),
    }
    passes = [_count(net, work) for work in works.values()]
    times = [1e6 / rate for rate in rates(*works.values())]
    return [
        Row("scoring", f"{name} {size}x{size}, {way}", figures[i], unit, _PEER, figures[-1])
        for unit, figures in (("forward passes", passes), ("microseconds per position", times))
        for i, way in enumerate(list(works)[:-1])
    ]


def _export_net(game: Game, folder: Path) -> Path:
    """Write the default net, untrained: its answers do not matter, its shape does.

    Raises:
        SettingsError: when PyTorch, which makes the net, is not installed.
    """
    try:
        from tengen.networks.blueprint import Blueprint
        from tengen.networks.config import NetworkConfig
        from tengen.networks.export import export_onnx
        from tengen.networks.store import seeded_build
    except ImportError:
        raise SettingsError(
            "this benchmark makes its net with PyTorch: in Tengen's folder, run "
            f"{sys.executable} -m pip install '.[train]'"
        ) from None
    blueprint = Blueprint.of(NetworkConfig(), game)
    path = folder / f"{game.name}.onnx"
    export_onnx(path, seeded_build(blueprint, SEED), blueprint)
    return path


def _score_with(scorer: Scorer, state: NativeState) -> Work:
    def score() -> int:
        return len(scorer.score([state]))

    return score


def _score_alone(net: Evaluator, state: NativeState) -> Work:
    legal = np.ones((1, state.game.num_actions), np.bool_)

    def score() -> int:
        for action in state.sensible_actions().tolist():
            net.evaluate(state.apply(action).planes()[None], legal)
        return 1

    return score


def _count(net: Counting, work: Work) -> float:
    """Return the forward passes of a work done once."""
    before = net.passes
    work()
    return float(net.passes - before)
