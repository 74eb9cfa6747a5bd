"""What every agent promises holds for each method of the house, in every game."""

import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tengen.agents import can_play, names
from tengen.agents.teachers import methods
from tengen.contract import AgentContract
from tengen.contract.learning import train
from tengen.core import Game
from tengen.games import load
from tengen.games import names as game_names

SMALL = {
    "gomoku": [
        {"size": 5, "win_length": 4},
        {"size": 6, "win_length": 4, "opening": "swap2"},
    ],
    "go": [{"size": 5}],
    "draughts": [{}],
}
"""Settings that make short games; a game that is not named here is played as it is."""

GAMES = [load(name, **settings) for name in game_names() for settings in SMALL.get(name, [{}])]
PROGRAMS = {
    "gtp": load("go", size=5),
    "gomocup": load("gomoku", size=6),
    "hub": load("draughts"),
}
"""Methods that ask another program, and the game that one plays here."""
FIVES = {"nnue": [load("gomoku", size=7), load("gomoku", size=6, opening="swap2")]}
"""Methods that play no four in a row, and the boards they are tested on instead."""
PEER = Path(__file__).parents[1] / "protocols" / "faulty.py"
SLOW = ("gtp", "hub")
"""Programs that are asked as ``gomocup`` is."""


def _games_of(name: str) -> list[Game]:
    found = [PROGRAMS[name]] if name in PROGRAMS else [*GAMES, *FIVES.get(name, ())]
    return [game for game in found if can_play(name, game)]


def _cases() -> Iterator[Any]:
    """Yield every method with every game; all but one of a method's games, in turn, are long."""
    # A library for CheckerBoard knows neither seeds nor stopping: tests/protocols tries it.
    for number, name in enumerate(name for name in names() if name != "cb"):
        games = _games_of(name)
        for game in games:
            is_long = name in SLOW or game != games[number % len(games)]
            marks = [pytest.mark.long] * is_long
            yield pytest.param((name, game), marks=marks, id=_id(name, game))


def _id(name: str, game: Game) -> str:
    return f"{name}-{game.name}-{game.settings.get('opening', '')}".rstrip("-")


@pytest.fixture(scope="session")
def nets(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Game], Path]:
    """Makes a net of a method for a game, once."""
    made: dict[tuple[str, Game], Path] = {}

    def make(name: str, game: Game) -> Path:
        pytest.importorskip("torch", reason="training is not installed")
        from .trained import learnable

        if (name, game) not in made:
            out = tmp_path_factory.mktemp(name) / "run"
            made[name, game] = train(name, learnable(name, game), out).network
        return made[name, game]

    return make


@pytest.fixture(params=_cases())
def case(request: pytest.FixtureRequest) -> tuple[str, Game]:
    """Every method with every game."""
    chosen: tuple[str, Game] = request.param
    return chosen


@pytest.fixture
def game(case: tuple[str, Game]) -> Game:
    """The game that is played."""
    return case[1]


@pytest.fixture
def spec(case: tuple[str, Game], nets: Callable[[str, Game], Path]) -> str:
    """The agent's spec, with a net of random weights where it plays with one."""
    name, game = case
    if name in PROGRAMS:
        return f"{name}:{shlex.join([sys.executable, str(PEER), name, 'sound'])}"
    return f"{name}:{nets(name, game)}" if name in methods() else name


class TestAgents(AgentContract):
    """Every method with every game."""
