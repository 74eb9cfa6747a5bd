"""Searches end when told to, keep their memory, and survive what they are given."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.core import Decision, Evaluator, Limit, SettingsError, State, Stop
from tengen.evaluators.rollout import RolloutEvaluator
from tengen.games import load
from tengen.games.face import NativeGame, NativeState
from tengen.search.mcts import MIB, SearchSettings, TreeSearch, make_forest

BATCHES = pytest.mark.parametrize("batch", [1, 8])


def searcher(
    state: NativeState, evaluator: Evaluator | RolloutEvaluator, **options: Any
) -> TreeSearch:
    settings = SearchSettings(**options.pop("settings", {}))
    return TreeSearch(state.game, evaluator, settings, **options)


def check_decision(decision: Decision, state: State) -> None:
    """A decision names a legal move, and all its numbers make sense."""
    legal = state.legal_actions().tolist()
    assert decision.action in legal
    assert decision.candidates[0].action == decision.action
    assert sorted(candidate.action for candidate in decision.candidates) == legal
    assert decision.pv == decision.candidates[0].pv
    assert decision.value is not None
    assert -1 <= decision.value <= 1
    for candidate in decision.candidates:
        assert 0 <= candidate.prior <= 1
        assert (candidate.value is None) == (candidate.visits == 0)
        assert candidate.value is None or -1 <= candidate.value <= 1
        after = state
        for action in candidate.pv:
            after = after.apply(action)
        assert candidate.pv[0] == candidate.action


@BATCHES
@pytest.mark.parametrize("judge", ["playouts", "noise"])
@pytest.mark.parametrize("visits", [2, 10, 333])
def test_visits_bound_the_root(
    visits: int,
    judge: str,
    batch: int,
    noise: Evaluator,
    position: Callable[..., NativeState],
) -> None:
    """A limit of visits is met exactly, counting those kept from the last move."""
    state = position("d4", size=8)
    search = searcher(state, noise if judge == "noise" else RolloutEvaluator(), batch=batch)
    decision = search.search(state, Limit(visits=visits))
    check_decision(decision, state)
    assert sum(candidate.visits for candidate in decision.candidates) == visits - 1
    kept = max(0, decision.candidates[0].visits - 1)
    after = state.apply(decision.action)
    decision = search.search(after, Limit(visits=visits))
    check_decision(decision, after)
    assert sum(candidate.visits for candidate in decision.candidates) == max(visits - 1, kept + 1)


@BATCHES
@pytest.mark.parametrize("judge", ["playouts", "noise"])
@pytest.mark.parametrize("nodes", [2, 10, 333])
def test_nodes_are_never_exceeded(
    nodes: int,
    judge: str,
    batch: int,
    noise: Evaluator,
    position: Callable[..., NativeState],
) -> None:
    """A decision examines as many positions as its limit says, and no more."""
    state = position("d4", size=8)
    asked = 0

    class Counting:
        def evaluate(
            self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
        ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
            nonlocal asked
            asked += len(planes)
            return noise.evaluate(planes, legal)

    search = searcher(state, Counting() if judge == "noise" else RolloutEvaluator(), batch=batch)
    decision = search.search(state, Limit(nodes=nodes))
    check_decision(decision, state)
    assert decision.nodes <= nodes
    assert asked <= nodes


@pytest.mark.parametrize("judge", ["playouts", "noise"])
def test_time_ends_a_search(
    judge: str, noise: Evaluator, position: Callable[..., NativeState]
) -> None:
    """A limit of time alone ends the search with an answer, and the time it took is told."""
    state = position("", size=15)
    search = searcher(state, noise if judge == "noise" else RolloutEvaluator())
    decision = search.search(state, Limit(seconds=0.05))
    check_decision(decision, state)
    assert decision.nodes > 0
    assert decision.seconds >= 0.05


@pytest.mark.parametrize("judge", ["playouts", "noise"])
def test_stop_ends_an_unbounded_search(
    judge: str, noise: Evaluator, position: Callable[..., NativeState]
) -> None:
    """Progress is reported with growing counts; a stop from another thread ends the search."""
    state = position("", size=15)
    search = searcher(state, noise if judge == "noise" else RolloutEvaluator())
    stop, reports = Stop(), []

    def on_progress(decision: Decision) -> None:
        reports.append(decision)
        if len(reports) == 2:
            threading.Thread(target=stop.set).start()

    decision = search.search(state, Limit(), stop=stop, on_progress=on_progress)
    check_decision(decision, state)
    for report in reports:
        check_decision(report, state)
    counts = [report.nodes for report in reports]
    assert counts == sorted(set(counts))
    assert decision.nodes >= counts[-1]


def test_a_stop_set_before_still_gives_a_move(
    noise: Evaluator, position: Callable[..., NativeState]
) -> None:
    """A search stopped before it began answers with a legal move."""
    state, stop = position("", size=8), Stop()
    stop.set()
    check_decision(searcher(state, noise).search(state, Limit(), stop=stop), state)


def test_a_search_without_a_bound_is_refused(position: Callable[..., NativeState]) -> None:
    """With neither a limit nor a way to stop it, a search is not begun."""
    state = position("", size=8)
    with pytest.raises(SettingsError, match="limit"):
        searcher(state, RolloutEvaluator()).search(state, Limit())


GUMBEL_BY_TIME = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
import tengen
from tengen.core import Limit
from tengen.evaluators.rollout import RolloutEvaluator
from tengen.search.mcts import MIB, SearchSettings, TreeSearch
game = tengen.load("gomoku", size=8)
search = TreeSearch(game, RolloutEvaluator(), SearchSettings(considered=8), memory=64 * MIB)
print(search.search(game.initial_state(), Limit(seconds=0.2)).nodes)
"""


