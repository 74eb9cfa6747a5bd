"""Alpha-beta: the values of the plain full-width search, and certain wins."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tengen.core import Limit, State
from tengen.games import load
from tengen.games.face import NativeGame, NativeState
from tengen.search.alphabeta import AlphaBeta
from tengen.search.judges import DenseJudge, Judge, MetricsJudge
from tengen.search.mcts import MIB

PRECISION = 1e-5
SETTINGS: dict[str, dict[str, Any]] = {
    "draughts": {"name": "draughts"},
    "claimed": {"name": "draughts", "draws": "claimed"},
    "gomoku": {"name": "gomoku", "size": 5, "win_length": 4},
    "renju": {"name": "gomoku", "size": 6, "rule": "renju"},
    "swap2": {"name": "gomoku", "size": 5, "win_length": 4, "opening": "swap2"},
    "go": {"name": "go", "size": 3, "komi": 0.5},
    "situational": {"name": "go", "size": 4, "superko": "situational"},
    "simple ko": {"name": "go", "size": 4, "superko": "simple"},
}
SLOWEST = ("metrics", "renju")


def native_game(name: str, **settings: Any) -> NativeGame:
    game = load(name, **settings)
    assert isinstance(game, NativeGame)
    return game


def dense_judge(state: NativeState, seed: int) -> DenseJudge:
    """Return a random net over the pieces."""
    game = state.game
    rng = np.random.default_rng(seed)
    planes = [plane for side in game.piece_planes for plane in side]
    points = game.policy_layout.points or range(np.prod(game.planes_shape[1:]))
    widths = (len(planes) * len(points), 16, 8, 1)
    layers = [
        (rng.normal(0, 1.5 / np.sqrt(inputs), (outputs, inputs)), rng.normal(0, 0.1, outputs))
        for inputs, outputs in pairwise(widths)
    ]
    return DenseJudge.from_arrays(planes, layers, points=points, goal_plane=game.goal_plane)


def is_mid_move(state: NativeState) -> bool:
    return state.game.name == "draughts" and state.native.capturing_square >= 0


def is_quiet(state: NativeState) -> bool:
    return state.game.name != "draughts" or not state.native.must_capture


def certain_value(state: NativeState) -> float | None:
    """Return what the rules or the endgame tables say for the side to move."""
    outcome = state.outcome()
    if outcome is not None:
        return outcome.value_for(state.to_play)
    known = state.native.known()
    if known is not None:
        return 0.0 if known[0] < 0 else 1.0 if known[0] == state.to_play else -1.0
    return 1.0 if state.native.wins_at_once() else None


def grow(state: NativeState, depth: int, leaves: list[NativeState]) -> Any:
    """Return the tree below a position: a value, the number of a leaf to judge, or a list."""
    certain = certain_value(state)
    if certain is not None:
        return certain
    if depth == 0 and is_quiet(state) and not is_mid_move(state):
        leaves.append(state)
        return len(leaves) - 1
    return branches(state, depth, leaves)


def branches(state: NativeState, depth: int, leaves: list[NativeState]) -> list[Any]:
    """Return ``(flips, tree)`` of every sensible action; a hop that goes on costs no depth."""
    tree = []
    for action in state.sensible_actions():
        after = state.apply(int(action))
        rest = depth if is_mid_move(after) else max(0, depth - 1)
        tree.append((after.to_play != state.to_play, grow(after, rest, leaves)))
    return tree


def value_of(tree: Any, values: list[float]) -> float:
    if isinstance(tree, float):
        return tree
    if isinstance(tree, int):
        return values[tree]
    return max(
        -value_of(below, values) if flips else value_of(below, values) for flips, below in tree
    )


def plain_values(state: NativeState, depth: int, judge: Judge) -> dict[int, float]:
    """Return the value of each action by looking at every line: the definition of the search."""
    leaves: list[NativeState] = []
    tree = branches(state, depth, leaves)
    values = judge.values(leaves).tolist()
    actions = state.sensible_actions().tolist()
    return {
        action: value_of([branch], values) for action, branch in zip(actions, tree, strict=True)
    }


def wander(start: State, rng: np.random.Generator, actions: int) -> NativeState:
    """Return a position after so many random actions, or the last before a game ended."""
    state = start
    for _ in range(actions):
        after = state.apply(int(rng.choice(state.sensible_actions())))
        if after.outcome() is not None:
            break
        state = after
    assert isinstance(state, NativeState)
    return state


def positions(name: str, seed: int, count: int) -> list[NativeState]:
    """Return random positions of the middle of a game, and its start."""
    start = native_game(**SETTINGS[name]).initial_state()
    rng = np.random.default_rng(seed)
    longest = 60 if "draughts" in repr(start) else 12
    return [wander(start, rng, int(rng.integers(longest))) for _ in range(count)]


def check(search: AlphaBeta, state: NativeState, depth: int, judge: Judge) -> None:
    """The search finds the value of the full-width one, and one of its best actions."""
    plain = plain_values(state, depth, judge)
    decision = search.search(state, Limit(), depth=depth)
    best = max(plain.values())
    assert decision.value == pytest.approx(best, abs=PRECISION)
    assert plain[decision.action] == pytest.approx(best, abs=PRECISION)
    assert {candidate.action for candidate in decision.candidates} == set(plain)
    if abs(best) == 1:
        return  # a search that knows the result goes no deeper
    for candidate in decision.candidates:
        assert candidate.value is not None
        assert plain[candidate.action] <= candidate.value + PRECISION


@pytest.mark.parametrize(
    ("judge_type", "name"),
    [
        pytest.param(judge, name, marks=[pytest.mark.long] * ((judge, name) == SLOWEST))
        for judge in ("dense", "metrics")
        for name in SETTINGS
    ],
)
def test_values_are_those_of_the_full_width_search(judge_type: str, name: str) -> None:
    """To every depth, with one table for all positions, and whatever it holds of the others."""
    states = positions(name, seed=len(name), count=3)
    judge = dense_judge(states[0], 3) if judge_type == "dense" else MetricsJudge()
    search = AlphaBeta(states[0].game, judge, memory=MIB)
    for state in states:
        for depth in range(1, 5 if "draughts" in repr(state) else 4):
            check(search, state, depth, judge)


def shuffle(state: NativeState, rng: np.random.Generator, plies: int) -> list[NativeState]:
    """Return the positions of a game in which kings walk about and nothing happens."""
    line = [state]
    while len(line) < plies:
        after = [line[-1].apply(int(action)) for action in line[-1].legal_actions()]
        quiet = [each for each in after if each.outcome() is None and is_quiet(each)]
        if not quiet:
            break
        # Back where it has been, more often than not.
        back = [each for each in quiet if each.native.occurrences > 1]
        line.append(
            quiet[int(rng.integers(len(quiet)))] if rng.random() < 0.5 or not back else back[0]
        )
    return line


@pytest.mark.usefixtures("no_tables")
@pytest.mark.parametrize(
    "fen", ["B:WK29:BK4", pytest.param("B:WK29,30:BK4,K11", marks=pytest.mark.long)]
)
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2, 3))])
def test_draws_by_the_way_here_are_believed_only_on_it(fen: str, seed: int) -> None:
    """Repetition and play without progress count as in the full-width search, near and far."""
    rng = np.random.default_rng(seed)
    start = native_game("draughts", position=fen).initial_state()
    judge = dense_judge(start, seed)
    search = AlphaBeta(start.game, judge, memory=MIB)
    line = shuffle(start, rng, 80)
    for state in (*line[:12], *line[70:]):
        check(search, state, 5, judge)


@pytest.mark.parametrize("name", ["draughts", "gomoku", "go"])
def test_the_table_size_changes_no_value(name: str) -> None:
    """Four entries or a million: the same values, one search after the other."""
    states = positions(name, seed=1, count=8)
    judge = dense_judge(states[0], 1)
    tiny, large = (AlphaBeta(states[0].game, judge, memory=size) for size in (0, 16 * MIB))
    for state in states:
        decisions = [search.search(state, Limit(), depth=4) for search in (tiny, large)]
        assert decisions[0].value == decisions[1].value
        assert decisions[0].nodes > 0


def test_a_batch_is_its_positions() -> None:
    """Many positions in one call have the values and good actions of each alone."""
    states = positions("draughts", seed=5, count=30)
    judge = dense_judge(states[0], 5)
    actions, values = AlphaBeta(states[0].game, judge).search_batch(states, 3)
    assert actions.dtype == np.int32
    assert values.dtype == np.float32
    for state, action, value in zip(states, actions.tolist(), values.tolist(), strict=True):
        plain = plain_values(state, 3, judge)
        assert value == pytest.approx(max(plain.values()), abs=PRECISION)
        assert plain[action] == pytest.approx(max(plain.values()), abs=PRECISION)


def test_an_empty_batch() -> None:
    """Nothing to search is no error."""
    actions, values = AlphaBeta(native_game("draughts"), MetricsJudge()).search_batch([], 2)
    assert len(actions) == len(values) == 0
