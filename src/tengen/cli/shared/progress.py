"""How far a match or the reading of files has come, on stderr and only where a person looks."""

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from tengen.arena import PlayedMatchGame
from tengen.cli.shared.words import count, percent
from tengen.search.review import MoveReview


class _Bar:
    """A bar of things done, with a note beside it."""

    def __init__(self, name: str, total: int | None, clock: ProgressColumn) -> None:
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
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
    """How many files, and games in them, have been read."""

    def __init__(self, files: int | None) -> None:
        self._games = 0
        super().__init__("", files, TimeElapsedColumn())

    def begin(self, name: str) -> None:
        """Say which file is read."""
        self._bar.update(self._task, description=name)

    def add(self) -> None:
        """Count a game."""
        self._games += 1
        if self._games % 100 == 0:
            self._bar.update(self._task, note=f"{self._games} games")

    def end(self) -> None:
        """Count a file."""
        self._bar.update(self._task, advance=1)


class ReviewProgress(_Bar):
    """How many moves of a game have been judged."""

    def __init__(self, moves: int) -> None:
        self._faults = 0
        super().__init__("review", moves, TimeRemainingColumn())

    def add(self, move: MoveReview) -> None:
        """Count a move."""
        self._faults += move.is_fault
        self._bar.update(self._task, advance=1, note=count(self._faults, "fault"))
