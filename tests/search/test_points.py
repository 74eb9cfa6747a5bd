"""Leads and owners: what an evaluator says of points is carried through the search."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.core import Decision, Judgement, Limit
from tengen.games import load
from tengen.games.face import NativeState
from tengen.games.go.game import Go
from tengen.search.mcts import SearchSettings, TreeSearch

KOMI = 2.5


class Stones:
    """Believes every game even, and that each point is whose stone is on it."""

    tells_points = True

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        return np.zeros(legal.shape, np.float32), np.zeros(len(planes), np.float32)

    def judge(self, planes: NDArray[np.float32], legal: NDArray[np.bool_]) -> Judgement:
        owners = (planes[:, 0] - planes[:, 1]).reshape(len(planes), -1)
        return Judgement(*self.evaluate(planes, legal), owners.sum(1), owners)


class Silent(Stones):
    """Says nothing of points."""

    tells_points = False


def after(moves: str, **settings: object) -> NativeState:
    game = load("go", size=5, komi=KOMI, **settings)
    state = game.initial_state()
    for move in moves.split():
        state = state.apply(game.parse_move(move))
    assert isinstance(state, NativeState)
    return state


def search_from(
    state: NativeState, evaluator: Stones | None = None, **settings: float
) -> TreeSearch:
    game = state.game
    assert isinstance(game, Go)
    chosen = SearchSettings(sensible=True, **settings)
    return TreeSearch(game, evaluator or Stones(), chosen, batch=1)


def decide(
    state: NativeState, visits: int, evaluator: Stones | None = None, **settings: float
) -> Decision:
    return search_from(state, evaluator, **settings).search(state, Limit(visits=visits))


BLACK_AHEAD = "a1 e5 b1 pass"
"""Two black stones, one white, Black to move."""


@pytest.mark.parametrize(("moves", "lead"), [("", -KOMI), ("a1 e5 b1", KOMI - 1)])
def test_one_look_tells_what_the_evaluator_says(moves: str, lead: float) -> None:
    """For the side to move, with what White is given; owners lie as the board does."""
    state = after(moves)
    seen = decide(state, 1)
    assert seen.lead == pytest.approx(lead)
    assert seen.ownership is not None
    sign = 1 - 2 * state.to_play
    whose = np.select([state.board() == 1, state.board() == 2], [sign, -sign])
    np.testing.assert_allclose(seen.ownership, whose, atol=1e-6)


def test_the_mean_is_over_the_tree() -> None:
    """Each position looked at counts once: moves that add a stone of their own move the mean."""
    state = after(BLACK_AHEAD)
    seen = decide(state, 26)
    tried = [each for each in seen.candidates if each.visits]
    assert len(tried) > 1
    here = 2 - 1 - KOMI
    leads = [each.lead for each in tried]
    weights = [each.visits for each in tried]
    assert all(lead is not None for lead in leads)
    mean = (here + np.dot(leads, weights)) / (1 + sum(weights))
    assert seen.lead == pytest.approx(mean, abs=1e-3)
    assert seen.ownership is not None
    assert seen.ownership[4, 0] == pytest.approx(1)  # a1: nobody can take it so soon
    assert seen.ownership[0, 4] == pytest.approx(-1)
    assert 0 < np.abs(seen.ownership[2]).max() < 0.5


def test_a_kept_tree_keeps_them() -> None:
    """After a move the subtree tells its own, from the other side."""
    state = after(BLACK_AHEAD)
    search = search_from(state)
    before = search.search(state, Limit(visits=60))
    following = state.apply(before.action)
    assert isinstance(following, NativeState)
    kept = search.search(following, Limit(visits=1))
    assert kept.nodes == 0
    expected = next(each.lead for each in before.candidates if each.action == before.action)
    assert expected is not None
    assert kept.lead == pytest.approx(-expected, abs=1e-3)
    assert kept.ownership is not None
    assert kept.ownership[4, 0] == pytest.approx(-1)


def test_a_transposition_tells_the_same() -> None:
    """What the cache knows of a position includes its points."""
    state = after(BLACK_AHEAD)
    search = search_from(state)
    first = search.search(state, Limit(visits=30))
    again = after("a1 pass b1 e5")  # the same board, reached otherwise: a new tree
    second = search.search(again, Limit(visits=30))
    assert second.lead == pytest.approx(first.lead, abs=0.5)
    assert second.lead is not None


def test_an_evaluator_without_points_has_no_opinion() -> None:
    """There is no lead and no ownership then; nor in a game that counts no points."""
    seen = decide(after(BLACK_AHEAD), 20, Silent())
    assert (seen.lead, seen.ownership) == (None, None)
    assert {each.lead for each in seen.candidates} == {None}
    gomoku = load("gomoku", size=5, win_length=4)
    state = gomoku.initial_state()
    assert isinstance(state, NativeState)
    other = TreeSearch(state.game, Stones(), SearchSettings()).search(state, Limit(visits=9))
    assert (other.lead, other.ownership) == (None, None)


def test_points_decide_where_values_are_even() -> None:
    """A move that saves a chain gets the visits when leads count; else all moves are alike."""
    # Four stones of each have one liberty: who moves first takes those of the other.
    state = after("", position="B:Bb1,b2,b3,b4:Wa1,a2,a3,a4,c1,c2,c3,c4,c5")
    take = state.game.parse_move("a5")

    def visits(weight: float) -> int:
        seen = decide(state, 200, lead_weight=weight)
        return next(each.visits for each in seen.candidates if each.action == take)

    assert visits(0.3) > 3 * visits(0.0)


def test_what_a_game_that_ends_counts() -> None:
    """Where the other has passed and the board counts, its own lead is what is told."""
    state = after("c3 pass")  # all is Black's: passing wins by 25 less komi
    seen = decide(state, 8)
    assert seen.value == 1
    assert seen.action == state.game.parse_move("pass")
    assert seen.lead == pytest.approx((1 - KOMI + 25 - KOMI) / 2)
