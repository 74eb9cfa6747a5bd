"""The learning loop: play, remember, train, publish, measure, save; until the time is up."""

import json
import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import numpy as np

from tengen.core import TengenError
from tengen.core.runner import Crew, Report, Runner
from tengen.learning import plots
from tengen.learning.crews import figures_of, lines_of
from tengen.learning.metrics import Display
from tengen.learning.parts import LearnerSettings, LearningParts, Tell
from tengen.learning.run import Run, RunError
from tengen.learning.samples import PlayedGame, Told
from tengen.learning.sinks import Sinks
from tengen.learning.tally import Tally

_IDLE_SECONDS = 0.1
_CHUNK_SECONDS = 0.5
"""Training pauses this often to take in finished games."""
_SHOW_SECONDS = 1.0
"""Speeds are shown anew this often."""
_SETTLE_SECONDS = 3.0
"""Speeds over less than this say little."""
_TELL_SECONDS = 5.0
_TELL_SHARE = 0.25
"""Figures are logged when nothing was published for so long, and for this share of the time that the run has had:
soon at its beginning, then ever more seldom, so that a line of each publication is what there is later."""
_REST = 9.0
"""Where nobody plays with the network it is not published again for so many times as long as that
took: to choose 8 bits for a large board takes most of a minute, in which nothing is learned. Nor are
curves drawn again, a second of a processor each time, but at the end."""
_FAR_AHEAD = 2
"""Players rest that are so many publications ahead of training: nobody could learn all of it."""
_PATIENCE_SECONDS = 600.0
"""A player that is silent for longer has come to a stop."""


class DivergedError(TengenError):
    """Training led to numbers that are none."""


