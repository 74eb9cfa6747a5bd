"""The native rules against the rulebook: random games over all sizes and rules, state by state."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from tengen.games import load
from tengen.games.face import NativeState
from tengen.games.go.notation import format_position, max_fixed_handicap, parse_position
from tengen.games.go.reference import ReferenceState, start
from tengen.games.stones import Setup

GAMES = 10_000
SHARDS = 40
QUICK_PLIES = 200
"""Moves of a quick game, after which both sides pass: that many fill most boards."""


@pytest.mark.parametrize(
    "shard", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2, 3))]
)
def test_random_games_agree(shard: int) -> None:
    """Who moves, what is legal, the boards, the counts and the end agree after every move."""
    rng = np.random.default_rng([19, shard])
    for _ in range(12):
        settings = _draw_settings(rng)
        _compare_one_game(settings, rng, min(3 * settings["size"] ** 2, QUICK_PLIES))


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("shard", range(SHARDS))
def test_ten_thousand_random_games_agree(shard: int) -> None:
    """The same over 10,000 games, among which every kind of end and of rule is met."""
    rng = np.random.default_rng([1919, shard])
    met = [_compare_one_game(_draw_settings(rng), rng) for _ in range(GAMES // SHARDS)]
    assert {game.winner for game in met} == {0, 1, None}
    assert {game.superko for game in met if game.repeats} == {"positional", "situational", "simple"}
    assert any(game.suicides for game in met)


@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.long)])
def test_every_size_agrees(step: int) -> None:
    """One game on each board from 2x2 to 25x25, or on every sixth, of at most 60 moves."""
    rng = np.random.default_rng(23)
    for size in range(25, 1, -step):
        _compare_one_game({**_draw_settings(rng), "size": size, **_PLAIN}, rng, plies=60)


KOS = ("X . X O", "X O . O")
"""A ko that Black has taken and one that White has; rows of ``. X O .`` are above and below."""


@pytest.mark.parametrize(
    ("superko", "bands", "games"),
    [
        ("positional", 2, 5),
        ("situational", 4, 2),
        pytest.param("positional", 4, 2, marks=pytest.mark.long),
        pytest.param("situational", 2, 5, marks=pytest.mark.long),
    ],
)
def test_boards_of_kos_agree(superko: str, bands: int, games: int) -> None:
    """With three kos a band and nothing else to do, old boards are everywhere, however old."""
    rng = np.random.default_rng([12, len(superko), bands])
    around = [". X O ."] * 3
    rows = [row for band in range(bands) for row in (around, [*KOS, KOS[band % 2]], around)]
    cells = " ".join(" ".join(row) for row in rows).split()
    stones = [tuple(p for p, cell in enumerate(cells) if cell == colour) for colour in "XO"]
    position = format_position(Setup(1, *stones), 12)
    older = 0
    for _ in range(games):
        state = load("go", size=12, superko=superko, position=position).initial_state()
        oracle = start(12, superko=superko, position=position)
        while not oracle.is_over:
            assert isinstance(state, NativeState)
            legal, _ = _compare(state, oracle, rng)
            takes = [action for action in legal if _takes(oracle, action)]
            older += max(0, len(oracle.repeating_points()) - 1)
            action = int(rng.choice(takes)) if takes else oracle.pass_action
            state, oracle = state.apply(action), oracle.apply(action)
    assert older >= games, "nothing was forbidden but the last ko"


def _takes(state: ReferenceState, action: int) -> bool:
    mover = state.to_play + 1
    return action < state.pass_action and state.apply(action).board.count(3 - mover) < (
        state.board.count(3 - mover)
    )


_PLAIN: dict[str, Any] = {"handicap": 0, "position": "", "compensation": "none"}


@dataclass
class Met:
    """What a game was like."""

    superko: str
    winner: int | None = None
    repeats: int = 0
    suicides: int = 0


def _draw_settings(rng: np.random.Generator) -> dict[str, Any]:
    """Draw a board and rules; small boards come more often, so that repetition does."""
    size = 2 + int(24 * rng.random() ** 4)
    settings: dict[str, Any] = {
        "size": size,
        "komi": float(rng.integers(-15, 16)) / 2,
        "superko": str(rng.choice(["positional", "situational", "simple"])),
        "suicide": bool(rng.random() < 0.4),
    }
    kind = rng.random()
    if kind < 0.15 and max_fixed_handicap(size) > 1:
        settings["handicap"] = int(rng.integers(2, max_fixed_handicap(size) + 1))
        settings["compensation"] = str(rng.choice(["none", "n", "n-1"]))
    elif kind < 0.3 and size > 3:
        settings["handicap"] = int(rng.integers(2, 6))
        settings["handicap_placement"] = "free"
        settings["compensation"] = str(rng.choice(["none", "n", "n-1"]))
    elif kind < 0.5:
        settings["position"] = _draw_position(size, rng)
    return settings


def _draw_position(size: int, rng: np.random.Generator) -> str:
    """Return a board that random stones lead to, as the start of another game."""
    state = start(size)
    for point in rng.permutation(size * size)[: rng.integers(1, size * size)]:
        if state.explain_illegal(int(point)) is None:
            state = state.apply(int(point))
    stones = [tuple(p for p, held in enumerate(state.board) if held == c) for c in (1, 2)]
    text = format_position(Setup(int(rng.integers(2)), *stones), size)
    assert parse_position(text, size).board(size) == list(state.board)
    return text


def _compare_one_game(
    settings: dict[str, Any], rng: np.random.Generator, plies: int | None = None
) -> Met:
    """Play one random game through both rules; past so many plies both sides pass."""
    game = load("go", **settings)
    state, oracle = game.initial_state(), start(**settings)
    met = Met(settings["superko"])
    most = plies or min(3 * settings["size"] ** 2, 400)
    temper = rng.choice([0.0, 0.5, 1.0])  # how much the players care for their eyes
    while True:
        assert isinstance(state, NativeState)
        legal, sensible = _compare(state, oracle, rng)
        if oracle.is_over:
            break
        met.repeats += bool(oracle.repeating_points())
        pool = sensible if rng.random() < temper else legal
        action = _draw_action(oracle, pool, rng, passing=len(oracle.actions) > most)
        before = state
        state, oracle = state.apply(action), oracle.apply(action)
        met.suicides += action < oracle.pass_action and oracle.board[action] == 0
        assert before.legal_actions().tolist() == legal, "the state before has changed"
    met.winner = oracle.winner()
    return met


def _draw_action(
    oracle: ReferenceState, pool: list[int], rng: np.random.Generator, *, passing: bool
) -> int:
    skip = oracle.pass_action
    if skip in pool and (passing or rng.random() < 0.01):
        return skip
    points = [action for action in pool if action != skip]
    return int(rng.choice(points)) if points else skip


def _compare(
    state: NativeState, oracle: ReferenceState, rng: np.random.Generator
) -> tuple[list[int], list[int]]:
    """Compare all that both tell of a position; return the legal and the sensible actions."""
    legal, sensible = oracle.legal_actions(), oracle.sensible_actions()
    assert state.legal_actions().tolist() == legal
    assert state.sensible_actions().tolist() == sensible
    assert state.board().ravel().tolist() == list(oracle.board)
    assert state.to_play == oracle.to_play
    assert state.ply == len(oracle.actions)
    assert state.last_action == (oracle.actions[-1] if oracle.actions else None)
    assert state.native.repeating_points().tolist() == oracle.repeating_points()
    assert (state.planes() == oracle.planes()).all()
    if oracle.is_over or rng.random() < 0.05:
        _compare_end(state, oracle)
        _compare_life(state, oracle)
    return legal, sensible


def _compare_end(state: NativeState, oracle: ReferenceState) -> None:
    outcome = state.outcome()
    assert (outcome is not None) == oracle.is_over
    assert state.native.lead == oracle.margin()
    if outcome is not None:
        assert outcome.winner == oracle.winner()


def _compare_life(state: NativeState, oracle: ReferenceState) -> None:
    for player in (0, 1):
        stones, eyes = oracle.unconditionally_alive(player)
        assert state.native.living_stones(player).tolist() == sorted(stones)
        assert state.native.living_eyes(player).tolist() == sorted(eyes)
