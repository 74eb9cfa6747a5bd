"""What comes to a Gomoku player's mind: threats first, else points near the stones."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tengen.agents.person.habits import Habit
from tengen.agents.person.nets import judging_net
from tengen.agents.robot.lines import FINE, View
from tengen.core import WeightsError
from tengen.games.face import NativeGame, NativeState
from tengen.games.gomoku.patterns import Pattern, patterns
from tengen.search.scorers import Scorer, Scores

NEAR = 2
"""Points so far from a stone, in any direction, are worth a look."""
SHARPNESS = 50.0
"""Worth of shapes by which a point is e times as likely."""


def make(game: NativeGame, habit: Habit, seed: int) -> "GomokuMind":
    """Return the mind of a level."""
    del game, seed  # they come with each position
    return GomokuMind(habit)


def judge(game: NativeGame, habit: Habit, seed: int) -> tuple[Scorer, str | None]:
    """Return a net and its name; shapes where none plays by the rules."""
    del habit, seed  # all levels like the same
    try:
        return judging_net(game, "alphazero")
    except WeightsError:
        return ShapeScorer(), None


class GomokuMind:
    """Sees an open three if it is alert, and else a part of the points near the stones."""

    def __init__(self, habit: Habit) -> None:
        self._habit = habit

    def attend(
        self, state: NativeState, scores: Scores, rng: np.random.Generator
    ) -> NDArray[np.int32]:
        """Return the points to choose among, ``[N]``; see `Mind`."""
        attention, habit = rng.random(), self._habit
        if attention < habit.alert:
            thinks = attention < habit.alert * habit.keen
            urgent = np.intersect1d(scores.actions, _urgent(state, looks_for_wins=thinks))
            if len(urgent):
                return urgent if thinks else self._glance(urgent, rng)
        near = np.intersect1d(scores.actions, _near(state.board()))
        return self._glance(near if len(near) else scores.actions, rng)

    def _glance(self, points: NDArray[np.int32], rng: np.random.Generator) -> NDArray[np.int32]:
        """Return those of `points` ``[N]`` that come to mind, at least one."""
        seen: NDArray[np.int32] = points[rng.random(len(points)) < self._habit.seen]
        return seen if len(seen) else rng.choice(points, 1)


def _urgent(state: NativeState, *, looks_for_wins: bool) -> NDArray[np.intp]:
    """Return the points ``[N]`` that make an open four, or else those that answer an open three.

    An answer stands where the other side would make its open four, or makes a four of one's own.
    """
    own, other = patterns(state)
    wins = np.flatnonzero((own == Pattern.OPEN_FOUR).any(axis=0))
    if looks_for_wins and len(wins):
        return wins
    threats = (other == Pattern.OPEN_FOUR).any(axis=0)
    if not threats.any():
        return np.empty(0, np.intp)
    return np.flatnonzero(threats | (own == Pattern.FOUR).any(axis=0))


def _near(board: NDArray[np.int8]) -> NDArray[np.intp]:
    """Return the points ``[N]`` at most `NEAR` from a stone; on an empty board its middle."""
    stones = np.argwhere(board != 0)
    if not len(stones):
        return np.array([len(board) // 2 * (len(board) + 1)])
    near = np.zeros(board.shape, np.bool_)
    for row, column in stones.tolist():
        near[max(0, row - NEAR) : row + NEAR + 1, max(0, column - NEAR) : column + NEAR + 1] = True
    return np.flatnonzero(near)


class ShapeScorer:
    """Ranks points by the shapes that a stone makes and stops; see `Scorer`."""

    def score(self, states: Sequence[NativeState]) -> list[Scores]:
        """Return the scores of unfinished positions of one game, in their order."""
        return [_weigh(state) for state in states]


def _weigh(state: NativeState) -> Scores:
    view, actions = View(state, FINE), state.sensible_actions()
    worth = (view.attack + view.defence)[actions]
    odds = np.exp((worth - worth.max()) / SHARPNESS)
    value = float(view.values()[actions].max())
    return Scores(actions, None, (odds / odds.sum()).astype(np.float32), value)
