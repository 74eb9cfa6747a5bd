"""Ladders: opponents of known strength for a game, from random play to strong programs.

A ladder is a TOML file. Its ``[settings]`` say for which settings of the game it is; of those that
fit, the one that names most settings is taken. Ratings stand in it only where they were measured,
with the command that measured them.
"""

import hashlib
import json
import re
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from tengen.agents import names as agents
from tengen.core import Game, SettingsError, TengenError
from tengen.core.game import Setting
from tengen.core.spec import parse_spec
from tengen.core.words import there_are
from tengen.games import names as games

_UNSPEAKABLE = re.compile(r"""[\s'"?]""")


class Rung(BaseModel):
    """One opponent."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1)
    """As people know it."""
    spec: str
    """The agent."""
    level: int | None = Field(default=None, ge=1)
    """Its number among the opponents for people, 1 for the weakest; None where it is none."""
    default: bool = False
    """Whether it is the level for somebody who has not played yet."""
    elo: float | None = None
    """Above the ladder's anchor; None where it was not measured."""
    interval: tuple[float, float] | None = None
    """95 %, of `elo`."""
    games: int = Field(default=0, ge=0)
    """How many games that rating comes from."""
    needs: str | None = None
    """The program it is, a name or a path; None for our own agents."""
    only: Mapping[str, Setting] = Field(default_factory=dict)
    """Settings of the game that it is for; there is no such rung with others."""

    @property
    def is_there(self) -> bool:
        """Whether the program it needs is installed."""
        return self.needs is None or shutil.which(str(Path(self.needs).expanduser())) is not None

    def with_program(self, place: str | None) -> "Rung":
        """Return it with the program that it needs at a place; as it is where that is None."""
        if place is None or self.needs is None:
            return self
        moved = self.spec.replace(self.needs, place, 1)
        return self.model_copy(update={"spec": moved, "needs": place})


class Ladder(BaseModel):
    """The opponents for one game, the weakest first where that is known."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: str
    settings: Mapping[str, Setting] = Field(default_factory=dict)
    """Which settings the game must have; empty for any."""
    anchor: str = "random"
    """Name of the rung whose rating is 0 by definition."""
    rungs: tuple[Rung, ...] = Field(alias="rung", min_length=1)
    measured: Mapping[str, Any] = Field(default_factory=dict)
    """How the ratings were measured: command, date, machine; empty where they were not."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        names = [rung.name for rung in self.rungs]
        if self.game not in games():
            raise ValueError(f"unknown game {self.game!r}")
        if len(set(names)) < len(names):
            raise ValueError("two rungs have the same name")
        if self.anchor not in names:
            raise ValueError(f"no rung is called like the anchor, {self.anchor!r}")
        for rung in self.rungs:
            if (agent := parse_spec(rung.spec).name) not in agents():
                raise ValueError(f"rung {rung.name!r}: unknown agent {agent!r}")
        numbers = [rung.level for rung in self.levels]
        if numbers != list(range(1, len(numbers) + 1)):
            raise ValueError(f"levels are numbered from 1, each once, not {numbers}")
        if [rung.default for rung in self.levels].count(True) != bool(numbers):
            raise ValueError("one of the levels is the default")
        return self

    @property
    def levels(self) -> tuple[Rung, ...]:
        """The opponents for people, the weakest, level 1, first."""
        numbered = [rung for rung in self.rungs if rung.level is not None]
        return tuple(sorted(numbered, key=lambda rung: rung.level or 0))

    @property
    def rated(self) -> tuple[Rung, ...]:
        """The rungs that can be played here and whose strength was measured, the weakest first."""
        known = [rung for rung in self.rungs if rung.is_there and rung.elo is not None]
        return tuple(sorted(known, key=lambda rung: rung.elo or 0.0))

    def with_programs(self, places: Mapping[str, str]) -> "Ladder":
        """Return it with programs that are elsewhere: paths by the names that rungs need them by.

        Raises:
            SettingsError: when no rung needs a program of such a name, or a path cannot stand in a
                spec as it is.
        """
        needed = {rung.needs for rung in self.rungs if rung.needs is not None}
        for name, place in places.items():
            if name not in needed:
                raise SettingsError(f"no rung needs a program {name!r}: {there_are(needed)}")
            if _UNSPEAKABLE.search(place):
                raise SettingsError(f"{name}: {place!r}: a path without blanks, quotes or ?")
        rungs = tuple(rung.with_program(places.get(rung.needs or "")) for rung in self.rungs)
        return self.model_copy(update={"rungs": rungs})

    def with_programs_of(self, other: "Ladder") -> "Ladder":
        """Return it with the programs where `other`, a ladder of the same rungs, has them."""
        there = {rung.name: rung for rung in other.rungs}
        rungs = tuple(
            rung.model_copy(update={"spec": there[rung.name].spec, "needs": there[rung.name].needs})
            for rung in self.rungs
        )
        return self.model_copy(update={"rungs": rungs})

    def fits(self, game: Game) -> bool:
        """Return whether it is for `game`."""
        return self.game == game.name and _agree(self.settings, game)

    def for_game(self, game: Game) -> "Ladder":
        """Return it with the rungs alone that are for `game`."""
        rungs = tuple(rung for rung in self.rungs if _agree(rung.only, game))
        return self.model_copy(update={"rungs": rungs})


