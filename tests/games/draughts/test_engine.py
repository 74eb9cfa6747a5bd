"""The selective search of draughts, from any position of a game."""

import math

import pytest

from tengen.core import Limit
from tengen.games.draughts.game import create
from tengen.search.engine import EngineSearch


def searcher(game):
    return EngineSearch(game, game.kernel.NnueNet(), score_scale=game.kernel.ENGINE_SCORE_SCALE)


def replay(state, actions):
    for action in actions:
        assert action in state.legal_actions()
        state = state.apply(action)
    return state


def test_a_capture_is_finished():
    """Inside a capture the search goes on from there, and takes the way that is worth more."""
    game = create(position="B:W14,15,22,24,32:B11,K7")
    state = replay(game.initial_state(), game.parse_line(game.initial_state(), "11x18"))
    assert state.native.capturing_square >= 0
    decision = searcher(game).search(state, Limit(nodes=2000))
    assert decision.action in state.legal_actions()
    replay(state, decision.pv)


@pytest.mark.parametrize("ballot", range(0, 156, 12))
def test_lines_can_be_played(ballot):
    """Every line of a search is legal, hop by hop, and its first moves are all different."""
    game = create()
    opening = game.book()[ballot]
    state = replay(game.initial_state(), opening.actions)
    decision = searcher(game).search(state, Limit(nodes=3000), lines=3)
    assert decision.pv[0] == decision.action
    assert {c.action for c in decision.candidates} == set(state.legal_actions())
    for candidate in decision.candidates:
        replay(state, candidate.pv)


def test_a_won_endgame_is_won():
    """With the tables at hand two kings against one are played to the end, each move nearer."""
    game = create(position="W:WK18,K15:BK1")
    state, search, left = game.initial_state(), searcher(game), math.inf
    while state.outcome() is None:
        decision = search.search(state, Limit(nodes=500))
        assert search.moves_until_end is not None
        assert search.moves_until_end < left
        left = search.moves_until_end
        state = state.apply(decision.action)
    assert state.outcome().winner == 1


def test_who_is_ahead_does_not_repeat():
    """A position that came back in the search counts as a draw, so whoever is better goes on."""
    game = create(position="W:WK18,K15,K10,K14:BK1,K5,3,12")
    state, search = game.initial_state(), searcher(game)
    for _ in range(30):
        if state.outcome() is not None:
            break
        state = state.apply(search.search(state, Limit(nodes=3000)).action)
        assert state.native.occurrences < 3
