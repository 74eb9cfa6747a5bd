"""Games as texts of a format, and back."""

from tengen.core import Record
from tengen.records import Fault
from tengen.records.formats import FORMATS, Format


def format_named(name: str) -> Format:
    """Return a format by its name, ``SGF``."""
    (format_,) = (one for one in FORMATS if one.name == name)
    return format_


def read_all(name: str, text: str | bytes) -> list[Record | Fault]:
    """Return the games in a text, of the format named."""
    data = text.encode() if isinstance(text, str) else text
    return list(format_named(name).read_games(data))


def read_one(name: str, text: str | bytes) -> Record:
    """Return the one game in a text, which must be without a fault."""
    (game,) = read_all(name, text)
    assert isinstance(game, Record), game
    return game


def fault_in(name: str, text: str | bytes) -> Fault:
    """Return what is wrong with the one game in a text."""
    (game,) = read_all(name, text)
    assert isinstance(game, Fault), game
    return game


def written(name: str, *records: Record, lossy: bool = False) -> str:
    """Return records as a text of the format named."""
    return b"".join(format_named(name).write_games(records, lossy=lossy)).decode()


def moves_of(record: Record) -> list[int]:
    """Return the actions of a record's moves."""
    return [move.action for move in record.moves]
