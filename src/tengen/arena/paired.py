"""A sequential test over the games of a match, as they end."""

from tengen.arena.schedule import Key, Result
from tengen.arena.settings import SprtSettings
from tengen.arena.sprt import Sprt, SprtState


class PairedTest:
    """Counts whole pairs of games: the two of an opening are not independent.

    Args:
        settings: of the test; the first of the two players is the one it is about.
    """

    def __init__(self, settings: SprtSettings) -> None:
        self._test = Sprt(**settings.model_dump())
        self._halves: dict[tuple[int, int], float] = {}
        """Points of the first player in games whose other half is not finished."""
        self._counts = [0] * 5
        self._state = self._test.of(self._counts)

    def add(self, key: Key, result: Result) -> None:
        """Count a game."""
        _, match, game = key
        pair, points = (match, (game - 1) // 2), result.points_of(0)
        if pair not in self._halves:
            self._halves[pair] = points
            return
        self._counts[round(2 * (self._halves.pop(pair) + points))] += 1
        self._state = self._test.of(self._counts)

    @property
    def state(self) -> SprtState:
        """How far the test has come."""
        return self._state

    @property
    def is_decided(self) -> bool:
        """Whether no further game is needed."""
        return self._state.verdict is not None
