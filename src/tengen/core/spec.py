"""How agents are named: ``random``, ``mcts?playouts=1000``, ``alphazero:net.onnx?visits=400``."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tengen.core.errors import SpecError


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """A method's name, where its weights (or its program) are, and its options."""

    name: str
    source: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        source = f":{self.source}" if self.source else ""
        options = "&".join(f"{key}={value}" for key, value in self.options.items())
        return self.name + source + (f"?{options}" if options else "")


def parse_spec(text: str) -> AgentSpec:
    """Read ``name[:source][?key=value&key=value]``.

    Raises:
        SpecError: when a part of the text is empty or an option is not ``key=value``.
    """
    head, asks, query = text.strip().partition("?")
    name, colon, source = head.partition(":")
    if not name or (colon and not source) or (asks and not query):
        raise SpecError(f"bad agent spec {text!r}: expected NAME[:SOURCE][?key=value&...]")
    options: dict[str, str] = {}
    for item in query.split("&") if query else ():
        key, equals, value = item.partition("=")
        if not (key and equals and value) or key in options:
            raise SpecError(f"bad option {item!r} in agent spec {text!r}: expected key=value once")
        options[key] = value
    return AgentSpec(name, source or None, options)
