"""Trainings that take a moment, and what they learn from."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import Self

import numpy as np

from tengen.agents.teachers import learning_of, load_teacher
from tengen.core import Game, Record, RecordedMove
from tengen.core.runner import InlineRunner
from tengen.learning.run import Trained
from tengen.records import write

TINY = ("yardstick.opponent=random", "yardstick.games=2")
SMALL_NET = ("network.blocks=1", "network.channels=8", "network.head_channels=8")


class Silent:
    """Keeps what it is told to show; sets `stop` when `is_enough` says so of what was shown.

    `is_enough` is asked with the share of the run that is done and the newest figures.
    """

    def __init__(
        self,
        stop: Event | None = None,
        is_enough: Callable[[float, Mapping[str, object]], bool] | None = None,
    ) -> None:
        self.figures: dict[str, object] = {}
        self._stop, self._is_enough = stop, is_enough

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def show(self, progress: float, figures: Mapping[str, object]) -> None:
        """Take note."""
        self.figures |= figures
        if self._stop and self._is_enough and self._is_enough(progress, figures):
            self._stop.set()


def train(
    method: str, game: Game, out: Path, more: Sequence[str] = (), **options: object
) -> Trained:
    """Train a tiny net in this process; for no time at all unless it is said."""
    given = {"minutes": 0, "seed": 5, "runner": InlineRunner(), "display": Silent()} | options
    learning = learning_of(method)
    if learning.records == "only" and not (given.keys() & {"records", "resume"}):
        given["records"] = [write_games(game, out.with_suffix(".jsonl"))]
    tiny = (*TINY, *SMALL_NET) if has_network(method) else TINY
    return load_teacher(method).train(game, out, overrides=(*tiny, *more), **given)


def has_network(method: str) -> bool:
    """Tell whether the shape of a method's net can be set."""
    return "network" in learning_of(method).recipe().settings.model_fields


def write_games(game: Game, path: Path, count: int = 4) -> Path:
    """Write random games to a file and return its path."""
    rng = np.random.default_rng(1)
    write((random_record(game, rng) for _ in range(count)), path)
    return path


def random_record(game: Game, rng: np.random.Generator) -> Record:
    """Return a random game, played to its end."""
    state = game.initial_state()
    moves = []
    while (outcome := state.outcome()) is None:
        moves.append(RecordedMove(int(rng.choice(state.legal_actions()))))
        state = state.apply(moves[-1].action)
    return Record(game.name, dict(game.settings), tuple(moves), outcome, ("a", "b"))
