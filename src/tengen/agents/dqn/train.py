"""Training DQN: puts the network, games against itself and the learning loop together."""

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tengen.agents.dqn.boards_play import BOARDS, BoardsNews, BoardsPlay, BoardsPlayer
from tengen.agents.dqn.settings import RECIPE, DQNSettings
from tengen.agents.finished import Lessons
from tengen.agents.order import Order
from tengen.agents.training import Training, conduct
from tengen.core import Evaluator, Game, Record
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.games.face import NativeGame
from tengen.learning.jobs import Net, PlayJob
from tengen.learning.parts import LearningParts
from tengen.learning.q_play import QPlay, QPlayerMaker, QPlayNews
from tengen.learning.run import Trained
from tengen.learning.samples import Columns, Samples
from tengen.learning.transitions import SURVEYED, TRANSITIONS
from tengen.networks.objectives import Objective, Value
from tengen.networks.objectives_q import QLearning

NAME = "dqn"


def train(game: Game, out: Path, **order: Any) -> Trained:
    """Train on `game` into the run folder `out`; see `Order` for the rest, `conduct` for errors."""
    return conduct(NAME, Order(game, out, **order), RECIPE, _build)


def _build(training: Training[DQNSettings]) -> LearningParts:
    settings, game = training.settings, training.game
    trainer = training.make_trainer(_objective(settings))
    memory = training.make_memory(_columns(settings))
    evaluator = _evaluator(training)
    frozen = FrozenCopy(settings.boards.frozen_steps)

    def boards_news(path: Path, progress: float) -> BoardsNews:
        del progress  # the source's share of random moves stays
        net, asked = Net.read(path), settings.boards.target == "frozen"
        return BoardsNews(net, frozen.of(net, trainer.steps) if asked else None)

    def moves_news(path: Path, progress: float) -> QPlayNews:
        knows = trainer.steps > 0 or training.order.start_from is not None
        return settings.play.news(path, progress, knows=knows)

    def measure(path: Path) -> Mapping[str, object]:
        return training.play_yardstick(path, trainer.steps, visits=settings.visits)

    of_moves = settings.scores == "moves"
    learner = settings.learner
    rest_after = None if learner.refit_epochs is None else learner.publish_games
    player = functools.partial(BoardsPlayer, settings.boards, evaluator, rest_after)
    return LearningParts(
        trainer,
        memory,
        PlayJob.of(game, QPlayerMaker(settings.play, evaluator))
        if of_moves
        else PlayJob.of(game, player),
        export=functools.partial(training.export, trainer, memory),
        news=moves_news if of_moves else boards_news,
        measure=measure,
    )


def _objective(settings: DQNSettings) -> Objective:
    if settings.scores == "moves":
        return QLearning(**settings.loss.model_dump())
    return Value()


def _columns(settings: DQNSettings) -> Columns:
    if settings.scores == "boards":
        return BOARDS
    return SURVEYED if settings.play.width else TRANSITIONS


class FrozenCopy:
    """A copy of the network that changes only every so many steps."""

    def __init__(self, every: int) -> None:
        self._every = every
        self._net: Net | None = None
        self._steps = 0

    def of(self, net: Net, steps: int) -> Net:
        """Return the copy, made anew from `net` when it is time; `steps` are taken so far."""
        if self._net is None or steps >= self._steps + self._every:
            self._net, self._steps = net, steps
        return self._net


def _evaluator(training: Training[DQNSettings]) -> Callable[[Path, Game], Evaluator]:
    """Return how workers read a network; can be pickled."""
    if training.players_have_gpus:
        return training.served()
    return OnnxEvaluator


def _study(net: Path, game: NativeGame, settings: DQNSettings, record: Record) -> Samples:
    """Return what a network makes of a game that somebody played."""
    evaluator, rng = OnnxEvaluator(net, game), np.random.default_rng(0)
    if settings.scores == "moves":
        return QPlay(game, evaluator, settings.play, rng, epsilon=0.0).study(record).samples
    return BoardsPlay(game, evaluator, settings.boards, rng).study(record).samples


LESSONS = Lessons(NAME, DQNSettings, lambda settings, _: _objective(settings), _columns, _study)
learn_on = LESSONS.learn_on