class Learner:
    """Drives one run."""

    def __init__(
        self,
        run: Run,
        method: LearningParts,
        runner: Runner,
        settings: LearnerSettings,
        *,
        workers: int | None,
        seconds: float,
        seed: int,
        stop: Event,
        pause_first: bool = True,
    ) -> None:
        self.run_folder = run
        self.method = method
        self.runner = runner
        self.settings = settings
        self._workers = workers
        self._seconds = seconds
        self._stop = stop
        self._pause_first = pause_first
        self._crew: Crew[object, PlayedGame] | None = None
        self._rng = np.random.default_rng(seed)
        self._trained = 0
        self._spent = 0.0
        self._workers_spent = 0.0
        """Processor time that workers told of in this sitting."""
        self._begun = self._clock()
        self._published = self._published_games = self._measured_games = 0
        self._generation = 0
        self._done = self._prepared = False
        self._times = {"publish": 0.0, "checkpoint": 0.0, "measure": 0.0}
        self._publishing = self._drawing = 0.0
        """Seconds that it took last time."""
        self._is_drawn, self._drawn = True, 0.0
        self._told = 0.0
        """When the last line of figures was logged."""
        self._latest: deque[Told] = deque(maxlen=max(1, settings.kept_games))
        self._tally = Tally()
        self._figures: dict[str, object] = {}
        self._shown = 0.0
        self._newest: Path | None = None
        self._sinks = Sinks(settings.told, run.folder, run.config)

    @property
    def seconds(self) -> float:
        """Time spent on this run so far, earlier sittings included; see `LearnerSettings.clock`."""
        return self._spent + self._clock() - self._begun

    def _clock(self) -> float:
        if self.settings.clock == "wall":
            return time.monotonic()
        return time.process_time() + self._workers_spent

    @property
    def games(self) -> int:
        """Games played in this run so far."""
        return self.method.memory.games

    @property
    def progress(self) -> float:
        """The share of the run that is done, in [0, 1]."""
        if self._done:
            return 1.0
        by_time = self.seconds / self._seconds if self._seconds > 0 else 1.0
        return min(1.0, max([by_time, *(done / most for done, most in self._bounds() if most)]))

    def _bounds(self) -> tuple[tuple[int, int | None], ...]:
        """Return what was done of that which may end the run besides time, and how much may be."""
        return (
            (self.method.memory.total, self.settings.positions),
            (self._generation, self.settings.generations),
        )

    def restore(self) -> None:
        """Go on from the run's latest checkpoint, with all games that came in before or after it.

        Raises:
            RunError: when the checkpoint cannot be read as one of ours.
        """
        self.method.memory.load()
        self.run_folder.drop_networks()
        path = self.run_folder.latest_checkpoint()
        if path is not None:
            self._restore_checkpoint(path)
        self._published, self._published_games = self.method.memory.total, self.games
        self._measured_games = self.games

    def _restore_checkpoint(self, path: Path) -> None:
        memory = self.method.memory
        extra = self.method.trainer.load(path)
        try:
            state = json.loads(extra["learner"])
            self._trained = int(state["trained"])
            # Shards of earlier versions know of no games.
            memory.games = max(memory.games, int(state["games"]))
            self._spent = float(state["seconds"])
            self._rng.bit_generator.state = state["rng"]
            self._prepared = bool(state.get("prepared", True))
            self._generation = int(state.get("generation", 0))
        except (KeyError, ValueError, TypeError) as error:
            raise RunError(f"{path} is not a checkpoint of this run: {error}") from error
        if self.settings.replay_ratio is not None and self.settings.game_batches is None:
            # Positions that were damaged are not owed for.
            self._trained = min(self._trained, int(self.settings.replay_ratio * memory.total))

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
            again = (
                f"goes on from the last good checkpoint, {kept}"
                if kept
                else "starts it again from its beginning"
            )
            raise DivergedError(
                f"training diverged: {error}; --resume {again}, "
                "best with a smaller --set trainer.learning_rate"
            ) from error

    def _learn(self, display: Display) -> Path:
        self._begun = self._clock()
        self._times = dict.fromkeys(self._times, self.seconds)
        self._told = self.seconds
        # Who is killed again and again soon after the start gets on all the same.
        self._times["checkpoint"] -= self.settings.checkpoint_seconds / 2
        if self.method.prepare is not None and not self._prepared and self.progress < 1.0:
            self._prepare(self.method.prepare, display)
        self._newest = self.method.export()
        try:
            self._start_workers(self._newest)
            while self.progress < 1.0 and not self._stop.is_set():
                self._turn(display)
        finally:
            reports = self._crew.stop() if self._crew else []
        self._take(reports)
        self.method.memory.settle()
        self._publish(tell=False)
        self._checkpoint()
        # Random weights would lose every game, at length.
        if self.method.trainer.steps and not self._done:
            self._measure()
        self._draw()
        self._sinks.close()
        display.show(self.progress, self._live_figures(speeds=False))
        return self._newest

    def _prepare(self, prepare: Callable[[Tell], None], display: Display) -> None:
        """Let the method learn before the first game, and keep what it learned."""

        def tell(kind: str, figures: Mapping[str, object]) -> None:
            self._figures.update(figures)
            self._log(kind, figures)
            display.show(self.progress, self._live_figures(speeds=False))

        prepare(tell)
        self._prepared = not self._stop.is_set()
        self._checkpoint()

    def _start_workers(self, network: Path) -> None:
        seed = int(self._rng.integers(2**31))
        if self.method.job is not None:
            self._crew = self.runner.start(
                self.method.job,
                workers=self._workers,
                seed=seed,
                news=self.method.news(network, self.progress),
                patience=_PATIENCE_SECONDS,
            )

    def _turn(self, display: Display) -> None:
        """Take in what was played, train what is owed, and do what is due."""
        if self._crew is not None:
            self._take(self._crew.drain(0.0 if self._owed() > 0 else _IDLE_SECONDS))
            self._hold_players(self._crew)
        if self._owes_batch():
            self._train_chunk()
        # The disk has what came in before anything is told of it.
        self.method.memory.settle()
        if self._is_due("publish") and self._has_news():
            self._publish()
        elif self._is_time_to_tell():
            self._figures.update(self._log_progress())
        # A match takes its time, in which nothing is saved.
        if self._is_due("checkpoint") or self._is_due("measure"):
            self._checkpoint()
        if self._is_due("measure"):
            with self._first_resting():
                self._measure()
        if self.seconds - self._drawn >= _REST * self._drawing:
            self._draw()
        display.show(self.progress, self._live_figures())

    def _hold_players(self, crew: Crew[object, PlayedGame]) -> None:
        """Let players rest that are far ahead of training, until it is near again."""
        ratio, batches = self.settings.replay_ratio, self.settings.game_batches
        if ratio is None or batches is not None or self.method.memory.owed is not None:
            return
        ahead = self._owed() / ratio / self.settings.publish_positions
        # The first one has rests of its own.
        for worker in range(int(self._pause_first), crew.size):
            if ahead > _FAR_AHEAD:
                crew.pause(worker)
            elif ahead < _FAR_AHEAD / 2:
                crew.resume(worker)

    def _take(self, reports: Sequence[Report[PlayedGame]]) -> None:
        tally = self._tally
        for report in reports:
            tally.counters.update(report.counters)
            self._workers_spent += report.cpu_seconds
        # All at once: to take in a game takes less time than to begin and end it.
        items = [played for report in reports for played in report.items]
        if items:
            self.method.memory.take([played.packed for played in items], games=len(items))
        for played in items:
            # Without its samples.
            self._latest.append(played.told)
            tally.plies.append(played.told.plies)
            for name, figure in played.figures.items():
                tally.figures[name].append(figure)

    def _owed(self) -> float:
        """Return how many samples must be trained to keep up with the players."""
        if self.method.memory.owed is not None:
            return self.method.memory.owed
        if self.method.job is None:
            return math.inf if self.progress < 1.0 else 0.0
        if self.method.memory.total < self.settings.first_positions:
            return 0.0
        if self.settings.game_batches is not None:
            return self.settings.game_batches * self.settings.batch * self.games - self._trained
        if self.settings.replay_ratio is None:
            return math.inf
        return self.settings.replay_ratio * self.method.memory.total - self._trained

    def _owes_batch(self) -> bool:
        """Tell whether it is time for a gradient step; a generation's last batch may be small."""
        return self._owed() >= (self.settings.batch if self.method.memory.owed is None else 1)

    def _has_news(self) -> bool:
        """Whether enough was played for the players to get new weights."""
        if self.settings.publish_games is not None:
            played = self.games - self._published_games
            # The next generation begins when this one has been learned from.
            return played >= self.settings.publish_games and not self._owes_batch()
        if self.method.job is None:
            return True
        return self.method.memory.total - self._published >= self.settings.publish_positions

    def _train_chunk(self) -> None:
        """Train until nothing is owed, or long enough for finished games to wait."""
        with self._first_resting():
            until = time.monotonic() + _CHUNK_SECONDS
            while self._owed() > 0 and time.monotonic() < until and not self._stop.is_set():
                batch = self.method.memory.sample(self.settings.batch, self._rng)
                step = self.method.trainer.train(batch.columns, progress=self.progress)
                if step.errors is not None:
                    self.method.memory.reweigh(batch.rows, step.errors)
                self._trained += len(batch.rows)
                self._tally.samples += len(batch.rows)
                self._tally.losses.append(step.losses)
                for name, figure in step.figures.items():
                    self._tally.figures[name].append(figure)

    @contextmanager
    def _first_resting(self) -> Iterator[None]:
        """Give this process the core of the first worker, unless there is a core to spare."""
        crew = self._crew if self._pause_first else None
        if crew is not None:
            crew.pause(0)
        try:
            yield
        finally:
            if crew is not None and not self._owes_batch():
                crew.resume(0)

    def _is_due(self, what: str) -> bool:
        if what == "measure" and self.settings.measure_games is not None:
            return self.games - self._measured_games >= self.settings.measure_games
        interval = getattr(self.settings, f"{what}_seconds")
        if what == "publish" and self.method.job is None:
            interval = max(interval, _REST * self._publishing)
        return bool(self.seconds - self._times[what] >= interval)

    def _is_time_to_tell(self) -> bool:
        """Whether something was done since the last line of figures, and that is long ago."""
        gap = max(_TELL_SECONDS, _TELL_SHARE * self.seconds)
        return self.seconds - self._told >= gap and not self._tally.is_empty

    def _log_progress(self) -> Mapping[str, object]:
        """Log a line of what was done since the last one, and return it."""
        figures = self._rates()
        self._log("progress", figures)
        self._tally, self._told = Tally(), self.seconds
        return figures

    def _publish(self, *, tell: bool = True) -> None:
        """Export the network, tell the workers, log a line."""
        begun = self.seconds
        self._keep_games()
        self._newest = self.method.export()
        if tell and self._crew is not None:
            self._generation += 1
            self._crew.publish(self.method.news(self._newest, self.progress))
        self._published, self._published_games = self.method.memory.total, self.games
        figures = self._log_progress()
        if tell:
            self._figures.update(figures)
        self.run_folder.prune(self.settings.kept_networks)
        self._times["publish"] = self.seconds
        self._publishing = self.seconds - begun

    def _checkpoint(self) -> None:
        """Write what was learned; what there is to learn from is on disk already."""
        self._times["checkpoint"] = self.seconds
        self.method.memory.save()
        self._keep_games()
        state = {
            "games": self.games,
            "trained": self._trained,
            "seconds": self.seconds,
            "rng": self._rng.bit_generator.state,
            "prepared": self._prepared,
            "generation": self._generation,
        }
        path = self.run_folder.checkpoint_path(self.method.trainer.steps)
        self.method.trainer.save(path, {"learner": json.dumps(state)})
        self.run_folder.prune(self.settings.kept_networks)

    def _keep_games(self) -> None:
        """Write the latest games for people to see."""
        if self.settings.kept_games:
            self.run_folder.save_games(self.games, [told.read() for told in self._latest])
        self._latest.clear()

    def _measure(self) -> None:
        """Measure the newest network, as the method does."""
        if self._newest is None or self._stop.is_set():
            return
        figures = self.method.measure(self._newest)
        self._measured_games = self.games
        self._times["measure"] = self.seconds
        self._figures.update(figures)
        self._log("match", figures)
        self._is_drawn = False
        self._done = self.method.is_done(figures)

    def _draw(self) -> None:
        """Draw the curves anew where something was measured since."""
        if not self._is_drawn:
            begun = self.seconds
            plots.save(self.run_folder.folder)
            self._is_drawn, self._drawn = True, self.seconds
            self._drawing = self._drawn - begun

    def _log(self, kind: str, figures: Mapping[str, object]) -> None:
        entry = {
            "kind": kind,
            "minutes": round(self.seconds / 60, 3),
            "steps": self.method.trainer.steps,
            "games": self.games,
            "positions": self.method.memory.total,
            **({} if self.method.job is None else {"generation": self._generation}),
            **self.method.figures(),
            **figures,
        }
        self.run_folder.log(entry | {"time": round(time.time(), 1)})
        self._sinks.log(entry)

    def _rates(self) -> dict[str, object]:
        """Return speeds and means since the last line of metrics."""
        return {
            **self._tally.speeds(),
            "window": len(self.method.memory),
            "ratio": round(self._trained / max(1, self.method.memory.total), 3),
            "rate": self.method.trainer.rate(self.progress),
            **self._tally.means(),
            **figures_of(self._crew),
        }

    def _live_figures(self, *, speeds: bool = True) -> dict[str, object]:
        if self.method.job is not None:
            self._figures["games"] = self.games
        self._figures.update(positions=self.method.memory.total, steps=self.method.trainer.steps)
        now = time.monotonic()
        settled = speeds and now - self._tally.started >= _SETTLE_SECONDS
        if settled and now - self._shown >= _SHOW_SECONDS:
            self._shown = now
            self._figures.update(self._rates())
        left = {"seconds_left": max(0.0, self._seconds - self.seconds)}
        return self._figures | lines_of(self._crew) | left
