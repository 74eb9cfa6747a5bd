"""Wins by fours without a pause: each leaves the opponent one point to answer on, if any."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tengen.agents.robot.thought import Budget
from tengen.games.face import NativeState
from tengen.games.gomoku.patterns import Pattern, patterns

Line = tuple[int, ...]


class FourSearch:
    """Looks for such wins, depth first."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def win(self, state: NativeState, fours: int) -> Line | None:
        """Return a line that wins for the side to move, its answers included, or None.

        Args:
            state: a position that is not finished.
            fours: how many it may make before the row that wins.
        """
        if not self._budget.spend():
            return None
        lines = patterns(state)
        own = lines[0].max(axis=0)
        wins = np.flatnonzero(own == Pattern.FIVE)
        if len(wins):
            return (int(wins[0]),)
        if fours == 0:
            return None
        threats = np.flatnonzero(lines[1].max(axis=0) == Pattern.FIVE)
        for point in self._fours(lines[0], own, threats):
            if state.native.is_legal(point):
                rest = self._answered(state.apply(point), fours - 1)
                if rest is not None:
                    return (point, *rest)
        return None

    def _fours(
        self, lines: NDArray[np.uint8], own: NDArray[np.uint8], threats: NDArray[np.intp]
    ) -> Iterator[int]:
        """Yield the points that make a four and parry the opponent's, the most shapely first."""
        if len(threats) > 1:
            return
        points = np.flatnonzero(own >= Pattern.FOUR)
        if len(threats):
            points = points[points == threats[0]]
        worth = (lines[:, points].astype(np.int32) ** 2).sum(axis=0)
        yield from points[np.argsort(-worth, kind="stable")].tolist()

    def _answered(self, state: NativeState, fours: int) -> Line | None:
        """Return how it goes on after a four, from the answer on; None where it does not win."""
        if not self._budget.spend():
            return None
        lines = patterns(state)
        if (lines[0] == Pattern.FIVE).any():
            return None
        wins = np.flatnonzero((lines[1] == Pattern.FIVE).any(axis=0)).tolist()
        answers = [point for point in wins if state.native.is_legal(point)]
        if not answers:  # Renju forbids the only one
            return ()
        if len(wins) > 1:
            return answers[0], next(point for point in wins if point != answers[0])
        rest = self.win(state.apply(answers[0]), fours)
        return None if rest is None else (answers[0], *rest)
