"""The file formats, each a module; which one a file is in."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Protocol

from tengen.core import NotationError, Record
from tengen.records import jsonl, pdn, psq, sgf
from tengen.records.fault import Fault
from tengen.records.sources import unpacked


class WriteGames(Protocol):
    """Yields the bytes of a file, game by game."""

    def __call__(self, records: Iterable[Record], *, lossy: bool = False) -> Iterator[bytes]:
        """Write `records`; if `lossy`, leave out what the format cannot hold."""
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """A file format."""

    name: str
    suffixes: tuple[str, ...]
    is_it: Callable[[bytes], bool]
    """Whether a file begins as files of this format do."""
    read_games: Callable[[bytes], Iterator[Record | Fault]]
    """Yields each game of a file, or why it could not be read."""
    last_start: Callable[[bytes], int]
    """Where in the front of a file the last game begins, so that all before it is whole games; 0
    where that cannot be told."""
    write_games: WriteGames
    between: bytes
    """What `write_games` puts between two games."""


def _format(name: str, module: ModuleType) -> Format:
    return Format(
        name=name,
        suffixes=module.SUFFIXES,
        is_it=module.is_it,
        read_games=module.read_games,
        last_start=module.last_start,
        write_games=module.write_games,
        between=module.BETWEEN,
    )


FORMATS = (
    _format("SGF", sgf),
    _format("PDN", pdn),
    _format("PSQ", psq),
    _format("JSON", jsonl),
)
SUFFIXES = {suffix: format_ for format_ in FORMATS for suffix in format_.suffixes}


def format_of(suffix: str, data: bytes, name: str) -> Format:
    """Return the format of a file, by its suffix or else by its content.

    A suffix that the file plainly gainsays, such as SGF in a ``.pdn``, is not believed.

    Raises:
        NotationError: when it is none of ours.
    """
    if suffix in SUFFIXES:
        own = SUFFIXES[suffix]
        if own.is_it(data):
            return own
        return next((format_ for format_ in FORMATS if _is_plainly(format_, data)), own)
    for format_ in FORMATS:
        if format_.is_it(data):
            return format_
    raise NotationError(f"{name} holds no game records: {', '.join(SUFFIXES)} are read")


def _is_plainly(format_: Format, data: bytes) -> bool:
    """Return whether a file begins as no file of other formats does."""
    # A comment of PDN begins as JSON does.
    return format_.is_it(data) and (format_.name != "JSON" or data.startswith(b'{"'))


def format_to_write(path: Path) -> Format:
    """Return the format that a file's name asks for, packed (``.pdn.gz``) or not.

    Raises:
        NotationError: when it is none of ours.
    """
    suffix = unpacked(path).suffix.lower()
    if suffix == ".rec":
        raise NotationError(f"{path}: .rec files are only read; .psq holds the same")
    if suffix not in SUFFIXES:
        raise NotationError(f"{path}: its suffix must be one of {', '.join(SUFFIXES)}")
    return SUFFIXES[suffix]
