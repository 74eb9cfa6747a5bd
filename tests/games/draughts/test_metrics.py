"""The ten metrics: each on a board counted by hand, all of them against the rulebook's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tengen
from tengen.core import State
from tengen.games.draughts.metrics import NAMES, reference_metrics
from tengen.games.draughts.notation import Setup, format_fen
from tengen.games.draughts.reference import ReferenceState
from tengen.games.metrics import just_moved, metrics_of

from .positions import both, random_position, reference_of


def metrics(state: State) -> list[int]:
    return metrics_of(state.game).measure([state])[0].tolist()


def named(state: State) -> dict[str, int]:
    return dict(zip(NAMES, metrics(state), strict=True))


@pytest.mark.parametrize(
    ("metric", "fen", "expected"),
    [
        # Twelve less the enemy's pieces; White to move, so these are Black's.
        ("captured", "W:W30,31,K32:B1", 12 - 3),
        ("captured", "B:W30:B1,2", 12 - 2),
        # 9-13 and 9-14, against 28-24.
        ("potential", "W:W28:B9", 2 - 1),
        # Captures alone count where there are any: 9x18, not 1-5 and the like.
        ("potential", "W:W14:B1,9", 1 - 1),
        # Two ways round are two moves: 2x9x18x11x2 and back; 6-1, 7-3 and two each of 14 and 15.
        ("potential", "W:W6,7,14,15:BK2", 2 - 6),
        ("men", "W:W25,K26,K27:B1,2,3,K10", 3 - 1),
        ("kings", "W:W25,K26,K27:B1,2,3,K10", 1 - 2),
        # 18 and 19 stand alone, 30 on the edge; of Black's, 15 does, 6 and 9 have each other.
        ("caps", "W:W18,19,30:B6,9,15", 2 - 1),
        ("semicaps", "W:W18,19,30:B6,9,15", 2),
        # Behind, before, to the left and to the right of 15; two that face each other do not do.
        ("uncaps", "W:WK32:B10,11,15", 1 - 1),
        ("uncaps", "W:WK32:B15,18,19", 1 - 1),
        ("uncaps", "W:WK32:B10,15,18", 1 - 1),
        ("uncaps", "W:WK32:B11,15,19", 1 - 1),
        ("uncaps", "W:WK32:B10,15,19", 0 - 1),
        # 1, 13 and 28 are on edges, and so is 32.
        ("uncaps", "W:WK32:B1,13,28,15", 3 - 1),
        ("mid", "W:W17,24:B12,13,20,21", 2 - 1),
        ("far", "W:W5,19,22:B20,21,K29", 2 - 1),
        ("far", "B:W5,20,K1:B12,13,21,K18", 2 - 1),
    ],
)
def test_counted_by_hand(metric: str, fen: str, expected: int) -> None:
    """Each metric is what a person counts on a drawn board."""
    native, oracle = both(fen)
    assert named(native)[metric] == expected
    assert reference_metrics(oracle)[NAMES.index(metric)] == expected


@pytest.mark.parametrize(
    ("fen", "moves", "won"),
    [
        ("B:W18:B15", "15x22", 1),  # has taken the last piece
        ("W:W13,18:B5", "18-14", 0),  # 5-9
        ("W:W9,18:B5", "18-14", 1),  # 5 cannot move
        ("B:W:B1", "", -1),
        ("B:WK32:BK1", "1-5 32-28 5-1 28-32 1-5 32-28 5-1 28-32", 0),  # for the third time
    ],
)
def test_won(fen: str, moves: str, won: int) -> None:
    """It is 1 where the side that has just moved has won, -1 where it has lost, else 0."""
    game = tengen.load("draughts", position=fen)
    state = game.initial_state()
    for action in game.parse_line(state, moves):
        state = state.apply(action)
    assert named(state)["won"] == won


def test_start() -> None:
    """At the start all are 0: men on the edges are safe, and each other one has two behind it."""
    assert named(tengen.load("draughts").initial_state()) == dict.fromkeys(NAMES, 0)


def test_inside_a_capture_the_capturer_has_just_moved() -> None:
    """Between two jumps the metrics stay those of the player who makes them."""
    state = tengen.load("draughts", position="B:W18,26,32:B15").initial_state()
    assert named(state)["captured"] == 12 - 1
    state = state.apply(state.game.parse_move("15x22"))
    assert state.to_play == 0
    assert named(state)["captured"] == 12 - 2
    assert just_moved([state]) == [0]
    assert just_moved([state.apply(state.legal_actions()[0])]) == [0]


def test_the_weighted_sum_is_the_learners_of_the_source() -> None:
    """Its weights are 4, 1, 1, 3, 1, 2, 3, 2, 3 and 100 for a win."""
    state = tengen.load("draughts", position="W:W30,31,K32:B1").initial_state()
    expected = np.dot(metrics(state), [4, 1, 1, 3, 1, 2, 3, 2, 3, 100])
    assert metrics_of(state.game).sums([state, state]).tolist() == [expected, expected]


@pytest.mark.parametrize("games", [20, pytest.param(60, marks=pytest.mark.long)])
def test_native_is_reference(rng: np.random.Generator, games: int) -> None:
    """Both count the same on strewn boards and after every hop of random games."""
    for number in range(games):
        position = random_position(rng)
        state: State = tengen.load("draughts", position=format_fen(position)).initial_state()
        oracle = reference_of(position)
        if number % 20 == 0:
            state, oracle = tengen.load("draughts").initial_state(), ReferenceState()
        _compare(state, oracle)
        while oracle.outcome() is None and oracle.ply < 60:
            action = int(rng.choice(oracle.legal_actions()))
            state, oracle = state.apply(action), oracle.apply(action)
            _compare(state, oracle)


def _compare(state: State, oracle: ReferenceState) -> None:
    assert metrics(state) == reference_metrics(oracle), oracle.board


@given(st.integers(0, 2**32))
def test_colours_do_not_matter(seed: int) -> None:
    """The board turned, with the colours exchanged, has the same metrics."""
    position = random_position(np.random.default_rng(seed))
    black, white, kings = (
        tuple(sorted(33 - square for square in squares))
        for squares in (position.white, position.black, position.kings)
    )
    turned = Setup(1 - position.to_play, black, white, kings)
    one, other = (
        tengen.load("draughts", position=format_fen(each)).initial_state()
        for each in (position, turned)
    )
    assert metrics(one) == metrics(other)
