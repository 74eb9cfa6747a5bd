"""The Gumbel root against the paper: Danihelka, Guez, Schrittwieser, Silver, ICLR 2022.

The evaluator here makes the value of a root move the same number at every depth, so that the
whole search can be followed with a few lines of numpy.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.core import Evaluator
from tengen.games.face import NativeState

SIZE = 6
CHOICES = 5 * SIZE  # root moves on the upper five rows; the bottom row is where games go on
ROOT_VALUE = 0.1
# Large against the visits, so that the order within a round of halving does not matter.
C_VISIT, C_SCALE = 300.0, 0.003


class Table:
    """Values a position by the first move made from `root`, whatever came after it.

    Below the root all prior mass lies on the bottom row, whose stones count for nothing.
    """

    def __init__(self, root: NativeState, rng: np.random.Generator) -> None:
        self.root = root
        self.taken = root.board().ravel()[:CHOICES] != 0
        self.values = rng.uniform(-0.9, 0.9, CHOICES)
        """For the side to move at the root."""
        self.logits = np.full(SIZE * SIZE, -40.0)
        self.logits[:CHOICES] = rng.permutation(CHOICES) * (4 / CHOICES)

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        logits = np.zeros(legal.shape, np.float32)
        values = np.zeros(len(planes), np.float32)
        for row, position in enumerate(planes):
            stones = position[:2].sum(0).ravel()[:CHOICES]
            new = np.flatnonzero((stones > 0) & ~self.taken)
            if len(new) == 0:
                logits[row], values[row] = self.logits, ROOT_VALUE
                continue
            assert len(new) == 1
            logits[row, CHOICES:] = 40
            is_same_side = bool(position[3, 0, 0]) == (self.root.to_play == 0)
            values[row] = self.values[new[0]] * (1 if is_same_side else -1)
        return logits, values


def sigma(q: NDArray[np.float64], visits: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return values as logits (equation 8)."""
    return (C_VISIT + visits.max()) * C_SCALE * q


