"""Players of a match that a spec names."""

from dataclasses import dataclass

from tengen.agents import load_agent
from tengen.core import Agent, Game, parse_spec


@dataclass(frozen=True, slots=True)
class SpecPlayer:
    """Makes the agent that a spec names, anew for each game and in any process."""

    spec: str
    game: Game

    @property
    def name(self) -> str:
        """What people call the agent: see `AgentSpec.title`."""
        return parse_spec(self.spec).title

    def __call__(self, seed: int) -> Agent:
        """Return an agent whose randomness comes from `seed`."""
        return load_agent(self.spec, self.game, seed=seed)

    def for_game(self, game: Game) -> "SpecPlayer":
        """Return the same player for other settings of the game."""
        return SpecPlayer(self.spec, game)
