"""A trained run learns on from games that somebody played, one with a person, say."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tengen import games, weights
from tengen.agents import own
from tengen.agents.teachers import check_teacher, load_teacher
from tengen.core import Game, NotationError, Record, SettingsError
from tengen.learning.run import Config, Run, RunError
from tengen.records import Fault, check
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
    return own.learners()


def find_run(place: Path) -> Path:
    """Return the run folder that `place` is, or whose finished network it is.

    The name of a shipped net stands for one's own copy of it, whether or not there is one yet.

    Raises:
        RunError: when there is no run.
    """
    if is_shipped(place):
        return own.usual_folder(str(place))
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
    game = game_to_learn(place)
    if not records:
        raise NotationError("there are no games to learn from")
    lessons = [_as_lesson(record, game, number) for number, record in enumerate(records, 1)]
    folder = find_run(place)
    if is_shipped(place):
        check_teacher(weights.listed()[str(place)]["method"])  # or a copy would be made for nothing
        own.ensure_copy(str(place), folder)
    config = Run.read_config(folder, {})
    before = _steps(folder, config)
    network = load_teacher(str(config["method"])).learn_on(folder, lessons, steps=steps)
    return Lesson(network, _steps(folder, config) - before)


def game_to_learn(place: Path) -> Game:
    """Return the game that the run at `place` can learn on from; loads no PyTorch.

    Raises:
        TengenError: when there is no such run, or its method learns from nobody's games.
    """
    if is_shipped(place):
        return _game_of_shipped(str(place))
    folder = find_run(place)
    config = Run.read_config(folder, {})
    method = config.get("method")
    if method not in learners():
        able = ", ".join(learners()) or "none"
        raise SettingsError(
            f"{folder} is a run of {method}, which does not learn on from games: {able} can"
        )
    return game_of(folder, config)


def is_shipped(place: Path) -> bool:
    """Tell whether `place` is the name of a shipped net, and nothing that lies there."""
    return str(place) in weights.shipped() and not place.exists()


def _game_of_shipped(name: str) -> Game:
    entry = weights.listed()[name]
    if entry["method"] not in learners():
        able = ", ".join(learners()) or "none"
        raise SettingsError(
            f"{name} is a net of {entry['method']}, which does not learn on from games: {able} can"
        )
    return games.load(entry["game"], **entry["settings"])


def game_of(folder: Path, config: Config) -> Game:
    """Return the game that the run in `folder`, configured so, is of.

    Raises:
        RunError: when its configuration does not say.
    """
    try:
        return games.load(config["game"], **config["settings"])
    except (KeyError, TypeError, SettingsError) as error:
        raise RunError(f"{folder / 'config.toml'} is damaged: {error}") from None


def _as_lesson(record: Record, game: Game, number: int) -> Record:
    lesson = as_one_of(record, game)
    if isinstance(lesson, Fault):
        raise NotationError(str(lesson.at("", number)))
    return lesson


def as_one_of(record: Record, game: Game) -> Record | Fault:
    """Return `record` as one of `game`, or what keeps it from being one."""
    try:
        played = load(record.game, record.settings)
    except SettingsError as error:
        return Fault(str(error))
    if not is_like(played, game):
        return Fault(f"it is of {played}, and the run of {game}")
    if record.laid_out_plies == len(record.moves):
        return Fault("it has no moves to learn from")
    fitting = replace(record, settings=dict(game.settings))
    return check(fitting) or fitting


def is_like(played: Game, game: Game) -> bool:
    """Return whether games of `played` are games of `game`, but for details such as the komi."""
    if (played.name, played.planes_shape) != (game.name, game.planes_shape):
        return False
    theirs, ours = played.initial_state(), game.initial_state()
    same_start = (theirs.board() == ours.board()).all() and theirs.to_play == ours.to_play
    return bool(same_start) and not games.unmet_bonds(played.settings, game)


def _steps(folder: Path, config: dict[str, object]) -> int:
    """Return the gradient steps that a run has behind it."""
    newest = Run(folder, config).latest_checkpoint()
    return int(newest.stem) if newest else 0
