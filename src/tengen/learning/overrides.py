"""Changing nested settings by name: ``learner.batch=512``."""

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from tengen.core import SettingsError
from tengen.core.words import there_are

Settings = TypeVar("Settings", bound=BaseModel)


def override(
    settings: Settings, assignments: Sequence[str], *, of_game: Iterable[str] = ()
) -> Settings:
    """Return `settings` with each ``dotted.name=value`` applied; values are JSON or plain words.

    Args:
        settings: what is changed.
        assignments: the changes.
        of_game: settings of the game, to be named too where a name is unknown.

    Raises:
        SettingsError: when a name is unknown or a value is of the wrong kind or out of range.
    """
    data = settings.model_dump()
    for assignment in assignments:
        name, equals, text = assignment.partition("=")
        if not equals or not name:
            raise SettingsError(f"bad setting {assignment!r}: expected NAME=VALUE")
        name = name.strip()
        if of_game and "." not in name and name not in data:
            game = ", ".join(sorted(of_game))
            raise SettingsError(f"unknown setting {name!r}: {there_are(data)}; of the game {game}")
        _assign(data, name, _read(text.strip()))
    return validate(type(settings), data)


def validate(kind: type[Settings], data: Mapping[str, object]) -> Settings:
    """Return settings made of plain data.

    Raises:
        SettingsError: when an entry is unknown, of the wrong kind, out of range or not finite.
    """
    try:
        settings = kind.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        said = first["msg"].removeprefix("Value error, ")
        if isinstance(first["input"], Mapping):  # of several together: all of them would hide it
            raise SettingsError(f"settings of {name}: {said}" if name else said) from error
        raise SettingsError(f"setting {name}={first['input']!r}: {said}") from error
    for name, value in _not_finite(settings.model_dump(), ""):
        raise SettingsError(f"setting {name}={value}: must be a finite number")
    return settings


def _not_finite(value: object, name: str) -> Iterator[tuple[str, float]]:
    """Yield the numbers that are infinite or none, each with its dotted name."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _not_finite(item, f"{name}.{key}" if name else key)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _not_finite(item, name)
    elif isinstance(value, float) and not math.isfinite(value):
        yield name, value


def _assign(data: dict[str, Any], name: str, value: Any) -> None:
    *path, last = name.split(".")
    for part in path:
        inner = data.get(part)
        if not isinstance(inner, dict):
            raise SettingsError(f"unknown setting {name!r}: {part!r} is not one of {_list(data)}")
        data = inner
    if last not in data:
        raise SettingsError(f"unknown setting {name!r}: {there_are(data)}")
    if isinstance(data[last], dict):
        raise SettingsError(f"setting {name!r} is a group: name one of {_list(data[last])}")
    data[last] = value


def _list(data: Mapping[str, object]) -> str:
    return ", ".join(sorted(data))


def _read(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
