"""Workers that do not work: what a learner, and the way to it, can carry is measured with them."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tengen.core import Stop
from tengen.learning.samples import PlayedGame


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
        self._games = games
        self._per_second = per_second
        self._begun = time.monotonic()
        self._sent = 0

    def update(self, news: object) -> None:
        """Take note of nothing."""

    def step(self) -> tuple[Sequence[PlayedGame], Mapping[str, int]]:
        """Send what is due; what was missed while it rested is not made up for."""
        time.sleep(0.01)
        due = int((time.monotonic() - self._begun) * self._per_second) - self._sent
        count = max(0, min(due, len(self._games)))
        self._sent += max(0, due)
        moves = sum(len(game.record.moves) for game in self._games[:count])
        return self._games[:count], {"moves": moves}


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
