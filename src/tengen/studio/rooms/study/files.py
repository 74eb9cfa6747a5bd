"""A study as a file, and the formats that it fits in."""

from functools import lru_cache
from typing import Literal, get_args

from tengen.core import Game, NotationError, Record
from tengen.records.fit import NoRoomError
from tengen.records.formats import FORMATS

FileFormat = Literal["sgf", "pdn", "psq", "json"]
"""The formats by their suffixes."""


def write_file(record: Record, suffix: FileFormat) -> bytes:
    """Return a study in a format.

    Raises:
        NotationError: when the format is for other games, or has no room for the start.
    """
    if suffix == "psq" and record.settings.get("position"):
        raise NoRoomError("PSQ has no room for set-up stones")
    format_ = next(each for each in FORMATS if f".{suffix}" in each.suffixes)
    return b"".join(format_.write_games([record], lossy=True))


@lru_cache
def formats_for(game: Game) -> tuple[FileFormat, ...]:
    """Return the formats that are for `game` and have room for its start."""
    begun = Record(game.name, dict(game.settings))
    return tuple(suffix for suffix in get_args(FileFormat) if _fits(begun, suffix))


def _fits(record: Record, suffix: FileFormat) -> bool:
    try:
        write_file(record, suffix)
    except NotationError:
        return False
    return True
