"""One method's training within a comparison, and what it cost."""

import hashlib
import json
import math
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Event
from typing import Self

from tengen.agents.teachers import learning_of, load_teacher
from tengen.core import SettingsError, SpecError, TengenError
from tengen.core.files import write_json
from tengen.experiments.compare.expert import write_expert_games
from tengen.experiments.compare.rounds import Entrant
from tengen.experiments.compare.settings import Comparison
from tengen.experiments.compare.shapes import CurvePoint
from tengen.experiments.compare.watching import StoppedError, Watcher, check_going
from tengen.experiments.measuring import measuring
from tengen.learning.run import Entries, RunError, Trained, read_metrics

MEASUREMENTS = 10
"""Matches against the yardstick during a training."""
_MEASURED_SHARE = 0.2
"""No more of the training time than this goes into them."""
_EXPERT_SHARE = 0.3
"""Of the budget of a method that needs records, to make them where none are given."""


@dataclass(frozen=True, slots=True)
class Training:
    """What a training cost and led to."""

    method: str
    network: str = ""
    """The file of the finished network."""
    digest: str = ""
    """Of that file, so that games of an earlier network are not taken for its own."""
    minutes: float = 0.0
    """Of processor time, spent learning, the matches against the yardstick included."""
    expert_minutes: float = 0.0
    """The same, spent before on making games to learn from; part of the budget too."""
    expert_games: int = 0
    learned_from_records: bool = False
    """Whether it saw games that others had played."""
    cpu_seconds: float = 0.0
    """Of all processes from their start to their end."""
    cpu_is_whole: bool = True
    """False where a sitting crashed, whose seconds are not known."""
    steps: int = 0
    games: int = 0
    positions: int = 0
    parameters: int = 0
    """Numbers in the network."""
    curve: tuple[CurvePoint, ...] = ()
    """``minutes``, ``games``, ``positions``, ``score``, ``low`` and ``high`` of each match."""
    failure: str | None = None
    """Why there is no network."""

    def entrant(self) -> Entrant:
        """Return who plays the round robin with the network."""
        return Entrant(self.method, f"{self.method}:{self.network}", self.digest)


def train_method(method: str, comparison: Comparison, watcher: Watcher, stop: Event) -> Training:
    """Train a method, go on with a training that was stopped, or return one that is done.

    A training that fails is told, and tried again the next time.

    Raises:
        StoppedError: when `stop` is set.
        SettingsError: when the training cannot be set up like that.
    """
    work = comparison.work
    done = work / "trained" / f"{method}.json"
    if done.exists():
        return _read(done, work)
    bill = _Bill(work / "trained" / f"{method}.sittings.json")
    try:
        material = _find_material(method, comparison, watcher, stop)
        check_going(stop)
        with bill:
            trained = _train(method, comparison, material, watcher, stop)
    except (SettingsError, SpecError, RunError, StoppedError):
        raise
    except TengenError as error:
        watcher.say(f"{method} failed: {error}")
        return Training(method, failure=str(error))
    check_going(stop)
    training = _sum_up(method, trained, comparison, material, bill)
    # The folder may be moved, or be called otherwise from elsewhere.
    network = str(trained.network.relative_to(work))
    write_json(done, asdict(training) | {"network": network})
    return training


@dataclass(frozen=True, slots=True)
class _Material:
    """Games to learn from, and what it took to make them."""

    records: tuple[Path, ...] = ()
    games: int = 0
    minutes: float = 0.0


def _find_material(method: str, comparison: Comparison, watcher: Watcher, stop: Event) -> _Material:
    """Return the games that were given, or let the robot play some where a method needs them."""
    if not needs_records(method):
        return _Material()
    if comparison.records:
        return _Material(comparison.records)
    watcher.say(f"{method} learns from records: the robot plays some for it")
    folder = comparison.work / "expert"
    games, minutes = write_expert_games(
        folder,
        comparison.game,
        seconds=60 * comparison.minutes * _EXPERT_SHARE,
        seed=comparison.seed,
        runner=comparison.runner,
        workers=comparison.workers,
        stop=stop,
    )
    return _Material((folder / "games.jsonl",), games, minutes)


