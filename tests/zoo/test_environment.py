"""Games as PettingZoo environments."""

import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest

import tengen
from tengen.core import SettingsError

pytest.importorskip("pettingzoo", reason="the extra [pettingzoo] is not installed")

from gymnasium import spaces
from pettingzoo.test import api_test, seed_test

from tengen.agents import load_agent
from tengen.zoo import env

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("gomoku", {"size": 9}),
    ("gomoku", {"size": 8, "opening": "swap2"}),
    ("go", {"size": 5}),
    ("draughts", {}),
]


@pytest.mark.parametrize(("name", "settings"), GAMES)
def test_api(name: str, settings: dict[str, Any]) -> None:
    """Every game is what PettingZoo calls an environment, and nothing of it is doubtful."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # A dictionary is what a mask of actions needs; it asks for one in its own games only.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        # There is nothing to do once a game is over, and an empty board is empty.
        warnings.filterwarnings("ignore", ".* all zeros")
        api_test(env(name, **settings), num_cycles=300)


@pytest.mark.parametrize(("name", "settings"), GAMES)
def test_seed(name: str, settings: dict[str, Any]) -> None:
    """The same actions give the same game."""
    seed_test(lambda: env(name, **settings), num_cycles=100)


def test_rewards() -> None:
    """At the end the winner is given 1 and the loser -1."""
    board = env("gomoku", size=3, win_length=3)
    board.reset()
    for action in (0, 3, 1, 4, 2):
        assert board.last()[1:4] == (0, False, False)
        board.step(action)
    assert board.rewards == {"player_0": 1, "player_1": -1}
    rewards = {}
    for agent in board.agent_iter():
        _, rewards[agent], terminated, truncated, _ = board.last()
        assert (terminated, truncated) == (True, False)
        board.step(None)
    assert rewards == {"player_0": 1, "player_1": -1}


def test_draw() -> None:
    """A draw gives both 0."""
    board = env("gomoku", size=3, win_length=3)
    board.reset()
    for action in (0, 1, 2, 4, 3, 5, 7, 6, 8):
        board.step(action)
    assert board.rewards == {"player_0": 0, "player_1": 0}
    assert board.terminations == {"player_0": True, "player_1": True}


def test_capture_chain() -> None:
    """Inside a capture of several jumps the same agent moves again."""
    board = env("draughts", position="B:W6,14:B1")
    board.reset()
    agents = []
    while board.agents and not board.terminations[board.agent_selection]:
        agents.append(board.agent_selection)
        legal = board.last()[0]["action_mask"]
        board.step(int(np.flatnonzero(legal)[0]))
    assert agents == ["player_0", "player_0"]
    assert board.rewards == {"player_0": 1, "player_1": -1}


def test_observation() -> None:
    """An observation holds the planes, channels last, and the legal actions of who is to move."""
    game = tengen.load("go", size=5)
    board = env(game)
    board.reset()
    board.step(12)
    state = game.initial_state().apply(12)
    seen = board.observe("player_1")
    np.testing.assert_array_equal(seen["observation"], state.planes().transpose(1, 2, 0))
    np.testing.assert_array_equal(seen["action_mask"], state.legal_mask())
    assert not board.observe("player_0")["action_mask"].any()
    assert isinstance(board.observation_space("player_0"), spaces.Dict)


def test_illegal_action() -> None:
    """An illegal action ends the game against who played it; one out of range is refused."""
    board = env("gomoku", size=9)
    board.reset()
    board.step(40)
    board.step(40)
    assert board.terminations == {"player_0": True, "player_1": True}
    assert board.rewards == {"player_0": 0, "player_1": -1}
    board.reset()
    with pytest.raises(AssertionError, match="action space"):
        board.step(81)


def test_own_agent() -> None:
    """An agent of ours plays in the environment by the position that is behind it."""
    board = env("gomoku", size=3, win_length=3)
    board.reset()
    agent = load_agent("mcts?playouts=2000", board.unwrapped.game)
    while not all(board.terminations.values()):
        board.step(agent.decide(board.unwrapped.position).action)
    assert board.rewards == {"player_0": 0, "player_1": 0}


def test_render() -> None:
    """The board is drawn as text where that is asked for."""
    board = env("gomoku", size=3, win_length=3, render_mode="ansi")
    board.reset()
    board.step(0)
    board.step(4)
    assert board.render() == "X . .\n. O .\n. . ."
    with pytest.raises(SettingsError, match="render_mode"):
        env("gomoku", render_mode="rgb_array")


def test_unknown_game() -> None:
    """A game or setting that is not there is refused in one line."""
    with pytest.raises(SettingsError, match="unknown game"):
        env("chess")
    with pytest.raises(SettingsError, match="no setting"):
        env("gomoku", komi=6.5)


@pytest.mark.long
def test_without_pettingzoo() -> None:
    """Without PettingZoo, the import says what to install."""
    script = "import sys; sys.modules['pettingzoo'] = None; import tengen.zoo"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert "pip install '.[pettingzoo]'" in done.stderr
