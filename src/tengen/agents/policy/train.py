"""Learning moves from records: data set, network and the learning loop put together."""

import functools
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.agents.finished import restore_finished
from tengen.agents.order import Order
from tengen.agents.policy.accuracy import figures, look, table
from tengen.agents.policy.best import Best
from tengen.agents.policy.settings import RECIPE, PolicySettings
from tengen.agents.training import Training, conduct, write_networks
from tengen.core import Game, Record
from tengen.games import load
from tengen.learning.data_memory import MOVES, DataMemory, samples_of
from tengen.learning.learner import DivergedError
from tengen.learning.lock import held
from tengen.learning.material import FOLDER, HELD_OUT, LEARNED, Material
from tengen.learning.overrides import validate
from tengen.learning.parts import LearningParts
from tengen.learning.replay import Memory, Replay
from tengen.learning.ring import ReplaySettings
from tengen.learning.run import Run, Trained
from tengen.learning.samples import Packed
from tengen.networks.objectives_policy import Policy
from tengen.networks.trainer import Trainer
from tengen.records.dataset import DataSet, Split, open_dataset

_PLAYED = 20_000
"""So many positions of games that were played are remembered where there is no data set."""
_log = logging.getLogger(__name__)

NAME = "policy"


def train(game: Game, out: Path, **order: Any) -> Trained:
    """Train on `game` into the run folder `out`; see `Order` for the rest, `conduct` for errors."""
    with Material(game) as material:

        def check(order: Order, settings: PolicySettings) -> None:
            if not order.resume:
                seed = order.seed or 0
                material.make(order.records, out, held_out=settings.held_out, seed=seed)

        def build(training: Training[PolicySettings]) -> LearningParts:
            return _build(training, material.keep(training.run.folder))

        return conduct(
            NAME,
            Order(game, out, **order),
            RECIPE,
            build,
            check=check,
        )


def _build(training: Training[PolicySettings], data: DataSet) -> LearningParts:
    settings, run = training.settings, training.run
    trainer = training.make_trainer(Policy(settings.smoothing, settings.value_weight))
    memory = _remember(training.game, data, run, settings)
    best = Best(run, trainer, settings.patience)
    held_out = data.splits[HELD_OUT]
    some = _choose(held_out, settings.measured_positions)

    def measure(path: Path) -> Mapping[str, object]:
        found = figures(look(trainer.judge, held_out, some))
        return {**found, **training.play_yardstick(path, trainer.steps)}

    def is_done(measured: Mapping[str, object]) -> bool:
        loss = measured["held_out_loss"]
        assert isinstance(loss, float)
        return best.take(loss)

    def conclude() -> None:
        best.restore()
        if trainer.steps and not training.order.stop.is_set():
            _conclude(run, trainer, data, settings)

    return LearningParts(
        trainer,
        memory,
        None,
        export=functools.partial(training.export, trainer, memory),
        news=_no_news,
        measure=measure,
        is_done=is_done,
        figures=lambda: {"epoch": round(memory.total / max(1, len(memory)), 4)},
        conclude=conclude,
    )


def _no_news(path: Path, progress: float) -> None:
    """Tell the players nothing: there are none."""


def _choose(split: Split, count: int) -> NDArray[np.int64]:
    """Return up to `count` rows, the same ones every time."""
    rows = np.random.default_rng(0).permutation(len(split))[:count]
    return np.sort(rows)


def _remember(game: Game, data: DataSet, run: Run, settings: PolicySettings) -> DataMemory:
    split = data.splits[LEARNED]
    return DataMemory(game, split, run.replay, symmetries=settings.symmetries)


def _conclude(run: Run, trainer: Trainer, data: DataSet, settings: PolicySettings) -> None:
    """Measure the finished network on what was held out, and beside it on what it learned."""
    held_out, learned = data.splits[HELD_OUT], data.splits[LEARNED]
    found = figures(look(trainer.judge, held_out, _choose(held_out, settings.final_positions)))
    seen = look(trainer.judge, learned, _choose(learned, settings.measured_positions))
    learned_top1 = round(float((seen.ranks < 1).mean()), 4)
    run.log({"kind": "held_out", "steps": trainer.steps, **found, "learned_top1": learned_top1})
    _log.info(
        "Held-out games: top-1 %.1f %%, top-5 %.1f %% of %d positions "
        "(top-1 %.1f %% where it learned); by the number of the move:\n%s",
        100 * found["top1"],
        100 * found["top5"],
        found["held_out_positions"],
        100 * learned_top1,
        "\n".join(table(found["by_move"])),
    )


def _recall(game: Game, run: Run, settings: PolicySettings) -> Memory:
    """Return what a run learned from; nothing in the copy of a net whose records are not here."""
    if (run.folder / FOLDER).is_dir():
        memory = _remember(game, open_dataset(run.folder / FOLDER), run, settings)
        memory.load()
        return memory
    played = Replay(game, MOVES, ReplaySettings(smallest=_PLAYED, largest=_PLAYED), run.replay)
    played.load()
    return played


def learn_on(run_folder: Path, records: Sequence[Record], *, steps: int | None = None) -> Path:
    """Learn on from games just played; return the network, written anew.

    Half of each batch are their positions, the other half the data set's; where there is none, as in
    the copy of a net that ships, all of it is from games that were played.

    Args:
        run_folder: a run of this method.
        records: games of the run's game.
        steps: gradient steps; `PolicySettings.lesson_steps` if not given.

    Raises:
        TengenError: when the folder is no such run or is in use, a game breaks the rules, or
            learning diverges; nothing is written then.
    """
    config = Run.read_config(run_folder, {"method": NAME})
    game = load(config["game"], **config["settings"])
    settings = validate(PolicySettings, config[NAME])
    samples = samples_of(game, records, avoids_losses=settings.lesson_losses == "avoid")
    with held(run_folder):
        run = Run.resume(run_folder, {})
        objective = Policy(settings.smoothing, settings.value_weight)
        trainer, extra = restore_finished(run, game, settings, objective)
        memory = _recall(game, run, settings)
        memory.take([Packed.of(samples)], games=len(records))
        rng = np.random.default_rng(trainer.steps)
        try:
            for _ in range(settings.lesson_steps if steps is None else steps):
                batch = memory.sample(settings.learner.batch, rng)
                trainer.train(batch.columns, progress=1.0)
        except FloatingPointError as error:
            raise DivergedError(f"{error}; {run_folder} is as it was") from error
        trainer.save(run.checkpoint_path(trainer.steps), extra)
        return write_networks(run_folder, NAME, trainer, memory, settings)
