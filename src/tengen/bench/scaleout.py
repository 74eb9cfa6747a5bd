"""Work on a cluster beside the same on this machine, and what one learner can carry."""

import logging
import math
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from statistics import median
from threading import Event
from typing import Any, Self

import numpy as np

from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings
from tengen.arena.match import Pairing, in_workers, pair, play_in
from tengen.arena.referee import PlayedMatchGame
from tengen.bench.feeding import Feed, Hold
from tengen.bench.row import Row
from tengen.bench.selfplay import export_nets
from tengen.core import Game, SettingsError
from tengen.core.machine import memory
from tengen.core.pool import Pool
from tengen.core.runner import Crew, Runner
from tengen.evaluators.fresh import open_network
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.games import load
from tengen.games.face import NativeGame
from tengen.learning.jobs import Net, PlayJob
from tengen.learning.replay import Replay
from tengen.learning.ring import ReplaySettings
from tengen.learning.samples import (
    OWNERS,
    POLICY_VALUE,
    Columns,
    Packed,
    PlayedGame,
    count_samples,
    empty_records,
    empty_samples,
)
from tengen.learning.self_play import SelfPlay, SelfPlayer, SelfPlayNews, SelfPlaySettings
from tengen.scaleout.local import LocalRunner

_log = logging.getLogger(__name__)

CLAIM = (
    "a cluster plays and learns at 95 % of local processes' speed; one learner takes in what "
    "hundreds of cores play of Go 9x9; a draw from 10^7 positions costs less than 1.5 times one "
    "from 10^4; 64 workers hold 1 MB of new weights within a second"
)
SEED = 7
WORKERS = 2
ROUNDS = 5
ROUND_SECONDS = 6.0
HOLDERS = 64
PUBLICATIONS = 15
WINDOWS = (10**4, 10**5, 10**6, 10**7)
BATCH = 512
FED_SECONDS = 25.0
FED_A_SECOND = 10_000.0
"""Games that a worker sends: more than twice what a learner takes, so that they never bound it."""
PUBLISHED = 400_000
"""Positions between publications, of which a worker sends two ahead: of fewer a learner this fast is
through before a worker that rests has heard that it shall go on, and waits for it."""
_SETTLE_SECONDS = 5.0
_PATIENCE = 600.0


def measure() -> list[Row]:
    """Return the five cases; each has what it is compared with in the same run.

    Raises:
        SettingsError: when Ray or PyTorch is not installed.
    """
    rows = list(_sample())
    with _cluster(WORKERS) as cluster:
        rows += [*_overhead(cluster), *_arena(cluster), *_ingest(cluster)]
    with _cluster(HOLDERS) as cluster:
        rows += _publish(cluster)
    return rows


@contextmanager
def _cluster(cpus: int) -> Iterator[Runner]:
    try:
        from tengen.scaleout.ray.runner import on_cluster
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"this benchmark needs the package {error.name}: in Tengen's folder, run "
            "pip install '.[cluster]'"
        ) from None
    with on_cluster(None, {}, cpus=cpus) as runner:
        yield runner


def _overhead(cluster: Runner) -> Iterator[Row]:
    """Measure self-play of two crews that take turns, one on the cluster and one here."""
    game = load("go", size=9)
    with tempfile.TemporaryDirectory() as folder:
        news = SelfPlayNews(
            Net.read(export_nets(game, Path(folder))["fp32"]), SelfPlaySettings(games=32)
        )
    job = PlayJob.of(game, partial(SelfPlayer, open_network))
    crews = [
        runner.start(job, workers=WORKERS, seed=SEED, news=news)
        for runner in (cluster, LocalRunner())
    ]
    try:
        there, here = _take_turns(crews)
    finally:
        for crew in crews:
            crew.stop()
    yield Row("scaleout", "overhead", there, "positions a second", "local processes", here)


def _take_turns(crews: list[Crew[Any, Any]]) -> list[float]:
    """Return the median moves a second of each crew, the others resting."""
    for crew in crews:
        until = set(range(WORKERS))
        while until:
            until -= {report.worker for report in crew.drain(1.0) if report.counters}
        _rest(crew)
    rates: list[list[float]] = [[] for _ in crews]
    for _ in range(ROUNDS):
        for crew, rates_of_crew in zip(crews, rates, strict=True):
            for worker in range(WORKERS):
                crew.resume(worker)
            _count(crew, 1.0)
            rates_of_crew.append(_count(crew, ROUND_SECONDS))
            _rest(crew)
    return [median(rates_of_crew) for rates_of_crew in rates]


def _rest(crew: Crew[Any, Any]) -> None:
    for worker in range(WORKERS):
        crew.pause(worker)
    _count(crew, 1.0)


