"""Monte-Carlo control keeps what every method promises; run with ``pytest`` where it is installed."""

from collections.abc import Sequence

import pytest

from tengen.contract import AgentContract, LearnerContract, RunContract
from tengen.contract.learning import train
from tengen.core import Game
from tengen.games import load


@pytest.fixture(scope="class")
def method() -> str:
    """The method."""
    return "montecarlo"


@pytest.fixture(scope="class")
def game() -> Game:
    """The game that it learns."""
    return load("gomoku", size=5, win_length=4)


@pytest.fixture
def quick() -> Sequence[str]:
    """What makes it learn something within seconds."""
    return ("play.games=8",)


class TestLearner(LearnerContract):
    """How it learns."""


class TestRuns(RunContract):
    """Its run folders."""


class TestAgent(AgentContract):
    """How it plays."""

    @pytest.fixture(scope="class")
    @classmethod
    def spec(cls, method: str, game: Game, tmp_path_factory: pytest.TempPathFactory) -> str:
        """A player with a net of random weights."""
        return f"{method}:{train(method, game, tmp_path_factory.mktemp('net') / 'run').network}"
