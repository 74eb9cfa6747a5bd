"""What every method's training does alike: settings, run folder, resume, the loop, the last nets."""

import logging
import math
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from tengen.agents import find_method, load_agent
from tengen.agents.first import first_net
from tengen.agents.order import Order
from tengen.agents.settings import MethodSettings, Recipe, RunSettings, settings_for
from tengen.agents.yardstick import measure
from tengen.core import Game, SettingsError
from tengen.core.ending import heeding
from tengen.core.machine import cores
from tengen.evaluators.served.client import ServedReader, Service, on_devices
from tengen.evaluators.torch import TorchEvaluator
from tengen.learning.generation import Generation
from tengen.learning.learner import Learner
from tengen.learning.lock import held
from tengen.learning.overrides import override, validate
from tengen.learning.parts import LearningParts
from tengen.learning.replay import Memory, Replay
from tengen.learning.run import NETWORK, Run, RunError, Trained
from tengen.learning.samples import Columns
from tengen.networks.blueprint import Blueprint
from tengen.networks.device import choose_devices, has_cuda, use_threads
from tengen.networks.export import export_onnx
from tengen.networks.objectives import Objective, Value
from tengen.networks.store import save_network
from tengen.networks.trainer import Trainer

_log = logging.getLogger(__name__)

_CALIBRATE_FROM = 256
"""Fewer positions say too little about the ranges; such a network stays fp32."""
_CALIBRATION_WINDOW = 4096

Settings = TypeVar("Settings", bound=RunSettings)
Settings_co = TypeVar("Settings_co", bound=RunSettings, covariant=True)


@dataclass(frozen=True, slots=True)
class Training(Generic[Settings_co]):
    """A training under way, as a method sees it when it puts its parts together."""

    name: str
    """The method's."""
    order: Order
    settings: Settings_co
    config: Mapping[str, Any]
    """The run's ``config.toml``."""
    run: Run
    devices: tuple[str, ...]
    """The first one trains, all of them judge for players."""

    @property
    def device(self) -> str:
        """Where it is trained."""
        return self.devices[0]

    @property
    def game(self) -> Game:
        """The rules."""
        return self.order.game

    @property
    def seed(self) -> int:
        """Of the run."""
        return int(self.config["seed"])

    @property
    def cuda(self) -> bool:
        """Whether it trains on a GPU."""
        return self.device != "cpu"

    @property
    def players_have_gpus(self) -> bool:
        """Whether the workers evaluate on GPUs as well; on a cluster, where they shall have some."""
        return self.cuda and self.order.runner.has_gpus

    @property
    def workers_here(self) -> int | None:
        """How many workers share this machine; None where they are on others, one a core there."""
        runner = self.order.runner
        if not runner.is_here:
            return None
        return runner.room_for(self.settings.learner.workers or None)

    def served(self) -> ServedReader:
        """Return how players ask the GPUs: one process a GPU judges for all of a machine."""
        about = Service(
            secrets.token_hex(16),
            TorchEvaluator.load,
            self.device,
            self.game.name,
            dict(self.game.settings),
        )
        # Elsewhere a worker sees what its node gave it, by the first number.
        return on_devices(about, self.devices if self.order.runner.is_here else ("cuda",))

    def make_trainer(self: "Training[MethodSettings]", objective: Objective) -> Trainer:
        """Return a trainer of a fresh network, or of the weights that the order names.

        Raises:
            WeightsError: when those weights cannot be used.
        """
        blueprint = Blueprint.of(self.settings.network, self.game)
        settings = self.settings.trainer
        trainer = Trainer(
            blueprint,
            settings,
            objective,
            seed=self.seed,
            device=self.device,
            initial=self.settings.initial,
        )
        if self.order.start_from is not None and not self.order.resume:
            trainer.start_from(first_net(self.name, str(self.order.start_from), self.game))
        return trainer

    def make_memory(self: "Training[MethodSettings]", columns: Columns) -> Replay:
        """Return a memory of recent positions, or of one generation at a time."""
        settings, learner = self.settings.replay, self.settings.learner
        if learner.refit_epochs is None or learner.publish_games is None:
            return Replay(self.game, columns, settings, self.run.replay)
        games, epochs = learner.publish_games, learner.refit_epochs
        return Generation(self.game, columns, settings, self.run.replay, games=games, epochs=epochs)

    def export(self: "Training[MethodSettings]", trainer: Trainer, memory: Memory) -> Path:
        """Write the network that workers play with, and return its path."""
        path = self.run.network_path(trainer.steps, ".onnx")
        # To choose 8 bits takes seconds, and no player reads this file where they have GPUs.
        int8 = self.settings.export == "int8" and not self.players_have_gpus
        export(path, self.name, trainer, memory, int8=int8)
        if not self.players_have_gpus:
            return path
        save_network(path.with_suffix(".safetensors"), trainer.average, trainer.blueprint)
        return path.with_suffix(".safetensors")

    def play_yardstick(
        self, path: Path, steps: int, *, opponent: str | None = None, **options: float
    ) -> dict[str, object]:
        """Play an exported network, with `options` in its spec, against the fixed opponent.

        That is the settings', unless another `opponent` is given.
        """
        path = path.with_suffix(".onnx") if path.suffix == ".safetensors" else path
        query = "&".join(f"{name}={value}" for name, value in options.items())
        spec = f"{self.name}:{path}" + (f"?{query}" if query else "")
        yardstick, stop = self.settings.yardstick, self.order.stop
        if opponent is not None:
            yardstick = yardstick.model_copy(update={"opponent": opponent})
        return measure(spec, self.game, yardstick, seed=self.seed + steps, stop=stop)


