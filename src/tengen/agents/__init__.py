"""The methods, found by their folders: each has an `agent` module with a `create` function."""

import pkgutil
from importlib import import_module

from tengen.core import Agent, AgentSpec, Game, SpecError, parse_spec
from tengen.core.words import there_are


def names() -> list[str]:
    """Return the names of all methods."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def runs_programs(name: str) -> bool:
    """Tell whether the source of a method's specs is a command that it runs.

    Whoever may not start programs here may not name such a method.
    """
    module = import_module(f"{__name__}.{name}.agent") if name in names() else None
    return bool(getattr(module, "RUNS_PROGRAMS", False))


def usual_memory(name: str) -> int:
    """Return the MiB that a method's agents bound themselves to, 0 where they have no such option."""
    module = import_module(f"{__name__}.{name}.agent") if name in names() else None
    fields = module.Options.model_fields if module else {}
    return int(fields["memory"].get_default()) if "memory" in fields else 0


def can_play(name: str, game: Game) -> bool:
    """Tell whether a method plays a game at all; most play any.

    Its module may have a `can_play` of its own.
    """
    module = import_module(f"{__name__}.{name}.agent") if name in names() else None
    return bool(getattr(module, "can_play", lambda _: True)(game))


def load_agent(spec: str | AgentSpec, game: Game, *, seed: int = 0) -> Agent:
    """Return the agent that `spec` names, ready to play `game`.

    Raises:
        SpecError: when there is no such method or an option is wrong.
        WeightsError: when its weights are missing, damaged or made for another game.
    """
    if isinstance(spec, str):
        spec = parse_spec(spec)
    if spec.name not in names():
        raise SpecError(f"unknown agent {spec.name!r}: {there_are(names())}")
    module = import_module(f"{__name__}.{spec.name}.agent")
    agent: Agent = module.create(game, spec.source, spec.options, seed)
    agent.name = spec.title
    return agent
