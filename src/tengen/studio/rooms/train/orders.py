"""What the page orders, checked at the door, and the command line that does it."""

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from tengen import agents
from tengen.agents.teachers import check_teacher, learning_of
from tengen.core import Game, SettingsError
from tengen.games import settings_of
from tengen.studio.sitting.sheet import load_game

MOST_MINUTES = 60.0 * 24 * 365
NAME = r"[\w][\w .()+-]*"
"""Nothing in it can leave a folder, or means anything in an agent's spec."""
_Value = int | float | str | bool
_Word = Annotated[str, Field(max_length=60)]
_Setting = Annotated[str, Field(max_length=80, pattern=r"^[a-z][a-z0-9_.]*$")]
"""A dotted name: with an equals sign in it, it would be another one in the command."""


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Order(_Message):
    """A run to begin."""

    name: str = Field(min_length=1, max_length=60)
    """Of its folder."""
    method: _Word
    game: _Word
    settings: dict[_Word, _Value] = Field(default_factory=dict, max_length=20)
    """Of the game."""
    preset: _Word = "default"
    minutes: float = Field(30.0, gt=0, le=MOST_MINUTES)
    seed: int = Field(0, ge=0, lt=2**31)
    changes: dict[_Setting, Annotated[str, Field(max_length=200)]] = Field(
        default_factory=dict, max_length=100
    )
    """Settings of the preset that shall be otherwise, as one would write them in a command."""
    records: list[Annotated[str, Field(max_length=400)]] = Field(
        default_factory=list, max_length=200
    )
    """Files of games, by the names that the form was given."""
    at_once: bool = False
    """Whether it does not wait for other runs to end."""


class GoOn(_Message):
    """More of a run that rests."""

    minutes: float | None = Field(None, gt=0, le=MOST_MINUTES)
    """Of the whole run, what was before included; None for as many as it was meant to have."""
    at_once: bool = False


class Promotion(_Message):
    """A network of a run that shall be an opponent."""

    network: str = Field(max_length=100)
    """The name that the run's page was given."""
    name: str = Field(min_length=1, max_length=60)
    """What the opponent will be called."""


class NewName(_Message):
    """What a copy shall be called from now on."""

    name: str = Field(min_length=1, max_length=60)


def check_name(name: str) -> str:
    """Return a name that a file may have.

    Raises:
        SettingsError: when it may not.
    """
    if not re.fullmatch(NAME, name) or name.endswith((" ", ".")):
        raise SettingsError(
            f"bad name {name!r}: letters, digits, spaces and . ( ) + - _ only, a letter first"
        )
    return name


def check_order(order: Order) -> Game:
    """Check all of an order that can be checked at once; return the rules it is about.

    Raises:
        SettingsError: when the method or game is unknown or they do not go together.
    """
    check_name(order.name)
    check_teacher(order.method)
    game = load_game(order.game, order.settings)
    if not agents.can_play(order.method, game):
        raise SettingsError(f"{order.method} does not play {game}")
    if needs_records(order.method) and not order.records:
        raise SettingsError(f"{order.method} learns from records: choose at least one file")
    return game


def needs_records(method: str) -> bool:
    """Tell whether a method learns from records alone."""
    return learning_of(method).records == "only"


def command_to_begin(order: Order, game: Game, folder: Path, records: Sequence[Path]) -> list[str]:
    """Return the command line that begins a run in `folder`."""
    command = [*_command(order.method, game, folder), "--minutes", f"{order.minutes:g}"]
    command += ["--preset", order.preset, "--seed", str(order.seed)]
    for name, text in order.changes.items():
        command += ["--set", f"{name}={text}"]
    for path in records:
        command += ["--records", str(path)]
    return command


def command_to_resume(config: Mapping[str, object], folder: Path, minutes: float) -> list[str]:
    """Return the command line that goes on with the run in `folder`, configured so.

    Raises:
        SettingsError: when the configuration names no game.
    """
    method, name, settings = (config.get(key) for key in ("method", "game", "settings"))
    if not (isinstance(method, str) and isinstance(name, str) and isinstance(settings, dict)):
        raise SettingsError("the run's config.toml is damaged: it does not say what it learns")
    check_teacher(method)
    game = load_game(name, settings)
    return [*_command(method, game, folder), "--minutes", f"{minutes:g}", "--resume"]


def _command(method: str, game: Game, folder: Path) -> list[str]:
    command = [sys.executable, "-m", "tengen", "train", method, game.name, "--out", str(folder)]
    usual = settings_of(game.name)
    for key, value in game.settings.items():
        if value != usual[key]:
            command += ["--set", f"{key}={value}"]
    return command
