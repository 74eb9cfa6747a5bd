"""Where a board of Go is settled: which stones are dead, which points neutral, which borders open.

Random games say whose each point will be, which is not believed alone: a stone is dead only where the
other side's living stones enclose it, and land is somebody's only where the other side does not reach it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.games.face import NativeState
from tengen.games.go.board import (
    BLACK,
    EMPTY,
    WHITE,
    areas,
    neighbours,
    spaces,
)
from tengen.games.go.game import native_of

SURE = 0.2
"""The mean owner of empty points beyond which nobody doubts whose they are: 98 of 100 areas of finished
games of strong players, where random games invade the large ones often."""

ROOM = 0.5
"""The share of the board that is too large to be one side's with stones of the other in it: there is room to
live. In 150 finished games of strong players the largest such area has 27 % of the board."""

PLAYOUTS = 1600
"""Random games behind an opinion how a board stands: some 40 ms on the largest."""

Owners = NDArray[np.float32]
"""``[H, W]`` in [-1, 1], whose each point is expected to be, 1 for Black."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is settled on a board, and what is not."""

    dead: tuple[int, ...]
    """Stones, ascending, of whole chains."""
    open: frozenset[int]
    """Empty points of areas whose borders are not closed."""
    gains: tuple[frozenset[int], frozenset[int]]
    """By side: where its stone lasts and takes a neutral point, or helps to close a border."""

    @property
    def is_settled(self) -> bool:
        """Whether neither side has anything left to gain."""
        return not any(self.gains)


def stand(state: NativeState) -> Standing:
    """Return how the board of a position, finished or not, stands: of the same one always the same."""
    owners = expected_owners(state, PLAYOUTS, seed=state.ply)
    board, size = board_of(state)
    dead = dead_stones(state, owners)
    living = _without(board, dead)
    unsure = [
        (space, touched)
        for space, touched in spaces(living, size)
        if not _is_sure(space, touched, owners.ravel())
    ]
    free = [point for space, _ in unsure for point in space if board[point] == EMPTY]
    black, white = (_lasting(state, free, colour) for colour in (BLACK, WHITE))
    worth = black | white
    return Standing(
        dead=dead,
        open=frozenset(
            point
            for space, _ in unsure
            if space & worth and not _is_dame(living, space, size)
            for point in space
        ),
        gains=(black, white),
    )


def expected_owners(state: NativeState, playouts: int, seed: int) -> Owners:
    """Return the owners after random games from the board, though both sides may have passed there."""
    going_on = state.game.set_up(state.board(), state.to_play).initial_state()
    return native_of(going_on).ownership(playouts, seed)


def dead_stones(state: NativeState, owners: Owners) -> tuple[int, ...]:
    """Return the stones that are dead, ascending, of whole chains.

    Those are the other side's in most random games, and closely enclosed by it: no way leads from them to
    friends that live. Stones that live unconditionally (Benson) never are, those inside the eyes of such always.
    """
    board, size = board_of(state)
    native, expected = native_of(state), owners.ravel()
    doubtful: set[int] = set()
    for colour, sign in ((BLACK, 1.0), (WHITE, -1.0)):
        alive = set(native.living_stones(colour - 1).tolist())
        lost = set(native.living_eyes(2 - colour).tolist())
        for chain in areas(board, size, (colour,)):
            own = sign * float(expected[list(chain)].mean())
            if not chain & alive and (chain & lost or own < 0):
                doubtful |= chain
    return tuple(sorted(_enclosed(board, doubtful, size)))


def _enclosed(board: Sequence[int], doubtful: Collection[int], size: int) -> frozenset[int]:
    """Return which of the stones of chains `doubtful` only the other side's remaining ones surround closely."""
    dead, most = frozenset(doubtful), ROOM * size**2
    while True:
        kept = frozenset(
            point
            for space, touched in spaces(_without(board, dead), size)
            if len(touched) == 1 and len(space) <= most
            for point in space & dead
            if board[point] not in touched
        )
        if kept == dead:
            return dead
        dead = kept


def _is_sure(space: frozenset[int], touched: frozenset[int], expected: Owners) -> bool:
    """Return whether an empty area is one side's: it alone reaches it, and is expected to have it."""
    if len(touched) != 1:
        return False
    mean = float(expected[list(space)].mean())
    return (mean if BLACK in touched else -mean) > SURE


def _is_dame(living: Sequence[int], space: frozenset[int], size: int) -> bool:
    """Return whether an area is neutral points alone, each beside both sides' stones."""
    near = neighbours(size)
    return all({BLACK, WHITE} <= {living[beside] for beside in near[point]} for point in space)


def _lasting(state: NativeState, points: Collection[int], colour: int) -> frozenset[int]:
    """Return on which of empty `points` a stone of `colour` may be laid and is not in atari then."""
    # Set up anew, the game goes on, and it is this side's turn; a ko is nothing to wait for.
    mine = state.game.set_up(state.board(), colour - 1).initial_state()
    free = set(points).intersection(mine.sensible_actions().tolist())
    return frozenset(p for p in free if native_of(mine.apply(p)).liberties().ravel()[p] > 1)


def _without(board: Sequence[int], dead: Collection[int]) -> list[int]:
    return [EMPTY if point in dead else held for point, held in enumerate(board)]


def board_of(state: NativeState) -> tuple[list[int], int]:
    """Return what each point holds, row after row, and the board's size."""
    board = state.board()
    return board.ravel().tolist(), len(board)
