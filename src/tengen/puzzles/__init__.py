"""Puzzles, found in games by solvers that prove them, and judged by the same.

>>> from tengen import puzzles
>>> puzzle = puzzles.shipped("fours")[0]
>>> task = puzzles.open_task(puzzle)

A kind is a folder here, or another package's, with its `Kind` as ``KIND`` and those that ship.
"""

from functools import cache
from inspect import getfile
from pathlib import Path

from tengen.core import NotationError, SettingsError
from tengen.core.discovery import Discovery
from tengen.core.words import there_are
from tengen.puzzles.files import read
from tengen.puzzles.kind import Found, Kind, Refutation, Standing, Task
from tengen.puzzles.puzzle import Puzzle

__all__ = [
    "Found",
    "Kind",
    "Puzzle",
    "Refutation",
    "Standing",
    "Task",
    "find_kind",
    "kind_of_game",
    "kinds",
    "open_task",
    "shipped",
]

_KINDS = Discovery(__name__, __path__, "KIND", Kind)  # type: ignore[type-abstract] # never made


def kinds() -> dict[str, Kind]:
    """Return all kinds of puzzles by their names."""
    return {name: _KINDS.find(name) for name in _KINDS.names()}


def find_kind(name: str) -> Kind:
    """Return the kind of puzzles of that name.

    Raises:
        NotationError: when there is none.
    """
    known = kinds()
    if name not in known:
        raise NotationError(f"puzzles of kind {name!r}: {there_are(known)}")
    return known[name]


def kind_of_game(game: str) -> Kind:
    """Return the kind of puzzles that a game has.

    Raises:
        SettingsError: when it has none.
    """
    for kind in kinds().values():
        if kind.game == game:
            return kind
    games = there_are(kind.game for kind in kinds().values())
    raise SettingsError(f"{game} has no puzzles: {games}")


def open_task(puzzle: Puzzle) -> Task:
    """Return the task of a puzzle.

    Raises:
        TengenError: when the puzzle is none.
    """
    return find_kind(puzzle.kind).open(puzzle)


@cache
def shipped(kind: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a kind that come with Tengen."""
    path = Path(getfile(type(kinds()[kind]))).with_name("shipped.jsonl")
    return tuple(read(path)) if path.is_file() else ()
