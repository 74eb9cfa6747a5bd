"""The native rules against the rulebook: random games, state by state."""

from collections import Counter

import numpy as np
import pytest

from tengen.games import load
from tengen.games.draughts.game import Draughts
from tengen.games.draughts.notation import format_fen
from tengen.games.draughts.reference import ReferenceState
from tengen.games.face import NativeState

from .positions import random_position, reference_of

GAMES = 10_000
SHARDS = 20  # so that the games are spread over the cores
QUICK_GAMES = 40
DRAWS = {"third occurrence", "40 moves without progress"}
ENDINGS = {"no pieces left", "no move left", *DRAWS}
MOST_PLIES = 250
"""Of games that need not end."""


def test_random_games_agree() -> None:
    """Who moves, what is legal, what a net sees and how it ends agree after every hop."""
    ends = _play_games(QUICK_GAMES, np.random.default_rng(2024))
    assert set(ends) == ENDINGS, "some ends were never met"


@pytest.mark.long
@pytest.mark.parametrize("shard", range(SHARDS))
def test_ten_thousand_random_games_agree(shard: int) -> None:
    """What a few games show holds in 10,000."""
    ends = _play_games(GAMES // SHARDS, np.random.default_rng([2024, shard]))
    assert set(ends) == ENDINGS, "some ends were never met"


def _play_games(games: int, rng: np.random.Generator) -> Counter[str]:
    return Counter(_compare_one_game(number % 2 == 1, rng) for number in range(games))


@pytest.mark.long
def test_random_games_agree_where_draws_are_claimed() -> None:
    """Games go on after both draws, to a win or without an end, and all agrees."""
    rng = np.random.default_rng(2025)
    ends = Counter(_compare_one_game(number % 2 == 1, rng, "claimed") for number in range(30))
    assert set(ends) == ENDINGS - DRAWS | {"goes on"}, "some ends were never met"


def _compare_one_game(
    from_position: bool, rng: np.random.Generator, draws: str = "automatic"
) -> str:
    """Play one random game through both rules and return how it ended."""
    position = random_position(rng) if from_position else None
    game = load("draughts", position=format_fen(position) if position else "", draws=draws)
    assert isinstance(game, Draughts)
    oracle = reference_of(position, draws) if position else ReferenceState(draws=draws)
    state = game.initial_state()
    # Some players avoid progress, and some of them what was there before, so that all draws come.
    quiet, new = rng.random(2) < 0.5
    while (outcome := oracle.outcome()) is None:
        _compare(state, oracle)
        if draws == "claimed" and state.ply >= MOST_PLIES:
            return "goes on"
        action = _choose(oracle, rng, quiet=bool(quiet), new=bool(new))
        oracle, state = oracle.apply(action), state.apply(action)
    _compare(state, oracle)
    return outcome.reason


def _choose(oracle: ReferenceState, rng: np.random.Generator, *, quiet: bool, new: bool) -> int:
    """Return a random action, one that leads to no capture or to a new position where wanted."""
    actions = oracle.legal_actions()
    if quiet:
        after = {action: oracle.apply(action) for action in actions}
        actions = [action for action in actions if after[action].quiet_plies] or actions
        actions = [action for action in actions if not _captures(after[action])] or actions
        if new:
            actions = [action for action in actions if after[action].occurrences == 1] or actions
    return int(rng.choice(actions))


def _captures(oracle: ReferenceState) -> bool:
    """Return whether the side to move has to capture, as the number of pieces tells."""
    before = sum(row.count(".") for row in oracle.board)
    after = (oracle.apply(action) for action in oracle.legal_actions()[:1])
    return any(sum(row.count(".") for row in state.board) > before for state in after)


def _compare(state: NativeState, oracle: ReferenceState) -> None:
    assert state.native.quiet_plies == oracle.quiet_plies
    if oracle.capturing is None:
        assert state.native.occurrences == oracle.occurrences
    assert (state.to_play, state.ply) == (oracle.to_play, oracle.ply)
    assert state.last_action == oracle.last_action
    assert state.legal_actions().tolist() == oracle.legal_actions()
    assert state.legal_mask().nonzero()[0].tolist() == oracle.legal_actions()
    assert (state.planes() == oracle.planes()).all()
    assert state.board().tolist() == [
        [".bwBW".index(piece) for piece in row] for row in oracle.board
    ]
    assert state.outcome() == oracle.outcome()
