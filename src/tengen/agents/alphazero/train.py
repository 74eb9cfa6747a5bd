"""Training AlphaZero: puts the network, self-play and the learning loop together."""

import functools
import logging
import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import torch
from torch import nn

from tengen.agents import load_agent
from tengen.agents.alphazero.settings import AlphaZeroSettings, settings_for
from tengen.agents.yardstick import measure
from tengen.core import Game, SettingsError
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.evaluators.torch import TorchEvaluator
from tengen.learning.jobs import SelfPlayJob, SelfPlayNews
from tengen.learning.learner import Learner, Method
from tengen.learning.lock import held
from tengen.learning.metrics import Display
from tengen.learning.overrides import override, validate
from tengen.learning.replay import Replay
from tengen.learning.run import Run, RunError, Trained
from tengen.learning.runner import Runner
from tengen.networks.export import export_onnx
from tengen.networks.store import Blueprint, save_network
from tengen.networks.trainer import Trainer

_log = logging.getLogger(__name__)

NAME = "alphazero"
_CALIBRATE_FROM = 256
"""Fewer positions say too little about the ranges; such a network stays fp32."""
_CALIBRATION_WINDOW = 4096


def train(
    game: Game,
    out: Path,
    *,
    minutes: float,
    runner: Runner,
    display: Display,
    seed: int | None = None,
    preset: str | None = None,
    overrides: Sequence[str] = (),
    resume: bool = False,
    start_from: Path | None = None,
    stop: Event | None = None,
) -> Trained:
    """Train on `game` into the run folder `out` and return the finished network.

    Nothing is written before everything was checked that can be.

    Args:
        game: the rules.
        out: the run folder; new, or with `resume` an earlier one.
        minutes: time of the whole run, earlier sittings included.
        runner: runs the self-play workers.
        display: shows how it goes.
        seed: of the initial weights and everything random; a resumed run keeps its own.
        preset: ``default`` or ``origin``; a resumed run keeps its own.
        overrides: ``name=value`` changes to the preset's settings.
        resume: go on with the run in `out`.
        start_from: a network (safetensors) whose weights are the first ones, instead of random;
            a resumed run has its own.
        stop: ends the run early, saved, when set.

    Raises:
        TengenError: when a setting or the run folder cannot be used, the workers keep failing, or
            training diverged.
    """
    if not 0 <= minutes < math.inf:
        raise SettingsError(f"minutes={minutes}: must be a finite number, 0 or more")
    config, settings = _configure(game, out, minutes, seed, preset, overrides, resume=resume)
    cuda = _device(settings) == "cuda"
    if not cuda:
        torch.set_num_threads(settings.threads)
    stop = stop or Event()
    seed = int(config["seed"])
    load_agent(settings.yardstick.opponent, game)
    trainer = Trainer(
        Blueprint.of(settings.network, game), settings.trainer, seed=seed, device=_device(settings)
    )
    if start_from is not None and not resume:
        trainer.start_from(start_from)
    with held(out):
        run = Run.resume(out, {}) if resume else Run.create(out, config)
        learner = _learner(run, config, settings, game, trainer, runner, stop)
        if resume:
            learner.restore()
            run.write_config(config)  # only now is it known to fit
            _tell(learner, overrides, minutes)
        with display:
            learner.learn(display)
        network = _finish(out, trainer, learner.replay, settings)
    return Trained(network, trainer.steps, settings.learner.needed_positions)


def _learner(
    run: Run,
    config: Mapping[str, Any],
    settings: AlphaZeroSettings,
    game: Game,
    trainer: Trainer,
    runner: Runner,
    stop: Event,
) -> Learner:
    cuda = _device(settings) == "cuda"
    seed = int(config["seed"])
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    workers = settings.learner.workers or cores
    return Learner(
        run,
        _method(run, game, settings, trainer, seed, stop, cuda=cuda),
        Replay(game, settings.replay, run.replay),
        runner,
        settings.learner,
        workers=workers,
        seconds=60 * float(config["minutes"]),
        seed=seed,
        stop=stop,
        # With a core to spare, or a GPU to train on, nobody has to wait.
        pause_first=not cuda and workers >= cores,
    )


