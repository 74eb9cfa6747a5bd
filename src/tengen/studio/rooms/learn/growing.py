"""A tree search in slow motion: one simulation at a time, by either of two formulas.

`uct` is UCB1 in a tree (Kocsis & Szepesvári 2006), `puct` asks priors where to look first (Rosin 2011,
Silver et al. 2017), as the native search of `mcts` and `alphazero` does; that is millions of times faster, and
here every step is kept to be drawn.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import log, sqrt
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from tengen.core import Evaluator, State
from tengen.evaluators.rollout import RolloutEvaluator
from tengen.games.face import NativeState

C = 1.5
"""The weight of trying what was tried little, in both formulas."""
FPU_REDUCTION = 0.25
Rule = Literal["uct", "puct"]
RULES: tuple[Rule, ...] = ("uct", "puct")
Judge = Callable[[State], tuple[NDArray[np.float32], float]]
"""Returns the priors ``[A]`` of a position's moves and its value for the side to move."""
Tree = dict[str, list[dict[str, Any]]]
MakeJudge = Callable[[np.random.Generator], Judge]


@dataclass
class Node:
    """A position of the tree, with the statistics of the move that leads to it."""

    id: int
    parent: int | None
    action: int | None
    prior: float
    state: State
    visits: int = 0
    total: float = 0.0
    """Sum of the values seen below, for whoever chose the move."""
    children: "list[Node]" = field(default_factory=list)
    priors: NDArray[np.float32] | None = None


def by_net(evaluator: Evaluator) -> Judge:
    """Return a judge that asks a net."""

    def judge(state: State) -> tuple[NDArray[np.float32], float]:
        legal = state.legal_mask()
        logits, values = evaluator.evaluate(state.planes()[None], legal[None])
        shown = np.where(legal, logits[0], -np.inf)
        powers = np.exp(shown - shown.max())
        return (powers / powers.sum()).astype(np.float32), float(values[0])

    return judge


def by_random_game(rng: np.random.Generator) -> Judge:
    """Return a judge that plays one random game, every move as likely as the others."""

    def judge(state: State) -> tuple[NDArray[np.float32], float]:
        moves = state.sensible_actions()
        priors = np.zeros(state.game.num_actions, np.float32)
        priors[moves] = 1 / len(moves)
        native = cast("NativeState", state)
        game = RolloutEvaluator(games=1, seed=int(rng.integers(2**31)))
        return priors, game.value(native)

    return judge


def grow(root: State, judge: Judge, simulations: int, rule: Rule = "puct", c: float = C) -> Tree:
    """Return a tree and how it grew.

    Args:
        root: the position searched.
        judge: says what a position is worth that the tree has not yet.
        simulations: so many.
        rule: the formula by which a move is chosen on the way down.
        c: its weight of what was tried little.

    Returns:
        ``nodes``: id, parent, action, name, prior and the player who is to move there;
        ``moves``: action, name and prior of every move of the root, tried or not; ``steps``: for
        each simulation the ids from the root to its leaf, and the leaf's value for the player to
        move there. Nothing is rounded: whoever counts again finds the same move best.
    """
    nodes = [Node(0, None, None, 1.0, root)]
    steps = []
    for _ in range(simulations):
        path = _descend(nodes, rule, c)
        value = _value(path[-1], judge)
        _back_up(path, value)
        steps.append({"path": [node.id for node in path], "value": value})
    told = [_describe(node) for node in nodes]
    return {"nodes": told, "moves": _moves(nodes[0]), "steps": steps}


def favourite(tree: Tree) -> int:
    """Return the move that a tree visited most."""
    nodes = {node["id"]: node for node in tree["nodes"] if node["parent"] == 0}
    visits = Counter(step["path"][1] for step in tree["steps"] if len(step["path"]) > 1)
    return int(nodes[visits.most_common(1)[0][0]]["action"])


def _descend(nodes: list[Node], rule: Rule, c: float) -> list[Node]:
    """Walk down by the formula to a position that was never judged, and add it."""
    path = [nodes[0]]
    while path[-1].priors is not None:
        node = path[-1]
        action = _by_uct(node, c) if rule == "uct" else _by_puct(node, c)
        child = next((each for each in node.children if each.action == action), None)
        if child is None:
            prior = float(node.priors[action]) if node.priors is not None else 0.0
            child = Node(len(nodes), node.id, action, prior, node.state.apply(action))
            node.children.append(child)
            nodes.append(child)
        path.append(child)
    return path


def _by_uct(node: Node, c: float) -> int:
    """Return a move that was never tried, else the one with the largest Q + c sqrt(ln N / n)."""
    assert node.priors is not None
    tried = {child.action for child in node.children}
    fresh = [int(action) for action in np.flatnonzero(node.priors > 0) if action not in tried]
    if fresh:
        return fresh[0]
    best = max(
        node.children,
        key=lambda child: (
            child.total / child.visits + c * sqrt(log(max(1, node.visits)) / child.visits)
        ),
    )
    assert best.action is not None
    return best.action


def _by_puct(node: Node, c: float) -> int:
    """Return the move with the largest Q + c P sqrt(N) / (1 + n)."""
    assert node.priors is not None
    q = np.full(len(node.priors), _unvisited(node))
    visits = np.zeros(len(node.priors))
    for child in node.children:
        q[child.action], visits[child.action] = child.total / child.visits, child.visits
    bonus = c * node.priors.astype(float) * sqrt(max(1, node.visits)) / (1 + visits)
    return int(np.argmax(np.where(node.priors > 0, q + bonus, -np.inf)))


def _unvisited(node: Node) -> float:
    """Return what a move that was never tried is thought to be worth."""
    tried = sum(child.prior for child in node.children)
    seen = sum(child.total for child in node.children)
    visits = sum(child.visits for child in node.children)
    mean = seen / visits if visits else 0.0
    return mean - FPU_REDUCTION * sqrt(tried)


def _value(leaf: Node, judge: Judge) -> float:
    """Return the leaf's value for the player to move there; a game that is over is not judged."""
    outcome = leaf.state.outcome()
    if outcome is not None:
        return outcome.value_for(leaf.state.to_play)
    leaf.priors, value = judge(leaf.state)
    return value


def _back_up(path: Sequence[Node], value: float) -> None:
    """Count the value on the way back, each time for whoever chose the move."""
    player = path[-1].state.to_play
    path[0].visits += 1
    for chooser, node in pairwise(path):
        node.visits += 1
        node.total += value if chooser.state.to_play == player else -value


def _moves(root: Node) -> list[dict[str, Any]]:
    """Return what may be chosen at the root, in the order in which ties are broken."""
    assert root.priors is not None
    return [
        {
            "action": int(action),
            "name": root.state.game.format_move(int(action)),
            "prior": float(root.priors[action]),
        }
        for action in np.flatnonzero(root.priors > 0)
    ]


def _describe(node: Node) -> dict[str, Any]:
    name = "" if node.action is None else node.state.game.format_move(node.action)
    return {
        "id": node.id,
        "parent": node.parent,
        "action": node.action,
        "name": name,
        "prior": node.prior,
        "player": node.state.to_play,
        "over": node.state.outcome() is not None,
    }
