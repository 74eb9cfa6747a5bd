"""What a stone does on a Go board: captures, rescues, atari, shape, distance to the last move."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tengen.games.face import NativeState
from tengen.games.go.board import chain_at, diagonals, neighbours
from tengen.games.go.game import native_of

CAPTURE, EACH_CAPTURED = 8.0, 3.0
RESCUE, EACH_RESCUED = 7.0, 3.0
ATARI, EACH_IN_ATARI = 2.0, 0.7
SQUEEZE = 0.5
"""A chain of the opponent's is left with two liberties."""
SELF_ATARI, EACH_RISKED = -7.0, -3.0
CONTACT, CUT = 1.5, 1.5
"""A stone of the opponent's is beside or diagonally across; own stones are, too."""
NEAR = (0.0, 2.0, 1.5, 0.7)
"""By the distance from the last move."""
LINES = (-3.0, -0.5, 1.0, 1.0)
"""By the distance from the edge, on boards that have so many lines."""
OPEN_BOARD = 9


@dataclass(frozen=True, slots=True)
class Before:
    """A position as the moves from it need to see it."""

    state: NativeState
    size: int
    own: int
    """Colour of the side to move, as `State.board` has it."""
    board: Sequence[int]
    liberties: Sequence[int]
    """Of the chain on each point."""
    taken: int
    """Stones of the opponent's that were taken so far."""

    @classmethod
    def of(cls, state: NativeState) -> "Before":
        """Return what the moves from `state` need to see."""
        native = native_of(state)
        board, liberties = native.board(), native.liberties()
        return cls(
            state,
            len(board),
            state.to_play + 1,
            board.ravel().tolist(),
            liberties.ravel().tolist(),
            native.prisoners[1 - state.to_play],
        )


def worth(before: Before, points: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return ``[n]``, what stones on `points`, all legal, are worth by rules of thumb."""
    place = _places(before.size, before.state.last_action)
    return np.array([_fight(before, p) + place[p] for p in points.tolist()])


def _fight(before: Before, point: int) -> float:
    """Return what a stone does to the chains around it."""
    after = before.state.apply(point)
    native = native_of(after)
    left = native.liberties().ravel()
    near = neighbours(before.size)[point]
    enemies = [p for p in near if before.board[p] == 3 - before.own]
    friends = [p for p in near if before.board[p] == before.own]
    taken = native.prisoners[2 - before.own] - before.taken
    found = CAPTURE + EACH_CAPTURED * taken if taken else 0.0
    if left[point] == 1:
        if taken != 1:
            found += SELF_ATARI + EACH_RISKED * _stones(before, friends)
    elif saved := _stones(before, [p for p in friends if before.liberties[p] == 1]):
        found += RESCUE + EACH_RESCUED * saved
    for enemy in enemies:
        if left[enemy] == 1:
            found += ATARI + EACH_IN_ATARI * _stones(before, [enemy])
        elif left[enemy] == 2:
            found += SQUEEZE
    return found + _contact(before, point, bool(enemies))


def _stones(before: Before, points: Sequence[int]) -> int:
    """Return how many stones the chains on `points` have."""
    chains = (chain_at(before.board, point, before.size) for point in points)
    return len(frozenset().union(*chains))


def _contact(before: Before, point: int, touches: bool) -> float:
    across = [before.board[p] for p in diagonals(before.size)[point]]
    if not touches and 3 - before.own not in across:
        return 0.0
    beside = [before.board[p] for p in neighbours(before.size)[point]]
    return CONTACT + (CUT if before.own in across or before.own in beside else 0.0)


@cache
def _lines(size: int) -> NDArray[np.float64]:
    """Return ``[size * size]``, what the distance from the edges is worth."""
    from_edge = np.minimum(np.arange(size), np.arange(size)[::-1])
    if size < OPEN_BOARD:  # the nearer to the centre the better
        worth_of_line = from_edge / 2.0
    else:
        worth_of_line = np.array(LINES + (0.0,) * size)[from_edge]
    return np.add.outer(worth_of_line, worth_of_line).ravel()


def _places(size: int, last: int | None) -> NDArray[np.float64]:
    """Return ``[size * size]``, what it is worth where a stone is."""
    if last is None or last >= size**2:
        return _lines(size)
    rows, columns = np.divmod(np.arange(size**2), size)
    apart = np.maximum(np.abs(rows - last // size), np.abs(columns - last % size))
    near = np.array(NEAR + (0.0,) * size)[apart]
    near_worth: NDArray[np.float64] = _lines(size) + near
    return near_worth
