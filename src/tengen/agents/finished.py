"""Finished runs that learn on."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar, cast

import numpy as np

from tengen.agents.settings import MethodSettings
from tengen.agents.training import write_networks
from tengen.core import Game, Record
from tengen.games import load
from tengen.games.face import NativeGame
from tengen.learning.learner import DivergedError
from tengen.learning.lock import held
from tengen.learning.mixed import Mixed
from tengen.learning.overrides import validate
from tengen.learning.replay import Replay
from tengen.learning.run import NETWORK, Run, RunError
from tengen.learning.samples import Columns, Samples, join_samples
from tengen.networks.blueprint import Blueprint
from tengen.networks.device import choose_devices, use_threads
from tengen.networks.objectives import Objective
from tengen.networks.statistics import hold_statistics
from tengen.networks.trainer import Trainer


class LessonSettings(Protocol):
    """What a method's settings say of lessons."""

    @property
    def lesson_steps(self) -> int:
        """Return the gradient steps of one."""
        ...


Settings = TypeVar("Settings", bound=MethodSettings)


@dataclass(frozen=True, slots=True)
class Lessons(Generic[Settings]):
    """How a method that plays against itself learns from games that somebody played."""

    method: str
    settings: type[Settings]
    objective: Callable[[Settings, Game], Objective]
    columns: Callable[[Settings], Columns]
    study: Callable[[Path, NativeGame, Settings, Record], Samples]
    """Returns what the net in a file makes of a game."""

    def learn_on(
        self, run_folder: Path, records: Sequence[Record], *, steps: int | None = None
    ) -> Path:
        """Learn on from games just played; return the network, written anew.

        Half of each batch are their positions, the other half what the run remembers; a run that
        learns from one game at a time takes each step on all that these games left.

        Args:
            run_folder: a run of the method.
            records: games of the run's game.
            steps: gradient steps; the settings' if not given.

        Raises:
            TengenError: when the folder is no such run or is in use, a game breaks the rules, or
                learning diverges; nothing is written then.
        """
        config = Run.read_config(run_folder, {"method": self.method})
        game = cast("NativeGame", load(config["game"], **config["settings"]))
        settings = validate(self.settings, config[self.method])
        given = cast("LessonSettings", settings).lesson_steps if steps is None else steps
        columns = self.columns(settings)
        with held(run_folder):
            run = Run.resume(run_folder, {})
            trainer, extra = restore_finished(run, game, settings, self.objective(settings, game))
            net = run_folder / NETWORK
            fresh = join_samples([self.study(net, game, settings, record) for record in records])
            memory = Replay(game, columns, settings.replay, run.replay)
            memory.load()
            batches = Mixed(game, columns, fresh, memory)
            rng = np.random.default_rng(trainer.steps)
            try:
                for _ in range(given):
                    whole = settings.learner.refit_epochs is not None
                    batch = (
                        batches.whole() if whole else batches.sample(settings.learner.batch, rng)
                    )
                    trainer.train(batch, progress=1.0)
            except FloatingPointError as error:
                raise DivergedError(f"{error}; {run_folder} is as it was") from error
            memory.add(fresh, games=len(records))
            memory.save()
            trainer.save(run.checkpoint_path(trainer.steps), extra)
            return write_networks(run_folder, self.method, trainer, memory, settings)


def restore_finished(
    run: Run, game: Game, settings: MethodSettings, objective: Objective
) -> tuple[Trainer, dict[str, str]]:
    """Return a trainer of a run's finished network for a few steps more.

    Beside it is what else the newest checkpoint holds, to be saved with the next one.

    Raises:
        RunError: when the run has no finished network.
    """
    device = choose_devices(settings.device)[0]
    if device == "cpu":
        use_threads(settings.threads)
    # A few steps are no time for an average to catch up.
    at_once = settings.trainer.model_copy(update={"average_steps": 1})
    blueprint = Blueprint.of(settings.network, game)
    trainer = Trainer(blueprint, at_once, objective, seed=0, device=device)
    checkpoint, network = run.latest_checkpoint(), run.folder / NETWORK
    is_copy = checkpoint is None and "copy_of" in run.config
    if not network.exists() or (checkpoint is None and not is_copy):
        raise RunError(f"{run.folder} has no finished network to learn on with")
    if checkpoint is None:
        extra = {"learner": json.dumps(_NOTHING_DONE | {"rng": _rng_state()})}
        trainer.start_from(network)
    else:
        extra = trainer.load(checkpoint)
        trainer.start_from(network.with_suffix(".safetensors"))
    hold_statistics(trainer.network)
    return trainer, extra


_NOTHING_DONE: dict[str, object] = {"games": 0, "trained": 0, "seconds": 0.0, "prepared": True}
"""What the learner's checkpoint says of a copy that has learned nothing by itself."""


def _rng_state() -> object:
    return np.random.default_rng(0).bit_generator.state
