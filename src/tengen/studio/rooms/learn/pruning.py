"""Alpha-beta in slow motion: a small tree with the branches that it never looks at.

The native search does the same with many more means; here every position stays, also those that
are cut off, so that they can be drawn.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from tengen.core import State
from tengen.studio.rooms.learn.seeing import Cell, describe

Order = Literal["best", "worst"]
ORDERS: tuple[Order, ...] = ("best", "worst")
Static = Callable[[State], float]
"""Returns a position's value in [-1, 1] for the side to move, without looking ahead."""
DEPTH = 3
WIDTH = 4
"""Moves of a position that are drawn: those that look best."""


@dataclass
class Branch:
    """A position of the tree."""

    id: int
    parent: int | None
    state: State
    action: int | None
    static: float
    children: "list[Branch]" = field(default_factory=list)
    value: float | None = None
    """For the side to move; None where it was never looked at."""
    window: tuple[float, float] | None = None
    """Alpha and beta when it was entered, for the side to move."""
    cuts: bool = False
    """Whether a move here was so good that the others did not matter."""


def judge_moves(state: State, static: Static) -> list[Cell]:
    """Return every sensible move with what the board after it looks worth to the mover."""
    actions = state.sensible_actions()
    values = [_for(state.apply(int(move)), state.to_play, static) for move in actions]
    return describe(state, actions, np.array(values, np.float32))


def prune(root: State, static: Static, order: Order) -> dict[str, object]:
    """Return the tree of a few moves and what alpha-beta saw of it.

    Args:
        root: the position searched.
        static: judges the leaves, and says in which order moves are tried.
        order: the best-looking moves first, or last.

    Returns:
        ``nodes``, in the order in which the whole tree would be visited: id, parent, name, value or
        None where it was cut off, alpha and beta, all three for the side that is to move there,
        whether it cut, whether that side is the root's mover; ``leaves`` and ``seen``, how many
        there are and were judged.
    """
    nodes: list[Branch] = []
    top = _expand(root, None, None, static, order, DEPTH, nodes)
    _search(top, -1.0, 1.0)
    leaves = [node for node in nodes if not node.children]
    return {
        "nodes": [_describe(node, root.to_play) for node in nodes],
        "leaves": len(leaves),
        "seen": sum(node.value is not None for node in leaves),
    }


def _expand(
    state: State,
    action: int | None,
    parent: int | None,
    static: Static,
    order: Order,
    depth: int,
    nodes: list[Branch],
) -> Branch:
    """Add a position with all that may be looked at below it."""
    node = Branch(len(nodes), parent, state, action, _static(state, static))
    nodes.append(node)
    # In the midst of a capture nothing is judged.
    if state.outcome() is not None or (depth <= 0 and not _goes_on(nodes, node)):
        return node
    after = [(int(move), state.apply(int(move))) for move in state.sensible_actions()]
    ranked = sorted(after, key=lambda each: -_for(each[1], state.to_play, static))[:WIDTH]
    for move, then in ranked if order == "best" else ranked[::-1]:
        left = depth - (then.to_play != state.to_play)
        node.children.append(_expand(then, move, node.id, static, order, left, nodes))
    return node


def _goes_on(nodes: list[Branch], node: Branch) -> bool:
    return node.parent is not None and nodes[node.parent].state.to_play == node.state.to_play


def _static(state: State, static: Static) -> float:
    outcome = state.outcome()
    return static(state) if outcome is None else float(outcome.value_for(state.to_play))


def _for(state: State, player: int, static: Static) -> float:
    value = _static(state, static)
    return value if state.to_play == player else -value


def _search(node: Branch, alpha: float, beta: float) -> float:
    """Return a position's value for its mover; moves that cannot matter any more stay unseen."""
    node.window = alpha, beta
    if not node.children:
        node.value = node.static
        return node.value
    best = -1.0
    for child in node.children:
        same = child.state.to_play == node.state.to_play
        value = _search(child, alpha, beta) if same else -_search(child, -beta, -alpha)
        best, alpha = max(best, value), max(alpha, value)
        if alpha >= beta:
            node.cuts = child is not node.children[-1]
            break
    node.value = best
    return best


def _describe(node: Branch, player: int) -> dict[str, object]:
    low, high = node.window or (None, None)
    return {
        "id": node.id,
        "parent": node.parent,
        "name": "" if node.action is None else node.state.game.format_move(node.action),
        "value": None if node.value is None else round(node.value, 3),
        "alpha": None if low is None else round(low, 3),
        "beta": None if high is None else round(high, 3),
        "cuts": node.cuts,
        "mine": node.state.to_play == player,
    }
