"""Deciding in a swap2 opening, by what a search says of the positions after it."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tengen.games.face import NativeState
from tengen.games.gomoku.notation import CHOICES

LOOKS = 16
"""Positions that are judged, at most, to decide once."""
_NEAR = 3
"""Stones are placed so far from the middle, or from each other, at most."""

Judge = Callable[[NativeState], float]
"""What a position after the opening is worth to its side to move, in [-1, 1]."""


def decide(state: NativeState, judge: Judge, rng: np.random.Generator) -> tuple[int, float]:
    """Return an action in the opening, and what it is worth to the side to move.

    Whoever chooses takes the better colour; two stones more could only be worth less. So whoever
    places stones makes the position as even as can be found among some drawn with `rng`.
    """
    if state.legal_actions()[0] >= state.game.num_actions - len(CHOICES):
        return _choose(state, judge)
    drawn = [_place(state, rng) for _ in range(LOOKS)]
    values = [_choose(after, judge)[1] for _, after in drawn]
    most_even = int(np.argmin(values))
    return drawn[most_even][0], -values[most_even]


def _choose(state: NativeState, judge: Judge) -> tuple[int, float]:
    """Return the better colour to take; one look says what both are worth."""
    white, black = (int(action) for action in state.legal_actions()[:2])
    after = state.apply(white)
    value = judge(after) if after.to_play == state.to_play else -judge(after)
    return (white, value) if value >= 0 else (black, -value)


def _place(state: NativeState, rng: np.random.Generator) -> tuple[int, NativeState]:
    """Return a random stone near the others, and the position after all that follow it."""
    after, mover = state, state.to_play
    actions = list[int]()
    while after.to_play == mover:
        actions.append(int(rng.choice(_near(after))))
        after = after.apply(actions[-1])
    return actions[0], after


def _near(state: NativeState) -> NDArray[np.int32]:
    """Return the legal points near the stones, or near the middle of an empty board."""
    board, points = state.board(), state.legal_actions()
    rows, columns = np.nonzero(board)
    if len(rows) == 0:
        rows, columns = np.array([board.shape[0] // 2]), np.array([board.shape[1] // 2])
    y, x = np.divmod(points, board.shape[1])
    away = np.maximum(np.abs(y[:, None] - rows), np.abs(x[:, None] - columns)).min(1)
    near: NDArray[np.int32] = points[away <= _NEAR]
    return near
