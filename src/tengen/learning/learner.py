"""The learning loop: play, remember, train, publish, measure, save; until the time is up."""

import json
import math
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from tengen.core import Record, TengenError
from tengen.learning.metrics import Display, TensorBoard
from tengen.learning.replay import Replay
from tengen.learning.run import Run, RunError
from tengen.learning.runner import Job, Runner

_IDLE_SECONDS = 0.1
_CHUNK_SECONDS = 0.5
"""Training pauses this often to take in finished games."""
_SHOW_SECONDS = 1.0
"""Speeds are shown anew this often."""
_SETTLE_SECONDS = 3.0
"""Speeds over less than this say little."""


class LearnerSettings(BaseModel):
    """How playing and training share the machine."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    workers: int = Field(default=0, ge=0)
    """Self-play processes; 0 means one for each core this process may use."""
    batch: int = Field(default=256, ge=1)
    """Samples of a gradient step."""
    replay_ratio: float = Field(default=4.0, gt=0)
    """Samples trained for each new position."""
    first_positions: int = Field(default=2_000, ge=1)
    """Training begins when so many positions are remembered."""
    publish_positions: int = Field(default=2_000, ge=1)
    """The players get new weights every so many new positions."""
    publish_seconds: float = Field(default=10.0, ge=0)
    """But not sooner than this after the last time."""
    checkpoint_seconds: float = Field(default=30.0, ge=0)
    """Time between checkpoints; a crash loses no more than this."""
    measure_seconds: float = Field(default=75.0, gt=0)
    """Time between matches against the fixed opponent."""
    kept_games: int = Field(default=50, ge=0)
    """Games written to ``games/`` between two publications; the others are not kept."""
    positions: int | None = Field(default=None, ge=1)
    """Ends the run after so many positions, where the time does not end it sooner."""

    @property
    def needed_positions(self) -> int:
        """So many positions must be remembered before the first gradient step."""
        return max(self.first_positions, math.ceil(self.batch / self.replay_ratio))


class DivergedError(TengenError):
    """Training led to numbers that are none."""


class Trainable(Protocol):
    """The part that knows about gradients."""

    steps: int

    def train(
        self,
        planes: NDArray[np.int8],
        policy: NDArray[np.float32],
        value: NDArray[np.float32],
        *,
        progress: float,
    ) -> dict[str, float]:
        """Take one step and return the losses by name; FloatingPointError where they diverge."""
        ...

    def rate(self, progress: float) -> float:
        """Return the current learning rate."""
        ...

    def save(self, path: Path, extra: dict[str, str]) -> None:
        """Write a checkpoint."""
        ...

    def load(self, path: Path) -> dict[str, str]:
        """Read a checkpoint and return what was saved beside it."""
        ...


@dataclass(frozen=True, slots=True)
class Method:
    """What one learning method brings to the loop."""

    trainer: Trainable
    job: Job
    """What the workers do; its items are `PlayedGame`."""
    export: Callable[[Replay], Path]
    """Writes the network that workers shall play with, and returns its path."""
    news: Callable[[Path, float], Any]
    """What to tell the workers: of the exported network and the share of the run that is done."""
    measure: Callable[[Path], Mapping[str, Any]]
    """Plays an exported network against the fixed opponent; returns figures to log."""


@dataclass(slots=True)
class _Tally:
    """What was done since the last line of metrics."""

    started: float = field(default_factory=time.monotonic)
    samples: int = 0
    counters: Counter[str] = field(default_factory=Counter)
    losses: list[dict[str, float]] = field(default_factory=list)
    entropies: list[float] = field(default_factory=list)
    plies: list[int] = field(default_factory=list)


class Learner:
    """Drives one run."""

    def __init__(
        self,
        run: Run,
        method: Method,
        replay: Replay,
        runner: Runner,
        settings: LearnerSettings,
        *,
        workers: int,
        seconds: float,
        seed: int,
        stop: Event,
        pause_first: bool = True,
    ) -> None:
        self.run_folder = run
        self.method = method
        self.replay = replay
        self.runner = runner
        self.settings = settings
        self._workers = workers
        self._seconds = seconds
        self._stop = stop
        self._pause_first = pause_first
        self._rng = np.random.default_rng(seed)
        self.games = 0
        self._trained = 0
        self._spent = 0.0
        self._begun = time.monotonic()
        self._published = 0
        self._times = {"publish": 0.0, "checkpoint": 0.0, "measure": 0.0}
        self._records: deque[Record] = deque(maxlen=max(1, settings.kept_games))
        self._tally = _Tally()
        self._figures: dict[str, Any] = {}
        self._shown = 0.0
        self._newest: Path | None = None
        self._board = TensorBoard(run.folder / "tensorboard")

    @property
    def seconds(self) -> float:
        """Time spent on this run so far, earlier sittings included."""
        return self._spent + time.monotonic() - self._begun

    @property
    def progress(self) -> float:
        """The share of the run that is done, in [0, 1]."""
        by_time = self.seconds / self._seconds if self._seconds > 0 else 1.0
        limit = self.settings.positions
        return min(1.0, max(by_time, self.replay.total / limit if limit else 0.0))

    def restore(self) -> None:
        """Go on from the run's latest checkpoint and its replay shards.

        Raises:
            RunError: when the checkpoint cannot be read as one of ours.
        """
        self.replay.load()
        self.run_folder.drop_networks()
        path = self.run_folder.latest_checkpoint()
        if path is None:
            return
        extra = self.method.trainer.load(path)
        try:
            state = json.loads(extra["learner"])
            self.games, self._trained = int(state["games"]), int(state["trained"])
            self._spent = float(state["seconds"])
            self._rng.bit_generator.state = state["rng"]
        except (KeyError, ValueError, TypeError) as error:
            raise RunError(f"{path} is not a checkpoint of this run: {error}") from error
        self._trained = min(self._trained, int(self.settings.replay_ratio * self.replay.total))
        self._published = self.replay.total

    def learn(self, display: Display) -> Path:
        """Run until the time is up or `stop` is set; return the last exported network.

        Raises:
            DivergedError: when training diverged; the last checkpoint is from before.
            RunnerError: when the workers keep failing.
            OSError: when the disk is full.
        """
        try:
            return self._learn(display)
        except FloatingPointError as error:
            kept = self.run_folder.latest_checkpoint()
            start = f"from the last good checkpoint, {kept}" if kept else "without a checkpoint"
            raise DivergedError(
                f"training diverged: {error}; --resume goes on {start}, "
                "best with a smaller --set trainer.learning_rate"
            ) from error

    def _learn(self, display: Display) -> Path:
        self._begun = time.monotonic()
        self._times = dict.fromkeys(self._times, self.seconds)
        self._newest = self.method.export(self.replay)
        try:
            self.runner.start(
                self.method.job,
                workers=self._workers,
                seed=int(self._rng.integers(2**31)),
                news=self.method.news(self._newest, self.progress),
            )
            while self.progress < 1.0 and not self._stop.is_set():
                self._turn(display)
        finally:
            reports = self.runner.stop()
        for report in reports:
            self._take(report.items, report.counters or {})
        self._publish(tell=False)
        self._checkpoint()
        # Random weights would lose every game, at length.
        if self.method.trainer.steps:
            self._measure()
        self._board.close()
        display.show(self.progress, self._live_figures(speeds=False))
        return self._newest

    def _turn(self, display: Display) -> None:
        """Take in what was played, train what is owed, and do what is due."""
        for report in self.runner.drain(0.0 if self._owed() > 0 else _IDLE_SECONDS):
            self._take(report.items, report.counters or {})
        if self._owed() >= self.settings.batch:
            self._train_chunk()
        if self._is_due("publish") and self._fresh() >= self.settings.publish_positions:
            self._publish()
        if self._is_due("checkpoint"):
            self._checkpoint()
        if self._is_due("measure"):
            with self._first_resting():
                self._measure()
        display.show(self.progress, self._live_figures())

    def _take(self, items: Any, counters: Mapping[str, int]) -> None:
        tally = self._tally
        tally.counters.update(counters)
        for played in items:
            self.games += 1
            self._records.append(played.record)
            tally.plies.append(len(played.record.moves))
            if len(played.samples):
                self.replay.add(played.samples)
                tally.entropies.append(played.policy_entropy)

    def _owed(self) -> float:
        """Return how many samples must be trained to keep up with the players."""
        if self.replay.total < self.settings.first_positions:
            return 0.0
        return self.settings.replay_ratio * self.replay.total - self._trained

    def _fresh(self) -> int:
        return self.replay.total - self._published

    def _train_chunk(self) -> None:
        """Train until nothing is owed, or long enough for finished games to wait."""
        with self._first_resting():
            until = time.monotonic() + _CHUNK_SECONDS
            while self._owed() > 0 and time.monotonic() < until and not self._stop.is_set():
                batch = self.replay.sample(self.settings.batch, self._rng)
                losses = self.method.trainer.train(
                    batch.planes, batch.policy, batch.value, progress=self.progress
                )
                self._trained += self.settings.batch
                self._tally.samples += self.settings.batch
                self._tally.losses.append(losses)

    @contextmanager
    def _first_resting(self) -> Iterator[None]:
        """Give this process the core of the first worker, unless there is a core to spare."""
        if self._pause_first:
            self.runner.pause(0)
        try:
            yield
        finally:
            if self._pause_first and self._owed() < self.settings.batch:
                self.runner.resume(0)

    def _is_due(self, what: str) -> bool:
        interval = getattr(self.settings, f"{what}_seconds")
        return bool(self.seconds - self._times[what] >= interval)

    def _publish(self, *, tell: bool = True) -> None:
        """Write what was played, export the network, tell the workers, log a line."""
        self._times["publish"] = self.seconds
        self.replay.save()
        if self.settings.kept_games:
            self.run_folder.save_games(self.games, self._records)
        self._records.clear()
        self._newest = self.method.export(self.replay)
        if tell:
            self.runner.publish(self.method.news(self._newest, self.progress))
        self._published = self.replay.total
        figures = self._rates()
        self._log("progress", figures)
        if tell:
            self._figures.update(figures)
        self._tally = _Tally()
        self.run_folder.prune()

    def _checkpoint(self) -> None:
        self._times["checkpoint"] = self.seconds
        state = {
            "games": self.games,
            "trained": self._trained,
            "seconds": self.seconds,
            "rng": self._rng.bit_generator.state,
        }
        path = self.run_folder.checkpoint_path(self.method.trainer.steps)
        self.method.trainer.save(path, {"learner": json.dumps(state)})
        self.run_folder.prune()

    def _measure(self) -> None:
        """Play the newest network against the fixed opponent."""
        if self._newest is None or self._stop.is_set():
            return
        figures = self.method.measure(self._newest)
        self._times["measure"] = self.seconds
        self._figures.update(figures)
        self._log("match", figures)

    def _log(self, kind: str, figures: Mapping[str, Any]) -> None:
        entry = {
            "kind": kind,
            "minutes": round(self.seconds / 60, 3),
            "steps": self.method.trainer.steps,
            "games": self.games,
            "positions": self.replay.total,
            **figures,
        }
        self.run_folder.log(entry)
        self._board.log(entry)

    def _rates(self) -> dict[str, Any]:
        """Return speeds and means since the last line of metrics."""
        tally = self._tally
        seconds = max(1e-9, time.monotonic() - tally.started)
        figures: dict[str, Any] = {
            f"{name}_per_second": round(count / seconds, 1)
            for name, count in sorted(tally.counters.items())
        }
        figures["samples_per_second"] = round(tally.samples / seconds, 1)
        figures["window"] = len(self.replay)
        figures["ratio"] = round(self._trained / max(1, self.replay.total), 3)
        figures["rate"] = self.method.trainer.rate(self.progress)
        for name in tally.losses[0] if tally.losses else ():
            figures[f"{name}_loss"] = round(_mean([loss[name] for loss in tally.losses]), 5)
        if tally.plies:
            figures["plies"] = round(_mean(tally.plies), 2)
        if tally.entropies:
            figures["entropy"] = round(_mean(tally.entropies), 4)
        return figures

    def _live_figures(self, *, speeds: bool = True) -> dict[str, Any]:
        self._figures.update(
            games=self.games, positions=self.replay.total, steps=self.method.trainer.steps
        )
        now = time.monotonic()
        settled = speeds and now - self._tally.started >= _SETTLE_SECONDS
        if settled and now - self._shown >= _SHOW_SECONDS:
            self._shown = now
            self._figures.update(self._rates())
        left = max(0.0, self._seconds - self.seconds)
        return {**self._figures, "seconds_left": left}


def _mean(values: Sequence[float]) -> float:
    return float(np.nanmean(values))
