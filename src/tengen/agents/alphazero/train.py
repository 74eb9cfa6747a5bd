"""Training AlphaZero: puts the network, self-play and the learning loop together."""

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tengen.agents.alphazero.best import Contest
from tengen.agents.alphazero.settings import RECIPE, AlphaZeroSettings
from tengen.agents.order import Order
from tengen.agents.training import Training, conduct
from tengen.core import Game
from tengen.evaluators.fresh import open_network
from tengen.learning.jobs import Net, PlayJob
from tengen.learning.parts import LearningParts
from tengen.learning.run import Trained
from tengen.learning.samples import OWNERS, POLICY_VALUE
from tengen.learning.self_play import SelfPlayer, SelfPlayNews
from tengen.networks.objectives import PolicyValue

NAME = "alphazero"


def train(game: Game, out: Path, **order: Any) -> Trained:
    """Train on `game` into the run folder `out`; see `Order` for the rest, `conduct` for errors."""
    return conduct(NAME, Order(game, out, **order), RECIPE, _build)


def _build(training: Training[AlphaZeroSettings]) -> LearningParts:
    settings, game = training.settings, training.game
    trainer = training.make_trainer(
        PolicyValue(
            settings.value_weight,
            settings.soft_weight,
            settings.owner_weight,
            settings.lead_weight,
        )
    )
    columns = {**POLICY_VALUE, **(OWNERS if trainer.blueprint.owners else {})}
    memory = training.make_memory(columns)

    def news(path: Path, progress: float) -> SelfPlayNews:
        return SelfPlayNews(Net.read(path), settings.playing_at(progress))

    yardstick = settings.yardstick
    contest = Contest(yardstick.opponent, yardstick.games, settings.best, training.run.metrics())

    def measure(path: Path) -> Mapping[str, object]:
        match = training.play_yardstick(
            path, trainer.steps, opponent=contest.opponent, visits=settings.visits
        )
        if contest.take(match) and settings.best.kept:
            training.run.keep_network("best", path.with_suffix(".onnx").read_bytes())
        return match

    evaluator = training.served() if training.players_have_gpus else open_network
    return LearningParts(
        trainer,
        memory,
        PlayJob.of(game, functools.partial(SelfPlayer, evaluator, workers=training.workers_here)),
        export=functools.partial(training.export, trainer, memory),
        news=news,
        measure=measure,
    )
