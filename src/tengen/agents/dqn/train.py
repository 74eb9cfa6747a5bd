"""Training DQN: puts the network, games against itself and the learning loop together."""

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tengen.agents.dqn.boards_play import BOARDS, BoardsJob, BoardsNews
from tengen.agents.dqn.settings import PRESETS, DQNSettings
from tengen.agents.training import Order, Training, conduct
from tengen.core import Evaluator, Game
from tengen.core.files import write_bytes
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.evaluators.torch import TorchEvaluator
from tengen.learning.method import Method
from tengen.learning.q_play import QPlayJob, QPlayNews
from tengen.learning.replay import Replay
from tengen.learning.run import Trained
from tengen.learning.transitions import TRANSITIONS
from tengen.networks.objectives import Value
from tengen.networks.objectives_q import QLearning
from tengen.networks.trainer import Trainer

NAME = "dqn"


def train(game: Game, out: Path, **order: Any) -> Trained:
    """Train on `game` into the run folder `out`; see `Order` for the rest, `conduct` for errors."""
    return conduct(NAME, Order(game, out, **order), DQNSettings, PRESETS, _build)


def _build(training: Training[DQNSettings]) -> Method:
    return (
        _build_moves(training) if training.settings.scores == "moves" else _build_boards(training)
    )


def _build_moves(training: Training[DQNSettings]) -> Method:
    settings, game = training.settings, training.game
    trainer = training.make_trainer(QLearning(**settings.loss.model_dump()))
    memory = Replay(game, TRANSITIONS, settings.replay, training.run.replay)

    def news(path: Path, progress: float) -> QPlayNews:
        return QPlayNews(path, settings.play.epsilon_at(progress))

    return Method(
        trainer,
        memory,
        QPlayJob(game.name, dict(game.settings), settings.play, _evaluator(training)),
        export=functools.partial(training.export, trainer, memory),
        news=news,
        measure=functools.partial(_measure, training, trainer),
    )


def _build_boards(training: Training[DQNSettings]) -> Method:
    settings, game = training.settings, training.game
    trainer = training.make_trainer(Value())
    memory = Replay(game, BOARDS, settings.replay, training.run.replay)
    frozen = FrozenCopy(training.run.networks, settings.boards.frozen_steps)

    def news(path: Path, progress: float) -> BoardsNews:
        del progress
        asked = settings.boards.target == "frozen"
        return BoardsNews(path, frozen.of(path, trainer.steps) if asked else None)

    return Method(
        trainer,
        memory,
        BoardsJob(game.name, dict(game.settings), settings.boards, _evaluator(training)),
        export=functools.partial(training.export, trainer, memory),
        news=news,
        measure=functools.partial(_measure, training, trainer),
    )


class FrozenCopy:
    """A copy of the network that changes only every so many steps, in a file of its own."""

    def __init__(self, folder: Path, every: int) -> None:
        self._folder = folder
        self._every = every
        self._path: Path | None = None
        self._steps = 0

    def of(self, network: Path, steps: int) -> Path:
        """Return the copy, made anew from `network` when it is time; `steps` are taken so far."""
        if self._path is None or steps >= self._steps + self._every:
            old, self._steps = self._path, steps
            self._path = self._folder / f"frozen-{steps:09d}{network.suffix}"
            write_bytes(self._path, network.read_bytes())
            # Whoever still reads the old one has it in memory.
            if old is not None and old != self._path:
                old.unlink(missing_ok=True)
        return self._path


def _measure(training: Training[DQNSettings], trainer: Trainer, path: Path) -> Mapping[str, Any]:
    return training.play_yardstick(path, trainer.steps)


def _evaluator(training: Training[DQNSettings]) -> Callable[[Path, Game], Evaluator]:
    """Return how workers read a network; can be pickled."""
    if training.cuda:
        return functools.partial(TorchEvaluator.load, device="cuda")
    return OnnxEvaluator