def _make_any_trainer(training: Training[Any]) -> None:
    training.make_trainer(Value())


def _finish_planes(training: Training[Any], method: LearningParts) -> Path:
    assert isinstance(method.trainer, Trainer)
    out, settings = training.run.folder, training.settings
    return write_networks(out, training.name, method.trainer, method.memory, settings)


def conduct(
    name: str,
    order: Order,
    recipe: Recipe[Settings],
    build: Callable[[Training[Settings]], LearningParts],
    *,
    check: Callable[[Order, Settings], None] | None = None,
    try_out: Callable[[Training[Settings]], object] = _make_any_trainer,
    finish: Callable[[Training[Settings], LearningParts], Path] = _finish_planes,
) -> Trained:
    """Train as `order` says and return the finished network.

    Nothing is written before everything was checked that can be.

    Args:
        name: the method's.
        order: what is asked for.
        recipe: what can be set about it.
        build: puts the method's parts together; may write into the run folder.
        check: raises where the method cannot do what is asked for, before a folder is made.
        try_out: makes network and weights, so that what is wrong with them is told before a folder
            is made.
        finish: writes the networks to play at the end, and returns the one to play with: a file
            in the run folder, of any format, named as one of `learning.run.NETWORKS`.

    Raises:
        TengenError: when a setting or the run folder cannot be used, the workers keep failing, or
            training diverged.
    """
    if not 0 <= order.minutes < math.inf:
        raise SettingsError(f"minutes={order.minutes}: must be a finite number, 0 or more")
    config, settings = _configure(name, order, recipe)
    devices = choose_devices(settings.device)
    if devices == ("cpu",):
        use_threads(settings.threads)
    load_agent(settings.yardstick.opponent, order.game)
    _check_records(name, order)
    if check is not None:
        check(order, settings)
    try_out(Training(name, order, settings, config, Run(order.out, config), devices))
    with held(order.out), heeding(order.out, order.stop):
        run = Run.resume(order.out, {}) if order.resume else Run.create(order.out, config)
        training = Training(name, order, settings, config, run, devices)
        method = build(training)
        learner = _make_learner(training, method)
        if order.resume:
            learner.restore()
            run.write_config(config)  # only now is it known to fit
            _tell(learner, order)
        if not method.trainer.steps:
            # It takes a while until there are figures to show.
            _log.info(
                "Learning on %s begins with the first %s", devices[0], settings.learner.needed
            )
        with order.display:
            learner.learn(order.display)
        method.conclude()
        network = finish(training, method)
    return Trained(network, method.trainer.steps, settings.learner.needed)


