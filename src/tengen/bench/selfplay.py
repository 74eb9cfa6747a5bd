"""Self-play beside the bare net: how much of the net's own speed reaches the search."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tengen.bench.row import Row
from tengen.bench.timing import rates
from tengen.core import Evaluator, Game, SettingsError
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.games import load
from tengen.games.face import NativeGame
from tengen.learning.self_play import SelfPlay, SelfPlaySettings

CLAIM = (
    "self-play, 15x15, 32-64-128 net, 32 games: at least 95 % of the bare net's "
    "rate; int8 at least 3,500 a core-second"
)
SIZE = 15
GAMES = 32
SEED = 0
STEPS = 32
"""Batches between two looks at the clock."""


def measure() -> list[Row]:
    """Return self-play simulations a core-second in fp32 and int8, 32-64-128 net, 32 games.

    Raises:
        SettingsError: when PyTorch, which makes the net, is not installed.
    """
    game = load("gomoku", size=SIZE)
    with tempfile.TemporaryDirectory() as folder:
        files = export_nets(game, Path(folder))
        return [
            _row(case, game, OnnxEvaluator(path, game, threads=1)) for case, path in files.items()
        ]


def _row(case: str, game: Game, evaluator: Evaluator) -> Row:
    assert isinstance(game, NativeGame)
    self_play = SelfPlay(
        game, evaluator, SelfPlaySettings(games=GAMES), np.random.default_rng(SEED)
    )
    ours, bare = rates(_play(self_play), _evaluate(game, evaluator), seconds=2.0, rounds=7)
    peer = f"the same net alone, batch {GAMES}"
    return Row("selfplay", case, ours, "simulations per core-second", peer, bare)


def _play(self_play: SelfPlay) -> Callable[[], int]:
    def play() -> int:
        before = self_play.simulations
        for _ in range(STEPS):
            self_play.step()
        return self_play.simulations - before

    return play


def _evaluate(game: Game, evaluator: Evaluator) -> Callable[[], int]:
    planes = _positions(game, GAMES)
    legal = np.ones((GAMES, game.num_actions), np.bool_)

    def evaluate() -> int:
        for _ in range(STEPS):
            evaluator.evaluate(planes, legal)
        return STEPS * GAMES

    return evaluate


def _positions(game: Game, count: int) -> NDArray[np.float32]:
    """Return planes ``[count, C, H, W]`` of positions from random games."""
    rng = np.random.default_rng(SEED)
    planes: list[NDArray[np.float32]] = []
    state = game.initial_state()
    while len(planes) < count:
        state = state.apply(int(rng.choice(state.legal_actions())))
        if state.outcome() is not None:
            state = game.initial_state()
        planes.append(state.planes())
    return np.stack(planes)


def export_nets(game: Game, folder: Path) -> dict[str, Path]:
    """Write the three-convolution net with random weights; return the file of each case.

    Raises:
        SettingsError: when PyTorch, which makes the net, is not installed.
    """
    try:
        from tengen.networks.blueprint import Blueprint
        from tengen.networks.calibration import CALIBRATION_POSITIONS
        from tengen.networks.config import NetworkConfig
        from tengen.networks.export import export_onnx
        from tengen.networks.store import seeded_build
    except ImportError:
        raise SettingsError(
            "this benchmark makes its net with PyTorch: in Tengen's folder, run "
            f"{sys.executable} -m pip install '.[train]'"
        ) from None
    blueprint = Blueprint.of(NetworkConfig(kind="alphazero"), game)
    network = seeded_build(blueprint, SEED)
    files = {"fp32": folder / "fp32.onnx", "int8": folder / "int8.onnx"}
    export_onnx(files["fp32"], network, blueprint)
    positions = _positions(game, CALIBRATION_POSITIONS)
    export_onnx(files["int8"], network, blueprint, calibration=positions)
    return files
