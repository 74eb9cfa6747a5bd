"""Players of a match that a spec names."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tengen import weights
from tengen.agents import find_method, load_agent
from tengen.agents.options import file_options
from tengen.core import Agent, AgentSpec, Game, parse_spec


@dataclass(frozen=True, slots=True)
class SpecPlayer:
    """Makes the agent that a spec names, anew for each game and in any process."""

    spec: str
    game: Game
    title: str | None = None
    """What people call the agent, where that is not what the spec says."""

    @property
    def name(self) -> str:
        """What people call the agent: see `AgentSpec.title`."""
        return self.title or parse_spec(self.spec).title

    def __call__(self, seed: int) -> Agent:
        """Return an agent whose randomness comes from `seed`."""
        agent = load_agent(self.spec, self.game, seed=seed)
        if self.title is not None:
            agent.name = self.title
        return agent

    def for_game(self, game: Game) -> "SpecPlayer":
        """Return the same player for other settings of the game."""
        return replace(self, game=game)

    @property
    def files(self) -> tuple[str, ...]:
        """What the spec names that may be a file, such as a net; not the programs."""
        return tuple(_values(parse_spec(self.spec)))

    def moved(self, places: Mapping[str, str]) -> "SpecPlayer":
        """Return the same player, under the same name, with files that are elsewhere now."""
        spec = parse_spec(self.spec)
        named = set(_values(spec))
        source = spec.source and (places.get(spec.source) if spec.source in named else None)
        options = {
            key: places.get(value, value) if value in named else value
            for key, value in spec.options.items()
        }
        there = AgentSpec(spec.name, source or spec.source, options)
        return SpecPlayer(str(there), self.game, self.name)


def _values(spec: AgentSpec) -> list[str]:
    """Return the parts of a spec that may name a file."""
    method = find_method(spec.name)
    if method.runs_programs:
        return []
    marked = file_options(method.options)
    named = [value for key, value in spec.options.items() if key in marked]
    is_net = spec.source and spec.source not in weights.shipped(spec.name)
    return [spec.source, *named] if spec.source and is_net else named
