"""What a run shows while it goes on: a live table, log lines, and TensorBoard where wanted."""

import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

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
    "policy_loss": "policy loss",
    "value_loss": "value loss",
    "soft_loss": "soft policy loss",
    "entropy": "search entropy",
    "simulations_per_second": "simulations/s",
    "samples_per_second": "samples trained/s",
    "ratio": "trained per position",
    "rate": "learning rate",
    "elo": "Elo",
    "score": "score",
    "opponent": "against",
}


class Display(Protocol):
    """Shows how a run is going."""

    def show(self, progress: float, figures: Mapping[str, Any]) -> None:
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
        self._logged = -_LINE_SECONDS

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

    def show(self, progress: float, figures: Mapping[str, Any]) -> None:
        """Show the share of the run that is done, and its figures by name."""
        if self._live is not None:
            self._live.update(self._table(progress, figures))
        elif time.monotonic() - self._logged >= _LINE_SECONDS:
            self._logged = time.monotonic()
            parts = (f"{_LABELS[k]} {_text(v)}" for k, v in figures.items() if k in _LABELS)
            _log.info("%s: %.0f %%, %s", self._title, 100 * progress, ", ".join(parts))

    def _table(self, progress: float, figures: Mapping[str, Any]) -> Table:
        table = Table.grid(padding=(0, 2))
        table.title = self._title
        table.title_justify = "left"
        left = float(figures.get("seconds_left", 0.0))
        table.add_row("time left", f"{int(left // 60)}:{int(left % 60):02d}")
        table.add_row("", ProgressBar(total=1.0, completed=min(1.0, progress), width=40))
        for name, label in _LABELS.items():
            if name in figures:
                table.add_row(label, _text(figures[name]))
        return table


def _text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


class TensorBoard:
    """Writes figures as TensorBoard events; does nothing where tensorboardX is not installed."""

    def __init__(self, folder: Path) -> None:
        self._writer: Any = None
        with suppress(ImportError):
            from tensorboardX import SummaryWriter

            self._writer = SummaryWriter(str(folder))

    def log(self, entry: Mapping[str, Any]) -> None:
        """Write the numbers of a metrics entry, at its number of steps."""
        if self._writer is None:
            return
        for name, value in entry.items():
            if isinstance(value, int | float) and name != "steps":
                self._writer.add_scalar(name, value, entry.get("steps", 0))

    def close(self) -> None:
        """Flush what was written."""
        if self._writer is not None:
            self._writer.close()
