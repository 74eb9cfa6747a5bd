"""Points in Go: by how many somebody leads, and whose each will be.

An agent may tell of both; else it is what random games say.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tengen.core import Candidate, Decision, State
from tengen.games.go.game import Go

PLAYOUTS = 400
"""Random games behind what is told of a position; 0.05 is the standard error of a point at most."""
MOVE_PLAYOUTS = 100
"""The same of what is told of each move."""


@lru_cache(maxsize=512)
def played_out(state: State, playouts: int) -> NDArray[np.float32]:
    """Return ``[H, W]``, whose each point is after random games: 1 the first player's."""
    return state.game.ownership(state, playouts, seed=0)


def owners(state: State, decision: Decision) -> NDArray[np.float32]:
    """Return ``[H, W]``, whose each point will be: 1 the first player's, -1 the second's."""
    if decision.ownership is None:
        return played_out(state, PLAYOUTS)
    return decision.ownership * np.float32(1 - 2 * state.to_play)


def root_lead(state: State, decision: Decision) -> float | None:
    """Return by how many points the first player leads; None where points do not count."""
    if decision.lead is None:
        return _played_out_lead(state, PLAYOUTS)
    return decision.lead * (1 - 2 * state.to_play)


def move_lead(state: State, candidate: Candidate) -> float | None:
    """Return the same for what a move of `state` leads to."""
    if candidate.lead is None:
        return _played_out_lead(state.apply(candidate.action), MOVE_PLAYOUTS)
    return candidate.lead * (1 - 2 * state.to_play)


def _played_out_lead(state: State, playouts: int) -> float | None:
    game = state.game
    if not isinstance(game, Go):
        return None
    return float(played_out(state, playouts).sum()) - game.komi - game.compensation_points
