"""A trained run learns on from games that somebody played, one with a person, say."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from tengen import games
from tengen.agents import names
from tengen.agents.teachers import load_teacher
from tengen.core import Game, NotationError, Record, SettingsError
from tengen.learning.run import Run, RunError
from tengen.records import check
from tengen.records.games import load


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a run made of some games."""

    network: Path
    """The network to play with from now on."""
    steps: int
    """Gradient steps taken."""


def learners() -> list[str]:
    """Return the methods that can learn on from played games; loads no PyTorch."""
    return [
        name
        for name in names()
        if getattr(import_module(f"tengen.agents.{name}.agent"), "LEARNS_ON", False)
    ]


def find_run(place: Path) -> Path:
    """Return the run folder that `place` is, or whose finished network it is.

    Raises:
        RunError: when there is no run.
    """
    folder = place if place.is_dir() else place.parent
    if not (place.exists() and (folder / "config.toml").is_file()):
        raise RunError(f"{place} is no run, and no network in a run's folder")
    return folder


def learn_on(place: Path, records: Sequence[Record], *, steps: int | None = None) -> Lesson:
    """Let the run at `place` (see `find_run`) learn from games; its network is written anew.

    All is checked before anything is written, and the run is whole at any moment.

    Args:
        place: a run folder, or the finished network in it.
        records: what was played.
        steps: gradient steps to take; None for the method's own choice.

    Raises:
        TengenError: when there is no such run, its method learns from nobody's games, it is in
            training, or a game is not one of its kind.
    """
    folder = find_run(place)
    config = Run.read_config(folder, {})
    teacher = _teacher(folder, config)
    if not records:
        raise NotationError("there are no games to learn from")
    game = game_of(folder, config)
    lessons = [_as_one_of(record, game, number) for number, record in enumerate(records, 1)]
    before = _steps(folder, config)
    network: Path = teacher.learn_on(folder, lessons, steps=steps)
    return Lesson(network, _steps(folder, config) - before)


def _teacher(folder: Path, config: dict[str, Any]) -> Any:
    """Return the `train` module of the run's method."""
    method = config.get("method")
    if method not in learners():
        able = ", ".join(learners()) or "none"
        raise SettingsError(
            f"{folder} is a run of {method}, which does not learn on from games: {able} can"
        )
    return load_teacher(str(method))


def game_of(folder: Path, config: dict[str, Any]) -> Game:
    """Return the game that the run in `folder`, configured so, is of.

    Raises:
        RunError: when its configuration does not say.
    """
    try:
        return games.load(config["game"], **config["settings"])
    except (KeyError, TypeError, SettingsError) as error:
        raise RunError(f"{folder / 'config.toml'} is damaged: {error}") from None


def _as_one_of(record: Record, game: Game, number: int) -> Record:
    """Return `record` as one of `game`, where it is near enough.

    Raises:
        NotationError: when it is of another game, or against the rules.
    """
    try:
        played = load(record.game, record.settings)
    except SettingsError as error:
        raise NotationError(f"game {number}: {error}") from None
    if not is_like(played, game):
        raise NotationError(f"game {number} is of {played}, and the run of {game}")
    fitting = replace(record, settings=dict(game.settings))
    if not record.moves:
        raise NotationError(f"game {number} has no moves to learn from")
    if fault := check(fitting):
        raise NotationError(f"game {number}: {fault}")
    return fitting


def is_like(played: Game, game: Game) -> bool:
    """Return whether games of `played` are games of `game`, but for details such as the komi."""
    if (played.name, played.planes_shape) != (game.name, game.planes_shape):
        return False
    theirs, ours = played.initial_state(), game.initial_state()
    same_start = (theirs.board() == ours.board()).all() and theirs.to_play == ours.to_play
    return bool(same_start) and not games.unmet_bonds(played.settings, game)


def _steps(folder: Path, config: dict[str, Any]) -> int:
    """Return the gradient steps that a run has behind it."""
    newest = Run(folder, config).latest_checkpoint()
    return int(newest.stem) if newest else 0
