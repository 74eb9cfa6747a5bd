"""One trial: a training in a run folder of its own, watched and ended where it looks hopeless."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import TYPE_CHECKING, NotRequired, Self, TypedDict, cast

from tengen.core import TengenError
from tengen.learning.metrics import Display
from tengen.learning.run import read_metrics

if TYPE_CHECKING:
    import optuna


class TrialRow(TypedDict):
    """A trial that came to an end, as JSON has it."""

    trial: int
    folder: str
    """Of its run."""
    state: str
    """``complete``, ``pruned`` or ``fail``."""
    value: float | None
    """What was sought; None where it was not finished."""
    score: float | None
    interval: list[float] | None
    games: int | None
    opponent: str | None
    settings: list[str]
    """``name=value``."""
    failure: str | None


class Match(TypedDict):
    """A match against the fixed opponent, as the run has logged it; it has more figures."""

    score: float
    interval: list[float]
    """95 %, of `score`."""
    opponent: str
    steps: NotRequired[int]
    """Gradient steps before it."""


class TrialFailedError(TengenError):
    """A trial that led to no network, or to none that was measured."""


def read_matches(folder: Path) -> list[Match]:
    """Return the matches that the run in `folder` has logged, none where there is no run yet."""
    if not (folder / "metrics.jsonl").exists():
        return []
    try:
        entries = read_metrics(folder)
    except TengenError:
        return []
    return [
        cast("Match", entry)
        for entry in entries
        if entry["kind"] == "match" and "interval" in entry
    ]


def value_of(match: Match) -> float:
    """Return what is sought: the lower end of a score's interval.

    A few lucky games must not win over many good ones.
    """
    return float(match["interval"][0])


class OwnStop(Event):
    """Ends one trial; is also set when the whole search shall end."""

    def __init__(self, search: Event) -> None:
        super().__init__()
        self._search = search

    def is_set(self) -> bool:
        """Return whether either was set."""
        return super().is_set() or self._search.is_set()


class Reporting:
    """A display that tells Optuna every match, and stops a trial that it finds hopeless."""

    def __init__(self, shown: Display, trial: "optuna.Trial", folder: Path, stop: OwnStop) -> None:
        self._shown = shown
        self._trial = trial
        self._folder = folder
        self._stop = stop
        self._told = 0
        self._size = 0
        self.pruned = False

    def show(self, progress: float, figures: Mapping[str, object]) -> None:
        """Show the figures, and report what was measured since."""
        self._shown.show(progress, figures)
        path = self._folder / "metrics.jsonl"
        size = path.stat().st_size if path.exists() else 0
        if size == self._size or self.pruned:
            return
        self._size = size
        matches = read_matches(self._folder)
        for match in matches[self._told :]:
            self._trial.report(value_of(match), self._told)
            self._told += 1
        # A slow start is no failure: before the first step there is nothing to judge.
        begun = bool(matches) and matches[-1].get("steps", 0) > 0
        if progress < 1.0 and begun and self._trial.should_prune():
            self.pruned = True
            self._stop.set()

    def __enter__(self) -> Self:
        self._shown.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._shown.__exit__(kind, error, trace)


def result_of(folder: Path, steps: int) -> Match:
    """Return the last match of a trial.

    Raises:
        TrialFailedError: when nothing was learned or measured.
    """
    matches = read_matches(folder)
    if not steps or not matches:
        raise TrialFailedError("the time was too short to learn and to be measured")
    return matches[-1]


def describe(settings: Sequence[str]) -> str:
    """Return settings in one line, without the groups they are in."""
    pairs = (setting.partition("=") for setting in settings)
    return ", ".join(f"{name.rpartition('.')[2]} {value}" for name, _, value in pairs)
