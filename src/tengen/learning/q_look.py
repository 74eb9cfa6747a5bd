"""What the rules and a net of action values say of many positions at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.core import Evaluator
from tengen.core.game import pack_planes
from tengen.evaluators.q_values import action_values
from tengen.games.face import NativeGame, NativeState
from tengen.search.one_ply import OnePly, passing


@dataclass(frozen=True, slots=True)
class Choices:
    """What may be done in G positions."""

    winning: NDArray[np.bool_]
    """``[G, A]``, moves that the rules know to win."""
    open: NDArray[np.bool_]
    """``[G, A]``, moves worth thinking about; none only where all lose."""
    lost: NDArray[np.bool_]
    """``[G, A]``, moves that the rules know to lose."""
    sensible: NDArray[np.bool_]
    """``[G, A]``."""

    @classmethod
    def of(cls, game: NativeGame, states: Sequence[NativeState]) -> "Choices":
        """Look one move ahead by the rules; see `OnePly`."""
        moves = OnePly.of(states)
        certain = moves.certain()
        winning, lost, sensible = np.zeros((3, len(states), game.num_actions), np.bool_)
        at = moves.rows, moves.actions
        sensible[at], winning[at], lost[at] = True, certain == 1, certain == -1
        return cls(winning, _without_pass(game, sensible & ~lost), lost, sensible)

    @classmethod
    def unseen(cls, game: NativeGame, states: Sequence[NativeState]) -> "Choices":
        """Look at the sensible moves only, not at what they lead to."""
        winning, lost, sensible = np.zeros((3, len(states), game.num_actions), np.bool_)
        for row, state in zip(sensible, states, strict=True):
            row[state.sensible_actions()] = True
        return cls(winning, _without_pass(game, sensible.copy()), lost, sensible)

    def certain(self, gamma: float) -> NDArray[np.float32]:
        """Return ``[G]`` values for the side to move that the rules tell, else NaN."""
        stuck = np.where(self.open.any(1), np.float32(np.nan), np.float32(-gamma))
        return np.where(self.winning.any(1), np.float32(1), stuck)

    def best(self) -> NDArray[np.bool_]:
        """Return ``[G, A]``, the moves among which the net decides."""
        wins = self.winning.any(1, keepdims=True)
        some = np.where(self.open.any(1, keepdims=True), self.open, self.sensible)
        return np.where(wins, self.winning, some)


def _without_pass(game: NativeGame, open_moves: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return ``[G, A]`` less the pass where there is another move."""
    action = passing(game)
    if action is not None:
        others = open_moves.copy()
        others[:, action] = False
        open_moves[:, action] &= ~others.any(1)
    return open_moves


@dataclass(frozen=True, slots=True)
class Look:
    """What is known of G positions; values are for the side to move there."""

    planes: NDArray[np.int8]
    """``[G, C, H, W]``, packed."""
    open: NDArray[np.bool_]
    """``[G, A]``, moves worth thinking about."""
    best: NDArray[np.int64]
    """``[G]``, the best move."""
    certain: NDArray[np.float32]
    """``[G]``, the value where the rules tell it, else NaN."""
    survey: NDArray[np.float32] | None
    """``[G, A]``, values of the moves that were looked at beyond the first glance, else NaN."""


class Looker:
    """Looks at positions with a net and the rules."""

    def __init__(
        self, game: NativeGame, *, gamma: float, exact: bool, width: int, batch: int
    ) -> None:
        """Prepare to look.

        Args:
            game: the rules.
            gamma: what a result is worth one move earlier.
            exact: whether the rules are asked what each move leads to.
            width: so many of the best moves are judged by the best reply to them; where it is 0 no
                survey is told.
            batch: positions that the net is asked about together.
        """
        self._game = game
        self._gamma = gamma
        self._choices = Choices.of if exact else Choices.unseen
        self._surveys = width > 0
        self.width = width
        """May fall to 0 for a time: then a survey knows of the moves that lose at once alone."""
        self._batch = batch

    def look(self, evaluator: Evaluator, states: Sequence[NativeState]) -> Look:
        """Look at unfinished positions."""
        planes = self._game.batch_planes(states)
        choices = self._choices(self._game, states)
        table = self._evaluate(evaluator, planes, choices.sensible)
        certain = choices.certain(self._gamma)
        survey, allowed = None, choices.best()
        if self._surveys:
            open_moves = choices.open & np.isnan(certain)[:, None]
            survey = self._survey(evaluator, states, open_moves, table)
            # A move that was looked at is known better than one that was not.
            seen = ~np.isnan(survey)
            survey[choices.lost] = -self._gamma
            table = np.where(seen, survey, table)
            allowed = np.where(seen.any(1, keepdims=True), seen, allowed)
        best = np.where(allowed, table, -np.inf).argmax(1)
        return Look(pack_planes(planes), choices.open, best, certain, survey)

    def _survey(
        self,
        evaluator: Evaluator,
        states: Sequence[NativeState],
        open_moves: NDArray[np.bool_],
        table: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        """Return ``[G, A]``: what the best open moves are worth by the best replies, else NaN."""
        found = np.full(table.shape, np.nan, np.float32)
        ranks = np.where(open_moves, -table, np.inf).argsort(1).argsort(1)
        rows, actions = np.nonzero(open_moves & (ranks < self.width))
        if len(rows):
            befores = [states[row] for row in rows.tolist()]
            pairs = list(zip(befores, actions.tolist(), strict=True))
            afters = [before.apply(action) for before, action in pairs]
            same = [a.to_play == b.to_play for a, b in zip(afters, befores, strict=True)]
            signs = np.where(same, self._gamma, -self._gamma)
            found[rows, actions] = signs * self._replies(evaluator, afters)
        return found

    def _replies(self, evaluator: Evaluator, states: list[NativeState]) -> NDArray[np.float32]:
        """Return ``[N]``, what positions are worth to the side to move; finished ones are drawn."""
        values = np.zeros(len(states), np.float32)
        going = [i for i, state in enumerate(states) if not state.native.is_over]
        if going:
            alive = [states[i] for i in going]
            choices = self._choices(self._game, alive)
            planes = self._game.batch_planes(alive)
            table = self._evaluate(evaluator, planes, choices.sensible)
            best = np.where(choices.open, table, -np.inf).max(1).clip(-1, 1)
            certain = choices.certain(self._gamma)
            values[going] = np.where(np.isnan(certain), best, certain)
        return values

    def _evaluate(
        self, evaluator: Evaluator, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> NDArray[np.float32]:
        """Return ``[N, A]`` action values."""
        parts = [slice(i, i + self._batch) for i in range(0, len(planes), self._batch)]
        answers = [evaluator.evaluate(planes[part], legal[part]) for part in parts]
        return np.concatenate([action_values(*answer) for answer in answers])
