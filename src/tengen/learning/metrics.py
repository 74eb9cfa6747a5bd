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
        self._logged = time.monotonic()
        self._waiting: str | None = None

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

    def show(self, progress: float, figures: Mapping[str, Any]) -> None:
        """Show the share of the run that is done, and its figures by name."""
        if self._live is not None:
            self._live.update(self._table(progress, figures))
            return
        parts = (f"{label} {_text(figures[k])}" for k, label in _LABELS.items() if k in figures)
        self._waiting = f"{self._title}: {100 * progress:.0f} %, {', '.join(parts)}"
        if time.monotonic() - self._logged >= _LINE_SECONDS:
            self._logged = time.monotonic()
            _log.info(self._waiting)
            self._waiting = None

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
    """Writes figures as TensorBoard events; does nothing where tensorboardX is not installed.

    Each event is on disk before `log` returns. One that cannot be written is dropped: the same
    figures go to the run's own metrics, and what fails there is told.
    """

    def __init__(self, folder: Path) -> None:
        self._writer: Any = None
        # Not SummaryWriter: its thread would die of a full disk with a traceback.
        with suppress(ImportError, OSError):
            from tensorboardX.event_file_writer import EventsWriter

            folder.mkdir(parents=True, exist_ok=True)
            self._writer = EventsWriter(str(folder / "events"))

    def log(self, entry: Mapping[str, Any]) -> None:
        """Write the numbers of a metrics entry, at its number of steps."""
        if self._writer is None:
            return
        from tensorboardX.proto.event_pb2 import Event
        from tensorboardX.proto.summary_pb2 import Summary

        values = [
            Summary.Value(tag=name, simple_value=value)
            for name, value in entry.items()
            if isinstance(value, int | float) and name != "steps"
        ]
        event = Event(
            wall_time=time.time(), step=entry.get("steps", 0), summary=Summary(value=values)
        )
        with suppress(OSError):
            self._writer.write_event(event)
            self._writer.flush()

    def close(self) -> None:
        """Close the file."""
        if self._writer is not None:
            with suppress(OSError):
                self._writer.close()
