"""Other people's engines: named by whoever starts the studio, never by the page.

The page knows them by their names alone, ``engine:GNU Go``; no command reaches it or comes from it.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from tengen.agents import runs_programs
from tengen.core import Agent, AgentSpec, Game, SpecError, parse_spec
from tengen.programs.child import find_program, program_of

Loader = Callable[[str, Game], Agent]
PREFIX = "engine:"


def is_engine(opponent: str) -> bool:
    """Tell whether an opponent is an engine that was named at the start."""
    return opponent.startswith(PREFIX)


class Engines:
    """The programs that this studio may start.

    Raises:
        SpecError: when a spec names no program, one that is not there, or two have one name.
    """

    def __init__(self, specs: Sequence[str] = ()) -> None:
        self._specs: dict[str, str] = {}
        for text in specs:
            name = PREFIX + _name(parse_spec(text))
            if name in self._specs:
                raise SpecError(f"engine {text!r}: another has its name; give it one by ?name=...")
            self._specs[name] = text

    @property
    def opponents(self) -> tuple[str, ...]:
        """The names by which the page asks for them."""
        return tuple(self._specs)

    def guard(self, load: Loader) -> Loader:
        """Return a loader that also knows the engines, and starts no other program."""

        def load_agent(opponent: str, game: Game) -> Agent:
            if is_engine(opponent):
                return load(self.spec_of(opponent), game)
            if runs_programs(parse_spec(opponent).name):
                raise SpecError("programs are named when the studio is started, by --engine SPEC")
            return load(opponent, game)

        return load_agent

    def knows(self, spec: str) -> bool:
        """Tell whether a spec is that of one of them."""
        return spec in self._specs.values()

    def spec_of(self, opponent: str) -> str:
        """Return the spec that an opponent stands for: its own, or that of an engine by its name.

        Raises:
            SpecError: when there is no engine of that name.
        """
        if not is_engine(opponent):
            return opponent
        if opponent not in self._specs:
            name = opponent.removeprefix(PREFIX)
            raise SpecError(f"the studio was started without an engine {name!r}")
        return self._specs[opponent]


def _name(spec: AgentSpec) -> str:
    """Return what people call an engine: its ``name``, or its program's."""
    if spec.source is None or not runs_programs(spec.name):
        raise SpecError(f"engine {spec}: expected METHOD:COMMAND, such as gtp:gnugo --mode gtp")
    program = program_of(spec.source)
    if find_program(spec.source, spec.options.get("folder")) is None:
        raise SpecError(f"engine {spec}: there is no program {program}")
    return spec.options.get("name") or Path(program).name
