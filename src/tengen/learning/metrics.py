"""What a run shows while it goes on: a live table with curves, and log lines."""

import logging
import math
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

_log = logging.getLogger(__name__)

_LINE_SECONDS = 30.0
_LABELS = {
    "games": "games",
    "positions": "positions",
    "window": "window",
    "steps": "steps",
    "loss": "loss",
    "policy_loss": "policy loss",
    "value_loss": "value loss",
    "soft_loss": "soft policy loss",
    "accuracy": "accuracy",
    "top1": "top-1 accuracy",
    "top5": "top-5 accuracy",
    "learned_top1": "top-1 where it learns",
    "entropy": "search entropy",
    "simulations_per_second": "simulations/s",
    "moves_per_second": "moves/s",
    "samples_per_second": "samples trained/s",
    "ratio": "trained per position",
    "rate": "learning rate",
    "epsilon": "exploration",
    "elo": "Elo",
    "score": "score",
    "match_win_rate": "games won",
    "match_draw_rate": "games drawn",
    "opponent": "against",
    "nodes": "nodes",
    "workers": "workers",
    "behind": "publications behind",
    "queue": "reports waiting",
    "store": "object store used",
}
_SHORT = (
    "games",
    "positions",
    "steps",
    "loss",
    "policy_loss",
    "value_loss",
    "top1",
    "rate",
    "elo",
    "score",
    "nodes",
    "workers",
)
"""What a log line says, beside what a method alone has."""
_SHARES = ("accuracy", "top1", "top5", "score", "_rate")
_CURVES = ("loss", "entropy", "elo", *_SHARES)
"""Figures whose names end so are drawn as curves, whatever the method calls them; shares on the
scale from 0 to 1, others from their least value to their greatest."""
_WIDTH = 32
_BLOCKS = "▁▂▃▄▅▆▇█"


class Display(Protocol):
    """Shows how a run is going."""

    def show(self, progress: float, figures: Mapping[str, object]) -> None:
        """Show the share of the run that is done, and its figures by name."""
        ...

    def __enter__(self) -> Self:
        """Begin."""
        ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Tidy up."""
        ...


class LiveDisplay:
    """A table that stays in place on a terminal; elsewhere a log line now and then."""

    def __init__(self, title: str, console: Console | None = None) -> None:
        self._title = title
        self._console = console or Console(stderr=True)
        self._live: Live | None = None
        self._logged = time.monotonic()
        self._waiting: str | None = None
        self._curves: dict[str, Sparkline] = {}

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live = Live(console=self._console, refresh_per_second=2, transient=False)
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()
        elif error is None and self._waiting is not None:
            _log.info(self._waiting)

    def show(self, progress: float, figures: Mapping[str, object]) -> None:
        """Show the share of the run that is done, and its figures by name."""
        if self._live is not None:
            told = {**figures, **_rates(figures)}
            self._remember(progress, told)
            self._live.update(self._table(progress, told))
            return
        parts = (
            f"{label} {_text(figures[name])}"
            for name, label in _labels(figures).items()
            if figures[name] is not None and (name in _SHORT or name not in _LABELS)
        )
        self._waiting = f"{self._title}: {100 * progress:.0f} %, {', '.join(parts)}"
        if time.monotonic() - self._logged >= _LINE_SECONDS:
            self._logged = time.monotonic()
            _log.info(self._waiting)
            self._waiting = None

    def _remember(self, progress: float, figures: Mapping[str, object]) -> None:
        for name, value in figures.items():
            if name.endswith(_CURVES) and isinstance(value, int | float):
                bounds = (0.0, 1.0) if name.endswith(_SHARES) else None
                self._curves.setdefault(name, Sparkline(bounds)).add(progress, float(value))

    def _table(self, progress: float, figures: Mapping[str, object]) -> Table:
        table = Table.grid(padding=(0, 2))
        table.title = self._title
        table.title_justify = "left"
        seconds = figures.get("seconds_left")
        left = seconds if isinstance(seconds, int | float) else 0.0
        bar = ProgressBar(total=1.0, completed=min(1.0, progress), width=_WIDTH)
        table.add_row("time left", f"{int(left // 60)}:{int(left % 60):02d}", bar)
        encoding = self._console.encoding
        for name, label in _labels(figures).items():
            curve = self._curves.get(name)
            drawn = curve.draw(encoding) if curve else ""
            table.add_row(label, _text(figures[name]), drawn)
        return table


class Sparkline:
    """A figure over the whole run, in a line of characters as wide as the bar of progress."""

    def __init__(self, bounds: tuple[float, float] | None = None) -> None:
        self._columns: list[float | None] = [None] * _WIDTH
        self._bounds = bounds

    def add(self, progress: float, value: float) -> None:
        """Note the newest value, when this share of the run is done."""
        self._columns[min(_WIDTH - 1, int(progress * _WIDTH))] = value

    def draw(self, encoding: str) -> str:
        """Return a character a column.

        Its height is from the bounds if given, else from the least value to the greatest. Empty
        while there are not two values to compare, or where text cannot show them.
        """
        known = [value for value in self._columns if value is not None and math.isfinite(value)]
        try:
            _BLOCKS.encode(encoding)
        except (UnicodeEncodeError, LookupError):
            return ""
        if len(known) < 2:
            return ""
        low, high = self._bounds or (min(known), max(known))
        return "".join(_block(value, low, high) for value in self._columns).rstrip()


def _block(value: float | None, low: float, high: float) -> str:
    if value is None or not math.isfinite(value):
        return " "
    share = (value - low) / (high - low) if high > low else 0.5
    return _BLOCKS[round(min(1.0, max(0.0, share)) * (len(_BLOCKS) - 1))]


def _rates(figures: Mapping[str, object]) -> dict[str, float]:
    """Return the shares of won and drawn games of the last match."""
    games = figures.get("match_games")
    if not isinstance(games, int) or not games:
        return {}
    pairs = (("match_win_rate", "wins"), ("match_draw_rate", "draws"))
    counts = {rate: figures.get(key) for rate, key in pairs}
    return {rate: count / games for rate, count in counts.items() if isinstance(count, int)}


def _labels(figures: Mapping[str, object]) -> dict[str, str]:
    """Return what each figure that is shown is called; a method's own are found by name."""
    own = {
        name: name.replace("_", " ")
        for name in figures
        if name not in _LABELS
        and (name.endswith(("_loss", "_accuracy", "_rate")) or name.startswith("node "))
    }
    return {name: label for name, label in (_LABELS | own).items() if name in figures}


def _text(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 99.5 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
