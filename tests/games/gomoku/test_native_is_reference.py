"""The native rules against the rulebook: 10,000 random games, state by state."""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.random import Generator

from tengen.core import IllegalMoveError, SettingsError
from tengen.games import load
from tengen.games.face import NativeState
from tengen.games.gomoku.game import RULES, VERDICTS
from tengen.games.gomoku.notation import format_position
from tengen.games.gomoku.reference import ReferenceState
from tengen.games.stones import Setup

GAMES = 10_000
QUICK_GAMES = 160
POSITIONS = 4_000
QUICK_POSITIONS = 160
SHARDS = 20  # so that the games are spread over the cores


@dataclass
class Tally:
    """What was met, so that a test can tell that it met everything."""

    ends: Counter[str]
    legal_sets: int = 0


@pytest.mark.parametrize("shard", [0, pytest.param(1, marks=pytest.mark.long)])
def test_random_games_agree(shard: int) -> None:
    """Who moves, what is legal, what a net sees and how it ends agree after every move."""
    _play_games(shard, QUICK_GAMES // 2)


@pytest.mark.long
@pytest.mark.parametrize("shard", range(100, 100 + SHARDS))
def test_ten_thousand_random_games_agree(shard: int) -> None:
    """So they do over 10,000 games of all sizes, rules and openings."""
    _play_games(shard, GAMES // SHARDS)


@pytest.mark.parametrize("shard", [0, pytest.param(1, marks=pytest.mark.long)])
def test_dense_positions_agree(shard: int) -> None:
    """Which points are forbidden, and why, agrees where stones stand so thick that many are."""
    _compare_positions(shard, QUICK_POSITIONS // 2)


@pytest.mark.long
@pytest.mark.parametrize("shard", range(100, 100 + SHARDS))
def test_thousands_of_dense_positions_agree(shard: int) -> None:
    """So it does in thousands of them."""
    _compare_positions(shard, POSITIONS // SHARDS)


def _play_games(shard: int, games: int) -> None:
    rng = np.random.default_rng([2024, shard])
    tally = Tally(Counter())
    for _ in range(games):
        oracle = _draw_game(rng)
        outcome = _compare_one_game(oracle, rng, tally)
        tally.ends[f"{oracle.rule} {outcome}"] += 1
        tally.ends[f"{oracle.opening} {outcome}"] += 1
    wins = {f"{kind} {winner}" for kind in (*RULES, "free", "swap2") for winner in (0, 1)}
    draws = {f"{rule} None" for rule in RULES if rule != "freestyle"}
    assert tally.ends.keys() >= wins | draws, "some ends were never met"


def _draw_game(rng: Generator) -> ReferenceState:
    """Return a start: any size, rule and opening, now and then with stones on the board."""
    rule = str(rng.choice(RULES))
    size = int(rng.integers(5 if rule == "renju" else 3, 21))
    # Short rows end games early and often; long ones fill the board.
    win_length = 5 if rule == "renju" else int(min(size, rng.choice([2, 3, 4, 5, 5, 5, 6, size])))
    opening = "swap2" if win_length >= 4 and rng.random() < 0.3 else "free"
    game = ReferenceState(size, win_length, rule, (), opening)
    if opening == "free" and rng.random() < 0.3:
        return replace(game, start=_draw_position(size, rng, rng.uniform(0, 0.15)))
    return game


def _draw_position(size: int, rng: Generator, black: float) -> Setup:
    """Return random stones, that share of all points black, and about half as many white."""
    drawn = rng.random(size * size)
    stones = [np.flatnonzero(drawn < black), np.flatnonzero(drawn > 1 - black / 2)]
    first, second = (tuple(int(point) for point in points) for points in stones)
    return Setup(int(rng.integers(2)), first, second)


def _load(oracle: ReferenceState) -> NativeState | None:
    """Return the native state of a start; None where the game is over there."""
    try:
        state = load(
            "gomoku",
            size=oracle.size,
            win_length=oracle.win_length,
            rule=oracle.rule,
            opening=oracle.opening,
            position=format_position(oracle.start, oracle.size),
        ).initial_state()
    except SettingsError as error:
        assert str(error).endswith("the game is over there")
        return None
    assert isinstance(state, NativeState)
    return state


def _compare_one_game(oracle: ReferenceState, rng: Generator, tally: Tally) -> int | None:
    """Play one random game through both rules and return its winner."""
    state = _load(oracle)
    while state is None:
        oracle = replace(oracle, start=_draw_position(oracle.size, rng, 0.05))
        state = _load(oracle)
    before = state, oracle
    while oracle.outcome() is None:
        _compare(state, oracle)
        if rng.random() < 0.02:
            _compare_choices(state, oracle, tally)
        before = state, oracle
        oracle = _move_randomly(state, oracle, rng)
        assert oracle.last_action is not None
        state = state.apply(oracle.last_action)
    _compare(state, oracle)
    _compare_choices(state, oracle, tally)
    _compare_choices(*before, tally)
    outcome = oracle.outcome()
    assert outcome is not None
    return outcome.winner


def _move_randomly(state: NativeState, oracle: ReferenceState, rng: Generator) -> ReferenceState:
    """Try actions in random order until one is legal; both rules refuse the others."""
    while True:
        action = int(rng.integers(state.game.num_actions))
        try:
            after = oracle.apply(action)
        except IllegalMoveError:
            with pytest.raises(IllegalMoveError):
                state.apply(action)
        else:
            return after


def _compare(state: NativeState, oracle: ReferenceState) -> None:
    assert (state.to_play, state.native.colour) == (oracle.to_play, oracle.colour)
    assert state.last_action == oracle.last_action
    assert (state.planes() == oracle.planes()).all()
    mine, theirs = state.outcome(), oracle.outcome()
    assert (mine is None) == (theirs is None)
    if mine is not None and theirs is not None:
        assert (mine.winner, mine.reason) == (theirs.winner, theirs.reason)
        assert set(mine.points) == set(theirs.points)


def _compare_choices(state: NativeState, oracle: ReferenceState, tally: Tally) -> None:
    """Compare what takes long in the rulebook: all legal actions, and wins among them."""
    legal = oracle.legal_actions()
    assert state.legal_actions().tolist() == legal
    assert np.flatnonzero(state.legal_mask()).tolist() == legal
    assert state.native.wins_at_once() == oracle.wins_at_once()
    tally.legal_sets += 1


def _compare_positions(shard: int, count: int) -> None:
    rng = np.random.default_rng([1996, shard])
    reasons: Counter[str] = Counter()
    for _ in range(count):
        size = int(rng.integers(5, 21))
        start = _draw_position(size, rng, rng.uniform(0.1, 0.3))
        oracle = ReferenceState(size, 5, "renju", (), "free", start)
        state = _load(oracle)
        if state is None:
            continue
        forbidden = oracle.forbidden_points()
        assert state.forbidden_points().tolist() == list(forbidden)
        assert [VERDICTS[state.native.judge(point)] for point in forbidden] == [*forbidden.values()]
        assert state.legal_actions().tolist() == oracle.legal_actions()
        reasons.update(forbidden.values())
    assert min(reasons[reason] for reason in ("overline", "double four", "double three")) > 9
