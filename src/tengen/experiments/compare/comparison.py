"""A comparison from beginning to end; what is done stays done when it is started again."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

from tengen.agents import load_agent
from tengen.core import Game, SettingsError, SpecError, TengenError
from tengen.core.files import write_json
from tengen.experiments.compare.figures import gather
from tengen.experiments.compare.page import write_pages
from tengen.experiments.compare.rounds import Entrant, play_round_robin
from tengen.experiments.compare.training import Training, train_method
from tengen.experiments.compare.watching import Watcher
from tengen.learning.lock import held

OPPONENTS = (
    "robot?level=5",
    "robot?level=3",
    "robot?level=1",
    "mcts?playouts=1000",
    "mcts?playouts=200",
    "random",
)
"""Who takes part beside the methods, where the game has them."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is compared, and how."""

    game: Game
    methods: tuple[str, ...]
    minutes: float
    """Training time of each method."""
    work: Path
    """Folder of the trainings and games; a comparison that was stopped goes on from there."""
    out: Path
    """Folder of the page."""
    opponents: tuple[str, ...] | None = None
    """Specs of those who take part without training; None for `OPPONENTS`."""
    yardstick: str = "mcts?playouts=200"
    """Spec of whom the methods play while they learn; it takes part, and its Elo is 0."""
    games: int = 20
    """Games of each pair."""
    seed: int = 0
    """Of the trainings, and with the names of a pair of its match."""
    workers: int = 1
    """Processes that play the round robin side by side."""
    records: tuple[Path, ...] = ()
    """Games of people, for methods that learn from records."""
    changes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Changes to the settings of a method's training, ``learner.batch=64``, by method."""
    command: str = ""
    """What was typed, for the page."""

    def identity(self) -> dict[str, Any]:
        """Return what must stay the same for earlier trainings and games to count."""
        return {
            "game": self.game.name,
            "settings": dict(self.game.settings),
            "minutes": self.minutes,
            "games": self.games,
            "seed": self.seed,
            "yardstick": self.yardstick,
            "records": [str(path.absolute()) for path in self.records],
            "changes": {name: list(changes) for name, changes in sorted(self.changes.items())},
        }


def compare(comparison: Comparison, watcher: Watcher, stop: Event) -> dict[str, Any]:
    """Train, play, and write the page; return its figures.

    Args:
        comparison: what and how.
        watcher: is told what happens.
        stop: ends it early when set; the same comparison goes on from there.

    Raises:
        StoppedError: when `stop` was set.
        TengenError: when something cannot be used, or `work` holds another comparison.
    """
    opponents = _opponents(comparison, watcher)
    with held(comparison.work):
        _check_work(comparison)
        trainings = _train_all(comparison, watcher, stop)
        entrants = [training.entrant() for training in trainings if training.failure is None]
        entrants += [Entrant(spec, spec) for spec in opponents]
        if len(entrants) < 2:
            raise TengenError("nobody is left to play a round robin")
        pairings = play_round_robin(
            entrants,
            comparison.game,
            games=comparison.games,
            seed=comparison.seed,
            workers=comparison.workers,
            folder=comparison.work / "games",
            watcher=watcher,
            stop=stop,
        )
        figures = gather(comparison, trainings, entrants, pairings)
    write_pages(figures, comparison.game, comparison.out)
    return figures


def _opponents(comparison: Comparison, watcher: Watcher) -> list[str]:
    """Return the specs of those who take part without training, the yardstick among them.

    Raises:
        TengenError: when one that was asked for cannot play this game.
    """
    asked = comparison.opponents
    found = []
    for spec in OPPONENTS if asked is None else asked:
        try:
            load_agent(spec, comparison.game).close()
            found.append(spec)
        except SpecError as error:
            if asked is not None:
                raise
            watcher.say(f"{spec} takes no part: {error}")
    load_agent(comparison.yardstick, comparison.game).close()
    if comparison.yardstick not in found:
        found.append(comparison.yardstick)
    return list(dict.fromkeys(found))


def _check_work(comparison: Comparison) -> None:
    """Refuse a folder that holds another comparison, or something else."""
    path = comparison.work / "comparison.json"
    identity = comparison.identity()
    if not path.exists():
        if any(entry.name != "lock" for entry in comparison.work.iterdir()):
            raise SettingsError(f"{comparison.work} is not empty: choose another --work")
        write_json(path, identity)
        return
    try:
        earlier = dict(json.loads(path.read_text()))
    except (ValueError, TypeError) as error:
        raise SettingsError(f"{path} is damaged: {error}") from error
    for name, value in identity.items():
        if earlier.get(name) != value:
            raise SettingsError(
                f"{comparison.work} holds a comparison with {name} {earlier.get(name)}, "
                f"not {value}: choose another --work"
            )


def _train_all(comparison: Comparison, watcher: Watcher, stop: Event) -> list[Training]:
    return [
        train_method(
            method,
            comparison.game,
            comparison.work,
            minutes=comparison.minutes,
            seed=comparison.seed,
            yardstick=comparison.yardstick,
            changes=comparison.changes.get(method, ()),
            records=comparison.records,
            workers=comparison.workers,
            watcher=watcher,
            stop=stop,
        )
        for method in comparison.methods
    ]
