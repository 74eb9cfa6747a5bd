"""The ten metrics: each on a board counted by hand, all of them against plain Python's."""

import numpy as np
import pytest

import tengen
from tengen.core import State
from tengen.games.face import NativeState
from tengen.games.go.metrics import NAMES, reference_metrics
from tengen.games.go.notation import format_position
from tengen.games.go.reference import start
from tengen.games.metrics import just_moved, metrics_of
from tengen.games.stones import Setup

from .conftest import Draw


def metrics(state: State) -> list[int]:
    return metrics_of(state.game).measure([state])[0].tolist()


BOARD = """
. X . . .
X X . O a
X X X O .
O O O O .
b X X . .
"""
"""Black has a true eye in the corner. White is to move, so the metrics are Black's."""


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("stones", 8 - 6),
        ("captured", 0),
        # Black's: a5, c4, c5, a1 and d1; White's: a1, d1, d5, c4, e4, e3 and e2.
        ("liberties", 5 - 7),
        ("atari", 0),
        ("in_atari", 0),
        ("chains", 2 - 1),
        ("eyes", 1),
        # The corner; all else touches both.
        ("area", 9 - 6),
        # a5 and c5 are nearer to Black, d5 and e2 to e5 to White; c4, a1, d1 and e1 are shared.
        ("influence", 2 - 5),
        ("won", 0),
    ],
)
def test_counted_by_hand(draw_native: Draw, metric: str, expected: int) -> None:
    """Each metric is what a person counts on a drawn board."""
    state = draw_native(BOARD, "O").state
    assert dict(zip(NAMES, metrics(state), strict=True))[metric] == expected


def test_stones_in_atari_and_captured(draw_native: Draw) -> None:
    """Stones count, not chains; what was taken counts for the taker."""
    drawn = draw_native(
        """
        O O a . .
        X X . . .
        . . . O .
        . . O X O
        . . . b .
        """,
    )
    before = dict(zip(NAMES, metrics(drawn.state), strict=True))
    assert (before["atari"], before["in_atari"]) == (1, 2)
    after = dict(zip(NAMES, metrics(drawn.play("a").state), strict=True))
    assert (after["captured"], after["atari"], after["in_atari"]) == (2, 0, 1)


def test_won() -> None:
    """It is the result for the side that passed last, once both have."""
    state = tengen.load("go", size=5, komi=0.5).initial_state()
    assert metrics(state.apply(25))[-1] == 0
    over = state.apply(25).apply(25)
    assert (just_moved([over]).tolist(), metrics(over)[-1]) == ([1], 1)


def test_who_places_a_handicap_has_just_moved() -> None:
    """While Black places stones in a row the metrics stay Black's."""
    state = tengen.load("go", size=7, handicap=2, handicap_placement="free").initial_state()
    first = state.apply(24)
    assert (first.to_play, just_moved([first]).tolist(), metrics(first)[0]) == (0, [0], 1)
    second = first.apply(0)
    assert (second.to_play, just_moved([second]).tolist(), metrics(second)[0]) == (1, [0], 2)


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2))])
def test_native_is_reference(seed: int) -> None:
    """Both count the same in random games on boards of all sizes, from random stones too."""
    rng = np.random.default_rng([11, seed])
    for _ in range(8):
        size = int(rng.integers(2, 12))
        settings = {"size": size, "komi": 0.5, "suicide": bool(rng.random() < 0.3)}
        if size >= 5 and rng.random() < 0.3:
            settings |= {"handicap": 3, "handicap_placement": "free"}
        elif size >= 5 and rng.random() < 0.5:
            drawn = rng.random(size * size)
            stones = [tuple(map(int, np.flatnonzero(at))) for at in (drawn < 0.1, drawn > 0.9)]
            settings["position"] = format_position(Setup(1, *stones), size)
        _compare_one_game(settings, rng)


def _compare_one_game(settings: dict, rng: np.random.Generator) -> None:
    state, oracle = tengen.load("go", **settings).initial_state(), start(**settings)
    for _ in range(60):
        assert isinstance(state, NativeState)
        assert metrics(state) == reference_metrics(oracle, state.native.prisoners), oracle
        if oracle.is_over:
            break
        action = int(rng.choice(state.legal_actions()))
        state, oracle = state.apply(action), oracle.apply(action)
