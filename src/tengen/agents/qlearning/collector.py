"""The source's collector: every decision of a game, and how the game ended for who made it."""

from collections.abc import Sequence

import numpy as np

from tengen.core import Game, Outcome
from tengen.learning.samples import WEIGHT, Columns, Samples, empty_samples
from tengen.learning.transitions import Ply

DECISIONS: Columns = {"planes": "planes", "action": "action", "reward": "number", WEIGHT: "number"}
"""A position, the move made there, and 1 or -1: the game's result for who made it, 0 for a draw."""


def collect(game: Game, plies: Sequence[Ply], outcome: Outcome | None) -> Samples:
    """Return every decision of a finished game with its reward; none of one without a result."""
    if outcome is None:
        return empty_samples(game, DECISIONS)
    return {
        "planes": np.stack([ply.planes for ply in plies]),
        "action": np.array([ply.action for ply in plies], np.int32),
        "reward": np.array([outcome.value_for(ply.mover) for ply in plies], np.float32),
        WEIGHT: np.ones(len(plies), np.float32),
    }
