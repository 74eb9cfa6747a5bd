"""Training DQN: puts the network, games against itself and the learning loop together."""

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tengen.agents.dqn.settings import PRESETS, DQNSettings
from tengen.agents.training import Order, Training, conduct
from tengen.core import Game
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.evaluators.torch import TorchEvaluator
from tengen.learning.method import Method
from tengen.learning.q_play import QPlayJob, QPlayNews
from tengen.learning.replay import Replay
from tengen.learning.run import Trained
from tengen.learning.transitions import TRANSITIONS
from tengen.networks.objectives_q import QLearning

NAME = "dqn"


def train(game: Game, out: Path, **order: Any) -> Trained:
    """Train on `game` into the run folder `out`; see `Order` for the rest, `conduct` for errors."""
    return conduct(NAME, Order(game, out, **order), DQNSettings, PRESETS, _build)


def _build(training: Training[DQNSettings]) -> Method:
    settings, game = training.settings, training.game
    trainer = training.make_trainer(QLearning(**settings.loss.model_dump()))
    memory = Replay(game, TRANSITIONS, settings.replay, training.run.replay)

    def news(path: Path, progress: float) -> QPlayNews:
        return QPlayNews(path, settings.play.epsilon_at(progress))

    def measure(path: Path) -> Mapping[str, Any]:
        return training.play_yardstick(path, trainer.steps)

    evaluator = (
        functools.partial(TorchEvaluator.load, device="cuda") if training.cuda else OnnxEvaluator
    )
    return Method(
        trainer,
        memory,
        QPlayJob(game.name, dict(game.settings), settings.play, evaluator),
        export=functools.partial(training.export, trainer, memory),
        news=news,
        measure=measure,
    )
