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


def test_one_thread_is_what_every_agent_has():
    """``--threads 1`` is no reason to refuse one that thinks on one thread anyway."""
    game = tengen.load("gomoku", size=8)
    assert factory("mcts", threads=1, memory=64)(game).name == "mcts?memory=64"


def test_who_is_chosen_for_the_user_takes_what_it_can():
    """Threads and memory reach the usual agent, or a level, where it has them; else it plays as it is."""
    game = tengen.load("gomoku", size=8, win_length=4)
    assert factory(threads=2, memory=64)(game).name == "mcts?memory=64"
    assert factory(level=1, threads=2, memory=64)(game).name == rung(game, 1).spec


def test_a_level_is_a_rung_of_the_games_ladder():
    """Level 1 is the weakest of our own agents."""
    game = tengen.load("go", size=9)
    assert factory(level=1)(game).name == rung(game, 1).spec


@pytest.mark.parametrize(
    ("options", "error", "reason"),
    [
        ({"spec": "random", "level": 1}, SettingsError, "give one of them"),
        ({"spec": "mcts", "threads": 2}, SpecError, "agent mcts thinks on one thread"),
        ({"spec": "gtp:gnugo", "threads": 1}, SpecError, "agent gtp has no threads"),
        ({"spec": "random", "memory": 8}, SpecError, "agent random has no memory"),
        ({"spec": "mcts?memory=9", "memory": 8}, SpecError, "sets its memory already"),
        ({"spec": "?"}, SpecError, "bad agent spec"),
    ],
)
def test_what_cannot_be_is_refused(options, error, reason):
    """Options that nobody could follow are told at once."""
    with pytest.raises(error, match=reason):
        factory(**options)(tengen.load("gomoku", size=8))
