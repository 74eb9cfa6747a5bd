"""Which rows of an incremental net's first layer one move changes."""

from collections import Counter
from typing import cast

import numpy as np
from numpy.typing import NDArray

from tengen.core import State
from tengen.games.face import NativeGame, NativeState
from tengen.games.nnue import features_of, stored_position

SHOWN = 12
"""Rows that are listed; the others are counted."""


def changed_rows(state: State, action: int) -> dict[str, object]:
    """Return how the list that the first layer sums up differs after a move.

    Returns:
        ``name`` of the move; ``total`` rows of the board and ``changed`` of them; ``points`` of the
        board whose rows changed, where rows belong to points; ``rows`` that come and go.
    """
    before, after = _features(state), _features(state.apply(action))
    # A point that is taken has no rows.
    gone, come = Counter(before[before >= 0].tolist()), Counter(after[after >= 0].tolist())
    by_point = before.ndim == 2
    points = np.flatnonzero((before != after).any(1)).tolist() if by_point else []
    changed = int((before != after).sum()) if by_point else sum((come - gone).values())
    return {
        "name": state.game.format_move(action),
        "total": int((before >= 0).sum()),
        "changed": changed,
        "points": points,
        "gone": sorted((gone - come).elements())[:SHOWN],
        "come": sorted((come - gone).elements())[:SHOWN],
    }


def _features(state: State) -> NDArray[np.int32]:
    """Return the rows: ``[points, lines]`` in Gomoku, ``[pieces and patterns]`` in draughts."""
    native = cast("NativeState", state)
    game = cast("NativeGame", state.game)
    rows: NDArray[np.int32] = features_of(game, stored_position(native)[None])[0]
    return rows
