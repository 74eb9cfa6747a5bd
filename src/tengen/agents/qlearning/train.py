"""Training Q-learning: puts the network, games against itself and the learning loop together."""

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tengen.agents.order import Order
from tengen.agents.qlearning.collector import DECISIONS, collect
from tengen.agents.qlearning.settings import RECIPE, QLearningSettings
from tengen.agents.training import Training, conduct
from tengen.core import Game, SettingsError
from tengen.evaluators.moves import MovesEvaluator
from tengen.evaluators.torch import TorchEvaluator
from tengen.learning.jobs import PlayJob
from tengen.learning.parts import LearningParts
from tengen.learning.q_play import QPlayerMaker, QPlayNews
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
    memory = training.make_memory(columns)

    # A GPU sees no single moves: those players have the network for a CPU.
    on_cuda = training.cuda and not alone
    evaluator = functools.partial(TorchEvaluator.load, device="cuda") if on_cuda else MovesEvaluator

    def news(path: Path, progress: float) -> QPlayNews:
        return settings.play.news(path if on_cuda else path.with_suffix(".onnx"), progress)

    def measure(path: Path) -> Mapping[str, object]:
        return training.play_yardstick(path, trainer.steps)

    return LearningParts(
        trainer,
        memory,
        PlayJob.of(game, QPlayerMaker(settings.play, evaluator, collect if alone else None)),
        export=functools.partial(training.export, trainer, memory),
        news=news,
        measure=measure,
    )
