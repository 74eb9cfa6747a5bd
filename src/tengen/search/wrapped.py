"""What agents share that ask another agent."""

from tengen.core import Agent


class WrappedAgent(Agent):
    """Is known as the agent it asks, and is made ready and closed with it."""

    def __init__(self, agent: Agent) -> None:
        self.name = agent.name
        self.default_limit = agent.default_limit
        self.net, self.caveat = agent.net, agent.caveat
        self._agent = agent

    def prepare(self) -> None:
        self._agent.prepare()

    def close(self) -> None:
        self._agent.close()
