"""Game records: SGF, PDN, PSQ and JSON read into one `Record`, checked, and written again.

>>> for game in records.read("games.sgf"):
...     print(game if isinstance(game, records.Fault) else game.players)
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from os import PathLike
from pathlib import Path

from tengen.core import NotationError, Record, TengenError
from tengen.core.files import write_beside
from tengen.records.checking import check, playable
from tengen.records.fault import Fault
from tengen.records.fit import NoRoomError
from tengen.records.formats import SUFFIXES, format_of, format_to_write
from tengen.records.sources import Source, open_sources

__all__ = [
    "SUFFIXES",
    "Entry",
    "Fault",
    "NoRoomError",
    "check",
    "entries",
    "playable",
    "read",
    "scan",
    "write",
]


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of a file, as it was read."""

    file: str
    """The path, with the member after a colon for an archive."""
    number: int
    """Which game of the file, from 1; 0 for a fault of the file as a whole."""
    game: Record | Fault

    def check(self) -> Fault | None:
        """Return what is wrong with the game, in the file or by the rules; None if nothing is."""
        if isinstance(self.game, Fault):
            return self.game
        fault = check(self.game)
        return fault and fault.at(self.file, self.number)


def read(path: str | PathLike[str]) -> Iterator[Record | Fault]:
    """Yield each game of a file or of an archive of files; a fault stands for one not readable.

    Raises:
        OSError: when the file cannot be read.
        NotationError: when it holds no games, in no format known or in a damaged archive.
    """
    return (entry.game for entry in scan(path))


def scan(path: str | PathLike[str]) -> Iterator[Entry]:
    """Yield each game of a file with its place.

    Raises:
        OSError: when the file cannot be read.
        NotationError: when it holds no games, in no format known or in a damaged archive.
    """
    found = False
    for source in open_sources(Path(path), frozenset(SUFFIXES)):
        for entry in _games_of(source):
            found = True
            yield entry
    if not found:
        raise NotationError(f"{path} holds no games")


def entries(path: str | PathLike[str]) -> Iterator[Entry]:
    """Yield what `scan` does; where a file cannot be read on, a fault of the file comes last."""
    name = str(path)
    try:
        yield from scan(path)
    except OSError as error:
        yield Entry(name, 0, Fault(error.strerror or str(error), file=name))
    except TengenError as error:
        reason = str(error).removeprefix(name).lstrip(": ")
        yield Entry(name, 0, Fault(reason, file=name))


def write(records: Iterable[Record], path: str | PathLike[str], *, lossy: bool = False) -> None:
    """Write games to a file, in the format that its suffix asks for; whole or not at all.

    Args:
        lossy: leave out what the format cannot hold.

    Raises:
        NotationError: when there is no such format, or a record has what it cannot hold.
        OSError: when the file cannot be written.
    """
    format_ = format_to_write(Path(path))
    parts = format_.write_games(records, lossy=lossy)
    first = next(parts, b"")
    write_beside(Path(path), lambda file: file.writelines(chain([first], parts)))


def _games_of(source: Source) -> Iterator[Entry]:
    format_ = format_of(source.suffix, source.data, source.name)
    for number, game in enumerate(format_.read_games(source.data), 1):
        at = game.at(source.name, number) if isinstance(game, Fault) else game
        yield Entry(source.name, number, at)
