"""Published counts: every game of tic-tac-toe, which is Gomoku with three in a row on 3x3."""

from collections import Counter

import pytest

from tengen.core import State
from tengen.games import load
from tengen.games.gomoku.reference import ReferenceState

# Positions after n moves, games that went on counted by their order of moves.
TIC_TAC_TOE = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def _tree(state: State | ReferenceState) -> tuple[Counter[int], Counter[int | None]]:
    """Count the sequences of moves by length, and the finished games by winner."""
    lengths: Counter[int] = Counter()
    winners: Counter[int | None] = Counter()
    level: Counter[State | ReferenceState] = Counter({state: 1})
    ply = 0
    while level:
        lengths[ply] = level.total()
        following: Counter[State | ReferenceState] = Counter()
        for position, ways in level.items():
            outcome = position.outcome()
            if outcome is not None:
                winners[outcome.winner] += ways
            for action in position.legal_actions():
                following[position.apply(int(action))] += ways
        level, ply = following, ply + 1
    return lengths, winners


def test_tic_tac_toe() -> None:
    """255,168 games of tic-tac-toe: 131,184 the first player wins, 77,904 the second, 46,080 draws."""
    lengths, winners = _tree(load("gomoku", size=3, win_length=3).initial_state())
    assert [lengths[ply] for ply in range(10)] == TIC_TAC_TOE
    assert winners == {0: 131_184, 1: 77_904, None: 46_080}


def test_tic_tac_toe_positions() -> None:
    """5,478 arrangements of stones can arise in tic-tac-toe."""
    boards = set()
    level = {load("gomoku", size=3, win_length=3).initial_state()}
    while level:
        boards |= {state.board().tobytes() for state in level}
        level = {state.apply(action) for state in level for action in state.legal_actions()}
    assert len(boards) == 5_478


@pytest.mark.parametrize("rule", ["freestyle", "standard", "caro"])
@pytest.mark.parametrize(
    ("size", "win_length", "plies"),
    [
        (4, 3, 4),
        (4, 4, 4),
        pytest.param(4, 3, 5, marks=pytest.mark.long),
        pytest.param(5, 2, 4, marks=pytest.mark.long),
    ],
)
def test_small_boards_agree_with_the_rulebook(
    size: int, win_length: int, plies: int, rule: str
) -> None:
    """All sequences of moves of small boards are counted alike by both rules."""
    native = load("gomoku", size=size, win_length=win_length, rule=rule).initial_state()
    assert _perft(native, plies) == _perft(ReferenceState(size, win_length, rule), plies)


def _perft(state: State | ReferenceState, plies: int) -> int:
    if plies == 1:
        return len(state.legal_actions())
    return sum(_perft(state.apply(int(a)), plies - 1) for a in state.legal_actions())
