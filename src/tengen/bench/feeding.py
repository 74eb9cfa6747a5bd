"""Workers that do not work: what a learner, and the way to it, can carry is measured with them."""

import pickle
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tengen.core import Stop
from tengen.learning.samples import PlayedGame

_PARCEL = 2048
"""Games of a large parcel."""


@dataclass(frozen=True, slots=True)
class Feed:
    """Send games that were played before, again and again."""

    games: Sequence[PlayedGame]
    per_second: float
    """No more than so many by each worker."""

    def start(self, seed: int, news: object, stop: Stop) -> "Feeder":
        """Return a worker; see `Job`."""
        return Feeder(self.games, self.per_second)


class Feeder:
    """Sends them; see `Worker`."""

    def __init__(self, games: Sequence[PlayedGame], per_second: float) -> None:
        # What stands twice in one parcel travels once: there are as many as fill a parcel.
        packed = pickle.dumps(games)
        copies = range(-(-_PARCEL // len(games)))
        self._games = [game for _ in copies for game in pickle.loads(packed)]  # noqa: S301 - ours
        self._per_second = per_second
        self._begun = time.monotonic()
        self._due = self._sent = 0

    def update(self, news: object) -> None:
        """Take note of nothing."""

    def step(self) -> tuple[Sequence[PlayedGame], Mapping[str, int]]:
        """Send what is due; what was missed while it rested is not made up for."""
        time.sleep(0.01)
        due = int((time.monotonic() - self._begun) * self._per_second)
        count = min(due - self._due, len(self._games) // 8)
        self._due = due
        games = [self._games[(self._sent + n) % len(self._games)] for n in range(count)]
        self._sent += count
        return games, {"moves": sum(game.told.plies for game in games)}


@dataclass(frozen=True, slots=True)
class Hold:
    """Hold the newest weights, tell so, and wait."""

    def start(self, seed: int, news: bytes, stop: Stop) -> "Holder":
        """Return a worker; see `Job`."""
        return Holder(news)


class Holder:
    """Holds them; see `Worker`."""

    def __init__(self, news: bytes) -> None:
        self._weights: bytes | None = None
        self.update(news)

    def update(self, news: bytes) -> None:
        """Take note of weights, which are now in this process."""
        self._weights = bytes(news)
        self._told = False

    def step(self) -> tuple[Sequence[bytes], Mapping[str, int]] | None:
        """Tell the first bytes once."""
        if self._told or self._weights is None:
            return None
        self._told = True
        return [self._weights[:8]], {}
