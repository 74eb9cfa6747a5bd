"""The methods, found by their folders and in other people's packages: each has a ``METHOD``.

Programs that speak a protocol are agents as well: their method is a part of its ``PROTOCOL``.
"""

from importlib.util import find_spec

from pydantic import BaseModel

from tengen.agents.method import Learning, Method
from tengen.agents.protocol import Protocol
from tengen.core import Agent, AgentSpec, Game, SpecError, parse_spec
from tengen.core.discovery import BrokenPackageError, Discovery
from tengen.core.words import there_are

__all__ = [
    "Learning",
    "Method",
    "Protocol",
    "can_play",
    "errs",
    "find_method",
    "find_protocol",
    "load_agent",
    "names",
    "protocols",
    "runs_programs",
    "usual_memory",
]


def _read_options(method: Method) -> None:
    """Ask somebody else's method for its options."""
    if not (isinstance(method.options, type) and issubclass(method.options, BaseModel)):
        raise TypeError("its options are no pydantic model")


_METHODS = Discovery(__name__, __path__, "METHOD", Method, _read_options)
# They stand above this package, so it must not import them: it looks where they are.
_HOME = find_spec("tengen.protocols")
_PROTOCOLS = Discovery(
    "tengen.protocols",
    (_HOME and _HOME.submodule_search_locations) or (),
    "PROTOCOL",
    Protocol,
    lambda protocol: protocol.command and protocol.command(),
)


def names() -> list[str]:
    """Return the names of all methods, protocols among them."""
    return sorted({*_METHODS.names(), *filter(_has_agent, protocols())})


def protocols() -> list[str]:
    """Return the names of all protocols."""
    return _PROTOCOLS.names()


def find_protocol(name: str) -> Protocol | None:
    """Return the protocol of that name, None where there is none.

    Raises:
        SpecError: when the package that offers it is broken.
    """
    try:
        return _PROTOCOLS.find(name) if _PROTOCOLS.has(name) else None
    except BrokenPackageError as error:
        raise SpecError(str(error)) from error


def find_method(name: str) -> Method:
    """Return all about the method of that name.

    Raises:
        SpecError: when there is none, or the package that offers it is broken.
    """
    try:
        if not _METHODS.has(name) and _has_agent(name):
            protocol = find_protocol(name)
            assert protocol is not None
            assert protocol.agent is not None
            return protocol.agent
        return _METHODS.find(name)
    except KeyError:
        raise SpecError(f"unknown agent {name!r}: {there_are(names())}") from None
    except BrokenPackageError as error:
        raise SpecError(str(error)) from error


def runs_programs(name: str) -> bool:
    """Tell whether the source of a method's specs is a command that it runs.

    Whoever may not start programs here may not name such a method.
    """
    return _has(name) and find_method(name).runs_programs


def errs(spec: str) -> bool:
    """Tell whether whom a spec names overlooks things on purpose, as people do."""
    name = parse_spec(spec).name
    return _has(name) and find_method(name).errs


def usual_memory(name: str) -> int:
    """Return the MiB that a method's agents bound themselves to, 0 where they have no such option."""
    fields = find_method(name).options.model_fields if _has(name) else {}
    return int(fields["memory"].get_default()) if "memory" in fields else 0


def can_play(name: str, game: Game) -> bool:
    """Tell whether a method plays a game at all; most play any."""
    return not _has(name) or find_method(name).can_play(game)


def load_agent(spec: str | AgentSpec, game: Game, *, seed: int = 0) -> Agent:
    """Return the agent that `spec` names, ready to play `game`.

    Raises:
        SpecError: when there is no such method or an option is wrong.
        WeightsError: when its weights are missing, damaged or made for another game.
    """
    if isinstance(spec, str):
        spec = parse_spec(spec)
    agent = find_method(spec.name).create(game, spec.source, spec.options, seed)
    agent.name = spec.title
    return agent


def _has(name: str) -> bool:
    return _METHODS.has(name) or _has_agent(name)


def _has_agent(name: str) -> bool:
    """Tell whether programs that speak a protocol can be played against, as far as is known."""
    try:
        protocol = find_protocol(name)
    except SpecError:
        return True  # why it cannot be used is told to whoever asks for it
    return protocol is not None and protocol.agent is not None
