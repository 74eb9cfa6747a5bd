"""The match by which a training is measured: how it ends."""

from threading import Event

import pytest

from tengen.agents.yardstick import YardstickSettings, measure
from tengen.games import load

GAME = load("gomoku", size=5, win_length=4)


class StopAt(Event):
    """Is set when it was asked so many times."""

    def __init__(self, asked):
        super().__init__()
        self.left = asked

    def is_set(self):
        """Count down."""
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize(
    ("stop", "seconds"), [(StopAt(4), 1e9), (Event(), 1e-9)], ids=["stopped", "time over"]
)
def test_ends_within_a_game(stop, seconds):
    """A match ends between two moves, and what no whole game says is not said."""
    settings = YardstickSettings(opponent="random", games=2, seconds=seconds)
    told = measure("random", GAME, settings, seed=0, stop=stop)
    assert told == {"opponent": "random", "match_games": 0}


def test_whole_match():
    """With time enough all games are played and count."""
    settings = YardstickSettings(opponent="random", games=3, seconds=1e9)
    told = measure("random", GAME, settings, seed=0, stop=Event())
    assert told["match_games"] == told["wins"] + told["draws"] + told["losses"] == 3
    assert told["interval"][0] <= told["score"] <= told["interval"][1]
