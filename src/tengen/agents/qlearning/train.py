"""Training Q-learning: puts the network, games against itself and the learning loop together."""

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tengen.agents.finished import Lessons
from tengen.agents.order import Order
from tengen.agents.qlearning.collector import DECISIONS, collect
from tengen.agents.qlearning.settings import RECIPE, QLearningSettings
from tengen.agents.training import Training, conduct
from tengen.core import Game, Record, SettingsError
from tengen.evaluators.moves import MovesEvaluator
from tengen.games.face import NativeGame
from tengen.learning.jobs import PlayJob
from tengen.learning.parts import LearningParts
from tengen.learning.q_play import QPlay, QPlayerMaker, QPlayNews
from tengen.learning.run import Trained
from tengen.learning.samples import Columns, Samples
from tengen.learning.transitions import TRANSITIONS
from tengen.networks.move_value import MoveValue
from tengen.networks.objectives import Objective
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
    alone = _sees_moves(settings)
    trainer = training.make_trainer(_objective(settings, game))
    memory = training.make_memory(_columns(settings))

    # A GPU sees no single moves: those players have the network for a CPU.
    on_cuda = training.players_have_gpus and not alone
    evaluator = training.served() if on_cuda else MovesEvaluator

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


def _sees_moves(settings: QLearningSettings) -> bool:
    """Tell whether the network sees one move at a time."""
    return settings.network.kind == "qlearning"


def _objective(settings: QLearningSettings, game: Game) -> Objective:
    return MoveValue(game) if _sees_moves(settings) else QLearning(priority=0.0)


def _columns(settings: QLearningSettings) -> Columns:
    return DECISIONS if _sees_moves(settings) else TRANSITIONS


def _study(net: Path, game: NativeGame, settings: QLearningSettings, record: Record) -> Samples:
    """Return what a network makes of a game that somebody played."""
    evaluator, rng = MovesEvaluator(net, game), np.random.default_rng(0)
    own = collect if _sees_moves(settings) else None
    # What came of a game that was really played says more than what the net thinks on the way.
    to_the_end = settings.play.model_copy(update={"steps": len(record.moves) + 1})
    play = QPlay(game, evaluator, to_the_end, rng, epsilon=0.0, collect=own)
    return play.study(record).samples


LESSONS = Lessons(NAME, QLearningSettings, _objective, _columns, _study)
learn_on = LESSONS.learn_on