def _count(crew: Crew[Any, Any], seconds: float) -> float:
    """Return the moves a second that a crew reports."""
    begun, moves = time.monotonic(), 0
    while time.monotonic() - begun < seconds:
        moves += sum(report.counters.get("moves", 0) for report in crew.drain(0.1))
    return moves / (time.monotonic() - begun)


def _arena(cluster: Runner) -> Iterator[Row]:
    """Measure the same games played by two pools that take turns: games of seconds, and of moments."""
    for case, playouts, games in (("arena", 20_000, 8), ("arena, games of 30 ms", 1_000, 24)):
        there, here = _play_matches(cluster, playouts, games)
        yield Row("scaleout", case, there, "games a second", "local pool", here)


def _play_matches(cluster: Runner, playouts: int, games: int) -> tuple[float, float]:
    """Return how many games a second the cluster plays, and this machine."""
    game = load("gomoku", size=9)
    players = (
        SpecPlayer(f"mcts?playouts={2 * playouts}", game),
        SpecPlayer(f"mcts?playouts={playouts}", game),
    )
    pairings = pair(players, game, MatchSettings(games=games, seed=SEED), None)
    work = in_workers([])
    with (
        Pool[int, Pairing, PlayedMatchGame](cluster, WORKERS, work) as there,
        Pool[int, Pairing, PlayedMatchGame](LocalRunner(), WORKERS, work) as here,
    ):
        pools = there, here
        rates: tuple[list[float], list[float]] = [], []
        for number in range(ROUNDS + 1):
            for pool, rates_of_pool in zip(pools, rates, strict=True):
                begun = time.monotonic()
                played = len(list(play_in(pool, pairings, None)))
                # In the first round there are workers to be started.
                if number:
                    rates_of_pool.append(played / (time.monotonic() - begun))
    return median(rates[0]), median(rates[1])


def _sample() -> Iterator[Row]:
    """Measure a draw of Go 9x9 from windows of several sizes, as far as they fit into the memory."""
    game = load("go", size=9)
    row = sum(column.itemsize for column in empty_records(game, _columns(game), 1).values())
    room = (memory() or math.inf) / 2
    least = None
    for window in WINDOWS:
        if window * row > room:
            _log.warning("a window of %d positions does not fit into half of the memory", window)
            continue
        micros = _draw(game, window)
        least = least or micros
        case = f"sample 10^{len(str(window)) - 1}"
        yield Row("scaleout", case, micros, "microseconds", f"10^{len(str(WINDOWS[0])) - 1}", least)


def _columns(game: Game) -> Columns:
    return {**POLICY_VALUE, **(OWNERS if game.has_owners else {})}


def _draw(game: Game, window: int) -> float:
    rng = np.random.default_rng(SEED)
    settings = ReplaySettings(smallest=window, largest=window)
    replay = Replay(game, _columns(game), settings, None)
    part = empty_samples(game, _columns(game), min(window, 10**5))
    for column in part.values():
        column[:] = rng.integers(0, 2, column.shape)
    part["weight"][:] = rng.random(len(part["weight"])) + 0.5
    packed = Packed.of(part)
    while len(replay) < window:
        replay.take([packed], games=1)
    for _ in range(20):
        replay.sample(BATCH, rng)
    times = []
    for _ in range(300):
        begun = time.perf_counter()
        replay.sample(BATCH, rng)
        times.append(time.perf_counter() - begun)
    return 1e6 * median(times)


def _publish(cluster: Runner) -> Iterator[Row]:
    """Measure from new weights to the last of many idle workers that tells it holds them."""
    rng = np.random.default_rng(SEED)
    crew = cluster.start(Hold(), workers=HOLDERS, seed=SEED, news=rng.bytes(10**6))
    try:
        _wait_for_all(crew)
        times = []
        for _ in range(PUBLICATIONS):
            weights = rng.bytes(10**6)
            begun = time.monotonic()
            crew.publish(weights)
            _wait_for_all(crew, weights[:8])
            times.append(time.monotonic() - begun)
    finally:
        crew.stop()
    yield Row("scaleout", f"publish to {HOLDERS}", median(times), "seconds for 1 MB", "limit", 1.0)


def _wait_for_all(crew: Crew[Any, bytes], told: bytes | None = None) -> None:
    left, until = set(range(HOLDERS)), time.monotonic() + _PATIENCE
    while left:
        for report in crew.drain(1.0):
            if report.items and (told is None or told in report.items):
                left.discard(report.worker)
        if time.monotonic() > until:
            raise SettingsError(f"{len(left)} of {HOLDERS} workers never told that they are there")


