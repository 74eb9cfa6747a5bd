"""How far a match or the reading of files has come, on stderr and only where a person looks."""

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from tengen.arena import PlayedMatchGame
from tengen.cli.shared.words import count, percent
from tengen.records.parts import Part
from tengen.search.review import MoveReview


class _Bar:
    """A bar of things done, with a note beside it."""

    def __init__(
        self,
        name: str,
        total: int | None,
        clock: ProgressColumn,
        done: ProgressColumn | None = None,
    ) -> None:
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            done or MofNCompleteColumn(),
            TextColumn("{task.fields[note]}", markup=False),
            clock,
            console=Console(stderr=True),
            transient=True,
            disable=not Console(stderr=True).is_terminal,
        )
        self._task = self._bar.add_task(name, total=total, note="")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()


class MatchProgress(_Bar):
    """A bar with the score so far of the match's first side."""

    def __init__(self, name: str, games: int) -> None:
        self._points = 0.0
        self._played = 0
        super().__init__(name, games, TimeRemainingColumn())

    def add(self, number: int, game: PlayedMatchGame) -> None:
        """Count one finished game; in the even ones the first side moved first."""
        player = number % 2
        assert game.record.outcome is not None
        self._points += (game.record.outcome.value_for(player) + 1) / 2
        self._played += 1
        self._bar.update(
            self._task, advance=1, note=f"score {percent(self._points / self._played)}"
        )


class ReadingProgress(_Bar):
    """How much of some files has been read, and how many games."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._sizes = [path.stat().st_size if path.is_file() else 0 for path in paths]
        self._games = self._ended = self._before = 0
        super().__init__("", sum(self._sizes), TimeRemainingColumn(), DownloadColumn())

    def add(self, part: Part[Any]) -> None:
        """Count what has been done with."""
        self._games += part.games
        at = self._before + part.read
        if part.is_end:
            self._before += self._sizes[self._ended]
            self._ended += 1
            at = self._before
        self._bar.update(
            self._task, completed=at, description=part.path.name, note=count(self._games, "game")
        )


class ReviewProgress(_Bar):
    """How many moves of a game have been judged, and which of the games it is."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._begun = self._faults = 0
        super().__init__("review", None, TimeRemainingColumn())

    def begin(self, moves: int) -> None:
        """Go on to the next game."""
        self._begun += 1
        name = "review" if self._games == 1 else f"game {self._begun} of {self._games}"
        self._bar.reset(self._task, total=moves, description=name)

    def add(self, move: MoveReview) -> None:
        """Count a move."""
        self._faults += move.is_fault
        self._bar.update(self._task, advance=1, note=count(self._faults, "fault"))
