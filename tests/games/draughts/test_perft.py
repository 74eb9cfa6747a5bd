"""Counts of lines of play, the proof of the move generator."""

import pytest

from tengen.games import load
from tengen.games.draughts.game import Draughts
from tengen.games.face import NativeState

PUBLISHED = {
    "": (
        *(7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128),
        388623673,
    ),
    "W:W18,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,13,16": (
        *(8, 39, 190, 979, 4640, 22110, 100687, 459955, 2019397, 8762321),
    ),
    "B:WK12,K27,30,32:B21,K24,28,K31": (*(4, 16, 38, 166, 539, 2145, 8481, 38404, 170938, 835535),),
}
"""Leaves from depth 1 on, from public tables of move generators."""


@pytest.mark.parametrize("depth", [11, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("fen", PUBLISHED)
def test_published_counts(fen: str, depth: int) -> None:
    """Every published count is met, from the start to depth 11, or 12."""
    start = initial(fen)
    counts = PUBLISHED[fen][:depth]
    assert tuple(start.native.perft(depth) for depth in range(1, len(counts) + 1)) == counts


def test_nothing_to_play() -> None:
    """The empty line is one line; a position without a move has none."""
    assert initial("").native.perft(0) == 1
    blocked = initial("B:W9,14:B5")
    assert blocked.outcome() is not None
    assert [blocked.native.perft(depth) for depth in (1, 2, 3)] == [0, 0, 0]


def test_counts_inside_a_capture() -> None:
    """Between the jumps of a capture, its ends are counted."""
    state = initial("B:W8,15,16:B3")
    after = state.apply(state.game.parse_move("3x12"))
    assert after.to_play == 0
    assert after.native.perft(1) == 1
    assert after.native.perft(2) == state.native.perft(2) == 2


def test_ways_are_counted_not_ends() -> None:
    """Two ways round to the same square are two captures."""
    circle = initial("B:W6,7,14,15:BK2")
    assert circle.native.perft(1) == 2
    assert {str(name) for name in names_of_moves(circle)} == {"2x9x18x11x2", "2x11x18x9x2"}


def test_draw_rules_do_not_end_lines() -> None:
    """Kings that move to and fro are counted beyond the third occurrence, as published counts do."""
    state = initial("B:WK32:BK1")
    for name in ["1-6", "32-28", "6-1", "28-32", "1-6", "32-28", "6-1", "28-32"]:
        for action in state.game.parse_line(state, name):
            state = state.apply(action)
    assert state.outcome() is not None
    assert state.native.perft(4) == initial("B:WK32:BK1").native.perft(4)


def names_of_moves(state: NativeState) -> list[str]:
    """Return the names of all whole moves."""
    game = state.game
    names = []
    lines = [(state, ())]
    while lines:
        at, actions = lines.pop()
        for action in at.legal_actions():
            after, line = at.apply(int(action)), (*actions, int(action))
            if after.native.capturing_square >= 0:
                lines.append((after, line))
            else:
                names += game.format_line(state, line)
    return names


def initial(fen: str) -> NativeState:
    game = load("draughts", position=fen)
    assert isinstance(game, Draughts)
    return game.initial_state()
