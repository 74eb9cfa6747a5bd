"""What the search claims to be proven is true, and is found."""

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from tengen.core import Evaluator, State
from tengen.games.face import NativeState

UNKNOWN, LOSS, DRAW, WIN = range(4)
VALUES = {LOSS: -1.0, DRAW: 0.0, WIN: 1.0}


@cache
def minimax(state: State) -> int:
    """Return the result of perfect play for the side to move."""
    outcome = state.outcome()
    if outcome is not None:
        return int(outcome.value_for(state.to_play))
    return max(-minimax(state.apply(int(action))) for action in state.legal_actions())


def check_proofs(forest: Any, state: State) -> None:
    """Every proven result at the root is that of perfect play, and its value says so."""
    proof = forest.root_proof(0)
    if proof != UNKNOWN:
        assert VALUES[proof] == minimax(state)
        assert forest.root_value(0) == VALUES[proof]
        assert -minimax(state.apply(forest.best_action(0))) == minimax(state)
    for action, visits, _, value, edge in zip(*forest.root_edges(0), strict=True):
        assert visits == 0 or abs(value) <= 1 + 1e-5
        if edge != UNKNOWN:
            assert VALUES[int(edge)] == -minimax(state.apply(int(action)))
            assert value == pytest.approx(VALUES[int(edge)], abs=1e-5)


def random_positions(start: State, count: int) -> list[State]:
    """Return unfinished positions from random games."""
    rng = np.random.default_rng(5)
    found: list[State] = []
    while len(found) < count:
        state = start
        for _ in range(int(rng.integers(0, 7))):
            if state.outcome() is None:
                state = state.apply(int(rng.choice(state.legal_actions())))
        if state.outcome() is None:
            found.append(state)
    return found


@pytest.mark.parametrize("judge", [pytest.param("playouts", marks=pytest.mark.long), "uniform"])
def test_tic_tac_toe_is_a_draw(
    judge: str,
    uniform: Evaluator,
    position: Callable[..., NativeState],
    searched: Callable[..., Any],
) -> None:
    """The solver proves tic-tac-toe a draw, and stops there."""
    state = position("", size=3, win_length=3)
    # A draw is proven only when every move is looked through, so explore much.
    evaluator = None if judge == "playouts" else uniform
    forest = searched(state, evaluator, 600_000, c_puct=100)
    assert forest.root_proof(0) == DRAW
    assert forest.simulations < 600_000
    assert forest.root_value(0) == 0
    check_proofs(forest, state)


QUICK = {(20_000, 0, 1, "freestyle"), (20_000, 4, 8, "standard")}
"""Of the searches that prove all there is, those that are not long."""
SEARCHES = [
    pytest.param(*each, marks=[pytest.mark.long] * (each[0] == 20_000 and each not in QUICK))
    for each in product([10, 60, 20_000], [0, 4], [1, 8], ["freestyle", "standard"])
]


@pytest.mark.parametrize(("simulations", "considered", "batch", "rule"), SEARCHES)
def test_proofs_are_true(
    rule: str,
    batch: int,
    considered: int,
    simulations: int,
    noise: Evaluator,
    position: Callable[..., NativeState],
    searched: Callable[..., Any],
) -> None:
    """However short the search, what it marks as proven is the result of perfect play."""
    start = position("", size=3, win_length=3, rule=rule)
    for state in random_positions(start, 25):
        forest = searched(state, noise, simulations, batch=batch, considered=considered)
        check_proofs(forest, state)
        if simulations == 20_000 and considered == 0 and minimax(state) != 0:
            assert forest.root_proof(0) != UNKNOWN


def test_no_action_is_the_best_that_nobody_looked_at(
    uniform: Evaluator, position: Callable[..., NativeState], searched: Callable[..., Any]
) -> None:
    """Where the first moves all lose, the search goes on to one that does not, or to the end."""
    # Two ways to four in a row: no answer stops both.
    lost = position("b4 c1 c4 d2 d4", size=5, win_length=4)
    forest = searched(lost, uniform, 2)
    assert forest.root_proof(0) == LOSS
    # One way: all answers lose but one.
    saved = position("b4 a4 c4 b1 d4", size=5, win_length=4)
    forest = searched(saved, uniform, 2)
    assert saved.game.format_line(saved, [forest.best_action(0)]) == ["e4"]


def test_proofs_stay_true_when_the_tree_is_kept(
    noise: Evaluator,
    position: Callable[..., NativeState],
    searched: Callable[..., Any],
    run_on: Callable[[Any, Evaluator], None],
) -> None:
    """A search carried from move to move plays on to the result it has proven."""
    rng = np.random.default_rng(3)
    for start in random_positions(position("", size=3, win_length=3), 20):
        state = start
        forest = searched(state, noise, 40, batch=4)
        while state.outcome() is None:
            check_proofs(forest, state)
            action = int(rng.choice(state.legal_actions()))
            state = state.apply(action)
            forest.advance(0, action)
            if state.outcome() is None:
                forest.begin(0, 40, False)
                run_on(forest, noise)


def test_without_the_solver_nothing_is_proven(
    noise: Evaluator, position: Callable[..., NativeState], searched: Callable[..., Any]
) -> None:
    """The root of a search without solver stays unproven, even with a win at hand."""
    state = position("a1 a2 b1 b2", size=3, win_length=3)
    forest = searched(state, noise, 200, solver=False)
    assert forest.root_proof(0) == UNKNOWN
    assert forest.best_action(0) == state.game.parse_move("c1")


@pytest.mark.parametrize("considered", [0, 4])
@pytest.mark.parametrize("simulations", [1, 2, 3, 50])
def test_policy_of_a_short_search_is_a_distribution(
    considered: int,
    simulations: int,
    noise: Evaluator,
    position: Callable[..., NativeState],
    searched: Callable[..., Any],
) -> None:
    """Even when every move looked at is proven lost, the policy sums to one over legal moves."""
    state = position("a8 a1 h8 b1 a6 c1 h6 d1 e5", size=8)  # White wins at e1, Black to stop it
    state = state.apply(state.game.parse_move("h1"))
    for seed in range(5):
        forest = searched(state, noise, simulations, considered=considered, seed=seed)
        policy = forest.policy(0)
        assert np.isfinite(policy).all()
        assert policy.sum() == pytest.approx(1, abs=1e-5)
        assert (policy[~state.legal_mask()] == 0).all()
        assert (policy >= 0).all()