def _tell(learner: Learner, overrides: Sequence[str], minutes: float) -> None:
    """Say what is new in a resumed run, and whether there is time left."""
    if overrides:
        _log.info("Resumed with %s", " ".join(overrides))
    if learner.seconds >= 60 * minutes:
        _log.info(
            "The time of this run is used up (%.1f of %g minutes): it is only finished; "
            "more --minutes let it learn on",
            learner.seconds / 60,
            minutes,
        )


def _configure(
    game: Game,
    out: Path,
    minutes: float,
    seed: int | None,
    preset: str | None,
    overrides: Sequence[str],
    *,
    resume: bool,
) -> tuple[dict[str, Any], AlphaZeroSettings]:
    """Return the run's configuration and the method's part of it; nothing is written."""
    identity: dict[str, Any] = {
        "method": NAME,
        "game": game.name,
        "settings": dict(game.settings),
    }
    if resume:
        wanted = {"preset": preset, "seed": seed}
        expected = identity | {name: value for name, value in wanted.items() if value is not None}
        config = Run.read_config(out, expected)
        if missing := {NAME, "seed"} - config.keys():
            raise RunError(f"{out / 'config.toml'} is damaged: it has no {', '.join(missing)}")
        settings = override(validate(AlphaZeroSettings, config[NAME]), overrides)
        return config | {"minutes": minutes, NAME: settings.model_dump()}, settings
    Run.check_free(out)
    preset = "default" if preset is None else preset
    settings = override(settings_for(preset, cuda=torch.cuda.is_available()), overrides)
    config = {
        "method": NAME,
        "game": game.name,
        "preset": preset,
        "seed": seed or 0,
        "minutes": minutes,
        "settings": dict(game.settings),
        NAME: settings.model_dump(),
    }
    return config, settings


def _device(settings: AlphaZeroSettings) -> str:
    if settings.device == "cuda" and not torch.cuda.is_available():
        raise SettingsError("device=cuda: there is no CUDA GPU that torch can use")
    if settings.device == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    return settings.device


def _method(
    run: Run,
    game: Game,
    settings: AlphaZeroSettings,
    trainer: Trainer,
    seed: int,
    stop: Event,
    *,
    cuda: bool,
) -> Method:
    def export(replay: Replay) -> Path:
        path = run.network_path(trainer.steps, ".onnx")
        _export(path, trainer, replay, int8=settings.export == "int8")
        if not cuda:
            return path
        save_network(path.with_suffix(".safetensors"), trainer.average, trainer.blueprint)
        return path.with_suffix(".safetensors")

    def news(path: Path, progress: float) -> SelfPlayNews:
        return SelfPlayNews(path, settings.playing_at(progress))

    def measure_network(path: Path) -> Mapping[str, Any]:
        spec = f"{NAME}:{path.with_suffix('.onnx')}?visits={settings.yardstick.visits}"
        return measure(spec, game, settings.yardstick, seed=seed + trainer.steps, stop=stop) | {
            "opponent": settings.yardstick.opponent
        }

    evaluator = functools.partial(TorchEvaluator.load, device="cuda") if cuda else OnnxEvaluator
    job = SelfPlayJob(game.name, dict(game.settings), evaluator)
    return Method(trainer, job, export, news, measure_network)


def _export(path: Path, trainer: Trainer, replay: Replay, *, int8: bool) -> None:
    planes = replay.recent_planes(_CALIBRATION_WINDOW) if int8 else None
    if planes is not None and len(planes) < _CALIBRATE_FROM:
        planes = None
    network: nn.Module = trainer.average
    export_onnx(path, network, trainer.blueprint, steps=trainer.steps, calibration=planes)


def _finish(out: Path, trainer: Trainer, replay: Replay, settings: AlphaZeroSettings) -> Path:
    """Write the networks that are played: as `settings.export` says, and in fp32."""
    path = out / "net.onnx"
    _export(path, trainer, replay, int8=settings.export == "int8")
    _export(out / "net.fp32.onnx", trainer, replay, int8=False)
    save_network(out / "net.safetensors", trainer.average, trainer.blueprint)
    return path
