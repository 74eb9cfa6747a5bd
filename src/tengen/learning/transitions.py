"""From a finished game to what Q-learning eats: zero-sum n-step transitions."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game, Outcome
from tengen.learning.samples import WEIGHT, Columns, Samples, empty_samples

TRANSITIONS: Columns = {
    "planes": "planes",
    "action": "action",
    "reward": "number",
    "discount": "number",
    "next_planes": "planes",
    "next_mask": "mask",
    WEIGHT: "number",
}
"""A move and what came of it. `reward` and `discount` are for the side to move on `planes`: the
move is worth ``reward + discount * max Q(next_planes, .)`` over the moves of `next_mask`. The
discount is negative where the opponent is to move on `next_planes`, and 0 where the reward says
all."""

SURVEYED: Columns = {**TRANSITIONS, "survey": "values"}
"""The same, and beside it what every move was worth by a look at the positions after it, for the
side to move on `planes`; NaN for moves that were not looked at."""


@dataclass(frozen=True, slots=True)
class Ply:
    """A position of a game, and the move made there."""

    planes: NDArray[np.int8]
    """``[C, H, W]``, packed."""
    mask: NDArray[np.bool_]
    """``[A]``, the moves among which the best one is looked for."""
    mover: int
    action: int
    is_best: bool
    """Whether the move was chosen for its value; exploring moves say nothing of what is best."""
    certain: float = math.nan
    """The position's value for the mover where the rules tell it, one move ahead; else NaN."""
    survey: NDArray[np.float32] | None = None
    """``[A]``, see `SURVEYED`."""


@dataclass(frozen=True, slots=True)
class _Return:
    """What a move is worth: a reward, and a share of a later position's value."""

    reward: float
    discount: float = 0.0
    at: int = 0
    """The ply of that position, where there is a discount."""


def make_transitions(
    game: Game, plies: Sequence[Ply], outcome: Outcome | None, *, steps: int, gamma: float
) -> Samples:
    """Return a transition for each move but those of players who could win at once.

    Args:
        game: the rules.
        plies: the game from its first learned move to its last.
        outcome: how it ended; None for a game that was given up.
        steps: the return looks so many moves ahead, less where an exploring move comes first.
        gamma: what a result is worth one move earlier, in (0, 1].
    """
    returns = {
        t: found
        for t, ply in enumerate(plies)
        if not ply.certain > 0 and (found := _follow(plies, outcome, t, steps, gamma))
    }
    surveyed = bool(plies) and plies[0].survey is not None
    samples = empty_samples(game, SURVEYED if surveyed else TRANSITIONS, len(returns))
    samples["next_planes"][:] = 0
    samples["next_mask"][:] = True
    samples[WEIGHT][:] = 1
    for row, (t, found) in enumerate(returns.items()):
        samples["planes"][row] = plies[t].planes
        samples["action"][row] = plies[t].action
        samples["reward"][row] = found.reward
        samples["discount"][row] = found.discount
        if surveyed:
            samples["survey"][row] = plies[t].survey
        if found.discount:
            samples["next_planes"][row] = plies[found.at].planes
            samples["next_mask"][row] = plies[found.at].mask
    return samples


def _follow(
    plies: Sequence[Ply], outcome: Outcome | None, start: int, steps: int, gamma: float
) -> _Return | None:
    """Return what the move at `start` is worth to its mover; None where nobody knows."""
    mover = plies[start].mover
    if not math.isnan(plies[start].certain):
        return _Return(plies[start].certain)
    for at in range(start + 1, len(plies)):
        ply = plies[at]
        share = gamma ** (at - start) * (1 if ply.mover == mover else -1)
        if not math.isnan(ply.certain):
            return _Return(share * ply.certain)
        # What follows an exploring move is not what the best one would have brought.
        if at == start + steps or not ply.is_best:
            return _Return(0.0, share, at)
    if outcome is None:
        return None
    return _Return(gamma ** (len(plies) - 1 - start) * outcome.value_for(mover))
