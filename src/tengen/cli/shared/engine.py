"""Options of the commands that play for another program, and the agents they stand for."""

import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from tengen.core import AgentSpec, SettingsError, SpecError, parse_spec
from tengen.core.clock import MAX_SECONDS

if TYPE_CHECKING:
    from tengen.core import Agent, Game

Spec = Annotated[
    str | None,
    typer.Option(
        "--agent",
        metavar="SPEC",
        help="Who plays, such as alphazero?visits=800; the strongest that ships for the board if "
        "not given.",
        rich_help_panel="Agent",
    ),
]
Level = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Who plays, by strength: this rung of the game's ladder, 1 the weakest.",
        rich_help_panel="Agent",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(min=1, help="Threads that the agent may use.", rich_help_panel="Agent"),
]
Memory = Annotated[
    int | None,
    typer.Option(
        min=1, metavar="MIB", help="Bound on the agent's memory.", rich_help_panel="Agent"
    ),
]
ThinkSeconds = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        min=0.001,
        max=MAX_SECONDS,
        help="Think so long for a move where the other program does not say how long; 5 if neither "
        "--agent nor --level is given.",
        rich_help_panel="Agent",
    ),
]
Chance = Annotated[
    int | None,
    typer.Option(
        "--seed",
        min=0,
        max=2**63 - 1,
        help="Makes the agent repeatable; another each time if not given.",
        rich_help_panel="Agent",
    ),
]

USUAL_SECONDS = 5.0
"""A move, where neither the other program nor the agent says when to stop."""


def bounded_seconds(seconds: float | None, spec: str | None, level: int | None) -> float | None:
    """Return the bound of a move that nobody else bounds; None to leave it to the agent."""
    return USUAL_SECONDS if (seconds, spec, level) == (None, None, None) else seconds


def seed_of(seed: int | None) -> int:
    """Return the seed that was given, else one by chance."""
    return int.from_bytes(os.urandom(4)) if seed is None else seed


def usual_agent(game: "Game") -> str:
    """Return the strongest method that has a net for a game, else ``mcts``."""
    from tengen import weights

    return next(iter(weights.strongest(game)), "mcts")


def factory(
    spec: str | None = None,
    level: int | None = None,
    threads: int | None = None,
    memory: int | None = None,
    *,
    seed: int = 0,
    defaults: Mapping[str, object] | None = None,
) -> "Callable[[Game], Agent]":
    """Return what makes the agent for a game.

    Without `spec` and `level` it is the strongest that ships for the game and size, with no limit
    of its own to speak of: whoever asks it must set one.

    Args:
        spec: an agent spec.
        level: a rung of the game's own ladder, from 1.
        threads: of the agent; None for what the spec says.
        memory: bound in MiB; None for what the spec says. An agent that was not named, but chosen
            here, takes of both what it can use.
        seed: of its randomness.
        defaults: options that are set where the agent has them and nobody chooses them.

    Raises:
        SettingsError: when there is both a spec and a level.
        SpecError: when the spec cannot be read, or its method has no such option. What is made
            raises it too, and WeightsError, where the agent cannot be made for a game.
    """
    if spec is not None and level is not None:
        raise SettingsError("--agent and --level both say who plays: give one of them")
    wanted = {"threads": threads, "memory": memory}
    options = {name: value for name, value in wanted.items() if value is not None}
    if spec is not None:
        with_options(spec, options)

    def make(game: "Game") -> "Agent":
        from tengen.agents import load_agent
        from tengen.agents.reviewer import with_defaults

        named = choose(game, level) if spec is None else spec
        wanted = options if spec is not None else _usable(named, options)
        chosen = with_options(with_defaults(named, defaults or {}), wanted)
        return load_agent(chosen, game, seed=seed)

    return make


def with_options(spec: str, options: dict[str, int]) -> AgentSpec:
    """Return a spec with more options.

    Raises:
        SpecError: when its method cannot follow an option, or the spec sets it already.
    """
    from tengen.agents import find_method, names

    read = parse_spec(spec)
    if not options or read.name not in names():
        return read  # an unknown method is told of when it is loaded
    method = find_method(read.name)
    more = {}
    for name, value in options.items():
        if name in read.options:
            raise SpecError(f"--{name}: the agent {spec} sets its {name} already")
        if name in method.options.model_fields:
            more[name] = str(value)
        elif name != "threads" or method.runs_programs:
            raise SpecError(f"--{name}: agent {read.name} has no {name} to set")
        elif value > 1:
            raise SpecError(f"--threads {value}: agent {read.name} thinks on one thread")
    return AgentSpec(read.name, read.source, {**read.options, **more})


def with_usable(spec: AgentSpec, options: dict[str, int]) -> AgentSpec:
    """Return a spec with those of the options that its method has and it does not set itself."""
    more = {name: str(value) for name, value in _usable(str(spec), options).items()}
    return AgentSpec(spec.name, spec.source, {**spec.options, **more})


def _usable(spec: str, options: dict[str, int]) -> dict[str, int]:
    """Return those options that the agent `spec` has, and does not set itself."""
    from tengen.agents import find_method

    read = parse_spec(spec)
    known = find_method(read.name).options.model_fields.keys() - read.options.keys()
    return {name: value for name, value in options.items() if name in known}


def choose(game: "Game", level: int | None) -> str:
    """Return the spec of a rung, or of the usual agent."""
    if level is None:
        return usual_agent(game)
    from tengen.agents.ladder import rung

    return rung(game, level).spec


@contextmanager
def standard_streams() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Give the streams that commands come on and replies go to.

    When nobody reads the replies any more, the command ends as if it had been told to.
    """
    # A reader of its own: Python would wait at its end for one that it shares.
    commands = os.fdopen(sys.stdin.fileno(), "rb", closefd=False)
    # What is there now stays: looking through it for garbage would cost a move some milliseconds.
    gc.freeze()
    try:
        yield commands, sys.stdout.buffer
    except BrokenPipeError:
        # Python's last flush would only complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    finally:
        gc.unfreeze()
