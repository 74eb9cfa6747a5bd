"""What the curves of the stories measure: positions that a solver proved.

Most methods are asked for a move where exactly one wins; a net that is asked by a deep search alone, who
wins.
"""

from collections.abc import Callable
from typing import NamedTuple, cast

import numpy as np

from tengen.core import Game, Limit, State
from tengen.games.face import NativeGame, NativeState
from tengen.search.proof import Prover

POSITIONS = 60
SEED = 3
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
    while len(tasks) < positions:
        state = _draw(game, rng)
        if state is not None and (action := only_win(prover, state)) is not None:
            tasks.append(Task(state, action))
    return tasks


class Verdict(NamedTuple):
    """A position with its result."""

    state: State
    result: int
    """For the side to move, 1 or -1."""


def set_verdicts(game: Game, positions: int = POSITIONS) -> list[Verdict]:
    """Return as many positions won as lost for the side to move, and none at once."""
    rng, prover = np.random.default_rng(SEED), Prover(cast("NativeGame", game))
    found: dict[int, list[Verdict]] = {1: [], -1: []}
    while any(len(each) < positions // 2 for each in found.values()):
        state = _draw(game, rng)
        if state is None or cast("NativeState", state).native.wins_at_once():
            continue
        result = prove(prover, state, NODES)
        if result in found and len(found[result]) < positions // 2:
            found[result].append(Verdict(state, result))
    return found[1] + found[-1]


def only_win(prover: Prover, state: State, nodes: int = NODES) -> int | None:
    """Return the one move that wins, and not at once; None where it is otherwise, or unproved."""
    if cast("NativeState", state).native.wins_at_once() or prove(prover, state, nodes) != 1:
        return None
    found: int | None = None
    for action in state.sensible_actions():
        # Nobody wins at once here, so nothing has ended.
        result = prove(prover, state.apply(int(action)), nodes)
        if result is None or (result == -1 and found is not None):
            return None
        found = int(action) if result == -1 else found
    return found


def prove(prover: Prover, state: State, nodes: int) -> int | None:
    """Return a position's result for the side to move, None where the proof is too long."""
    return prover.prove(cast("NativeState", state), Limit(nodes=nodes)).value


def mark(tasks: list[Task], choose: Callable[[State], int]) -> float:
    """Return the share of the tasks in which the move is found."""
    return round(sum(choose(task.state) == task.action for task in tasks) / len(tasks), 3)


def lean(verdicts: list[Verdict], value: Callable[[State], float]) -> float:
    """Return how far values lean to the side that wins: 1 is sure of it, 0 does not know."""
    return round(float(np.mean([value(state) * result for state, result in verdicts])), 3)


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