def _check_records(name: str, order: Order) -> None:
    learning = find_method(name).learning
    if order.records and learning is not None and learning.records == "none":
        raise SettingsError(f"{name} learns from its own games: it takes no --records")


def _make_learner(training: Training[RunSettings], method: LearningParts) -> Learner:
    settings, runner = training.settings.learner, training.order.runner
    shared = (training.workers_here or 0) >= cores()
    return Learner(
        training.run,
        method,
        runner,
        settings,
        workers=settings.workers or None,
        seconds=60 * float(training.config["minutes"]),
        seed=training.seed,
        stop=training.order.stop,
        # With a core to spare, or a GPU to train on, nobody has to wait.
        pause_first=not training.cuda and shared,
    )


def _tell(learner: Learner, order: Order) -> None:
    """Say what is new in a resumed run, and whether there is time left."""
    if order.overrides:
        _log.info("Resumed with %s", " ".join(order.overrides))
    if learner.seconds >= 60 * order.minutes:
        _log.info(
            "The time of this run is used up (%.1f of %g minutes): it is only finished; "
            "more --minutes let it learn on",
            learner.seconds / 60,
            order.minutes,
        )


def _configure(
    name: str, order: Order, recipe: Recipe[Settings]
) -> tuple[dict[str, object], Settings]:
    """Return the run's configuration and the method's part of it; nothing is written."""
    identity: dict[str, object] = {
        "method": name,
        "game": order.game.name,
        "settings": dict(order.game.settings),
    }
    if order.resume:
        wanted = {"preset": order.preset, "seed": order.seed}
        expected = identity | {name: value for name, value in wanted.items() if value is not None}
        config = Run.read_config(order.out, expected)
        if missing := {name, "seed"} - config.keys():
            raise RunError(
                f"{order.out / 'config.toml'} is damaged: it has no {', '.join(missing)}"
            )
        settings = _changed(validate(recipe.settings, config[name]), order)
        return config | {"minutes": order.minutes, name: settings.model_dump()}, settings
    Run.check_free(order.out)
    preset = "default" if order.preset is None else order.preset
    settings = _changed(settings_for(recipe, preset, cuda=has_cuda()), order)
    config = identity | {
        "preset": preset,
        "seed": order.seed or 0,
        "minutes": order.minutes,
        "records": [str(path.absolute()) for path in order.records],
        **({"start_from": str(order.start_from)} if order.start_from is not None else {}),
        name: settings.model_dump(),
    }
    return config, settings


def _changed(settings: Settings, order: Order) -> Settings:
    return override(settings, order.overrides, of_game=order.game.settings)


def export(path: Path, name: str, trainer: Trainer, memory: Memory, *, int8: bool) -> None:
    """Write the averaged network of the method `name` for play.

    It is written as `int8` where `memory` has enough to calibrate it.
    """
    planes = memory.recent_planes(_CALIBRATION_WINDOW) if int8 else None
    if planes is not None and len(planes) < _CALIBRATE_FROM:
        planes = None
    network, blueprint = trainer.average, trainer.blueprint
    export_onnx(path, network, blueprint, method=name, steps=trainer.steps, calibration=planes)


def write_networks(
    out: Path, name: str, trainer: Trainer, memory: Memory, settings: MethodSettings
) -> Path:
    """Write the networks of the method `name` to play: as `settings.export` says, and in fp32."""
    path = out / NETWORK
    export(path, name, trainer, memory, int8=settings.export == "int8")
    export(out / "net.fp32.onnx", name, trainer, memory, int8=False)
    save_network(out / "net.safetensors", trainer.average, trainer.blueprint)
    return path