@pytest.mark.long
def test_a_gumbel_root_can_be_bounded_by_time_alone() -> None:
    """Without a number of simulations the halving needs no memory of their number."""
    done = subprocess.run(
        [sys.executable, "-c", GUMBEL_BY_TIME],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0


@pytest.mark.parametrize("judge", ["playouts", "noise"])
@BATCHES
def test_one_seed_gives_one_search(
    judge: str, batch: int, noise: Evaluator, position: Callable[..., NativeState]
) -> None:
    """The same seed decides alike, move after move; random games under another seed do not."""

    def play(seed: int) -> list[Decision]:
        state = position("e5", size=8)
        search = searcher(
            state, noise if judge == "noise" else RolloutEvaluator(), batch=batch, seed=seed
        )
        decisions = []
        for _ in range(4):
            decisions.append(search.search(state, Limit(nodes=300)))
            state = state.apply(decisions[-1].action)
        return decisions

    def seen(decisions: list[Decision]) -> list[Any]:
        return [(d.action, d.value, d.candidates, d.pv, d.nodes) for d in decisions]

    assert seen(play(1)) == seen(play(1))
    if judge == "playouts":
        assert seen(play(1)) != seen(play(2))


MEMORY_USED = """
import json, resource, sys
import tengen
from tengen.core import Limit
from tengen.evaluators.rollout import RolloutEvaluator
from tengen.search.mcts import MIB, SearchSettings, TreeSearch

def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) << 10

game = tengen.load("gomoku", size=15)
TreeSearch(game, RolloutEvaluator(), SearchSettings(), memory=2 * MIB).search(game.initial_state(), Limit(nodes=50))
before = resident()
search = TreeSearch(game, RolloutEvaluator(), SearchSettings(), memory=48 * MIB)
decision = search.search(game.initial_state(), Limit(nodes=10_000_000))
print(json.dumps([decision.nodes, resident() - before]))
"""


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_stays_below_its_bound() -> None:
    """A search that fills its memory ends there, with what it was given and no more resident."""
    done = subprocess.run(
        [sys.executable, "-c", MEMORY_USED], capture_output=True, text=True, timeout=120, check=True
    )
    nodes, used = json.loads(done.stdout)
    assert 10_000 < nodes < 10_000_000
    assert 24 * MIB < used <= 48 * MIB


def test_a_full_tree_still_plays(position: Callable[..., NativeState]) -> None:
    """With its memory spent a search answers, and the next move starts afresh."""
    state = position("", size=15)
    search = searcher(state, RolloutEvaluator(), memory=3 * MIB)
    for _ in range(3):
        decision = search.search(state, Limit(nodes=50_000))
        check_decision(decision, state)
        assert 500 < decision.nodes < 50_000
        state = state.apply(decision.action)


@pytest.mark.parametrize("memory", [0, 1000])
def test_too_little_memory_is_refused(memory: int, position: Callable[..., NativeState]) -> None:
    """A bound that cannot hold the least search is refused, saying what it takes."""
    with pytest.raises(SettingsError, match="memory"):
        searcher(position("", size=15), None, memory=memory)


@pytest.mark.parametrize(("trees", "batch"), [(0, 1), (1, 0), (4, 2), (-1, 1), (1, -1)])
def test_a_batch_too_small_for_its_trees_is_refused(trees: int, batch: int) -> None:
    """Every tree needs a place in the batch, and there must be one."""
    game = load("gomoku", size=8)
    assert isinstance(game, NativeGame)
    with pytest.raises(SettingsError):
        make_forest(
            game,
            SearchSettings(),
            trees=trees,
            batch=batch,
            cache_entries=0,
            memory=64 * MIB,
            seed=0,
        )


@pytest.mark.parametrize("poison", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("considered", [0, 8])
def test_an_evaluator_gone_astray_is_survived(
    poison: float, considered: int, position: Callable[..., NativeState]
) -> None:
    """Logits and values that are no numbers count as knowing nothing."""
    state = position("d4", size=8)

    class Astray:
        def evaluate(
            self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
        ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
            return (
                np.full(legal.shape, poison, np.float32),
                np.full(len(planes), poison, np.float32),
            )

    search = searcher(state, Astray(), settings={"considered": considered})
    check_decision(search.search(state, Limit(nodes=200)), state)


def test_values_out_of_range_are_cut(position: Callable[..., NativeState]) -> None:
    """A value beyond 1 counts as 1."""
    state = position("", size=8)

    class Boaster:
        def evaluate(
            self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
        ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
            return np.zeros(legal.shape, np.float32), np.full(len(planes), 7, np.float32)

    check_decision(searcher(state, Boaster()).search(state, Limit(nodes=200)), state)


def test_a_failed_evaluation_does_not_end_the_search_for_good(
    noise: Evaluator, position: Callable[..., NativeState]
) -> None:
    """After an error inside the evaluator the next search works as ever."""
    state = position("d4", size=8)
    calls = 0

    class Failing:
        def evaluate(
            self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
        ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
            nonlocal calls
            calls += 1
            if calls == 3:
                raise OSError("out of order")
            return noise.evaluate(planes, legal)

    search = searcher(state, Failing())
    with pytest.raises(OSError, match="out of order"):
        search.search(state, Limit(nodes=100))
    check_decision(search.search(state, Limit(nodes=100)), state)
    after = state.apply(0)
    check_decision(search.search(after, Limit(nodes=100)), after)


@pytest.mark.parametrize("kind", ["few logits", "few values", "narrow logits"])
def test_evaluations_of_the_wrong_shape_are_refused(
    kind: str, position: Callable[..., NativeState]
) -> None:
    """Arrays that do not fit the batch are an error, not memory read past its end."""
    state = position("d4", size=8)

    class Misshapen:
        def evaluate(
            self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
        ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
            batch, actions = legal.shape
            logits = np.zeros((batch, actions), np.float32)
            values = np.zeros(batch, np.float32)
            if kind == "few logits":
                return logits[:0], values
            if kind == "few values":
                return logits, values[:0]
            return np.ascontiguousarray(logits[:, :-1]), values

    with pytest.raises((ValueError, TypeError)):
        searcher(state, Misshapen()).search(state, Limit(nodes=50))


def test_a_position_of_another_board_is_refused(position: Callable[..., NativeState]) -> None:
    """A search made for one size does not take the positions of another."""
    search = searcher(position("", size=8), RolloutEvaluator())
    with pytest.raises((SettingsError, ValueError, TypeError)):
        search.search(position("", size=15), Limit(nodes=10))
