"""What every method that learns promises holds for each of the house."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

pytest.importorskip("torch", reason="training is not installed")
from tengen.agents.teachers import methods
from tengen.contract import LearnerContract, RunContract
from tengen.core import Game
from tengen.games import load
from tengen.games import names as game_names

from .trained import playable

SMALL = {"gomoku": {"size": 5, "win_length": 4}, "go": {"size": 5}}
GAMES = [load(name, **SMALL.get(name, {})) for name in game_names()]
OWN = {
    "alphazero": (
        "self_play.games=8", "self_play.simulations=4", "self_play.fast_simulations=2",
        "visits=2",
    ),
    "boardvalue": (
        "lessons.positions=64", "lessons.metrics_epochs=1", "lessons.board_epochs=1",
        "search.nodes=10",
    ),
    "dqn": ("play.games=8",),
    "nnue": ("play.nodes=20", "play.opening_plies=3", "play.memory_mib=1", "own_positions=0"),
    "policy": ("measured_positions=16",),
    "qlearning": ("play.games=8",),
}  # fmt: skip
"""What else makes a method quick, by its own settings."""


def _games_of(method: str) -> list[Game]:
    found = (playable(method, game) for game in GAMES)
    return [game for game in found if game is not None]


def _cases() -> Iterator[Any]:
    """Yield every method with every game; all but one of a method's games, in turn, are long."""
    for number, method in enumerate(methods()):
        games = _games_of(method)
        for game in games:
            marks = [pytest.mark.long] * (game != games[number % len(games)])
            yield pytest.param((method, game), marks=marks, id=f"{method}-{game.name}")


@pytest.fixture
def quick(method: str) -> Sequence[str]:
    """What makes a method learn something within seconds, by its own settings."""
    return OWN.get(method, ())


class TestLearners(LearnerContract):
    """Every method with every game that it plays."""

    @pytest.fixture(scope="class", params=_cases())
    @classmethod
    def case(cls, request: pytest.FixtureRequest) -> tuple[str, Game]:
        """A method and a game."""
        chosen: tuple[str, Game] = request.param
        return chosen

    @pytest.fixture
    def method(self, case: tuple[str, Game]) -> str:
        """The method."""
        return case[0]

    @pytest.fixture
    def game(self, case: tuple[str, Game]) -> Game:
        """The game that it learns."""
        return case[1]


LIKE_OTHERS = ("dqn", "policy", "qlearning")
"""Their runs are those of the methods that are left."""


class TestRuns(RunContract):
    """Every method with one game, where one will do."""

    @pytest.fixture(
        scope="class",
        params=[
            pytest.param(method, marks=[pytest.mark.long] * (method in LIKE_OTHERS))
            for method in methods()
        ],
    )
    @classmethod
    def method(cls, request: pytest.FixtureRequest) -> str:
        """The method."""
        return str(request.param)

    @pytest.fixture(scope="class")
    @classmethod
    def game(cls, method: str) -> Game:
        """The game that it learns."""
        return _games_of(method)[-1]
