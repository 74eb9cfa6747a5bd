"""Published counts of legal positions (J. Tromp and G. Farnebaeck, "Combinatorics of Go")."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from tengen.core import NotationError
from tengen.games import load
from tengen.games.go.notation import format_position, parse_position
from tengen.games.stones import Setup

LEGAL = {2: 57, 3: 12_675}
SIZES = [2, pytest.param(3, marks=pytest.mark.long)]


@pytest.mark.parametrize("size", SIZES)
def test_legal_positions(size: int) -> None:
    """Of all fillings of a board, those are read whose chains all have a liberty."""
    assert sum(_is_read(cells, size) for cells in product((0, 1, 2), repeat=size**2)) == LEGAL[size]


def _is_read(cells: tuple[int, ...], size: int) -> bool:
    try:
        parse_position(_text(cells, 0, size), size)
    except NotationError:
        return False
    return True


@pytest.mark.parametrize("size", SIZES)
def test_all_legal_positions_can_be_reached(size: int) -> None:
    """Moves, and passes between them, lead from the empty board to every legal one, no other.

    A board, its eight images and those with the colours exchanged lead to the like, so one of
    them is looked at for all.
    """
    empty = bytes(size**2)
    reached, frontier = {empty}, [empty]
    while frontier:
        for board in _boards_after(frontier.pop(), size):
            images = _images(board, size)
            if board not in reached:
                reached |= images
                frontier.append(board)
    assert len(reached) == LEGAL[size]


def _boards_after(cells: bytes, size: int) -> set[bytes]:
    """Return the boards that a stone of either side makes, nothing being known of the past."""
    after = set()
    for to_play in (0, 1):
        state = load("go", size=size, position=_text(cells, to_play, size)).initial_state()
        for action in state.legal_actions()[:-1]:
            after.add(state.apply(int(action)).board().tobytes())
    return after


def _images(board: bytes, size: int) -> set[bytes]:
    cells = np.frombuffer(board, np.int8).reshape(size, size)
    swapped = np.array([0, 2, 1], np.int8)[cells]
    return {
        np.rot90(side, turns).tobytes()
        for one in (cells, swapped)
        for side in (one, one.T)
        for turns in range(4)
    }


def _text(cells: Sequence[int], to_play: int, size: int) -> str:
    stones = [tuple(p for p, cell in enumerate(cells) if cell == colour) for colour in (1, 2)]
    return format_position(Setup(to_play, *stones), size)
