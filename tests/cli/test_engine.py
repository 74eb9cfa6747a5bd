"""Who plays when a protocol command says so."""

import pytest

import tengen
from tengen.agents.ladder import rung
from tengen.cli.shared.engine import factory
from tengen.core import SettingsError, SpecError


def test_the_usual_agent_is_the_strongest_that_ships_and_patient():
    """A net where one fits, else random games; a clock counts more than its usual limit."""
    net = factory()(tengen.load("gomoku", size=8))
    small = factory()(tengen.load("draughts"))
    games = factory()(tengen.load("gomoku", size=8, win_length=4))
    assert [agent.name for agent in (net, small, games)] == ["alphazero", "nnue", "mcts"]
    assert all(agent.default_limit.told.is_open for agent in (net, small, games))


def test_threads_and_memory_become_options_of_the_spec():
    """What is given beside a spec counts as if it stood in it."""
    make = factory("alphazero?visits=8", threads=2, memory=64)
    assert make(tengen.load("gomoku", size=8)).name == "alphazero?visits=8&threads=2&memory=64"


def test_a_level_is_a_rung_of_the_games_ladder():
    """Level 1 is the weakest of our own agents."""
    game = tengen.load("go", size=9)
    assert factory(level=1)(game).name == rung(game, 1).spec


@pytest.mark.parametrize(
    ("options", "error", "reason"),
    [
        ({"spec": "random", "level": 1}, SettingsError, "give one of them"),
        ({"spec": "mcts", "threads": 2}, SpecError, "agent mcts has no threads"),
        ({"spec": "mcts?memory=9", "memory": 8}, SpecError, "sets its memory already"),
        ({"spec": "?"}, SpecError, "bad agent spec"),
    ],
)
def test_what_cannot_be_is_refused(options, error, reason):
    """Options that nobody could follow are told at once."""
    with pytest.raises(error, match=reason):
        factory(**options)(tengen.load("gomoku", size=8))
