"""Seeing a part of what there is."""

import numpy as np
from numpy.typing import NDArray


def glance(moves: NDArray[np.int32], share: float, rng: np.random.Generator) -> NDArray[np.int32]:
    """Return those of `moves` ``[N]`` that come to mind, each with chance `share`, at least one."""
    seen: NDArray[np.int32] = moves[rng.random(len(moves)) < share]
    return seen if len(seen) else rng.choice(moves, 1)
