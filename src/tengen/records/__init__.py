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
from tengen.records.blocks import blocks_of
from tengen.records.checking import check, playable
from tengen.records.fault import Fault, fault_of_file
from tengen.records.fit import NoRoomError
from tengen.records.formats import SUFFIXES, format_to_write
from tengen.records.sources import write_packed

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
    file, number, found = "", 0, False
    for block in blocks_of(Path(path)):
        if block.file != file:
            file, number = block.file, 0
        for game in block.games():
            number, found = number + 1, True
            yield Entry(file, number, game.at(file, number) if isinstance(game, Fault) else game)
    if not found:
        raise NotationError(f"{path} holds no games")


def entries(path: str | PathLike[str]) -> Iterator[Entry]:
    """Yield what `scan` does; where a file cannot be read on, a fault of the file comes last."""
    try:
        yield from scan(path)
    except (OSError, TengenError) as error:
        yield Entry(str(path), 0, fault_of_file(Path(path), error))


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
    write_packed(Path(path), chain([first], parts))
