"""Every game, with several settings each, and positions of random games."""

from collections.abc import Iterator

import numpy as np
import pytest

from tengen.core import Game, State
from tengen.games import load, names

SETTINGS = {
    "gomoku": [
        {},
        {"size": 3, "win_length": 3},
        {"size": 7, "win_length": 4, "rule": "standard"},
        {"size": 20, "win_length": 5, "rule": "standard"},
    ],
}
"""A game that is not named here is tested with its default settings only."""

CASES = [(name, settings) for name in names() for settings in SETTINGS.get(name, [{}])]


@pytest.fixture(params=CASES, ids=lambda case: "-".join(map(str, [case[0], *case[1].values()])))
def game(request: pytest.FixtureRequest) -> Game:
    """Every game with every one of its settings."""
    name, settings = request.param
    return load(name, **settings)


@pytest.fixture
def random_games(game: Game) -> list[list[State]]:
    """The positions of five random games, each from the first to the last."""
    return [list(play_randomly(game, np.random.default_rng(seed))) for seed in range(5)]


@pytest.fixture
def positions(random_games: list[list[State]]) -> list[State]:
    """About forty positions from all parts of random games, the first and last included."""
    return [
        states[at]
        for states in random_games
        for at in np.linspace(0, len(states) - 1, num=8).astype(int)
    ]


def play_randomly(game: Game, rng: np.random.Generator) -> Iterator[State]:
    """Yield the positions of one random game."""
    state = game.initial_state()
    yield state
    while state.outcome() is None:
        state = state.apply(int(rng.choice(state.legal_actions())))
        yield state
