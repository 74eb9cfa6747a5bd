"""What comes to a Go player's mind: many stones in atari first, else what a strong player likes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tengen.agents.person.habits import Habit
from tengen.agents.person.nets import judging_net
from tengen.games.face import NativeGame, NativeState
from tengen.games.go.board import chain_at, neighbours
from tengen.games.go.borders import Standing, stand
from tengen.games.go.game import native_of
from tengen.games.go.scoring import score
from tengen.search.one_ply import passing
from tengen.search.scorers import Scorer, Scores

MANY = 5
"""Stones in atari that an alert player cannot overlook."""
SMALL, LARGE = 9, 15
"""Points a side up to which the net that learned nearest judges, and from which on one of people's moves; between
them that of 9x9, with which the levels were measured."""
OPENING = 3
"""It is the opening while one point in so many has no stone yet been laid on."""


def make(game: NativeGame, habit: Habit, seed: int) -> "GoMind":
    """Return the mind of a level."""
    del game, seed  # they come with each position
    return GoMind(habit)


def judge(game: NativeGame, habit: Habit, seed: int) -> tuple[Scorer, str | None]:
    """Return a net and its name: on large boards one that knows what people play there."""
    del seed
    size = game.planes_shape[-1]
    if size >= LARGE:
        people, net = judging_net(game, "policy")
        return ValuedScorer(people, judging_net(game, "alphazero")[0], habit.schooled), net
    return judging_net(game, "alphazero", None if size <= SMALL else "go-9x9")


class ValuedScorer:
    """Ranks moves by a net of what people play, which does not say who wins or whose a point is; see `Scorer`."""

    def __init__(self, people: Scorer, judge: Scorer, schooled: float) -> None:
        """Like moves as `people` does, by `schooled` in [0, 1] as `judge`; that says value and points too."""
        self._people = people
        self._judge = judge
        self._schooled = schooled

    def score(self, states: Sequence[NativeState]) -> list[Scores]:
        """Return the scores of unfinished positions of one game, in their order."""
        told = zip(self._people.score(states), self._judge.score(states), strict=True)
        return [
            replace(each, priors=self._between(liked.priors, each.priors)) for liked, each in told
        ]

    def _between(
        self, people: NDArray[np.float32] | None, judge: NDArray[np.float32] | None
    ) -> NDArray[np.float32]:
        """Return the geometric mean of two policies ``[N]``, weighted."""
        assert people is not None
        assert judge is not None
        odds = np.power(people, 1 - self._schooled) * np.power(judge, self._schooled)
        mean: NDArray[np.float32] = odds / odds.sum()
        return mean


class GoMind:
    """Passes where the judge would, saves and takes many stones, and opens off the edge."""

    def __init__(self, habit: Habit) -> None:
        self._habit = habit

    def attend(
        self, state: NativeState, scores: Scores, rng: np.random.Generator
    ) -> NDArray[np.int32]:
        """Return the moves to choose among, ``[N]``; see `Mind`."""
        assert scores.priors is not None
        leave = passing(state.game)
        points = scores.actions[scores.actions != leave]
        if not len(points):
            return np.array([leave], np.int32)
        likes_to = bool(scores.actions[scores.priors.argmax()] == leave) and _may_offer(state)
        if leave is not None and (likes_to or state.last_action == leave):
            # As it will be counted.
            standing = stand(state.apply(leave))
            gains = np.intersect1d(points, list(standing.gains[state.to_play]))
            if not len(gains) and (likes_to or _agrees(state, standing)):
                return np.array([leave], np.int32)
            if likes_to and len(gains):
                return _open(state, gains.astype(np.int32))
        if rng.random() < self._habit.alert:
            urgent = np.intersect1d(points, list(_urgent(state)))
            if len(urgent):
                return urgent
        return _open(state, points)


def _may_offer(state: NativeState) -> bool:
    """Return whether a pass is taken from the judge here: on large boards in answer to one alone.

    People pass when they agree on who is dead, and so does a net of their games, again and again while
    the other plays on. By area a stone in one's own land costs nothing, a pass there may.
    """
    return len(state.board()) < LARGE or state.last_action == passing(state.game)


def _agrees(state: NativeState, standing: Standing) -> bool:
    """Return whether a pass, which ends a settled game, wins no less by the stones than by the count.

    Where nobody agrees on dead stones they count as they stand, and are better taken first.
    """
    mine = 1 - 2 * state.to_play
    by_stones, by_count = native_of(state).lead * mine, score(state, standing.dead).margin * mine
    return by_stones > 0 or by_count <= 0


def _is_opening(state: NativeState) -> bool:
    return state.ply < len(state.board()) ** 2 // OPENING


def _open(state: NativeState, points: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return `points` ``[N]`` without those on the edge while the board is nearly empty."""
    if not _is_opening(state):
        return points
    size = len(state.board())
    rows, columns = np.divmod(points, size)
    inner = points[(np.minimum(rows, columns) > 0) & (np.maximum(rows, columns) < size - 1)]
    return inner if len(inner) else points


def _urgent(state: NativeState) -> Iterator[int]:
    """Yield the points that take many stones, or save many of one's own from being taken."""
    native = native_of(state)
    size = len(state.board())
    board, liberties = native.board().ravel(), native.liberties().ravel()
    lone = np.flatnonzero((board > 0) & (liberties == 1)).tolist()
    stones, near = board.tolist(), neighbours(size)
    many = [p for p in lone if len(chain_at(stones, p, size)) >= MANY]
    for point in sorted({beside for p in many for beside in near[p] if not stones[beside]}):
        if native.is_legal(point) and native_of(state.apply(point)).liberties().ravel()[point] > 1:
            yield point