@dataclass(frozen=True, slots=True)
class LadderFile:
    """A ladder and where it stands."""

    path: Path
    ladder: Ladder


def find_ladder(game: Game) -> LadderFile:
    """Return the shipped ladder of `game` that is most its own.

    Raises:
        SettingsError: when none ships for it.
    """
    folder = Path(str(resources.files(__package__))) / "ladders"
    found = [LadderFile(path, _read(path)) for path in sorted(folder.glob(f"{game.name}*.toml"))]
    fitting = [file for file in found if file.ladder.fits(game)]
    if not fitting:
        raise SettingsError(f"no ladder ships for {game}: name a file, --ladder FILE")
    best = max(fitting, key=lambda file: len(file.ladder.settings))
    return LadderFile(best.path, best.ladder.for_game(game))


def edition() -> str:
    """Return a short text that becomes another one as soon as a shipped ladder does."""
    folder = Path(str(resources.files(__package__))) / "ladders"
    return hashlib.sha256(b"".join(map(Path.read_bytes, sorted(folder.glob("*.toml"))))).hexdigest()


def ladder(game: Game) -> Ladder:
    """Return the shipped ladder of `game`.

    Raises:
        SettingsError: when none ships for it.
    """
    return find_ladder(game).ladder


def read_ladder(path: Path, game: Game) -> Ladder:
    """Return the ladder in a file.

    Raises:
        SettingsError: when it cannot be read, or is for another game.
    """
    found = _read(path)
    if not found.fits(game):
        about = ", ".join([found.game, *(f"{k} {v}" for k, v in found.settings.items())])
        raise SettingsError(f"{path} is a ladder for {about}, not for {game}")
    return found.for_game(game)


def rung(game: Game, level: int) -> Rung:
    """Return the opponent of a level, 1 being the weakest.

    Raises:
        SettingsError: when there is no such level.
    """
    levels = ladder(game).levels
    if not 1 <= level <= len(levels):
        raise SettingsError(f"level {level}: {game.name} has levels 1 to {len(levels)}")
    return levels[level - 1]


def format_ladder(ladder: Ladder) -> str:
    """Return a ladder as the text of its file."""
    parts = [_table("", {"game": ladder.game, "anchor": ladder.anchor})]
    parts += [_table("[settings]", ladder.settings)] if ladder.settings else []
    parts += [_table("[measured]", ladder.measured)] if ladder.measured else []
    for rung in ladder.rungs:
        told = rung.model_dump(exclude_defaults=True)
        parts.append(_table("[[rung]]", told))
    return "\n\n".join(parts) + "\n"


def _table(head: str, values: Mapping[str, object]) -> str:
    lines = [f"{key} = {_toml(value)}" for key, value in values.items()]
    return "\n".join([head, *lines] if head else lines)


def _toml(value: object) -> str:
    """Return a value as TOML has it, which for these is JSON but for tables."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key} = {_toml(item)}" for key, item in value.items())
        return f"{{ {inside} }}"
    return json.dumps(value, ensure_ascii=False)


def _agree(settings: Mapping[str, Setting], game: Game) -> bool:
    return all(game.settings.get(key) == value for key, value in settings.items())


def _read(path: Path) -> Ladder:
    try:
        return Ladder.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is no ladder: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise SettingsError(f"{path} is no ladder: {where}: {first['msg']}".lower()) from None
    except TengenError as error:
        raise SettingsError(f"{path} is no ladder: {error}") from None
