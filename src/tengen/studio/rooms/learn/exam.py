"""Positions in which exactly one move wins, as a solver proved: what the curves of the stories measure."""

from collections.abc import Callable
from typing import NamedTuple, cast

import numpy as np

from tengen.core import Game, Limit, State
from tengen.games.face import NativeGame, NativeState
from tengen.search.proof import Prover

POSITIONS = 60
SEED = 3
SMALL = 6
"""The largest board on which it is quickly proved that a move does not win."""
NODES = 3_000
"""Of a proof; a position that takes more is left out."""


class Task(NamedTuple):
    """A position with its one move."""

    state: State
    action: int


def set_exam(game: Game, positions: int = POSITIONS) -> list[Task]:
    """Return positions of random games near the centre in which one move wins, and not at once."""
    rng, prover = np.random.default_rng(SEED), Prover(cast("NativeGame", game))
    tasks: list[Task] = []
    size = game.planes_shape[-1]
    while len(tasks) < positions:
        state = _draw(game, rng)
        if state is None:
            continue
        if (action := only_win(prover, state, sure=size <= SMALL)) is not None:
            tasks.append(Task(state, action))
    return tasks


def only_win(
    prover: Prover, state: State, nodes: int = NODES, *, sure: bool = True
) -> int | None:
    """Return the one move that wins, and not at once; None where it is otherwise.

    Args:
        prover: proves it.
        state: the position.
        nodes: of a proof.
        sure: whether it must be proved of the other moves that they do not win; else it is enough
            that no win is found.
    """
    if cast("NativeState", state).native.wins_at_once() or prove(prover, state, nodes) != 1:
        return None
    found: int | None = None
    for action in state.sensible_actions():
        # Nobody wins at once here, so nothing has ended.
        result = prove(prover, state.apply(int(action)), nodes)
        if (sure and result is None) or (result == -1 and found is not None):
            return None
        found = int(action) if result == -1 else found
    return found


def prove(prover: Prover, state: State, nodes: int) -> int | None:
    """Return a position's result for the side to move, None where the proof is too long."""
    return prover.prove(cast("NativeState", state), Limit(nodes=nodes)).value


def mark(tasks: list[Task], choose: Callable[[State], int]) -> float:
    """Return the share of the tasks in which the move is found."""
    return round(sum(choose(task.state) == task.action for task in tasks) / len(tasks), 3)


def _draw(game: Game, rng: np.random.Generator) -> State | None:
    """Return a position of a game whose stones fall near the centre, None where it has ended."""
    size = game.planes_shape[-1]
    state = game.initial_state()
    for _ in range(int(rng.integers(4, 9 + 2 * (size - 6)))):
        actions = state.sensible_actions()
        apart = np.abs(np.stack(np.divmod(actions, size)) - (size - 1) / 2).max(0)
        odds = np.exp(-apart)
        state = state.apply(int(rng.choice(actions, p=odds / odds.sum())))
        if state.outcome() is not None:
            return None
    return state
