"""Learning from mistakes: whether a move that somebody tries is better than the one played."""

from dataclasses import dataclass
from typing import Literal

from tengen.core import Agent, Limit, State
from tengen.search.review import MoveReview, chance
from tengen.search.review.judgement import THRESHOLDS

Verdict = Literal["best", "good", "again", "same"]
_LEAST = THRESHOLDS[-1][0]


@dataclass(frozen=True, slots=True)
class Guess:
    """What was thought of a move that somebody tried."""

    verdict: Verdict
    """``good`` loses less than an inaccuracy; ``same`` is the move that was played."""
    name: str
    loss: float
    """Percentage points of winning chances that it loses."""


def judge(
    before: State,
    played: State,
    move: MoveReview,
    actions: tuple[int, ...],
    agent: Agent,
    limit: Limit | None,
) -> Guess:
    """Return what is to be said of `actions`, tried in `before` instead of `move`.

    Args:
        played: the position after `move`.
        agent: looks at the position after what was tried, where nobody has yet.
        limit: of that look; None for the agent's own.

    Raises:
        IllegalMoveError: when an action is against the rules.
    """
    name = before.game.format_line(before, actions)[0]
    after = before.apply_all(actions)
    if actions == move.best:
        return Guess("best", name, 0.0)
    if after == played:
        return Guess("same", name, round(move.loss, 1))
    loss = max(0.0, move.before - chance(_value_for(move.player, after, agent, limit)))
    return Guess("good" if loss < _LEAST else "again", name, round(loss, 1))


def _value_for(player: int, state: State, agent: Agent, limit: Limit | None) -> float:
    outcome = state.outcome()
    if outcome is not None:
        return outcome.value_for(player)
    value = agent.decide(state, limit).value or 0.0
    return value if state.to_play == player else -value
