"""What a net thinks of each move, without a search: the ways to ask it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from tengen.core import Evaluator
from tengen.core.evaluator import PointsEvaluator, knows_points
from tengen.evaluators.q_values import action_values
from tengen.games.face import GOES_ON, NativeState
from tengen.search.one_ply import OnePly


class Points(NamedTuple):
    """What a net says of the points of one position, for the side to move there."""

    lead: float
    """As `Decision.lead`."""
    owners: NDArray[np.float32]
    """``[H, W]``, as `Decision.ownership`."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The n sensible moves of one position as a net sees them, for the side to move there."""

    actions: NDArray[np.int32]
    """``[n]``, ascending."""
    values: NDArray[np.float32] | None
    """``[n]`` in [-1, 1]; None from a net that only tells moves apart."""
    priors: NDArray[np.float32] | None
    """``[n]``, sums to 1; None from a net without a policy."""
    value: float | None
    """Of the position; None from a net without a value."""
    evaluations: int = 1
    """Positions that the net looked at for this."""
    points: Points | None = None
    """None without an opinion, or in games that count no points."""


class Scorer(Protocol):
    """Scores the moves of positions."""

    def score(self, states: Sequence[NativeState]) -> list[Scores]:
        """Return the scores of unfinished positions of one game, in their order."""
        ...


class AllMovesScorer:
    """Asks a net whose logits are advantages: one forward pass for all moves of all positions."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def score(self, states: Sequence[NativeState]) -> list[Scores]:
        """Return the scores; see `Scorer`."""
        logits, values = _evaluate(self.evaluator, states)
        table = action_values(logits, values)
        return [_best_first(state, row) for state, row in zip(states, table, strict=True)]


class AfterStateScorer:
    """Asks a net with a value what it thinks of the board after each move, all in one batch.

    A board on which the game is over needs no net.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def score(self, states: Sequence[NativeState]) -> list[Scores]:
        """Return the scores; see `Scorer`."""
        moves = OnePly.of(states, planes=True)
        return [
            Scores(actions, values, None, float(values.max()), len(actions))
            for actions, values in zip(
                moves.by_position(moves.actions),
                moves.by_position(self.values(moves, states[0].game.num_actions)),
                strict=True,
            )
        ]

    def values(self, moves: OnePly, num_actions: int) -> NDArray[np.float32]:
        """Return ``[N]``, the value of each move for the mover; `moves` has planes."""
        assert moves.after.planes is not None
        open_ended = moves.after.winner == GOES_ON
        values = np.nan_to_num(moves.certain())
        planes = moves.after.planes[open_ended]
        if len(planes):
            legal = np.broadcast_to(np.True_, (len(planes), num_actions))
            _, judged = self.evaluator.evaluate(planes, legal)
            values[open_ended] = moves.signs[open_ended] * judged
        return values


class PolicyScorer:
    """Asks a net how likely a good player is to make each move."""

    def __init__(self, evaluator: Evaluator, *, has_value: bool = False) -> None:
        self.evaluator = evaluator
        self._has_value = has_value

    def score(self, states: Sequence[NativeState]) -> list[Scores]:
        """Return the scores; see `Scorer`."""
        logits, values, points = self._ask(states)
        scores = []
        for state, row, value, told in zip(states, logits, values, points, strict=True):
            actions = state.sensible_actions()
            odds = np.exp(row[actions] - row[actions].max())
            # A head that no result has taught answers nothing but 0.
            known = float(value) if self._has_value and value != 0 else None
            scores.append(Scores(actions, None, odds / odds.sum(), known, points=told))
        return scores

    def _ask(
        self, states: Sequence[NativeState]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], Sequence[Points | None]]:
        if not (states[0].game.has_owners and knows_points(self.evaluator)):
            return *_evaluate(self.evaluator, states), [None] * len(states)
        assert isinstance(self.evaluator, PointsEvaluator)
        logits, values, leads, owners = self.evaluator.judge(*_batch(states))
        points = [
            Points(float(lead) + _given(state), row.reshape(state.game.planes_shape[1:]))
            for state, lead, row in zip(states, leads, owners, strict=True)
        ]
        return logits, values, points


def _evaluate(
    evaluator: Evaluator, states: Sequence[NativeState]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return evaluator.evaluate(*_batch(states))


def _batch(states: Sequence[NativeState]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return planes and legal moves, as `Evaluator.evaluate` asks for them."""
    legal = np.stack([state.legal_mask() for state in states])
    return states[0].game.batch_planes(states), legal


def _given(state: NativeState) -> float:
    """Return what the side to move is ahead by besides the points of the board."""
    given = state.game.given_points(state.native)
    return -given if state.to_play else given


def _best_first(state: NativeState, values: NDArray[np.float32]) -> Scores:
    actions = state.sensible_actions()
    mine = np.clip(values[actions], -1, 1)
    return Scores(actions, mine, None, float(mine.max()))
