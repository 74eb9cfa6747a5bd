"""Othello keeps what every game promises; run with ``pytest`` where the package is installed."""

import pytest

from tengen.agents import load_agent
from tengen.contract import AgentContract, GameContract
from tengen.core import Game
from tengen.games import load

ENDING = "X:XXXXXXXXXXXXXXO."


class TestOthello(GameContract):
    """The rules, by several settings."""

    @pytest.fixture(params=[{"size": 6}, {"size": 4}, {"size": 4, "position": ENDING}], ids=str)
    def game(self, request: pytest.FixtureRequest) -> Game:
        """Othello."""
        return load("othello", **request.param)


class TestPlayers(AgentContract):
    """Methods of the house, playing it."""

    @pytest.fixture
    def game(self) -> Game:
        """Othello on a small board."""
        return load("othello", size=4)

    @pytest.fixture(params=["random", "mcts"])
    def spec(self, request: pytest.FixtureRequest) -> str:
        """Who plays it."""
        return str(request.param)


def test_the_ways_to_begin() -> None:
    """Four moves open a game, and each turns one disc (Perft of the first plies: 4, 12, 56)."""
    states, counts = [load("othello").initial_state()], []
    for _ in range(3):
        states = [state.apply(int(a)) for state in states for a in state.legal_actions()]
        counts.append(len(states))
    assert counts == [4, 12, 56]


def test_the_last_move_is_found() -> None:
    """A search takes the corner."""
    game = load("othello", size=4, position=ENDING)
    decision = load_agent("mcts?playouts=20", game).decide(game.initial_state())
    assert game.format_move(decision.action) == "d4"
