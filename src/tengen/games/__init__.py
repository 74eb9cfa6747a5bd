"""The games, found by their folders and in other people's packages: each has a ``GAME``."""

from collections.abc import Mapping

from tengen.core import Game, SettingsError
from tengen.core.discovery import BrokenPackageError, Discovery
from tengen.core.game import Setting
from tengen.core.words import there_are
from tengen.games.kind import GameKind
from tengen.games.metrics import Metrics, metrics_of

__all__ = [
    "GameKind",
    "Metrics",
    "kind_of",
    "load",
    "metrics_of",
    "names",
    "settings_of",
    "unmet_bonds",
]


def _begin(kind: GameKind) -> None:
    """Make the game of somebody else's package as it usually is."""
    game = kind.create()
    if not isinstance(game, Game):
        raise TypeError(f"its create returns {type(game).__name__}, no Game")
    game.initial_state()


_GAMES = Discovery(__name__, __path__, "GAME", GameKind, _begin)


def names() -> list[str]:
    """Return the names of all games."""
    return _GAMES.names()


def kind_of(name: str) -> GameKind:
    """Return all about a game that is known before its settings are.

    Raises:
        SettingsError: when there is no such game, or the package that offers it is broken.
    """
    try:
        return _GAMES.find(name)
    except KeyError:
        raise SettingsError(f"unknown game {name!r}: {there_are(names())}") from None
    except BrokenPackageError as error:
        raise SettingsError(str(error)) from error


def load(name: str, **settings: Setting) -> Game:
    """Return a game's rules, ``load("gomoku", size=15, rule="freestyle")``.

    Raises:
        SettingsError: when there is no such game, or a setting is unknown or out of range.
    """
    known = settings_of(name)
    for setting in settings:
        if setting not in known:
            raise SettingsError(f"{name} has no setting {setting!r}: it has {', '.join(known)}")
    return kind_of(name).create(**settings)


def settings_of(name: str) -> dict[str, Setting]:
    """Return the settings of a game with their defaults.

    Raises:
        SettingsError: when there is no such game.
    """
    return kind_of(name).settings


def unmet_bonds(learned: Mapping[str, Setting], game: Game) -> list[str]:
    """Return the settings that bind a net and differ in `game` from what a net `learned`.

    A setting it was not told of had its usual value.
    """
    usual = settings_of(game.name)
    return [
        name
        for name in game.binding_settings
        if learned.get(name, usual[name]) != game.settings[name]
    ]
