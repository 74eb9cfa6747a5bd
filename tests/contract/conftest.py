"""Every game, with several settings each."""

import pytest

from tengen.core import Game
from tengen.games import load, names

pytest.register_assert_rewrite("tengen.contract")

SETTINGS = {
    "gomoku": [
        {},
        {"size": 3, "win_length": 3},
        {"size": 7, "win_length": 4, "rule": "standard"},
        {"size": 20, "win_length": 5, "rule": "standard"},
        {"size": 9, "rule": "renju"},
        {"size": 6, "win_length": 4, "rule": "caro"},
        {"size": 8, "opening": "swap2", "rule": "caro-exact"},
        {"size": 7, "rule": "renju", "opening": "swap2"},
        {"size": 9, "position": "W:Be5"},
    ],
    "go": [
        {"size": 9},
        {"size": 2, "komi": 0.0, "superko": "situational", "suicide": True},
        {"size": 5, "komi": -0.5, "suicide": True},
        {"size": 7, "handicap": 4, "handicap_placement": "fixed", "compensation": "n"},
        {"size": 6, "handicap": 2, "handicap_placement": "free"},
        {"size": 13, "superko": "simple", "komi": 7.0},
        {"size": 19},
        {"size": 25, "superko": "situational"},
    ],
    "draughts": [
        {},
        {"position": "W:W18,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,13,16"},
        {"position": "B:WK12,K27,30,32:B21,K24,28,K31"},
        {"draws": "claimed"},
    ],
}
"""A game that is not named here is tested with its default settings only."""

LARGEST = 25
"""A board whose tests take as long as those of all others; one of 19 points is no other."""
CASES = [
    pytest.param((name, settings), marks=[pytest.mark.long] * (settings.get("size") == LARGEST))
    for name in names()
    for settings in SETTINGS.get(name, [{}])
]


@pytest.fixture(params=CASES, ids=lambda case: "-".join(map(str, [case[0], *case[1].values()])))
def game(request: pytest.FixtureRequest) -> Game:
    """Every game with every one of its settings."""
    name, settings = request.param
    return load(name, **settings)