def sequential_halving(
    logits: NDArray[np.float64], q: NDArray[np.float64], considered: int, simulations: int
) -> NDArray[np.int64]:
    """Return the visits of each action when Q is known after one visit (section 3.3)."""
    visits = np.zeros(len(logits), np.int64)
    remaining = np.argsort(-logits)[:considered]
    phases = int(np.ceil(np.log2(considered)))
    while visits.sum() < simulations:
        each = max(1, simulations // (phases * len(remaining)))
        for _ in range(each):
            for action in remaining[: simulations - visits.sum()]:
                visits[action] += 1
        order = np.argsort(-(logits + sigma(q, visits))[remaining])
        remaining = remaining[order][: max(2, len(remaining) // 2)]
    return visits


def improved_policy(
    logits: NDArray[np.float64], q: NDArray[np.float64], visits: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return softmax(logits + sigma(completed Q)), Q completed by v_mix (appendix D)."""
    priors = np.exp(logits - logits.max())
    priors /= priors.sum()
    seen = visits > 0
    weighted = (priors[seen] * q[seen]).sum() / priors[seen].sum()
    v_mix = (ROOT_VALUE + visits.sum() * weighted) / (1 + visits.sum())
    scores = logits + sigma(np.where(seen, q, v_mix), visits)
    policy = np.exp(scores - scores.max())
    return np.asarray(policy / policy.sum())


@pytest.fixture(params=["", "a6 c5 f3", "a6 c5"])
def root(request: pytest.FixtureRequest, position: Callable[..., NativeState]) -> NativeState:
    """A position with either side to move and nothing at stake."""
    return position(request.param, size=SIZE, win_length=6)


@pytest.mark.parametrize(
    ("considered", "simulations"), [(4, 16), (8, 32), (16, 64), (16, 16), (5, 40), (2, 7)]
)
def test_visits_and_policy_are_those_of_the_paper(
    root: NativeState, considered: int, simulations: int, searched: Callable[..., Any]
) -> None:
    """Sequential halving visits what it should, and the policy is the completed-Q one."""
    for seed in range(5):
        table = Table(root, np.random.default_rng(seed))
        forest = searched(
            root, table, simulations, considered=considered, c_visit=C_VISIT, c_scale=C_SCALE
        )
        actions, visits, _, values, _ = forest.root_edges(0)
        seen = np.zeros(SIZE * SIZE, np.int64)
        seen[actions] = visits

        legal = root.legal_mask()
        logits = np.where(legal, table.logits, -np.inf)
        q = np.zeros(SIZE * SIZE)
        q[:CHOICES] = table.values
        expected = sequential_halving(logits, q, considered, simulations)
        assert seen.tolist() == expected.tolist()
        for action, value in zip(actions, values, strict=True):
            assert (
                np.isnan(value) if not seen[action] else value == pytest.approx(q[action], abs=1e-5)
            )

        policy = improved_policy(logits, q, expected)
        assert forest.policy(0) == pytest.approx(policy, rel=3e-3, abs=1e-6)
        scores = np.where(expected == expected.max(), logits + sigma(q, expected), -np.inf)
        assert forest.best_action(0) == scores.argmax()


def test_a_single_considered_move_takes_all(
    root: NativeState, searched: Callable[..., Any]
) -> None:
    """With one move considered, all simulations go to the likeliest."""
    table = Table(root, np.random.default_rng(0))
    forest = searched(root, table, 20, considered=1, c_visit=C_VISIT, c_scale=C_SCALE)
    actions, visits, *_ = forest.root_edges(0)
    expected = np.where(root.legal_mask(), table.logits, -np.inf).argmax()
    assert dict(zip(actions[visits > 0], visits[visits > 0], strict=True)) == {expected: 20}


def test_more_moves_considered_than_there_are(
    noise: Evaluator, position: Callable[..., NativeState], searched: Callable[..., Any]
) -> None:
    """Near the end all moves are considered, and every simulation is used."""
    state = position("a1 b2 a2 a3 c1 b1", size=3, win_length=3)
    forest = searched(state, noise, 12, considered=16, solver=False)
    assert forest.root_edges(0)[1].sum() == 12
    assert (forest.root_edges(0)[1] > 0).all()


def test_noise_samples_without_replacement_from_the_priors(
    position: Callable[..., NativeState], searched: Callable[..., Any], uniform: Evaluator
) -> None:
    """An exploring root with one simulation draws its move from the priors (Gumbel-max)."""
    state = position("", size=3, win_length=3)
    logits = np.linspace(0, 2, 9).astype(np.float32)

    class Fixed:
        def evaluate(
            self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
        ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
            return np.tile(logits, (len(planes), 1)), np.zeros(len(planes), np.float32)

    judge = Fixed()
    forest = searched(state, judge, 1, considered=1, explore=True, seed=11)
    draws = 4000
    counts = np.zeros(9)
    for _ in range(draws):
        forest.reset(0, state.native)
        forest.begin(0, 1, True)
        while not forest.is_finished(0):
            count = forest.select()
            if count:
                legal = forest.legal[:count].view(np.bool_)
                forest.backup(*judge.evaluate(forest.planes[:count], legal))
        counts[forest.best_action(0)] += 1
    priors = np.exp(logits) / np.exp(logits).sum()
    spread = np.sqrt(draws * priors * (1 - priors))
    assert (np.abs(counts - draws * priors) < 4 * spread).all()


def test_noise_keeps_the_schedule(
    root: NativeState, noise: Evaluator, searched: Callable[..., Any]
) -> None:
    """Gumbel noise changes which moves are considered, not how the visits are divided."""
    considered = set()
    for seed in range(8):
        forest = searched(
            root, noise, 16, considered=4, explore=True, seed=seed, solver=False, c_scale=0.1
        )
        actions, visits, *_ = forest.root_edges(0)
        assert sorted(visits[visits > 0].tolist()) == [2, 2, 6, 6]
        considered.add(frozenset(actions[visits > 0].tolist()))
    assert len(considered) > 1


def test_a_kept_tree_is_visited_by_the_schedule_again(
    root: NativeState,
    noise: Evaluator,
    searched: Callable[..., Any],
    run_on: Callable[[Any, Evaluator], None],
) -> None:
    """After a move the new search spends all its simulations, old visits notwithstanding."""
    forest = searched(root, noise, 64, considered=4, solver=False)
    forest.advance(0, forest.best_action(0))
    actions, visits, *_ = forest.root_edges(0)
    before = dict(zip(actions.tolist(), visits.tolist(), strict=True))
    forest.begin(0, 16, False)
    run_on(forest, noise)
    actions, visits, *_ = forest.root_edges(0)
    added = [n - before[a] for a, n in zip(actions.tolist(), visits.tolist(), strict=True)]
    assert sorted(n for n in added if n) == [2, 2, 6, 6]
