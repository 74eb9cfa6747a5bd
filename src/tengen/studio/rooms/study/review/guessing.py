"""Learning from mistakes: whether a move that somebody tries is better than the one played."""

from dataclasses import dataclass
from typing import Literal

from tengen.core import Agent, Limit, State
from tengen.search.review import MoveReview, chance
from tengen.search.review.judgement import FAULTS, grade_of
from tengen.studio.sitting.view import in_tenths

Verdict = Literal["best", "good", "again", "same"]


@dataclass(frozen=True, slots=True)
class Guess:
    """What was thought of a move that somebody tried."""

    verdict: Verdict
    """``good`` loses less than an inaccuracy; ``same`` is the move that was played."""
    name: str
    loss: float
    """Percentage points of winning chances that it loses."""
    points: float | None = None
    """Points of the board that it loses, where the agent tells."""


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
        return Guess("best", name, 0.0, None if move.points is None else 0.0)
    if after == played:
        return Guess("same", name, round(move.loss, 1), in_tenths(move.points))
    value, lead = _look_for(move.player, after, agent, limit)
    loss = max(0.0, move.before - chance(value))
    points = None
    if lead is not None and move.lead is not None and move.points is not None:
        points = max(0.0, move.lead + move.points - lead)
    verdict: Verdict = "good" if grade_of(loss, points) not in FAULTS else "again"
    return Guess(verdict, name, round(loss, 1), in_tenths(points))


def _look_for(
    player: int, state: State, agent: Agent, limit: Limit | None
) -> tuple[float, float | None]:
    """Return what a player expects, and by how many points it is ahead where that is told."""
    outcome = state.outcome()
    if outcome is not None:
        return outcome.value_for(player), None
    decision, sign = agent.decide(state, limit), 1 if state.to_play == player else -1
    return sign * (decision.value or 0.0), None if decision.lead is None else sign * decision.lead
