"""Games of one format written in another, a part of a file at once."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tengen.core import Record, TengenError
from tengen.records.fault import Fault, one_line
from tengen.records.fit import NoRoomError
from tengen.records.formats import FORMATS, format_to_write
from tengen.records.sources import unpacked
from tengen.records.unplayed import first_unplayed


@dataclass(slots=True)
class Converted:
    """Games in another format."""

    data: bytes = b""
    games: int = 0
    faults: list[tuple[int, Fault]] = field(default_factory=list)
    """What could not be read or played, by the number of the game, from 0."""
    left_out: int = 0
    """Of the games with faults, those that are not written at all."""
    stop: tuple[int, str] | None = None
    """The game that cannot be written, and why; nothing behind it has been looked at."""


@dataclass(frozen=True, slots=True)
class Converting:
    """Writes games in the format that a file's name asks for."""

    out: Path
    lossy: bool
    """Leave out what the format cannot hold."""

    def __call__(self, games: Iterable[Record | Fault]) -> Converted:
        """Return the games in the format."""
        done = Converted()
        format_ = format_to_write(self.out)
        try:
            done.data = b"".join(format_.write_games(self._readable(games, done), lossy=self.lossy))
        except TengenError as error:
            way_out = " (--lossy leaves it out)" if isinstance(error, NoRoomError) else ""
            done.stop = done.games + done.left_out - 1, f"{one_line(error)}{way_out}"
        return done

    def _readable(self, games: Iterable[Record | Fault], done: Converted) -> Iterator[Record]:
        for number, game in enumerate(games):
            if isinstance(game, Fault):
                done.faults.append((number, game))
                done.left_out += 1
                continue
            if (part := first_unplayed(game)) is not None:
                done.faults.append((number, part.fault))
                if not self.lossy and unpacked(self.out).suffix.lower() not in _suffixes_of(
                    part.format
                ):
                    done.left_out += 1
                    continue
            done.games += 1
            yield game


def _suffixes_of(name: str) -> tuple[str, ...]:
    """Return the suffixes of files that have room for words of the format called `name`."""
    return tuple(s for one in FORMATS if one.name in (name, "JSON") for s in one.suffixes)
