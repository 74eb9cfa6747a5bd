"""A comparison from beginning to end; what is done stays done when it is started again."""

import json
from threading import Event

from tengen.agents import load_agent
from tengen.core import SettingsError, SpecError, TengenError
from tengen.core.files import write_json
from tengen.experiments.asked import check_records, differing, settings_of
from tengen.experiments.compare.figures import gather
from tengen.experiments.compare.page import write_pages
from tengen.experiments.compare.rounds import Entrant, play_round_robin
from tengen.experiments.compare.settings import OPPONENTS, Comparison
from tengen.experiments.compare.shapes import Figures
from tengen.experiments.compare.training import train_method
from tengen.experiments.compare.watching import Watcher
from tengen.learning.lock import held


def compare(comparison: Comparison, watcher: Watcher, stop: Event) -> Figures:
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
    _check_lessons(comparison)
    with held(comparison.work):
        _check_work(comparison)
        trainings = [
            train_method(method, comparison, watcher, stop) for method in comparison.methods
        ]
        entrants = [training.entrant() for training in trainings if training.failure is None]
        entrants += [Entrant(spec, spec) for spec in opponents]
        if len(entrants) < 2:
            raise TengenError("nobody is left to play a round robin")
        pairings = play_round_robin(entrants, comparison, watcher, stop)
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


def _check_lessons(comparison: Comparison) -> None:
    """Check what the methods are to learn with, before anything is trained or written.

    Raises:
        TengenError: when a setting cannot be, or a path has no game of the comparison's.
    """
    for method in comparison.methods:
        settings_of(method, None, comparison.changes.get(method, ()))
    check_records(comparison.records, comparison.game)


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
        earlier = dict(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as error:
        raise SettingsError(f"{path} is damaged: {error}") from error
    for name, value in identity.items():
        if earlier.get(name) != value:
            there, asked = differing(earlier.get(name), value)
            raise SettingsError(
                f"{comparison.work} holds a comparison with {name} {there}, not {asked}: "
                "choose another --work"
            )
