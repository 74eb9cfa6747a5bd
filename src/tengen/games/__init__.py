"""The games, found by their folders: each has a `game` module with a `create` function."""

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from inspect import signature
from types import ModuleType

from tengen.core import Game, SettingsError
from tengen.core.game import Setting
from tengen.core.words import there_are
from tengen.games.metrics import Metrics, metrics_of

__all__ = ["Metrics", "load", "metrics_of", "names", "settings_of", "unmet_bonds"]


def names() -> list[str]:
    """Return the names of all games."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def load(name: str, **settings: Setting) -> Game:
    """Return a game's rules, ``load("gomoku", size=15, rule="freestyle")``.

    Raises:
        SettingsError: when there is no such game, or a setting is unknown or out of range.
    """
    known = settings_of(name)
    for setting in settings:
        if setting not in known:
            raise SettingsError(f"{name} has no setting {setting!r}: it has {', '.join(known)}")
    game: Game = _module(name).create(**settings)
    return game


def settings_of(name: str) -> dict[str, Setting]:
    """Return the settings of a game with their defaults.

    Raises:
        SettingsError: when there is no such game.
    """
    if name not in names():
        raise SettingsError(f"unknown game {name!r}: {there_are(names())}")
    return {key: known.default for key, known in signature(_module(name).create).parameters.items()}


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


def _module(name: str) -> ModuleType:
    return import_module(f"{__name__}.{name}.game")
