"""What is told of a run in a line: whose it is, how far it is, how strong, how long it will take."""

from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

from tengen.agents.own import ORIGINAL
from tengen.core import TengenError
from tengen.learning.run import NETWORKS, Run
from tengen.studio.rooms.train.forecast import Forecast
from tengen.studio.rooms.train.tail import Entry, Tail

_PACE = 8
"""Entries over which the present pace is taken."""
_MATCH = ("opponent", "match_games", "wins", "draws", "losses", "score", "elo", "elo_interval")


@dataclass
class Summary:
    """A run folder at a glance; `look` brings it up to date."""

    key: str
    """What pages call it."""
    folder: Path
    config: dict[str, object] = field(default_factory=dict)
    fault: str = ""
    """Why its configuration cannot be read."""
    last: Entry = field(default_factory=dict)
    match: Entry = field(default_factory=dict)
    """The last one that was played."""

    def __post_init__(self) -> None:
        self._tail = Tail(self.folder)
        self._stamp: tuple[int, int] | None = None
        self._recent: deque[Entry] = deque(maxlen=_PACE)
        self._forecast = Forecast()

    def look(self) -> None:
        """Read what is new."""
        self._read_config()
        anew, entries = self._tail.read()
        if anew:
            self.last, self.match = {}, {}
            self._recent.clear()
            self._forecast = Forecast()
        for entry in entries:
            self._take(entry)

    def _read_config(self) -> None:
        try:
            status = (self.folder / "config.toml").stat()
        except OSError:
            self.config, self._stamp, self.fault = {}, None, ""
            return
        stamp = (status.st_mtime_ns, status.st_size)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            self.config, self.fault = Run.read_config(self.folder, {}), ""
        except (TengenError, OSError) as error:
            self.config, self.fault = {}, str(error)

    def _take(self, entry: Entry) -> None:
        if isinstance(entry.get("minutes"), int | float):
            if self._recent and self._recent[-1]["minutes"] > entry["minutes"]:
                self._recent.clear()
            self._recent.append(entry)
            self.last = self.last | entry
            if self.most_positions and "positions" in entry:
                self._forecast.take(entry["minutes"], entry["positions"], self.most_positions)
        if entry["kind"] == "match" and entry.get("match_games"):
            self.match = {key: entry[key] for key in _MATCH if key in entry}

    @property
    def minutes(self) -> float:
        """Spent so far, as far as was logged."""
        return float(self.last.get("minutes", 0.0))

    @property
    def planned(self) -> float:
        """Minutes of the whole run."""
        minutes = self.config.get("minutes")
        return float(minutes) if isinstance(minutes, int | float) else 0.0

    @property
    def changed(self) -> float:
        """When it last logged anything, in seconds since 1970."""
        return self._tail.changed

    @property
    def most_positions(self) -> int | None:
        """Positions after which the run ends, where it has such a bound."""
        own = self.config.get(str(self.config.get("method")), {})
        learner = own.get("learner", {}) if isinstance(own, dict) else {}
        most = learner.get("positions") if isinstance(learner, dict) else None
        return most if isinstance(most, int) else None

    @property
    def progress(self) -> float:
        """The share of the run that is done, in [0, 1]."""
        by_time = self.minutes / self.planned if self.planned else 0.0
        most = self.most_positions
        by_positions = self.last.get("positions", 0) / most if most else 0.0
        return min(1.0, max(by_time, by_positions))

    def seconds_left(self) -> float | None:
        """Return how long it will learn on at the present pace; None before that can be said."""
        if not self.last:
            return None
        by_time = 60 * max(0.0, self.planned - self.minutes)
        by_positions = self._forecast.seconds
        return by_time if by_positions is None else min(by_time, by_positions)

    def _pace(self, figure: str) -> float | None:
        """Return how much of a figure a second brings."""
        known = [entry for entry in self._recent if isinstance(entry.get(figure), int | float)]
        if len(known) < 2:
            return None
        seconds = 60 * (known[-1]["minutes"] - known[0]["minutes"])
        return (known[-1][figure] - known[0][figure]) / seconds if seconds > 0 else None

    @property
    def is_whole(self) -> bool:
        """Whether it has written its finished network after the last thing that it logged."""
        try:
            stamps = [
                path.stat().st_mtime for name in NETWORKS if (path := self.folder / name).exists()
            ]
        except OSError:
            return False
        return bool(stamps) and max(stamps) >= self.changed - 1

    def describe(self) -> dict[str, object]:
        """Return plain data."""
        speeds = {key: value for key, value in self.last.items() if key.endswith("_per_second")}
        for figure in ("games", "positions"):
            pace = self._pace(figure)
            if pace is not None:
                speeds[f"{figure}_per_second"] = round(pace, 2)
        settings = self.config.get("settings")
        return {
            "name": self.key,
            "method": str(self.config.get("method", "")),
            "game": str(self.config.get("game", "")),
            "settings": settings if isinstance(settings, dict) else {},
            "preset": str(self.config.get("preset", "")),
            "copyOf": str(self.config.get(ORIGINAL, "")),
            "fault": self.fault,
            "minutes": self.minutes,
            "planned": self.planned,
            "mostPositions": self.most_positions,
            "progress": round(self.progress, 4),
            "secondsLeft": self.seconds_left(),
            "changed": self.changed,
            "steps": self.last.get("steps", 0),
            "games": self.last.get("games", 0),
            "positions": self.last.get("positions", 0),
            "window": self.last.get("window"),
            "speeds": speeds,
            "match": self.match or None,
        }
