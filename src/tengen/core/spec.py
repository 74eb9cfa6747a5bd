"""How agents are named: ``random``, ``mcts?playouts=1000``, ``gtp:gnugo --mode gtp?timeout=20``."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tengen.core.errors import SpecError

# A quote that is never closed is a letter like any other, as in /home/o'brien.
_QUOTED_OR_ONE = re.compile(r"'[^']*'|\"[^\"]*\"|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """A method's name, where its weights (or its program) are, and its options."""

    name: str
    source: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What people call it: its option ``name`` where it has one, else the whole spec."""
        return self.options.get("name") or str(self)

    def __str__(self) -> str:
        source = f":{self.source}" if self.source else ""
        options = "&".join(f"{key}={value}" for key, value in self.options.items())
        return self.name + source + (f"?{options}" if options else "")


def parse_spec(text: str) -> AgentSpec:
    """Read ``name[:source][?key=value&key=value]``.

    The source may hold anything, such as a command with colons, blanks and quotes: the options
    begin at the last ``?`` that stands in no quotes.

    Raises:
        SpecError: when a part of the text is empty or an option is not ``key=value``.
    """
    spec = text.strip()
    name = re.split("[:?]", spec, maxsplit=1)[0]
    rest = spec[len(name) :]
    mark = _find_options(rest) if rest.startswith(":") else rest.find("?")
    source, query = (rest, None) if mark < 0 else (rest[:mark], rest[mark + 1 :])
    if not name or source == ":" or query == "":
        raise SpecError(f"bad agent spec {text!r}: expected NAME[:SOURCE][?key=value&...]")
    options: dict[str, str] = {}
    for item in query.split("&") if query else ():
        key, equals, value = item.partition("=")
        if not (key and equals and value) or key in options:
            quote = "; a ? of a command stands in quotes" if " " in source else ""
            raise SpecError(
                f"bad option {item!r} in agent spec {text!r}: expected key=value once{quote}"
            )
        options[key] = value
    return AgentSpec(name, source[1:] or None, options)


def _find_options(text: str) -> int:
    """Return where the last ``?`` outside quotes stands, -1 where there is none."""
    marks = (found.start() for found in _QUOTED_OR_ONE.finditer(text) if found[0] == "?")
    return max(marks, default=-1)
