"""What is asked of an experiment: checked before anything is done, and told where it differs."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tengen.agents.settings import RunSettings, settings_for
from tengen.agents.teachers import learning_of
from tengen.core import Game, NotationError, Record, SettingsError
from tengen.games import load
from tengen.learning.overrides import override
from tengen.records import SUFFIXES, entries
from tengen.records.sources import expand


def settings_of(method: str, preset: str | None, changes: Sequence[str]) -> RunSettings:
    """Return the settings that a method would train with.

    Raises:
        SettingsError: when the preset is unknown or a change cannot be.
    """
    from tengen.networks.device import has_cuda  # loads PyTorch

    settings = settings_for(learning_of(method).recipe(), preset or "default", cuda=has_cuda())
    return override(settings, changes)


def check_records(paths: Sequence[Path], game: Game) -> None:
    """Check that there is a game to learn from in each of some files and folders.

    Raises:
        SettingsError: when a path is missing, or there is no game file in it.
        NotationError: when no game in it can be read and is one of `game`.
    """
    from tengen.agents.lesson import is_like

    def is_wanted(record: Record) -> bool:
        try:
            return is_like(load(record.game, **record.settings), game)
        except SettingsError:
            return False

    for path in paths:
        if not path.exists():
            raise SettingsError(f"--records {path}: there is no such file or folder")
        found = (entry.game for file in expand([path], SUFFIXES) for entry in entries(file))
        if not any(isinstance(record, Record) and is_wanted(record) for record in found):
            raise NotationError(f"--records {path}: no game of {game} in it that can be read")


def differing(there: object, asked: object) -> tuple[str, str]:
    """Return in words what an experiment was begun with and what is asked now, where they differ.

    Args:
        there: plain data.
        asked: the same now.
    """
    if isinstance(there, Mapping) and isinstance(asked, Mapping):
        names = [name for name in {**there, **asked} if there.get(name) != asked.get(name)]
        return _pairs(there, names), _pairs(asked, names)
    return _in_words(there), _in_words(asked)


def _pairs(data: Mapping[str, object], names: Sequence[str]) -> str:
    """Return ``size=8``, and changes of a method's settings as ``dqn.threads=2``."""
    told = []
    for name in names:
        value = data.get(name)
        if isinstance(value, list) and all("=" in str(item) for item in value):
            told += [f"{name}.{item}" for item in value]
        elif name in data:
            told.append(f"{name}={_in_words(value)}")
    return " ".join(told) or "none"


def _in_words(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)
