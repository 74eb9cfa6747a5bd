"""The native tree against a tree search written straight down from the formula."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from tengen.core import Evaluator, State
from tengen.games.face import NativeState

C_PUCT, FPU = 1.7, 0.3


@dataclass
class Node:
    """A position of the reference search; values are for its side to move."""

    state: State
    prior: float = 1.0
    visits: int = 0
    value_sum: float = 0.0
    children: dict[int, "Node"] = field(default_factory=dict)

    def mean(self) -> float:
        return self.value_sum / self.visits


def expand(node: Node, evaluator: Evaluator) -> float:
    """Give a node its children and return its value."""
    outcome = node.state.outcome()
    if outcome is not None:
        return outcome.value_for(node.state.to_play)
    mask = node.state.legal_mask()
    logits, values = evaluator.evaluate(node.state.planes()[None], mask[None])
    actions = node.state.legal_actions()
    logs = logits[0, actions].astype(float)
    logs -= logs.max() + math.log(np.exp(logs - logs.max()).sum())
    for action, log in zip(actions, logs, strict=True):
        # The native tree keeps log-priors in steps of 1/1024.
        prior = math.exp(-math.floor(-log * 1024 + 0.5) / 1024)
        node.children[int(action)] = Node(node.state.apply(int(action)), prior)
    return float(values[0])


def choose(node: Node, *, zero: bool = False) -> Node:
    """Return the child with the largest Q + U (Silver et al. 2017).

    Unvisited ones count as the node at a reduction, or as `zero`.
    """
    explored = sum(child.prior for child in node.children.values() if child.visits)

    def score(child: Node) -> float:
        same_side = child.state.to_play == node.state.to_play
        q = 0.0 if zero else node.mean() - FPU * math.sqrt(explored)
        if child.visits:
            q = child.mean() * (1 if same_side else -1)
        return q + C_PUCT * child.prior * math.sqrt(node.visits) / (1 + child.visits)

    return max(node.children.values(), key=score)


def simulate(root: Node, evaluator: Evaluator, *, zero: bool = False) -> None:
    """Walk to a leaf, value it, and carry the value back."""
    path = [root]
    while path[-1].children:
        path.append(choose(path[-1], zero=zero))
    leaf = path[-1]
    value = expand(leaf, evaluator)
    for node in path:
        node.visits += 1
        node.value_sum += value if node.state.to_play == leaf.state.to_play else -value


@pytest.mark.parametrize("cache_entries", [0, 5000])
@pytest.mark.parametrize("moves", ["", "b2", "a1 b3 c2"])
@pytest.mark.parametrize(
    ("size", "win_length"), [(3, 3), (4, 3), pytest.param(5, 4, marks=pytest.mark.long)]
)
def test_visits_are_those_of_the_formula(
    size: int,
    win_length: int,
    moves: str,
    cache_entries: int,
    noise: Evaluator,
    position: Callable[..., NativeState],
    searched: Callable[..., Any],
) -> None:
    """With the same evaluator both searches visit every move equally often and value it alike."""
    state = position(moves, size=size, win_length=win_length)
    root = Node(state)
    for _ in range(401):
        simulate(root, noise)
    forest = searched(
        state,
        noise,
        400,
        c_puct=C_PUCT,
        fpu_reduction=FPU,
        solver=False,
        cache_entries=cache_entries,
    )
    actions, visits, priors, values, _ = forest.root_edges(0)
    assert forest.root_visits(0) == root.visits
    assert dict(zip(actions.tolist(), visits.tolist(), strict=True)) == {
        action: child.visits for action, child in root.children.items()
    }
    assert forest.root_value(0) == pytest.approx(root.mean(), abs=1e-5)
    for action, prior, value in zip(actions.tolist(), priors, values, strict=True):
        child = root.children[action]
        assert prior == pytest.approx(child.prior, rel=1e-5)
        assert (
            np.isnan(value) if not child.visits else value == pytest.approx(-child.mean(), abs=1e-5)
        )
    best = max(root.children, key=lambda action: root.children[action].visits)
    assert forest.best_action(0) == best


def test_unvisited_moves_may_be_worth_nothing(
    noise: Evaluator, position: Callable[..., NativeState], searched: Callable[..., Any]
) -> None:
    """As in AlphaZero's own text: visits are those of the formula, and others than at a reduction."""
    state = position("b2", size=4, win_length=3)
    root = Node(state)
    for _ in range(201):
        simulate(root, noise, zero=True)
    found = []
    for zero in (True, False):
        forest = searched(
            state, noise, 200, c_puct=C_PUCT, fpu_reduction=FPU, fpu_zero=zero, solver=False
        )
        actions, visits, *_ = forest.root_edges(0)
        found.append(dict(zip(actions.tolist(), visits.tolist(), strict=True)))
    assert found[0] == {action: child.visits for action, child in root.children.items()}
    assert found[0] != found[1]


def test_a_kept_tree_goes_on_where_it_was(
    noise: Evaluator,
    position: Callable[..., NativeState],
    searched: Callable[..., Any],
    run_on: Callable[[Any, Evaluator], None],
) -> None:
    """After a move the search goes on as if it had always searched the subtree."""
    state = position("b2", size=4, win_length=3)
    root = Node(state)
    for _ in range(301):
        simulate(root, noise)
    forest = searched(state, noise, 300, c_puct=C_PUCT, fpu_reduction=FPU, solver=False)
    action = forest.best_action(0)
    root = root.children[action]
    kept = root.visits
    forest.advance(0, action)
    assert forest.root_visits(0) == kept > 1
    for _ in range(200):
        simulate(root, noise)
    forest.begin(0, 200, False)
    run_on(forest, noise)
    actions, visits, *_ = forest.root_edges(0)
    assert dict(zip(actions.tolist(), visits.tolist(), strict=True)) == {
        action: child.visits for action, child in root.children.items()
    }


def test_noise_at_the_root_changes_priors_only_there(
    uniform: Evaluator, position: Callable[..., NativeState], searched: Callable[..., Any]
) -> None:
    """An exploring root mixes Dirichlet noise into its priors, which stay a distribution."""
    state = position("", size=8)
    settings = {"dirichlet_alpha": 0.3, "dirichlet_fraction": 0.25}
    plain = searched(state, uniform, 50, **settings).root_edges(0)[2]
    one, again, other = (
        searched(state, uniform, 50, explore=True, seed=seed, **settings).root_edges(0)[:3:2]
        for seed in (1, 1, 2)
    )
    assert plain == pytest.approx(1 / 64, rel=1e-3)
    assert one[1].sum() == pytest.approx(1, abs=1e-2)
    assert one[1].min() >= 0.75 / 64 * 0.99
    assert one[1].max() > 2 / 64
    assert dict(zip(*one, strict=True)) == dict(zip(*again, strict=True))
    assert dict(zip(*one, strict=True)) != dict(zip(*other, strict=True))
