"""Several threads search one tree, each with leaves of its own."""

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.core import Decision, Evaluator, Limit
from tengen.games.face import NativeState
from tengen.search.crew import Crew
from tengen.search.mcts import MIB, SearchSettings, TreeSearch, make_forest

Evaluation = tuple[NDArray[np.float32], NDArray[np.float32]]


class Watched:
    """Answers as another evaluator does, and knows how many asked at a time."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.most = self.largest = self.evaluations = self._now = 0
        self.fails_at = 0
        self._lock = threading.Lock()

    def evaluate(self, planes: NDArray[np.float32], legal: NDArray[np.bool_]) -> Evaluation:
        with self._lock:
            self._now += 1
            self.evaluations += 1
            self.most = max(self.most, self._now)
            self.largest = max(self.largest, len(planes))
            fails = self.evaluations == self.fails_at
        time.sleep(0.001)
        seen = planes.copy()
        answer = self.evaluator.evaluate(planes, legal)
        assert (planes == seen).all()  # nobody else writes into what is being judged
        with self._lock:
            self._now -= 1
        if fails:
            raise ArithmeticError("the net is broken")
        return answer


def check(decision: Decision, visits: int) -> None:
    """The visits of the moves are those of the root."""
    assert sum(candidate.visits for candidate in decision.candidates) == visits - 1


@pytest.mark.parametrize(("threads", "batch", "each"), [(2, 8, 4), (3, 64, 21), (4, 2, 2)])
def test_threads_have_leaves_judged_at_the_same_time(
    threads: int,
    batch: int,
    each: int,
    noise: Evaluator,
    position: Callable[..., NativeState],
) -> None:
    """No thread waits for another's evaluation; together they visit what was asked for."""
    watched = Watched(noise)
    state = position("d4", size=8)
    search = TreeSearch(state.game, watched, SearchSettings(), threads=threads, batch=batch)
    check(search.search(state, Limit(visits=300)), 300)
    assert watched.most == threads
    assert watched.largest == each
    after = state.apply(search.search(state, Limit(visits=301)).action)
    check(search.search(after, Limit(visits=400)), 400)


def test_threads_take_back_what_they_lent(
    noise: Evaluator, position: Callable[..., NativeState]
) -> None:
    """The root's value is the mean of what its visits found, as with one thread."""
    state = position("c3 d4", size=6, win_length=4)
    settings = SearchSettings(solver=False)
    search = TreeSearch(state.game, noise, settings, threads=3, cache_entries=0)
    decision = search.search(state, Limit(visits=501))
    own = noise.evaluate(state.planes()[None], state.legal_mask()[None])[1][0]
    total = own + sum(move.visits * (move.value or 0) for move in decision.candidates)
    assert decision.value is not None
    assert decision.value * 501 == pytest.approx(total, abs=1e-2)


def test_an_evaluator_that_fails_ends_all_threads(
    noise: Evaluator, position: Callable[..., NativeState]
) -> None:
    """What one thread raises is told, whichever it is, and the next search begins anew."""
    state = position("d4", size=8)
    watched = Watched(noise)
    search = TreeSearch(state.game, watched, SearchSettings(), threads=2)
    for fails_at in (1, 4, 5, 6, 7):
        watched.evaluations, watched.fails_at = 0, fails_at
        with pytest.raises(ArithmeticError, match="broken"):
            search.search(state, Limit(visits=1000))
        watched.fails_at = 0
        check(search.search(state, Limit(visits=100)), 100)


def test_threads_end_in_time_and_when_told(
    noise: Evaluator, position: Callable[..., NativeState]
) -> None:
    """Seconds bound all threads; so does a stop from what reports their progress."""
    state = position("d4", size=8)
    search = TreeSearch(state.game, Watched(noise), SearchSettings(), threads=2)
    assert search.search(state, Limit(seconds=0.2)).seconds < 2
    stop = threading.Event()
    told: list[Decision] = []

    def tell(decision: Decision) -> None:
        told.append(decision)
        stop.set()

    search.search(state, Limit(), stop=stop, on_progress=tell)
    assert len(told) == 1
    assert threading.current_thread() is threading.main_thread()


def test_a_finished_search_needs_no_threads(
    noise: Evaluator, position: Callable[..., NativeState]
) -> None:
    """A position that is proven, or visited enough, is answered at once."""
    won = position("a1 a2 b1 b2 c1 c2 d1 d2", size=8)
    search = TreeSearch(won.game, noise, SearchSettings(), threads=4)
    assert search.search(won, Limit(visits=10**6)).value == 1
    assert search.search(won, Limit(visits=1)).value == 1


def test_a_batch_waits_while_another_goes_on(
    uniform: Evaluator, position: Callable[..., NativeState]
) -> None:
    """Each batch has its rows, and is backed up alone."""
    state = position("c3 d4", size=5)
    forest = make_forest(
        state.game,
        SearchSettings(),
        trees=1,
        batch=4,
        cache_entries=0,
        memory=64 * MIB,
        seed=0,
        batches=2,
    )
    forest.reset(0, state.native)
    forest.begin(0, 100, False)
    assert forest.select(1) == 1
    assert (forest.planes[4] == state.planes()).all()
    assert forest.select(0) == 0  # nothing to look at until the root is judged

    def judge(first: int, count: int) -> Any:
        rows = slice(first, first + count)
        return uniform.evaluate(forest.planes[rows], forest.legal[rows].view(np.bool_))

    forest.backup(*judge(4, 1), batch=1)
    assert forest.select(0) == forest.select(1) == 4
    assert len({row.tobytes() for row in forest.planes}) == 8
    with pytest.raises(RuntimeError):
        forest.select(1)
    forest.backup(*judge(4, 4), batch=1)
    assert forest.root_visits(0) == 5
    forest.backup(*judge(0, 4), batch=0)
    assert forest.root_visits(0) == 9
    with pytest.raises(IndexError):
        forest.select(2)


def test_a_crew_keeps_its_threads() -> None:
    """Work is done on as many threads, the same from one piece to the next; errors are raised."""
    crew = Crew(3)
    seen: set[int] = set()
    meet = threading.Barrier(3, timeout=10)

    def work(_: int) -> None:
        meet.wait()
        seen.add(threading.get_ident())

    crew.run(work)
    crew.run(work)
    assert len(seen) == 3
    with pytest.raises(ZeroDivisionError):
        crew.run(lambda number: 1 // (number - 2))  # type: ignore[arg-type]
