"""Many leaves at once: those of one tree that wait, many trees in one batch."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tengen.core import Evaluator
from tengen.games import load
from tengen.games.face import NativeGame, NativeState
from tengen.search.mcts import MIB, SearchSettings, make_forest


@pytest.mark.parametrize("batch", [2, 8, 64])
@pytest.mark.parametrize("considered", [0, 8])
def test_what_was_lent_is_taken_back(
    batch: int,
    considered: int,
    noise: Evaluator,
    position: Callable[..., NativeState],
    searched: Callable[..., Any],
) -> None:
    """When all leaves have returned, visits add up and the values are those of the visits."""
    state = position("c3 d4", size=6, win_length=4)
    forest = searched(state, noise, 500, batch=batch, considered=considered, solver=False)
    _, visits, _, values, _ = forest.root_edges(0)
    assert visits.sum() == 500 == forest.root_visits(0) - 1
    seen = visits > 0
    own = noise.evaluate(state.planes()[None], state.legal_mask()[None])[1][0]
    total = (visits[seen] * values[seen]).sum() + own
    assert forest.root_value(0) * 501 == pytest.approx(total, abs=1e-2)
    assert (np.abs(values[seen]) <= 1 + 1e-5).all()


def test_batches_are_filled(
    uniform: Evaluator, position: Callable[..., NativeState], searched: Callable[..., Any]
) -> None:
    """Visits that wait send the simulations of one batch to different leaves."""
    forest = searched(position("", size=8), uniform, 100, batch=1)
    forest.begin(0, 100, False)
    forest = searched(position("", size=8), uniform, 1, batch=16)
    forest.begin(0, 1000, False)
    assert forest.select() == 16
    rows = {row.tobytes() for row in forest.planes}
    assert len(rows) == 16


def test_select_before_backup_is_refused(
    uniform: Evaluator, position: Callable[..., NativeState], searched: Callable[..., Any]
) -> None:
    """Leaves that wait must be answered before others are asked for."""
    forest = searched(position("", size=8), uniform, 1, batch=4)
    forest.begin(0, 100, False)
    assert forest.select() > 0
    with pytest.raises(RuntimeError):
        forest.select()


def test_planes_and_masks_of_a_batch_are_those_of_the_leaves(
    uniform: Evaluator, position: Callable[..., NativeState]
) -> None:
    """What an evaluator gets is what the leaves' states would show."""
    state = position("c3 d4", size=5)
    forest = make_forest(
        state.game, SearchSettings(), trees=1, batch=8, cache_entries=0, memory=64 * MIB, seed=0
    )
    forest.reset(0, state.native)
    assert forest.select() == 0
    forest.begin(0, 100, False)
    assert forest.select() == 1
    assert (forest.planes[0] == state.planes()).all()
    assert (forest.legal[0].view(np.bool_) == state.legal_mask()).all()
    logits, values = uniform.evaluate(forest.planes[:1], forest.legal[:1].view(np.bool_))
    forest.backup(logits, values)
    children = {state.apply(int(a)).planes().tobytes() for a in state.legal_actions()}
    assert forest.select() == 8
    assert {row.tobytes() for row in forest.planes} <= children


@pytest.mark.parametrize("cache_entries", [0, 4096])
def test_trees_of_a_forest_do_not_disturb_each_other(
    cache_entries: int,
    noise: Evaluator,
    position: Callable[..., NativeState],
    searched: Callable[..., Any],
) -> None:
    """A tree among others searches as it would alone."""
    game = load("gomoku", size=6, win_length=4)
    assert isinstance(game, NativeGame)
    starts = ["", "a1", "c3 d4", "c3 c4 d3", "a1 b2 a3 b4 a5"]
    states = [position(moves, size=6, win_length=4) for moves in starts]
    forest = make_forest(
        game,
        SearchSettings(),
        trees=5,
        batch=5,
        cache_entries=cache_entries,
        memory=64 * MIB,
        seed=0,
    )
    for tree, state in enumerate(states):
        forest.reset(tree, state.native)
        forest.begin(tree, 150, False)
    done: list[int] = []
    while len(done) < 5:
        count = forest.select()
        legal = forest.legal[:count].view(np.bool_)
        forest.backup(*noise.evaluate(forest.planes[:count], legal))
        done += forest.finished()
    assert sorted(done) == list(range(5))
    assert forest.finished() == []
    for tree, state in enumerate(states):
        alone = searched(state, noise, 150)
        for together, single in zip(forest.root_edges(tree), alone.root_edges(0), strict=True):
            assert together == pytest.approx(single, nan_ok=True)


def test_a_cached_position_is_not_evaluated_again(
    noise: Evaluator, position: Callable[..., NativeState], searched: Callable[..., Any]
) -> None:
    """With a cache the same search asks about fewer positions and sees the same."""
    state = position("", size=3, win_length=3)
    without = searched(state, noise, 2000, solver=False)
    with_cache = searched(state, noise, 2000, solver=False, cache_entries=20_000)
    assert with_cache.evaluations < without.evaluations
    assert with_cache.root_edges(0)[1].tolist() == without.root_edges(0)[1].tolist()
