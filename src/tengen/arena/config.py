"""A tournament's file of settings, and where in it a setting stands."""

import re
import tomllib
from collections import Counter
from pathlib import Path

from pydantic import BaseModel, ValidationError

from tengen.arena.adjudication import Adjudication, DrawRule, ResignRule
from tengen.arena.settings import (
    Entrant,
    OpeningSettings,
    Place,
    SprtSettings,
    TournamentSettings,
)
from tengen.core import SettingsError

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?")
_KEY = re.compile(r"\s*([\w.\"'-]+)\s*=")

_TABLES: dict[str, type[BaseModel]] = {
    "players": Entrant,
    "openings": OpeningSettings,
    "adjudication": Adjudication,
    "resign": ResignRule,
    "draw": DrawRule,
    "sprt": SprtSettings,
}


class Config:
    """A file that was read."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self._lines = lines_of(text)
        try:
            self.settings = TournamentSettings.model_validate(tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            raise SettingsError(f"{path}: {error}") from None
        except ValidationError as error:
            raise self._explain(error) from None

    @classmethod
    def read(cls, path: Path) -> "Config":
        """Read a file.

        Raises:
            SettingsError: when it cannot be read, or a setting in it cannot be, with its place.
        """
        try:
            return cls(path, path.read_text(encoding="utf-8-sig"))
        except OSError as error:
            raise SettingsError(f"{path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise SettingsError(f"{path}: is not text in UTF-8") from None

    @property
    def name(self) -> str:
        """What the tournament is called."""
        return self.settings.name or self.path.stem

    def fault(self, place: Place, message: object) -> SettingsError:
        """Return the error that says what is wrong in which line with which setting."""
        known = (place[:length] for length in range(len(place), 0, -1))
        line = next((self._lines[part] for part in known if part in self._lines), None)
        at = f"{self.path}, line {line}" if line else str(self.path)
        return SettingsError(f"{at}: {_in_words(place)}: {message}")

    def _explain(self, error: ValidationError) -> SettingsError:
        first = error.errors()[0]
        place: Place = first["loc"]
        if first["type"] == "extra_forbidden":
            *inside, key = place
            there = ", ".join(_keys_of(tuple(inside)))
            return self.fault(place, f"there is no key {key!r}; there are {there}")
        if first["type"] == "missing":
            return self.fault(place, "is missing")
        # In words of TOML, not of Python.
        reason = first["msg"].partition(" or instance of")[0]
        reason = reason.replace("Tuple", "List").replace("tuple", "list")
        reason = reason.replace("dictionary", "table")
        told = first["input"]
        is_short = isinstance(told, str | int | float)
        return self.fault(place, f"{told!r}: {reason}" if is_short else reason)


def lines_of(text: str) -> dict[Place, int]:
    """Return the line of each table and key of a TOML file, by its place.

    A key that is found by no line of its own, as in a list over several lines, is left out.
    """
    lines: dict[Place, int] = {}
    table: Place = ()
    counts: Counter[str] = Counter()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.fullmatch(line):
            table = _split(header[2])
            if header[1] == "[[":
                table = (*table, counts[header[2]])
                counts[header[2]] += 1
            lines.setdefault(table, number)
            lines.setdefault(table[:1], number)
        elif key := _KEY.match(line):
            lines.setdefault((*table, *_split(key[1])), number)
    return lines


def _split(dotted: str) -> Place:
    return tuple(part.strip(" \"'") for part in dotted.split("."))


def _in_words(place: Place) -> str:
    """Return ``players.2.time``: people count from 1."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in place)


def _keys_of(place: Place) -> list[str]:
    """Return what may stand in the table at a place."""
    tables = [_TABLES[part] for part in place if isinstance(part, str)]
    return list((tables[-1] if tables else TournamentSettings).model_fields)
