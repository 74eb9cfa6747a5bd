"""Training board values: the lessons, then games against itself under the learning loop."""

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np

from tengen.agents.boardvalue.exploring import explore_breadth_first, explore_by_games
from tengen.agents.boardvalue.generation import GenerationPlayer, study
from tengen.agents.boardvalue.net import load_judge
from tengen.agents.boardvalue.searching import SearchPlay, SearchPlayer
from tengen.agents.boardvalue.settings import RECIPE, BoardValueSettings, LessonSettings
from tengen.agents.boardvalue.targets import BOARD_VALUES
from tengen.agents.boardvalue.teaching import Figures, Labelled, MetricsLesson, results_of, teach
from tengen.agents.finished import Lessons
from tengen.agents.order import Order
from tengen.agents.training import Training, conduct
from tengen.core import Game, Record, SettingsError
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.games import metrics_of
from tengen.games.face import NativeGame
from tengen.learning.jobs import Net, PlayJob
from tengen.learning.material import HELD_OUT, LEARNED, Material
from tengen.learning.parts import LearningParts, Tell
from tengen.learning.run import Trained
from tengen.learning.samples import Samples
from tengen.networks.config import TrainerSettings
from tengen.networks.export import onnx_bytes
from tengen.networks.metrics import MetricsSettings
from tengen.networks.objectives import Value
from tengen.networks.trainer import Trainer
from tengen.records.dataset import DataSet

NAME = "boardvalue"


def train(game: Game, out: Path, **order: Any) -> Trained:
    """Train on `game` into the run folder `out`; see `Order` for the rest, `conduct` for errors."""
    with Material(game) as material:

        def check(order: Order, settings: BoardValueSettings) -> None:
            if settings.network.kind not in ("dense", "board"):
                raise SettingsError(
                    f"setting network.kind={settings.network.kind!r}: boardvalue plays with "
                    "'dense' or 'board'"
                )
            if settings.lessons.positions:
                _check_metrics(order.game)
            if order.records and not order.resume:
                share, seed = settings.lessons.held_out, order.seed or 0
                material.make(order.records, out, held_out=share, seed=seed)

        def build(training: Training[BoardValueSettings]) -> LearningParts:
            has_records = bool(training.config.get("records"))
            return _build(training, material.keep(out) if has_records else None)

        return conduct(
            NAME,
            Order(game, out, **order),
            RECIPE,
            build,
            check=check,
        )


def _check_metrics(game: Game) -> None:
    try:
        metrics_of(game)
    except SettingsError as error:
        raise SettingsError(f"{error} to begin with: set lessons.positions=0") from None


def _build(training: Training[BoardValueSettings], data: DataSet | None) -> LearningParts:
    settings, game = training.settings, training.game
    trainer = training.make_trainer(Value())
    memory = training.make_memory(BOARD_VALUES)

    def measure(path: Path) -> Mapping[str, object]:
        return training.play_yardstick(path, trainer.steps)

    return LearningParts(
        trainer,
        memory,
        _job(game, settings),
        export=functools.partial(training.export, trainer, memory),
        news=lambda path, _: Net.read(path.with_suffix(".onnx")),
        measure=measure,
        prepare=_Lessons(training, trainer, data),
    )


def _job(game: Game, settings: BoardValueSettings) -> PlayJob[Net]:
    if settings.play == "search":
        return PlayJob.of(game, functools.partial(SearchPlayer, settings.search))
    generations = functools.partial(GenerationPlayer, settings.generations, OnnxEvaluator)
    return PlayJob.of(game, generations)


@dataclass(frozen=True, slots=True)
class _Lessons:
    """Teaches the net what the metrics say, then how the games of the records ended."""

    training: Training[BoardValueSettings]
    trainer: Trainer
    data: DataSet | None

    def __call__(self, tell: Tell) -> None:
        """Have the lessons; see `LearningParts.prepare`."""
        settings = self.training.settings.lessons
        teacher = self.trainer if settings.trainer is None else self._teacher(settings.trainer)
        rng = np.random.default_rng(self.training.seed)
        if settings.positions:
            self._have_metrics(teacher, rng, tell)
        if self.data is not None:
            splits = self.data.splits[LEARNED], self.data.splits[HELD_OUT]
            results = results_of(*splits, settings.expert_positions, rng)
            for figures in self._teach("expert", teacher, results, settings.expert_epochs, rng):
                tell("expert-games", figures)
        if teacher is not self.trainer:
            self.trainer.take(teacher.average)
            self.trainer.steps += teacher.steps
        if settings.kept and not self.training.order.stop.is_set():
            self._keep_board()

    def _teacher(self, settings: TrainerSettings) -> Trainer:
        """Return a trainer with other settings, which begins with the same weights."""
        training, blueprint = self.training, self.trainer.blueprint
        teacher = Trainer(blueprint, settings, Value(), seed=0, device=training.device)
        teacher.take(self.trainer.network)
        return teacher

    def _have_metrics(self, teacher: Trainer, rng: np.random.Generator, tell: Tell) -> None:
        settings, is_stopped = self.training.settings.lessons, self.training.order.stop.is_set
        game = cast("NativeGame", self.training.game)
        if settings.explore == "breadth":
            states = explore_breadth_first(game, settings.positions, is_stopped)
        else:
            states = explore_by_games(game, settings.positions, rng, is_stopped)
        if is_stopped():
            return
        lesson = MetricsLesson(game, states, settings.held_out, rng)
        for figures in lesson.epochs(_metrics_settings(settings)):
            tell("metrics-model", figures)
        if settings.kept:
            net = lesson.to_onnx(NAME, settings.metrics_epochs)
            self.training.run.keep_network("metrics", net)
        for figures in self._teach("board", teacher, lesson.labelled(), settings.board_epochs, rng):
            tell("board-model", figures)

    def _keep_board(self) -> None:
        """Keep the net as it is after its lessons."""
        trainer = self.trainer
        model = onnx_bytes(trainer.average, trainer.blueprint, method=NAME, steps=trainer.steps)
        self.training.run.keep_network("board", model)

    def _teach(
        self,
        name: str,
        teacher: Trainer,
        data: Labelled,
        epochs: int,
        rng: np.random.Generator,
    ) -> Iterator[Figures]:
        training = self.training
        return teach(
            name,
            teacher,
            training.game,
            data,
            epochs=epochs,
            batch=training.settings.lessons.board_batch or training.settings.learner.batch,
            rng=rng,
            is_stopped=training.order.stop.is_set,
        )


def _metrics_settings(settings: LessonSettings) -> MetricsSettings:
    return MetricsSettings(
        settings.metrics_epochs,
        settings.rate,
        settings.metrics_batch,
        settings.metrics_optimizer,
        settings.metrics_decay,
    )


def _study(net: Path, game: NativeGame, settings: BoardValueSettings, record: Record) -> Samples:
    """Return what a network makes of a game that somebody played."""
    if settings.play == "generations":
        return study(game, OnnxEvaluator(net, game), settings.generations, record)
    rng = np.random.default_rng(0)
    # What came of a game that was really played says more than what was found on the way.
    results = settings.search.model_copy(update={"share": 1.0})
    return SearchPlay(game, load_judge(net, game), results, rng).study(record)


LESSONS = Lessons(NAME, BoardValueSettings, lambda *_: Value(), lambda _: BOARD_VALUES, _study)
learn_on = LESSONS.learn_on
