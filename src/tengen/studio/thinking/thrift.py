"""How much memory the engines of a studio take: many are loaded at once, on an ordinary computer."""

from dataclasses import replace

from tengen.agents import usual_memory
from tengen.core import Agent, Game, parse_spec
from tengen.studio.thinking.searcher import AgentLoader

MEMORY_MIB = 256
"""Of an engine, where its spec says nothing; alone in a program it would take more."""


def thrifty(load: AgentLoader) -> AgentLoader:
    """Return a loader of the same agents whose search trees are bounded more tightly."""

    def load_agent(text: str, game: Game) -> Agent:
        spec = parse_spec(text)
        if "memory" in spec.options or usual_memory(spec.name) <= MEMORY_MIB:
            return load(text, game)
        bounded = replace(spec, options={**spec.options, "memory": str(MEMORY_MIB)})
        agent = load(str(bounded), game)
        agent.name = spec.title
        return agent

    return load_agent
