"""Training Q-learning: puts the network, games against itself and the learning loop together."""

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tengen.agents.order import Order
from tengen.agents.qlearning.collector import DECISIONS, collect
from tengen.agents.qlearning.settings import RECIPE, QLearningSettings
from tengen.agents.training import Training, conduct
from tengen.core import Evaluator, Game, SettingsError
from tengen.evaluators.moves import MovesEvaluator
from tengen.evaluators.torch import TorchEvaluator
from tengen.learning.parts import LearningParts
from tengen.learning.q_play import QPlayJob
from tengen.learning.replay import Replay
from tengen.learning.run import Trained
from tengen.learning.transitions import TRANSITIONS
from tengen.networks.move_value import MoveValue
from tengen.networks.objectives_q import QLearning

NAME = "qlearning"
_KINDS = ("residual", "alphazero", "policy", "qlearning")
"""Networks that score moves: all at once, and the last one at a time."""


def train(game: Game, out: Path, **order: Any) -> Trained:
    """Train on `game` into the run folder `out`; see `Order` for the rest, `conduct` for errors."""
    order_of = Order(game, out, **order)
    return conduct(NAME, order_of, RECIPE, _build, check=_check)


def _check(order: Order, settings: QLearningSettings) -> None:
    """Raise SettingsError where the network has nothing to say of moves."""
    del order
    if settings.network.kind not in _KINDS:
        kinds = ", ".join(_KINDS)
        raise SettingsError(
            f"network.kind={settings.network.kind} scores no moves: qlearning takes {kinds}"
        )


def _build(training: Training[QLearningSettings]) -> LearningParts:
    settings, game = training.settings, training.game
    alone = settings.network.kind == "qlearning"  # a move at a time
    trainer = training.make_trainer(MoveValue(game) if alone else QLearning(priority=0.0))
    columns = DECISIONS if alone else TRANSITIONS
    memory = Replay(game, columns, settings.replay, training.run.replay)

    def measure(path: Path) -> Mapping[str, Any]:
        return training.play_yardstick(path, trainer.steps)

    return LearningParts(
        trainer,
        memory,
        QPlayJob(
            game.name,
            dict(game.settings),
            settings.play,
            _evaluator(alone=alone, cuda=training.cuda),
            collect if alone else None,
        ),
        export=functools.partial(training.export, trainer, memory),
        news=settings.play.news,
        measure=measure,
    )


def _evaluator(*, alone: bool, cuda: bool) -> Callable[[Path, Game], Evaluator]:
    """Return what reads the players' network."""
    if not cuda:
        return MovesEvaluator
    return _on_cpu if alone else functools.partial(TorchEvaluator.load, device="cuda")


def _on_cpu(path: Path, game: Game) -> Evaluator:
    """Read the file for a CPU beside the one for a GPU, which sees no single moves."""
    return MovesEvaluator(path.with_suffix(".onnx"), game)
