"""Who judges positions: where nobody was named, and how those who were are asked."""

from collections.abc import Mapping

from tengen import agents, weights
from tengen.core import AgentSpec, Game, parse_spec

_SPECS = {"nnue": "nnue?book=no&nodes=100000"}
"""By which methods judge every position alike, where that is not the method alone: a book has moves
but no opinion, and a time would make the verdict depend on the machine."""
NO_BOOK = {"book": "no"}
"""Defaults of whoever shall have an opinion of every position."""


def usual_reviewer(game: Game) -> str:
    """Return the spec of the strongest judge of positions that ships for `game`."""
    method = next(iter(weights.strongest(game)), "mcts")
    return _SPECS.get(method, method)


def with_defaults(spec: str, defaults: Mapping[str, object] = NO_BOOK) -> str:
    """Return a spec with the options among `defaults` that its method has and it does not choose.

    Raises:
        SpecError: when it cannot be read.
    """
    told = parse_spec(spec)
    if told.name not in agents.names():
        return spec
    known = agents.find_method(told.name).options.model_fields
    usual = {key: str(value) for key, value in defaults.items() if key in known}
    return str(AgentSpec(told.name, told.source, usual | dict(told.options)))
