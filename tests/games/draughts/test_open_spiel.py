"""OpenSpiel's searches play draughts on our board, and its rules have the moves that ours have."""

import numpy as np
import pytest

from tengen.bench.open_spiel_draughts import (
    MinimaxAgent,
    OpenSpielPlayer,
    TreeSearchAgent,
    material,
    way_of,
    way_of_theirs,
)
from tengen.core import Limit
from tengen.games import load

pyspiel = pytest.importorskip("pyspiel")


def test_same_moves_in_random_games():
    """Hop by hop both know the same ones, until either ends the game."""
    game, rng = load("draughts"), np.random.default_rng(1)
    hops = 0
    for _ in range(20):
        state, board = game.initial_state(), pyspiel.load_game("checkers").new_initial_state()
        while state.outcome() is None and not board.is_terminal():
            ours = {way_of(int(action)): int(action) for action in state.legal_actions()}
            theirs = {way_of_theirs(board, action): action for action in board.legal_actions()}
            assert ours.keys() == theirs.keys()
            way = sorted(ours)[rng.integers(len(ours))]
            state, hops = state.apply(ours[way]), hops + 1
            board.apply_action(theirs[way])
    assert hops > 500


@pytest.mark.parametrize("kind", [TreeSearchAgent, MinimaxAgent])
def test_takes_what_is_offered(kind):
    """It captures the man that is given away, in the midst of a game."""
    game = load("draughts")
    state = game.initial_state()
    for action in game.parse_line(state, "11-15 22-18 15x22"):
        state = state.apply(action)
    decision = OpenSpielPlayer(kind, game)(1).decide(state, Limit(seconds=0.05))
    assert decision.action in state.legal_actions()
    assert game.format_line(state, [decision.action])[0] in {"25x18", "26x17"}


def test_plays_on_after_a_draw_by_its_own_rules():
    """After 40 plies without a capture OpenSpiel takes the game for drawn, and a move still comes."""
    game, rng = load("draughts"), np.random.default_rng(5)
    agent = TreeSearchAgent(game, 1)
    while True:
        state = game.initial_state()
        while state.outcome() is None:
            state = state.apply(int(rng.choice(state.legal_actions())))
            if state.outcome() is None and agent.board_of(state).is_terminal():
                decision = agent.decide(state, Limit(nodes=100))
                assert decision.action in state.legal_actions()
                return


def test_material_is_for_the_player_asked():
    """Twelve men each are even; a man more is as much worth as one less is not."""
    board = pyspiel.load_game("checkers").new_initial_state()
    assert material(board, 0) == 0
    for text in ("c3d4", "f6e5", "d4f6"):
        board.apply_action(board.string_to_action(text))
    assert material(board, 0) == -material(board, 1) > 0
