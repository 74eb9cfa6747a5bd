"""Self-play as a job that any runner can run."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np

from tengen.core import Evaluator, Game
from tengen.games import load
from tengen.games.face import NativeGame
from tengen.learning.samples import PlayedGame
from tengen.learning.self_play import SelfPlay, SelfPlaySettings


@dataclass(frozen=True, slots=True)
class SelfPlayNews:
    """What the learner tells the players."""

    weights: Path
    """The newest network."""
    settings: SelfPlaySettings
    """How to play; only the numbers of simulations may change while games are under way."""


@dataclass(frozen=True, slots=True)
class SelfPlayJob:
    """Play a game against oneself with the learner's newest network."""

    game: str
    game_settings: dict[str, Any]
    open_evaluator: Callable[[Path, Game], Evaluator]
    """Reads a network; must be picklable."""

    def start(self, seed: int, news: SelfPlayNews) -> "SelfPlayWorker":
        """Return a player; see `Job`."""
        return SelfPlayWorker(self, np.random.default_rng(seed), news)


class SelfPlayWorker:
    """Plays games, some batches of leaves at a time."""

    def __init__(self, job: SelfPlayJob, rng: np.random.Generator, news: SelfPlayNews) -> None:
        self._job = job
        self._game = cast("NativeGame", load(job.game, **job.game_settings))
        evaluator = job.open_evaluator(news.weights, self._game)
        self._play = SelfPlay(self._game, evaluator, news.settings, rng)
        self._counted = self._counters()

    def update(self, news: SelfPlayNews) -> None:
        """Go on with the newest network."""
        self._play.use(self._job.open_evaluator(news.weights, self._game))
        self._play.settings = news.settings

    def step(self) -> tuple[Sequence[PlayedGame], dict[str, int]]:
        """Evaluate one batch; see `Worker`."""
        played = self._play.step()
        before, self._counted = self._counted, self._counters()
        return played, {name: count - before[name] for name, count in self._counted.items()}

    def _counters(self) -> dict[str, int]:
        play = self._play
        return {
            "simulations": play.simulations,
            "evaluations": play.evaluations,
            "moves": play.positions,
        }