def _ingest(cluster: Runner) -> Iterator[Row]:
    """Measure how fast a learner takes in games, and how fast a core plays them."""
    for name, size in (("gomoku", 15), ("go", 9)):
        game = load(name, size=size)
        assert isinstance(game, NativeGame)
        games, moves = _play(game)
        plies = sum(len(played.record.moves) for played in games) / len(games)
        peer = f"a core of {name} {size}x{size} self-play"
        for is_trained in (True, False):
            taken = _take_in(cluster, game, games, is_trained=is_trained)
            how = "training on this CPU" if is_trained else "taken in and drawn, no gradients"
            case = f"ingest {name} {size}x{size}, {how}"
            yield Row("scaleout", case, taken, "games a second", peer, moves / plies)


def _play(game: NativeGame) -> tuple[list[PlayedGame], float]:
    """Return games, played with few simulations, and how many moves a core plays a second."""
    with tempfile.TemporaryDirectory() as folder:
        evaluator = OnnxEvaluator(export_nets(game, Path(folder))["int8"], game, threads=1)
        quick = SelfPlaySettings(games=32, simulations=2, fast_simulations=2)
        play = SelfPlay(game, evaluator, quick, np.random.default_rng(SEED))
        games: list[PlayedGame] = []
        while len(games) < 64:
            games += play.step()
        usual = SelfPlay(game, evaluator, SelfPlaySettings(), np.random.default_rng(SEED))
        for _ in range(100):
            usual.step()
        before, begun = usual.positions, time.process_time()
        while time.process_time() - begun < 10:
            usual.step()
        return games, (usual.positions - before) / (time.process_time() - begun)


class _Trained:
    """A display that notes when how many steps were taken."""

    def __init__(self) -> None:
        self.seen: list[tuple[float, int]] = []

    def show(self, progress: float, figures: Mapping[str, object]) -> None:
        """Note them."""
        if isinstance(steps := figures.get("steps"), int) and steps:
            self.seen.append((time.monotonic(), steps))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave everything as it is."""

    @property
    def rate(self) -> float:
        """Steps a second after the first seconds."""
        settled = [one for one in self.seen if one[0] - self.seen[0][0] > _SETTLE_SECONDS]
        (begun, before), (ended, after) = settled[0], settled[-1]
        return (after - before) / (ended - begun)


def _take_in(
    cluster: Runner, game: NativeGame, games: list[PlayedGame], *, is_trained: bool
) -> float:
    """Return of how many games a second a learner learns, at the ratio at which it trains."""
    from tengen.agents.alphazero.settings import RECIPE
    from tengen.agents.settings import settings_for
    from tengen.learning.learner import Learner
    from tengen.learning.parts import LearningParts
    from tengen.learning.run import Run
    from tengen.networks.blueprint import Blueprint
    from tengen.networks.objectives import PolicyValue
    from tengen.networks.trainer import Trainer

    settings = settings_for(RECIPE, "default", cuda=False)
    trainer: Any = _NoTrainer()
    if is_trained:
        blueprint = Blueprint.of(settings.network, game)
        trainer = Trainer(blueprint, settings.trainer, PolicyValue(), seed=SEED, device="cpu")
    with tempfile.TemporaryDirectory() as folder, suppress(FloatingPointError):
        run = Run.create(Path(folder) / "run", {})
        weights = Path(folder) / "weights"
        weights.write_bytes(bytes(10**6))
        parts = LearningParts(
            trainer,
            Replay(game, _columns(game), settings.replay, run.replay),
            Feed(games, FED_A_SECOND),
            export=lambda: weights,
            news=lambda path, _: path.read_bytes(),
            measure=lambda _: {},
        )
        trained = _Trained()
        changes = {"measure_seconds": 1e9, "kept_games": 0, "publish_positions": PUBLISHED}
        learner = Learner(
            *(run, parts, cluster, settings.learner.model_copy(update=changes)),
            workers=1,
            seconds=FED_SECONDS,
            seed=SEED,
            stop=Event(),
            pause_first=False,
        )
        learner.learn(trained)
    positions = sum(count_samples(played.samples) for played in games) / len(games)
    ratio = settings.learner.replay_ratio or 1.0
    return trained.rate * settings.learner.batch / (ratio * positions)


class _NoTrainer:
    """Takes its steps in no time, as a GPU might; see `Trainable`."""

    steps = 0

    def train(self, columns: object, *, progress: float) -> Any:
        """Learn nothing."""
        from tengen.networks.step import Step

        self.steps += 1
        return Step({"loss": 0.0})

    def rate(self, progress: float) -> float:
        """Return 0."""
        return 0.0

    def save(self, path: Path, extra: dict[str, str]) -> None:
        """Write a file like those that are pruned."""
        path.write_bytes(b"")

    def load(self, path: Path) -> dict[str, str]:
        """Return nothing; no run of this goes on."""
        return {}
