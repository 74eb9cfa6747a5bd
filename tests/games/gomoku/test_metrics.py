"""The ten metrics: each on a board counted by hand, all of them against plain Python's."""

import numpy as np
import pytest

import tengen
from tengen.core import SettingsError, State
from tengen.games.gomoku.metrics import NAMES, reference_metrics
from tengen.games.gomoku.notation import format_position
from tengen.games.gomoku.reference import ReferenceState
from tengen.games.metrics import just_moved, metrics_of
from tengen.games.stones import Setup


def metrics(state: State) -> list[int]:
    return metrics_of(state.game).measure([state])[0].tolist()


def named(position: str, **settings: int | str) -> dict[str, int]:
    state = tengen.load("gomoku", position=position, **{"size": 9} | settings).initial_state()
    return dict(zip(NAMES, metrics(state), strict=True))


@pytest.mark.parametrize(
    ("metric", "position", "expected"),
    [
        # White is to move, so Black has just moved: d5-h5 and e5-i5 lack a stone; a5 is White's.
        ("fours", "W:Be5,f5,g5,h5:Wa5", 2),
        ("fours", "W:Be5,f5,g5,h5:Wi5", 1),
        ("fours", "W:Ba1,b2,d4,e5:W", 1),
        ("enemy_fours", "B:Be5,f5,g5,h5:W", 2),
        # e, f, g with both ends of six empty: c-h and d-i.
        ("open_threes", "W:Be5,f5,g5:W", 2),
        ("open_threes", "W:Be5,f5,g5:Wc5", 1),
        ("open_threes", "W:Be5,f5,g5:Wc5,i5", 0),
        ("open_threes", "W:Bd5,f5,g5:W", 1),
        ("enemy_open_threes", "B:Be5,f5,g5:W", 2),
        # Five in a row with three: c-g, d-h and e-i; White's a1-c1 has one, a1-e1.
        ("threes", "W:Be5,f5,g5:Wa1,b1,c1", 3 - 1),
        # a1 and b1 have a1-e1; e5 and f5 have b-f, c-g, d-h and e-i.
        ("twos", "W:Ba1,b1:We5,f5", 1 - 4),
        # Two of the four points between: b-g, c-h and d-i.
        ("open_twos", "W:Be5,f5:W", 3),
        # A stone in the corner is on three windows, one in the centre on five of each direction.
        ("lines", "W:Be5:Wa1", 4 * 5 - 3),
        ("lines", "B:Be5:Wa1", 3 - 4 * 5),
        # The rings outside e5, b2 and a9.
        ("centre", "W:Be5,b2:Wc3,a9", 4 + 1 - 2 - 0),
    ],
)
def test_counted_by_hand(metric: str, position: str, expected: int) -> None:
    """Each metric is what a person counts on a drawn board."""
    assert named(position)[metric] == expected


def test_won() -> None:
    """It is 1 for the side whose stone ended the game, 0 when the board is full."""
    game = tengen.load("gomoku", size=3, win_length=3)
    state = game.initial_state()
    for move in ["a1", "a3", "b1", "b3", "c1"]:
        state = state.apply(game.parse_move(move))
    assert state.outcome() is not None
    assert metrics(state)[-1] == 1
    assert just_moved([state]) == [0]


def test_nobody_owns_a_colour_while_swap2_lasts() -> None:
    """All are 0 until somebody has taken a colour; then they are the player's who has just moved."""
    game = tengen.load("gomoku", size=9, opening="swap2")
    state = game.initial_state()
    for move in ["a1", "e5", "b1"]:
        state = state.apply(game.parse_move(move))
        assert metrics(state) == [0] * 10
    taken = state.apply(game.parse_move("white"))
    assert taken.to_play == 1
    assert just_moved([taken]) == [0]
    assert metrics(taken)[NAMES.index("twos")] == 1


@pytest.mark.parametrize(
    ("seed", "games"), [(0, 5), *(pytest.param(n, 12, marks=pytest.mark.long) for n in range(3))]
)
def test_native_is_reference(seed: int, games: int) -> None:
    """Both count the same in random games of all sizes, rules and openings, thick and thin."""
    rng = np.random.default_rng([10, seed])
    for _ in range(games):
        state, oracle = _draw_game(rng)
        while True:
            assert metrics(state) == reference_metrics(oracle), oracle
            if oracle.outcome() is not None or len(oracle.moves) > 12:
                break
            action = int(rng.choice(state.legal_actions()))
            state, oracle = state.apply(action), oracle.apply(action)


def _draw_game(rng: np.random.Generator) -> tuple[State, ReferenceState]:
    rule = str(rng.choice(["freestyle", "standard", "renju", "caro"]))
    size = int(rng.integers(5, 16))
    win_length = 5 if rule == "renju" else int(rng.integers(2, 7).clip(max=size))
    settings = {"size": size, "win_length": win_length, "rule": rule}
    if win_length >= 4 and rng.random() < 0.2:
        state = tengen.load("gomoku", **settings, opening="swap2").initial_state()
        return state, ReferenceState(size, win_length, rule, (), "swap2")
    drawn = rng.random(size * size)
    black, white = drawn < 0.2, drawn > 0.85
    while True:
        stones = [tuple(map(int, np.flatnonzero(colour))) for colour in (black, white)]
        start = Setup(int(rng.integers(2)), *stones)
        try:
            game = tengen.load("gomoku", **settings, position=format_position(start, size))
        except SettingsError:  # a row that wins stands already
            black &= rng.random(size * size) < 0.8
            white &= rng.random(size * size) < 0.8
            continue
        return game.initial_state(), ReferenceState(size, win_length, rule, start=start)
