"""Reads a few moves ahead in Gomoku: the best points of either side, then all shapes added up."""

import math

import numpy as np
from numpy.typing import NDArray

from tengen.agents.robot.lines import Taste, View, fours_of
from tengen.agents.robot.thought import Budget
from tengen.games.face import NativeState
from tengen.games.gomoku.patterns import Pattern

SHAPES = np.array([0, 0, 1, 6, 6, 60, 80, 35, 300, 500])
"""What a shape that could be made adds, by `Pattern`."""
TO_MOVE = 1.3
"""The side to move will make its shapes first."""
SCALE = 1000.0
"""So much more than the opponent is worth tanh(1)."""
SLOWER = 0.01
"""What a win is worth less for each ply until it."""


class Reader:
    """Alpha-beta over the points that look best; forced answers cost no depth."""

    def __init__(self, taste: Taste, widths: tuple[int, ...], budget: Budget) -> None:
        """Make a reader.

        Args:
            taste: what makes a point look good.
            widths: how many points are tried at each ply from the position that is asked about.
            budget: what it may cost; positions beyond it are judged without reading on.
        """
        self._taste = taste
        self._widths = widths
        self._budget = budget

    def value(self, state: NativeState, alpha: float = -1.0, beta: float = 1.0) -> float:
        """Return what `state` is worth to the player to move, in [-1, 1]."""
        return self._value(state, alpha, beta, 0, 0)

    def _value(self, state: NativeState, alpha: float, beta: float, ply: int, depth: int) -> float:
        outcome = state.native.winner if state.native.is_over else None
        if outcome is not None:
            return 0.0 if outcome < 0 else -1 + SLOWER * ply
        affordable = self._budget.spend()
        view, legal = View(state, self._taste), state.legal_actions()
        known = _certain(view, legal)
        if known is not None:
            return known * (1 - SLOWER * ply)
        forced = np.flatnonzero((view.other == Pattern.FIVE).any(axis=0)).tolist()
        if forced:
            if not state.native.is_legal(forced[0]):
                return -1 + SLOWER * ply
            return -self._value(state.apply(forced[0]), -beta, -alpha, ply + 1, depth)
        if not affordable or depth == len(self._widths):
            return _balance(view)
        worth = (view.attack + view.defence)[legal]
        best = -1.0
        for point in legal[np.argsort(-worth, kind="stable")][: self._widths[depth]].tolist():
            after = state.apply(point)
            best = max(best, -self._value(after, -beta, -max(alpha, best), ply + 1, depth + 1))
            if best >= beta:
                break
        return best


def _certain(view: View, legal: NDArray[np.int32]) -> float | None:
    """Return 1 or -1 where the shapes alone decide, None where they do not."""
    if (view.own == Pattern.FIVE).any():
        return 1.0
    threats = np.count_nonzero((view.other == Pattern.FIVE).any(axis=0))
    if threats > 0:
        return -1.0 if threats > 1 else None
    return 1.0 if (fours_of(view.own)[legal] > 1).any() else None


def _balance(view: View) -> float:
    mine, theirs = (float(SHAPES[lines].sum()) for lines in (view.own, view.other))
    return 0.9 * math.tanh((TO_MOVE * mine - theirs) / SCALE)
