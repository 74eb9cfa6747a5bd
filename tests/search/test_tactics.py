"""Searches see what a beginner sees."""

from collections.abc import Callable
from typing import Any

import pytest

from tengen.core import Evaluator, Limit
from tengen.evaluators.rollout import RolloutEvaluator
from tengen.games.face import NativeState
from tengen.search.mcts import SearchSettings, TreeSearch

JUDGES = pytest.mark.parametrize("judge", ["playouts", "uniform", "noise"])
ROOTS = pytest.mark.parametrize("considered", [0, 16])


@pytest.fixture
def decide(
    uniform: Evaluator, noise: Evaluator, position: Callable[..., NativeState]
) -> Callable[..., Any]:
    """Return the decision and the name of its move after some moves on 8x8."""
    judges = {"playouts": RolloutEvaluator(), "uniform": uniform, "noise": noise}

    def search(moves: str, judge: str, considered: int, nodes: int, **rules: Any) -> Any:
        state = position(moves, size=8, **rules)
        settings = SearchSettings(considered=considered)
        tree = TreeSearch(state.game, judges[judge], settings)  # type: ignore[arg-type]
        decision = tree.search(state, Limit(nodes=nodes))
        return decision, state.game.format_move(decision.action)

    return search


@JUDGES
@ROOTS
def test_takes_a_win_in_one(decide: Callable[..., Any], judge: str, considered: int) -> None:
    """The fifth stone is placed after hardly any search, and its value is certain."""
    decision, move = decide("b2 a8 c3 c8 d4 e8 e5 g8", judge, considered, 10)
    assert move in ("a1", "f6")
    assert decision.value == 1


@JUDGES
@ROOTS
def test_meets_a_loss_in_one(decide: Callable[..., Any], judge: str, considered: int) -> None:
    """The only point that stops a four is taken."""
    decision, move = decide("a8 b1 c8 c1 e8 d1 a1 e1", judge, considered, 1000)
    assert move == "f1"
    assert decision.value < 1


@JUDGES
def test_sees_that_an_open_four_is_lost(decide: Callable[..., Any], judge: str) -> None:
    """Nothing stops a four that is open on both sides."""
    decision, _ = decide("a8 b2 c8 c2 e8 d2 h8 e2", judge, 0, 5000)
    assert decision.value == -1


@pytest.mark.parametrize(
    "judge", ["playouts", "uniform", pytest.param("noise", marks=pytest.mark.long)]
)
def test_sees_a_win_in_three_plies(decide: Callable[..., Any], judge: str) -> None:
    """An open three becomes an open four, which is a proven win."""
    decision, move = decide("c3 a8 d4 h8 e5 h1", judge, 0, 50_000)
    assert move in ("b2", "f6")
    assert decision.value == 1


@JUDGES
def test_does_not_make_an_overline(decide: Callable[..., Any], judge: str) -> None:
    """Under the standard rule the stone that would make six is no win."""
    moves = "a1 a8 b1 c8 d1 e8 e1 g8 f1 h6"
    freestyle, taken = decide(moves, judge, 0, 10, rule="freestyle")
    standard, _ = decide(moves, judge, 0, 10, rule="standard")
    assert (freestyle.value, taken) == (1, "c1")
    assert standard.value < 1
