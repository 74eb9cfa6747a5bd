"""An agent thinks on a thread of its own, and its protocol stays in command."""

from collections.abc import Callable

import pytest

from tengen import load
from tengen.core import Agent, Decision, Game, Limit, State, Stop, TengenError
from tengen.protocols.background import BackgroundAgent


class Brooding(Agent):
    """Thinks until it is stopped, and says what it did."""

    name = "brooding"
    default_limit = Limit(nodes=1)
    closed = 0

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        action = int(state.legal_actions()[0])
        if limit == Limit(nodes=13):
            raise TengenError("unlucky")
        if stop is not None:
            for nodes in range(10**6):
                assert on_progress is not None
                on_progress(Decision(action, 0.0, nodes=nodes))
                if stop.wait(0.001):
                    break
        return Decision(action, 1.0)

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def game() -> Game:
    return load("gomoku", size=9)


def test_thinking_ends_when_told(game: Game) -> None:
    """Thinking goes on, with reports on the asking thread, until the question is withdrawn."""
    reports: list[Decision] = []
    decision = BackgroundAgent(lambda _: Brooding()).decide(
        game.initial_state(), until=lambda: len(reports) >= 3, on_report=reports.append
    )
    assert decision.value == 1
    nodes = [report.nodes for report in reports]
    assert len(nodes) == len(set(nodes)) >= 3


def test_an_agent_for_each_game(game: Game) -> None:
    """The agent stays while the game does; another game closes it."""
    made: list[Game] = []
    agents = []

    def make(game: Game) -> Agent:
        made.append(game)
        agents.append(Brooding())
        return agents[-1]

    background = BackgroundAgent(make)
    assert background.agent_for(game) is background.agent_for(load("gomoku", size=9))
    background.decide(load("gomoku", size=7).initial_state())
    assert [game.settings["size"] for game in made] == [9, 7]
    background.close()
    background.close()
    assert [agent.closed for agent in agents] == [1, 1]


def test_what_an_agent_raises_comes_back(game: Game) -> None:
    """An agent that fails on its thread fails where it was asked."""
    background = BackgroundAgent(lambda _: Brooding())
    with pytest.raises(TengenError, match="unlucky"):
        background.decide(game.initial_state(), Limit(nodes=13), until=lambda: False)


def test_who_interrupts_waits_for_the_agent(game: Game) -> None:
    """An error on the asking thread leaves no agent thinking behind."""
    agent = Brooding()

    def interrupted() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        BackgroundAgent(lambda _: agent).decide(game.initial_state(), until=interrupted)
    assert agent.decide(game.initial_state()).value == 1
