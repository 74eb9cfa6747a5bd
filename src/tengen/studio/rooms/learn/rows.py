"""Which rows of an incremental net's first layer one move changes."""

from collections import Counter
from typing import cast

import numpy as np
from numpy.typing import NDArray

from tengen.core import State
from tengen.games.face import NativeGame, NativeState
from tengen.games.nnue import features_of, stored_position
from tengen.studio.sitting.history import is_on_squares

SHOWN = 12
"""Rows that are listed; the others are counted."""
LINES = 4
"""Through a point of a board that is played on points."""


def changed_rows(state: State, action: int) -> dict[str, object]:
    """Return how the list that the first layer sums up differs after a move.

    Returns:
        ``name`` of the move; ``total`` rows of the board; ``points`` of the board whose rows
        changed, where rows belong to points; ``gone`` and ``come``, the first of the rows that
        leave the sum and join it, ``leaving`` and ``joining``, how many there are.
    """
    before, after = _rows(state), _rows(state.apply(action))
    # A point that is taken has no rows.
    gone, come = Counter(before[before >= 0].tolist()), Counter(after[after >= 0].tolist())
    by_point = before.ndim == 2
    points = np.flatnonzero((before != after).any(1)).tolist() if by_point else []
    # A row that leaves at one point and joins at another stays in the sum.
    leaving, joining = sorted((gone - come).elements()), sorted((come - gone).elements())
    return {
        "name": state.game.format_move(action),
        "total": int((before >= 0).sum()),
        "leaving": len(leaving),
        "joining": len(joining),
        "points": points,
        "gone": leaving[:SHOWN],
        "come": joining[:SHOWN],
    }


def _rows(state: State) -> NDArray[np.int32]:
    """Return the rows: ``[points, lines]`` in Gomoku, ``[pieces and patterns]`` in draughts."""
    native = cast("NativeState", state)
    game = cast("NativeGame", state.game)
    rows: NDArray[np.int32] = features_of(game, stored_position(native)[None])[0]
    if is_on_squares(game):
        return rows
    # What threatens what is counted behind them, and is not of the first layer.
    points = state.board().size
    return rows[: LINES * points].reshape(points, LINES)
