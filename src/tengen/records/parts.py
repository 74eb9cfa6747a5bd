"""Something done with all games of many files, by several workers, in the order of the games."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar

from tengen.core import Record, Stop, TengenError
from tengen.core.pool import in_order
from tengen.core.runner import InlineRunner, Runner
from tengen.records.blocks import BLOCK, Block, blocks_of
from tengen.records.fault import Fault, fault_of_file

T = TypeVar("T")
Work = Callable[[Iterable[Record | Fault]], T]
"""What is done with some games; workers are sent it, so it is a function of some module."""


@dataclass(frozen=True, slots=True)
class Part(Generic[T]):
    """What came of some games of a file, or why the file could not be read on."""

    path: Path
    file: str
    """The path, with the member after a colon for an archive."""
    before: int
    """Games of the file before these."""
    games: int
    read: int
    """How far into the file on disk they are, in bytes."""
    result: T | None = None
    """None where nothing was read: in a fault, and at the end of each file on disk."""
    fault: Fault | None = None
    """Of the file as a whole."""

    def faults(self, found: Iterable[tuple[int, Fault]]) -> Iterator[Fault]:
        """Yield faults with their places: that of the file, and those `found` in its games.

        Args:
            found: each with the number of its game among these, from 0.
        """
        for number, fault in found:
            yield fault.at(self.file, self.before + number + 1)
        if self.fault is not None:
            yield self.fault

    @property
    def is_end(self) -> bool:
        """Whether the file on disk ends here."""
        return self.result is None and self.fault is None


def in_parts(
    paths: Iterable[Path], work: Work[T], *, runner: Runner | None = None, workers: int | None = 1
) -> Iterator[Part[T]]:
    """Yield what comes of the games in files, a few hundred at once.

    Memory does not grow with the files. One that cannot be read on is a part with a fault.

    Args:
        paths: plain files, packed ones and archives.
        work: what is done with the games of a part; it must look at all of them.
        runner: has the workers; None for this thread.
        workers: how many; None for as many as the runner has room for. What comes is the same.
    """
    chosen = InlineRunner() if runner is None or workers == 1 else runner
    file, before, found = "", 0, False
    for portion in in_order(chosen, workers, _Doing(work), _portions(paths)):
        for part in portion:
            if part.is_end:
                fault = None if found else Fault("holds no games", file=part.file)
                yield replace(part, fault=fault)
                file, found = "", False
                continue
            if part.file != file:
                file, before = part.file, 0
            yield replace(part, before=before)
            before += part.games
            found |= part.games > 0 or part.fault is not None


_Piece = tuple[Path, Block | Fault | None]
"""A part of a file, why it cannot be read on, or None for its end."""


def _portions(paths: Iterable[Path]) -> Iterator[list[_Piece]]:
    """Yield what is worth sending to a worker: many of the small files in an archive at once."""
    portion: list[_Piece] = []
    size = 0
    for piece in _pieces(paths):
        portion.append(piece)
        size += len(piece[1].data) if isinstance(piece[1], Block) else 0
        if size >= BLOCK // 2:
            yield portion
            portion, size = [], 0
    if portion:
        yield portion


def _pieces(paths: Iterable[Path]) -> Iterator[_Piece]:
    for path in paths:
        try:
            for block in blocks_of(path):
                yield path, block
        except (OSError, TengenError) as error:
            yield path, fault_of_file(path, error)
        yield path, None


@dataclass(frozen=True, slots=True)
class _Doing(Generic[T]):
    """Does the work for a worker."""

    work: Work[T]

    def __call__(self, portion: list[_Piece], stop: Stop) -> list[Part[T]]:
        del stop  # a portion takes a fraction of a second
        return [self._do(path, piece) for path, piece in portion]

    def _do(self, path: Path, piece: Block | Fault | None) -> Part[T]:
        if not isinstance(piece, Block):
            return Part(path, str(path), 0, 0, 0, fault=piece)
        games = _Counted(piece.games())
        result = self.work(games)
        return Part(path, piece.file, 0, games.count, piece.read, result)


class _Counted:
    """Hands games on and counts them."""

    def __init__(self, games: Iterator[Record | Fault]) -> None:
        self._games = games
        self.count = 0

    def __iter__(self) -> Iterator[Record | Fault]:
        for game in self._games:
            self.count += 1
            yield game
