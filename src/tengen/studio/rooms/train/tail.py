"""A run's ``metrics.jsonl``, followed while another process writes it."""

import json
import math
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

METRICS = "metrics.jsonl"
Entry = dict[str, Any]
"""A line of the file: figures and short texts, whichever the method writes."""

_LONGEST_TEXT = 200
_NUMBERS = ("minutes", "steps", "games", "positions", "time", "match_games")
"""Figures that the page reckons with: an entry in which one is none is left out."""
_BLOCK = 1 << 22
"""Bytes read at once: a page must not wait for a file of any size."""


class Tail:
    """Reads what was appended since the last look; costs a `stat` where nothing was."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / METRICS
        self._seen: tuple[int, int, int] | None = None
        self._offset = 0
        self._inode = 0
        self.changed = 0.0
        """When the file last changed, in seconds since 1970; 0 where there is none."""

    def read(self) -> tuple[bool, list[Entry]]:
        """Return whether the file begins anew, and the entries not yet seen.

        A last line that is still being written waits; a line that is none is left out.
        """
        try:
            status = self._path.stat()
        except OSError:
            anew, self._seen, self._offset, self.changed = self._offset > 0, None, 0, 0.0
            return anew, []
        stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
        if stamp == self._seen:
            return False, []
        # A resumed run mends its file by writing another one; so does nobody else.
        anew = self._offset > 0 and (status.st_ino != self._inode or status.st_size < self._offset)
        if anew:
            self._offset = 0
        self._seen, self._inode, self.changed = stamp, status.st_ino, status.st_mtime
        return anew, self._take(status.st_mtime)

    def _take(self, changed: float) -> list[Entry]:
        entries: list[Entry] = []
        live = self._offset > 0
        with self._path.open("rb") as file:
            file.seek(self._offset)
            while block := file.read(_BLOCK):
                whole = block.rfind(b"\n") + 1
                if not whole:
                    break
                self._offset += whole
                file.seek(self._offset)
                entries += [entry for line in block[:whole].split(b"\n") if (entry := _read(line))]
        _date(entries, time.time() if live else changed)
        return entries


def _read(line: bytes) -> Entry | None:
    """Return an entry, its numbers and short texts; None where the line is none."""
    if not line.strip():
        return None
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, Mapping):
        return None
    entry = {"kind": ""} | {key: value for key, value in data.items() if _is_plain(value)}
    numbers = all(isinstance(entry.get(key, 0), int | float) for key in _NUMBERS)
    return entry if numbers and isinstance(entry["kind"], str) else None


def _is_plain(value: object) -> bool:
    """Tell whether a value is for a curve or a read-out: not a table of a method's own."""
    if isinstance(value, list):
        return len(value) == 2 and all(_is_plain(item) for item in value)
    if isinstance(value, str):
        return len(value) <= _LONGEST_TEXT
    return value is None or (isinstance(value, int | float) and math.isfinite(value))


def _date(entries: list[Entry], last: float) -> None:
    """Say of entries without a time when they were written, reckoned back from the last one's.

    What an earlier sitting wrote comes out too late by the time between the sittings.
    """
    after, at = None, last
    for entry in reversed(entries):
        minutes = entry.get("minutes")
        if "time" in entry:
            at = float(entry["time"])
        elif isinstance(minutes, int | float) and isinstance(after, int | float):
            at -= 60 * max(0.0, after - minutes)
            entry["time"] = round(at, 1)
        else:
            entry["time"] = round(at, 1)
        after = minutes if minutes is not None else after


class Curves:
    """The entries of a run in the order of time, as long as a page follows them."""

    def __init__(self, folder: Path) -> None:
        self._tail = Tail(folder)
        self.entries: list[Entry] = []

    def read(self) -> tuple[bool, list[Entry]]:
        """Return whether earlier entries are no longer what they were, and those to append."""
        anew, entries = self._tail.read()
        if anew:
            self.entries = []
        kept = len(self.entries)
        for entry in entries:
            minutes = entry.setdefault("minutes", self._minutes())
            # A resumed run repeats what a crash had lost since the last checkpoint.
            while self.entries and self._minutes() > minutes:
                self.entries.pop()
                anew = anew or len(self.entries) < kept
            self.entries.append(entry)
        return anew, self.entries if anew else self.entries[kept:]

    def _minutes(self) -> float:
        return float(self.entries[-1]["minutes"]) if self.entries else 0.0
