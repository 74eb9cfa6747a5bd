"""The native rules against the rulebook: 10,000 random games, state by state."""

from collections import Counter

import numpy as np
import pytest

from tengen.core import State
from tengen.games import load
from tengen.games.face import NativeState
from tengen.games.gomoku.reference import ReferenceState

GAMES = 10_000
SHARDS = 20  # so that the games are spread over the cores


@pytest.mark.parametrize("shard", range(SHARDS))
def test_random_games_agree(shard: int) -> None:
    """Who moves, what is legal, what a net sees and how it ends agree after every move."""
    rng = np.random.default_rng([2024, shard])
    ends: Counter[int | None] = Counter()
    for _ in range(GAMES // SHARDS):
        size = int(rng.integers(3, 21))
        # Short rows end games early and often; long ones fill the board.
        win_length = int(min(size, rng.choice([2, 3, 4, 5, 5, 5, 6, size])))
        rule = str(rng.choice(["freestyle", "standard"]))
        ends[_compare_one_game(size, win_length, rule, rng)] += 1
    assert set(ends) == {0, 1, None}, "some ends were never met"


def _compare_one_game(
    size: int, win_length: int, rule: str, rng: np.random.Generator
) -> int | None:
    """Play one random game through both rules and return its winner."""
    oracle = ReferenceState(size, win_length, rule)
    state: State = load("gomoku", size=size, win_length=win_length, rule=rule).initial_state()
    order = [int(action) for action in rng.permutation(size * size)]
    for action in order:
        _compare(state, oracle)
        if oracle.outcome() is not None:
            break
        if rng.random() < 0.02:
            _compare_immediate_wins(state, oracle)
        before = state
        oracle, state = oracle.apply(action), state.apply(action)
    _compare(state, oracle)
    outcome = oracle.outcome()
    assert outcome is not None
    if outcome.winner is not None:
        _compare_immediate_wins(before, ReferenceState(size, win_length, rule, oracle.moves[:-1]))
    return outcome.winner


def _compare(state: State, oracle: ReferenceState) -> None:
    assert state.to_play == oracle.to_play
    assert state.last_action == oracle.last_action
    assert state.legal_actions().tolist() == oracle.legal_actions()
    assert (state.planes() == oracle.planes()).all()
    mine, theirs = state.outcome(), oracle.outcome()
    assert (mine is None) == (theirs is None)
    if mine is not None and theirs is not None:
        assert (mine.winner, mine.reason) == (theirs.winner, theirs.reason)
        assert set(mine.points) == set(theirs.points)


def _compare_immediate_wins(state: State, oracle: ReferenceState) -> None:
    assert isinstance(state, NativeState)
    assert state.native.wins_at_once() == oracle.wins_at_once()
