"""What pages that follow a run are told of it, besides its summary."""

from pathlib import Path
from typing import Any

from tengen.learning.run import RunError
from tengen.studio.rooms.train import boards, promoting
from tengen.studio.rooms.train.jobs import Jobs
from tengen.studio.rooms.train.summary import Summary
from tengen.studio.rooms.train.tail import Curves, Entry

_MOST_ENTRIES = 1500
"""More points than a screen has columns."""
_LOG_LINES = 40

Change = tuple[dict[str, Any], dict[str, list[Entry]]]
"""New values of keys, and items added to lists."""


class Followed:
    """One run, as long as some page follows it."""

    def __init__(self) -> None:
        self.state: dict[str, Any] = {"run": None, "ready": False, "entries": []}
        """What a page that comes now is told."""
        self._folder: Path | None = None
        self._curves: Curves | None = None

    def look(self, run: dict[str, object] | None, summary: Summary | None, jobs: Jobs) -> Change:
        """Read what is new of the run, None if it is gone; return what to tell; for a thread."""
        told: dict[str, object] = {"run": run, "ready": True}
        added: list[Entry] = []
        if summary is not None:
            if self._curves is None or self._folder != summary.folder:
                self._folder, self._curves = summary.folder, Curves(summary.folder)
                told["entries"] = []
            anew, entries = self._curves.read()
            if anew or "entries" in told or len(self.state["entries"]) > 2 * _MOST_ENTRIES:
                told["entries"] = _thin(self._curves.entries)
            else:
                added = entries
            told |= _beside(summary, jobs)
        news = {key: value for key, value in told.items() if self.state.get(key, _NEVER) != value}
        return news, {"entries": added} if added else {}

    def keep(self, change: Change) -> None:
        """Note what was told, on the event loop: a page that comes now is told it as the state."""
        news, added = change
        entries = [*news.get("entries", self.state["entries"]), *added.get("entries", ())]
        self.state = {**self.state, **news, "entries": entries}


_NEVER = object()


def _beside(summary: Summary, jobs: Jobs) -> dict[str, object]:
    newest = boards.newest_file(summary.folder)
    try:
        networks, promoted = promoting.networks(summary.folder), promoting.promoted(summary.folder)
    except (OSError, RunError):
        networks, promoted = [], []
    return {
        "config": summary.config,
        "boards": int(newest.stem) if newest is not None and newest.stem.isdecimal() else None,
        "networks": networks,
        "promoted": promoted,
        "log": jobs.last_lines(summary.key, _LOG_LINES),
    }


def _thin(entries: list[Entry]) -> list[Entry]:
    """Return few enough entries: all matches, and of the others one in so many."""
    step = -(-len(entries) // _MOST_ENTRIES)
    if step <= 1:
        return list(entries)
    last = len(entries) - 1
    return [
        entry
        for place, entry in enumerate(entries)
        if entry["kind"] != "progress" or place % step == 0 or place == last
    ]
