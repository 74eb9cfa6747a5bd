"""Puzzles, found in games by solvers that prove them, and judged by the same.

>>> from tengen import puzzles
>>> puzzle = puzzles.shipped("fours")[0]
>>> task = puzzles.open_task(puzzle)

A kind is a module of this folder with a `Kind`; `KINDS` names them.
"""

from functools import cache
from importlib import resources
from pathlib import Path

from tengen.core import NotationError, SettingsError
from tengen.core.words import there_are
from tengen.puzzles.files import read
from tengen.puzzles.fours import Fours
from tengen.puzzles.kind import Found, Kind, Refutation, Standing, Task
from tengen.puzzles.puzzle import Puzzle
from tengen.puzzles.races import Races
from tengen.puzzles.shots import Shots

__all__ = [
    "KINDS",
    "Found",
    "Kind",
    "Puzzle",
    "Refutation",
    "Standing",
    "Task",
    "kind_of_game",
    "open_task",
    "shipped",
]

KINDS: dict[str, Kind] = {kind.name: kind for kind in (Fours(), Shots(), Races())}


def kind_of_game(game: str) -> Kind:
    """Return the kind of puzzles that a game has.

    Raises:
        SettingsError: when it has none.
    """
    for kind in KINDS.values():
        if kind.game == game:
            return kind
    games = there_are(kind.game for kind in KINDS.values())
    raise SettingsError(f"{game} has no puzzles: {games}")


def open_task(puzzle: Puzzle) -> Task:
    """Return the task of a puzzle.

    Raises:
        TengenError: when the puzzle is none.
    """
    if puzzle.kind not in KINDS:
        raise NotationError(f"puzzles of kind {puzzle.kind!r}: {there_are(KINDS)}")
    return KINDS[puzzle.kind].open(puzzle)


@cache
def shipped(kind: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a kind that come with Tengen."""
    folder = Path(str(resources.files(__package__))) / "sets"
    return tuple(read(folder / f"{kind}.jsonl"))
