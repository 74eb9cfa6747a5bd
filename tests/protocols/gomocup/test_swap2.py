"""Who takes which colour under swap2."""

import numpy as np
import pytest

from tengen import load
from tengen.core import Candidate, Decision
from tengen.protocols.gomocup.swap2 import answer_opening, answer_two_more, open_game

GAME = load("gomoku")


def after(*points):
    state = GAME.initial_state()
    for point in points:
        state = state.apply(point)
    return state


def thinks(value, pairs=()):
    """Return who thinks so of every position, and expects these lines."""
    lines = [Candidate(pair[0], 9, 0.1, value, pair) for pair in pairs]
    return lambda state, share: Decision(int(state.legal_actions()[0]), value, tuple(lines))


@pytest.mark.parametrize(("value", "swaps"), [(0.4, False), (-0.4, True)])
def test_the_better_colour_is_taken(value, swaps):
    """White goes on: who likes that stays and moves, who does not swaps."""
    for choose, stones in ((answer_opening, (112, 113, 98)), (answer_two_more, (0, 1, 5, 6, 9))):
        choice = choose(after(*stones), thinks(value))
        assert choice.swaps is swaps
        assert len(choice.points) == (0 if swaps else 1)


def test_an_even_opening_is_made_the_opponents_problem():
    """Where neither colour is worth much, two stones more leave the choice to the opponent."""
    values = {(20, 21): 0.6, (30, 31): -0.02, (40, 41): 0.3}

    def think(state, share):
        if state.ply == 3:
            return thinks(0.01, values)(state, share)
        pair = (state.previous.last_action, state.last_action)
        return Decision(0, values[pair])

    assert answer_opening(after(112, 113, 98), think).points == (30, 31)


def test_without_a_line_of_two_a_colour_is_taken():
    """An agent that looks ahead by one stone only still has an answer."""
    choice = answer_opening(after(112, 113, 98), thinks(-0.01, [(20,)]))
    assert choice.swaps


def test_who_has_no_opinion_stays():
    """An agent without values moves."""
    assert not answer_opening(after(112, 113, 98), thinks(None)).swaps
    assert not answer_two_more(after(0, 1, 5, 6, 9), thinks(None)).swaps


def test_the_most_even_opening_is_offered():
    """Of several draws the one that is worth least to either side is taken."""
    seen = {}

    def think(state, share):
        seen[tuple(np.flatnonzero(state.board()))] = value = 1 / (1 + len(seen))
        return Decision(0, value)

    points = open_game(GAME.initial_state(), think, np.random.default_rng(1)).points
    assert min(seen, key=seen.get) == tuple(sorted(points))
    assert len(set(points)) == 3


@pytest.mark.parametrize("size", [5, 6, 20])
def test_openings_fit_on_every_board(size):
    """Three different legal points, whatever the size."""
    game = load("gomoku", size=size)
    for seed in range(5):
        points = open_game(game.initial_state(), thinks(0.0), np.random.default_rng(seed)).points
        assert len(set(points)) == 3
        assert all(0 <= point < size * size for point in points)


def test_the_shares_are_of_what_is_left():
    """All thoughts about an opening together take the time of one move."""
    shares = []

    def think(state, share):
        shares.append(share)
        return Decision(0, 0.5)

    open_game(GAME.initial_state(), think, np.random.default_rng(1))
    left = 1.0
    for share in shares:
        left -= left * share
    assert left == pytest.approx(0.0)
