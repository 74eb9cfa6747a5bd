"""An answer is there in time, whatever the search does."""

import threading
import time

import pytest

from tengen import load
from tengen.agents import load_agent
from tengen.core import Agent, Decision, Limit, TengenError
from tengen.protocols.gomocup import punctual
from tengen.protocols.gomocup.punctual import Due, PunctualAgent

STATE = load("gomoku", size=9).initial_state()
LONG = 60.0


def due(seconds=LONG, until=lambda: False):
    return Due(time.monotonic() + seconds, until)


class FakeTime:
    """Time that passes with every look at it, however busy the machine is."""

    def __init__(self):
        self.now = 0.0

    def monotonic(self):
        self.now += 0.005
        return self.now

    def sleep(self, seconds):
        self.now += seconds


class Slow(Agent):
    """Uses all of its first thought; hangs in the second until it is let go."""

    name = "slow"
    default_limit = Limit(nodes=10)

    def __init__(self, sleep):
        self.sleep = sleep
        self.asked = []
        self.let_go = threading.Event()

    def decide(self, state, limit=None, *, stop=None, on_progress=None):
        self.asked.append(limit)
        if len(self.asked) == 2:
            assert self.let_go.wait(LONG)
        else:
            self.sleep(limit.seconds)
        return Decision(len(self.asked), 0.5, nodes=4)


def test_the_first_answer_is_given_where_the_second_is_late(monkeypatch):
    """Who hangs in the second half is not waited for, until the next question."""
    passing = FakeTime()
    monkeypatch.setattr(punctual, "time", passing)
    agent = Slow(passing.sleep)
    background = PunctualAgent(lambda game: agent)
    decision = background.decide(STATE, Limit(seconds=0.1, nodes=10), Due(0.15, lambda: False))
    assert (decision.action, decision.nodes) == (1, 4)
    assert [limit.nodes for limit in agent.asked] == [10, 6]
    threading.Timer(0.05, agent.let_go.set).start()
    background.decide(STATE, Limit(seconds=0.01), Due(LONG, lambda: False))
    assert agent.let_go.is_set()
    background.close()


def test_both_parts_together_are_one_thought():
    """A search goes on where its first part ended; its nodes are added up."""
    background = PunctualAgent(lambda game: load_agent("mcts?playouts=1000000000", game))
    decision = background.decide(STATE, Limit(seconds=0.3), due())
    assert decision.nodes <= sum(each.visits for each in decision.candidates) + 1
    assert decision.seconds >= 0.15
    background.close()


def test_who_is_done_is_not_asked_again():
    """An agent that needs less than its time has answered."""
    background = PunctualAgent(lambda game: load_agent("mcts?playouts=64", game))
    assert background.decide(STATE, Limit(seconds=LONG, nodes=64), due()).nodes == 64
    background.close()


def test_faults_reach_the_asker():
    """What an agent raises on its thread is raised here."""

    class Failing(Slow):
        def decide(self, state, limit=None, *, stop=None, on_progress=None):
            raise TengenError("unwell")

    background = PunctualAgent(lambda game: Failing(time.sleep))
    for seconds in (0.01, 1.0):
        with pytest.raises(TengenError, match="unwell"):
            background.decide(STATE, Limit(seconds=seconds), due())
    background.close()
