"""All puzzles there are, those that ship and those made here, and which comes next."""

import logging
import random
import threading
import time
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import cast

from tengen import puzzles
from tengen.core import NotationError
from tengen.puzzles import Puzzle
from tengen.puzzles.files import read, write
from tengen.studio.rooms.puzzles.mistakes import KIND as MISTAKES
from tengen.studio.rooms.puzzles.progress import MIXED, Progress
from tengen.studio.rooms.puzzles.rating import FIRST
from tengen.studio.web.messages import RequestError

_log = logging.getLogger(__name__)

NEAR = 12
"""One of so many puzzles next to the person's rating is drawn."""


class Shelf:
    """Finds puzzles; its methods wait for the disk and may be called from any thread."""

    def __init__(self, folder: Path, progress: Progress) -> None:
        self._folder = folder
        self._progress = progress
        self._lock = threading.Lock()
        self._known: dict[str, Puzzle] | None = None
        self._rng = random.Random()

    def all(self, kind: str | None = None) -> list[Puzzle]:
        """Return the puzzles of a kind, or all."""
        known = self._read().values()
        if kind == MIXED:
            return [puzzle for puzzle in known if puzzle.kind != MISTAKES]
        return [puzzle for puzzle in known if kind in (None, puzzle.kind)]

    def find(self, name: str) -> Puzzle:
        """Return a puzzle by its id.

        Raises:
            RequestError: when there is none.
        """
        puzzle = self._read().get(name)
        if puzzle is None:
            raise RequestError("unknown_puzzle", "there is no puzzle of that name")
        return puzzle

    def add(self, puzzle: Puzzle) -> None:
        """Keep a puzzle that was made here.

        Raises:
            OSError: when it cannot be written.
        """
        self._read()
        with self._lock:
            assert self._known is not None
            path = self._made(puzzle.kind)
            kept = list(_readable(path))
            write([*kept, puzzle], path)
            self._known[puzzle.id] = puzzle

    def next(self, kind: str, after: str | None) -> Puzzle:
        """Return what to solve next: what was failed and is due, else a new one of one's strength.

        Raises:
            RequestError: when there is no puzzle of that kind.
        """
        offered = [puzzle for puzzle in self.all(kind) if puzzle.id != after]
        if not offered:
            raise RequestError("unknown_puzzle", "there is no other puzzle of that kind")
        by_name = {puzzle.id: puzzle for puzzle in offered}
        for name in self._progress.due(time.time()):
            if name in by_name:
                return by_name[name]
        seen = self._progress.seen()
        fresh = [puzzle for puzzle in offered if puzzle.id not in seen]
        if not fresh:
            return min(offered, key=lambda puzzle: seen[puzzle.id][1])
        return self._fitting(fresh, kind)

    def first_of(self, game: str, kind: str) -> Puzzle | None:
        """Return the first puzzle of a game of the library that was not tried yet, if any."""
        seen = self._progress.seen()
        fresh = [
            puzzle
            for puzzle in self.all(kind)
            if puzzle.source.get("game") == game and puzzle.id not in seen
        ]
        return min(fresh, key=lambda puzzle: cast("int", puzzle.source.get("ply", 0)), default=None)

    def daily(self, day: date) -> Puzzle:
        """Return the puzzle of a day, the same for the whole day; of the kinds in turn.

        Raises:
            RequestError: when no puzzles ship.
        """
        kinds = [kind for kind in puzzles.kinds() if puzzles.shipped(kind)]
        if not kinds:
            raise RequestError("unknown_puzzle", "there are no puzzles")
        number = day.toordinal()
        of_day = puzzles.shipped(kinds[number % len(kinds)])
        return of_day[number // len(kinds) % len(of_day)]

    def _fitting(self, fresh: list[Puzzle], kind: str) -> Puzzle:
        if kind == MIXED:
            kind = self._rng.choice(sorted({puzzle.kind for puzzle in fresh}))
            fresh = [puzzle for puzzle in fresh if puzzle.kind == kind]
        person = self._progress.people().get(kind)
        rating = person["rating"] if person else FIRST
        fresh.sort(key=lambda puzzle: abs(puzzle.grade - rating))
        return self._rng.choice(fresh[:NEAR])

    def _read(self) -> dict[str, Puzzle]:
        with self._lock:
            if self._known is None:
                found = [*self._shipped(), *self._own()]
                self._known = {puzzle.id: puzzle for puzzle in found}
            return self._known

    def _shipped(self) -> Iterable[Puzzle]:
        return [puzzle for kind in puzzles.kinds() for puzzle in puzzles.shipped(kind)]

    def _own(self) -> Iterable[Puzzle]:
        return [
            puzzle
            for kind in (*puzzles.kinds(), MISTAKES)
            for puzzle in _readable(self._made(kind))
        ]

    def _made(self, kind: str) -> Path:
        return self._folder / f"made-{kind}.jsonl"


def _readable(path: Path) -> Iterator[Puzzle]:
    """Yield the puzzles of a file, up to what cannot be read."""
    try:
        yield from read(path)
    except FileNotFoundError:
        return
    except (OSError, NotationError) as error:
        _log.warning("cannot read all puzzles: %s", error)
