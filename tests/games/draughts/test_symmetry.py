"""The turned board with the colours exchanged is the same position to play."""

import numpy as np

from tengen.games import load
from tengen.games.draughts.game import Draughts
from tengen.games.draughts.notation import Setup, format_fen
from tengen.games.face import NativeState

from .positions import random_position

SWAPPED = np.array([0, 2, 1, 4, 3])
"""A colour's board code for the other's."""


def test_rules_commute_with_the_turned_board(rng: np.random.Generator) -> None:
    """Playing turned moves from the turned position leads to the turned positions, to the end."""
    for _ in range(20):
        position = random_position(rng)
        state, image = initial(position), initial(turned(position))
        _, symmetry = state.game.symmetries()
        place_of = np.argsort(symmetry.actions)
        assert symmetry.swaps_players
        while state.outcome() is None:
            assert image.to_play == 1 - state.to_play
            assert same(state.planes().reshape(8, -1)[:, symmetry.points], image.planes())
            assert same(SWAPPED[state.board().ravel()][symmetry.points], image.board())
            assert same(state.legal_mask()[symmetry.actions], image.legal_mask())
            action = int(rng.choice(state.legal_actions()))
            state, image = state.apply(action), image.apply(int(place_of[action]))
        mine, theirs = state.outcome(), image.outcome()
        assert mine is not None
        assert theirs is not None
        assert mine.reason == theirs.reason
        assert mine.value_for(0) == theirs.value_for(1)


def test_nets_see_a_repetition_and_the_way_to_a_draw() -> None:
    """The last two planes tell a position apart that has come back, and how long nothing happened."""
    game = load("draughts", position="B:WK32:BK1")
    start = state = game.initial_state()
    for action in game.parse_line(state, "1-6 32-28 6-1 28-32"):
        state = state.apply(action)
    assert same(state.planes()[:6], start.planes()[:6])
    assert start.planes()[6].max() == 0
    assert state.planes()[6].min() == 1
    assert hash(state) != hash(start)
    for action in game.parse_line(state, "1-5 32-27"):
        state = state.apply(action)
    assert state.planes()[6].max() == 0
    assert state.planes()[7].min() == state.planes()[7].max() == 1 / 16


def turned(position: Setup) -> Setup:
    black, white, kings = (
        tuple(sorted(33 - square for square in squares))
        for squares in (position.black, position.white, position.kings)
    )
    return Setup(1 - position.to_play, white, black, kings)


def initial(position: Setup) -> NativeState:
    game = load("draughts", position=format_fen(position))
    assert isinstance(game, Draughts)
    return game.initial_state()


def same(one: np.ndarray, other: np.ndarray) -> bool:
    return bool((one.ravel() == other.ravel()).all())
