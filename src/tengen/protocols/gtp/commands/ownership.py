"""Whose each point will be: what the player has seen, else what random games say."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tengen.core import Decision, State

PLAYOUTS = 400
"""Random games; 0.05 is the standard error of a point at most."""


@lru_cache(maxsize=1)
def owners(state: State) -> NDArray[np.float32]:
    """Return ``[H, W]``: 1 for Black's points, -1 for White's."""
    return state.game.ownership(state, PLAYOUTS, seed=0)


def owners_for(state: State) -> NDArray[np.float32]:
    """Return ``[H, W]``: 1 for points of the side to move, -1 for the opponent's."""
    return owners(state) * np.float32(1 - 2 * state.to_play)


def owners_seen(state: State, decision: Decision) -> NDArray[np.float32]:
    """Return ``[H, W]`` as a decision has it, else by random games; for the side to move."""
    return owners_for(state) if decision.ownership is None else decision.ownership
