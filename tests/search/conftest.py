"""Evaluators without a net, and what the tests of search need to say briefly."""

import zlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.core import Evaluator, State
from tengen.games import load
from tengen.games.draughts import _native, tables
from tengen.games.face import NativeGame, NativeState
from tengen.search.mcts import MIB, SearchSettings, make_forest

Evaluation = tuple[NDArray[np.float32], NDArray[np.float32]]


class Uniform:
    """Knows nothing: equal logits, even positions."""

    def evaluate(self, planes: NDArray[np.float32], legal: NDArray[np.bool_]) -> Evaluation:
        return np.zeros(legal.shape, np.float32), np.zeros(len(planes), np.float32)


class Noise:
    """Random logits and values, always the same for the same position."""

    def evaluate(self, planes: NDArray[np.float32], legal: NDArray[np.bool_]) -> Evaluation:
        logits = np.empty(legal.shape, np.float32)
        values = np.empty(len(planes), np.float32)
        for row, position in enumerate(planes):
            rng = np.random.default_rng(zlib.crc32(position.tobytes()))
            # Evenly spread, so that no two are equal in the precision of the search.
            logits[row] = rng.permutation(legal.shape[1]) * (6 / legal.shape[1])
            values[row] = rng.uniform(-1, 1)
        return logits, values


@pytest.fixture
def uniform() -> Evaluator:
    """An evaluator that knows nothing."""
    return Uniform()


@pytest.fixture
def noise() -> Evaluator:
    """An evaluator that is wrong, but consistently so."""
    return Noise()


@pytest.fixture
def position() -> Callable[..., NativeState]:
    """Return the position after moves: ``position("a1 b2", size=8)``."""

    def play(moves: str, **settings: Any) -> NativeState:
        game = load("gomoku", **settings)
        state: State = game.initial_state()
        for move in moves.split():
            state = state.apply(game.parse_move(move))
        assert isinstance(state, NativeState)
        return state

    return play


@pytest.fixture
def searched() -> Callable[..., Any]:
    """Return the native forest of one tree after `simulations` from a position."""

    def search(
        state: NativeState,
        evaluator: Evaluator | None,
        simulations: int,
        *,
        batch: int = 1,
        explore: bool = False,
        cache_entries: int = 0,
        seed: int = 0,
        **settings: Any,
    ) -> Any:
        game = state.game
        assert isinstance(game, NativeGame)
        forest = make_forest(
            game,
            SearchSettings(**settings),
            trees=1,
            batch=batch,
            cache_entries=cache_entries,
            memory=256 * MIB,
            seed=seed,
        )
        forest.reset(0, state.native)
        forest.begin(0, simulations, explore)
        run(forest, evaluator)
        return forest

    return search


@pytest.fixture
def run_on() -> Callable[[Any, Evaluator | None], None]:
    """Return what goes on with all begun searches of a forest until they end."""
    return run


@pytest.fixture
def no_tables() -> Iterator[None]:
    """Play draughts without endgame tables."""
    file = tables.attach()
    _native.attach_tables([])
    yield
    _native.attach_tables(list(file))


def run(forest: Any, evaluator: Evaluator | None) -> None:
    """Search until every begun search has ended."""
    while not forest.is_finished(0):
        if evaluator is None:
            forest.playouts(0, 1000)
            continue
        count = forest.select()
        if count:
            legal = forest.legal[:count].view(np.bool_)
            forest.backup(*evaluator.evaluate(forest.planes[:count], legal))