def _train(
    method: str, comparison: Comparison, material: _Material, watcher: Watcher, stop: Event
) -> Trained:
    folder = comparison.work / "runs" / method
    measured = measuring(comparison.minutes, matches=MEASUREMENTS, share=_MEASURED_SHARE)
    yardstick = f"yardstick.opponent={json.dumps(comparison.yardstick)}"
    even = "learner.clock=cpu"
    return load_teacher(method).train(
        comparison.game,
        folder,
        minutes=comparison.minutes - material.minutes,
        seed=comparison.seed,
        overrides=[yardstick, even, *measured, *comparison.changes.get(method, ())],
        resume=(folder / "config.toml").exists(),
        records=material.records,
        runner=comparison.runner,
        display=watcher.training(f"{method} learns"),
        stop=stop,
    )


def _sum_up(
    method: str, trained: Trained, comparison: Comparison, material: _Material, bill: "_Bill"
) -> Training:
    entries = read_metrics(trained.network.parent)
    last = next(entry for entry in reversed(entries) if "games" in entry)
    return Training(
        method=method,
        network=str(trained.network),
        digest=hashlib.sha256(trained.network.read_bytes()).hexdigest()[:16],
        minutes=round(float(last["minutes"]), 3),
        expert_minutes=round(material.minutes, 3),
        expert_games=material.games,
        learned_from_records=bool(material.records),
        cpu_seconds=round(bill.cpu_seconds + 60 * material.minutes, 1),
        cpu_is_whole=bill.is_whole,
        steps=int(trained.steps),
        games=int(last["games"]),
        positions=int(last["positions"]),
        parameters=_count_parameters(trained.network.with_suffix(".safetensors")),
        curve=_curve(entries, comparison.yardstick),
    )


def needs_records(method: str) -> bool:
    """Return whether a method learns from records alone."""
    return learning_of(method).records == "only"


def _curve(entries: Entries, yardstick: str) -> tuple[CurvePoint, ...]:
    return tuple(
        {
            "minutes": entry["minutes"],
            "games": entry["games"],
            "positions": entry["positions"],
            "score": entry["score"],
            "low": entry["interval"][0],
            "high": entry["interval"][1],
        }
        for entry in entries
        if entry["kind"] == "match" and entry.get("opponent") == yardstick and "score" in entry
    )


def _count_parameters(path: Path) -> int:
    """Return how many numbers a checkpoint holds, by its header."""
    with path.open("rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
    kept = {"running_mean", "running_var", "num_batches_tracked"}
    return sum(
        math.prod(tensor["shape"])
        for name, tensor in header.items()
        if name != "__metadata__" and name.rpartition(".")[2] not in kept
    )


class _Bill:
    """CPU seconds of a training over all its sittings, kept in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.cpu_seconds, self.is_whole = 0.0, True
        if path.exists():
            try:
                earlier = json.loads(path.read_text(encoding="utf-8"))
                self.cpu_seconds = float(earlier["cpu_seconds"])
                # A sitting that was begun and not billed crashed.
                self.is_whole = bool(earlier["is_whole"]) and not earlier["open"]
            except (ValueError, TypeError, KeyError) as error:
                raise RunError(f"{path} is damaged: {error}; remove it to count anew") from error

    def __enter__(self) -> Self:
        self._write(is_open=True)
        self._begun = _cpu_seconds()
        return self

    def __exit__(self, *_: object) -> None:
        self.cpu_seconds += _cpu_seconds() - self._begun
        self._write(is_open=False)

    def _write(self, *, is_open: bool) -> None:
        bill = {"cpu_seconds": self.cpu_seconds, "is_whole": self.is_whole, "open": is_open}
        write_json(self._path, bill)


def _cpu_seconds() -> float:
    """Return what this process and those that it has ended used so far."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def _read(path: Path, work: Path) -> Training:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        found = {"curve": tuple(data["curve"]), "network": str(work / data["network"])}
        training = Training(**(data | found))
    except (ValueError, TypeError, KeyError) as error:
        raise RunError(f"{path} is damaged: {error}; remove it to train again") from error
    if not Path(training.network).exists():
        raise RunError(f"{training.network} is missing: remove {path} to train again")
    return training
