"""Points in Go: by how many somebody leads, and whose each will be."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tengen.core import State
from tengen.games.go.game import Go

PLAYOUTS = 400
"""Random games behind what is told of a position; 0.05 is the standard error of a point at most."""
MOVE_PLAYOUTS = 100
"""The same of what is told of each move."""


@lru_cache(maxsize=512)
def owners(state: State, playouts: int = PLAYOUTS) -> NDArray[np.float32]:
    """Return ``[H, W]``, whose each point will be: 1 the first player's, -1 the second's."""
    return state.game.ownership(state, playouts, seed=0)


def lead(state: State, playouts: int = PLAYOUTS) -> float | None:
    """Return by how many points the first player leads; None where points do not count."""
    game = state.game
    if not isinstance(game, Go):
        return None
    return float(owners(state, playouts).sum()) - game.komi - game.compensation_points
