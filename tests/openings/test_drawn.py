"""Openings are random, calm, even, and the same for the same seed."""

import numpy as np
import pytest

import tengen
from tengen.arena import draw_openings
from tengen.openings.drawn import inner_actions, is_calm, search_judge, wins_at_once

GAME = tengen.load("gomoku", size=9)


def after(game, moves):
    state = game.initial_state()
    for move in moves:
        state = state.apply(move if isinstance(move, int) else game.parse_move(move))
    return state


def draw(game=GAME, count=20, seed=0, **options):
    return draw_openings(game, count, np.random.default_rng(seed), **options)


@pytest.mark.parametrize("count", [8, pytest.param(20, marks=pytest.mark.long)])
def test_openings_differ_and_repeat(count):
    """One seed gives the same openings, all different; another seed gives others."""
    openings = draw(count=count)
    assert len({after(GAME, opening) for opening in openings}) == count
    assert openings == draw(count=count)
    assert openings != draw(count=count, seed=1)


@pytest.mark.parametrize("size", [6, *(pytest.param(n, marks=pytest.mark.long) for n in (9, 15))])
def test_openings_are_calm(size):
    """They are legal, of the length asked for, and nobody can win at once."""
    game = tengen.load("gomoku", size=size, win_length=4)
    for opening in draw(game, plies=6):
        state = after(game, opening)
        assert len(opening) == 6
        assert state.outcome() is None
        assert is_calm(state)


@pytest.mark.parametrize(("name", "size", "edge"), [("gomoku", 15, 3), ("go", 9, 2)])
def test_openings_may_keep_away_from_the_edge(name, size, edge):
    """Where people are to look at them."""
    game = tengen.load(name, size=size)
    for opening in draw(game, choices=inner_actions, count=5):
        places = [line for action in opening for line in divmod(action, size)]
        assert min(places) >= edge
        assert max(places) < size - edge


def test_what_is_no_place_is_drawn_where_nothing_else_is():
    """A pass where the middle is full."""
    state = tengen.load("go", size=5).initial_state()
    for action in (6, 24, 8, 20, 12, 0, 16, 4, 18, 2, 7, 22, 11, 10, 13, 14, 17):
        state = state.apply(action)
    assert set(inner_actions(state)) == set(state.legal_actions())


def test_the_evenest_candidate_is_taken():
    """The judge decides: with a judge that likes the corner, every opening starts there."""
    corner = {0, 1, 9, 10, 2, 18, 11, 19, 20}

    def judge(state):
        return 0.0 if state.last_action in corner else 0.9

    liked = sum(opening[-1] in corner for opening in draw(count=40, judge=judge))
    unjudged = sum(opening[-1] in corner for opening in draw(count=40, judge=lambda _: 0.0))
    assert liked > 2 * unjudged


def test_judge_sees_a_winning_threat():
    """The searching judge values a position near a win for what it is."""
    judge = search_judge(GAME, np.random.default_rng(0))
    open_four = after(GAME, ["d5", "a1", "e5", "a9", "f5", "i1"])
    assert judge(open_four) > 0.5
    assert abs(judge(GAME.initial_state())) < 0.5


@pytest.mark.parametrize(
    ("moves", "calm"),
    [
        (["a1"], True),
        (["d5", "a1", "e5", "a9", "f5", "i1", "g5", "b2"], False),
        (["d5", "a1", "e5", "a9", "f5", "i1", "g5"], False),
        (["d5", "a1", "e5", "a9", "f5", "i1"], True),
    ],
)
def test_calm(moves, calm):
    """A four is not calm, whoever is to move; a three is."""
    assert is_calm(after(GAME, moves)) is calm


def test_win_at_once():
    """A four to move wins, a four out of turn does not."""
    four = ["d5", "a1", "e5", "a9", "f5", "i1", "g5"]
    assert not wins_at_once(after(GAME, four))
    assert wins_at_once(after(GAME, [*four, "b2"]))


def test_short_game_has_short_openings():
    """A game of nine moves is not opened by four random ones."""
    tiny = tengen.load("gomoku", size=3, win_length=3)
    assert {len(opening) for opening in draw(tiny, count=30)} == {2}


def test_no_opening_asked():
    """Without opening plies every game starts from the empty board."""
    assert draw(count=3, plies=0) == [(), (), ()]
