"""``tengen gomocup``: an agent as a brain of Gomocup managers such as Piskvork."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.shared.engine import (
    Chance,
    Level,
    Memory,
    Spec,
    Threads,
    choose,
    factory,
    seed_of,
    standard_streams,
    with_options,
    with_usable,
)
from tengen.cli.shared.options import load_game
from tengen.core import AgentSpec, SpecError, parse_spec

if TYPE_CHECKING:
    from tengen.core import Agent, Game
    from tengen.protocols.gomocup.player import MakeAgent

USUAL_MEMORY = 160
"""MiB: with all else it stays below the 350 MB that Gomocup allows."""


def gomocup(
    agent: Spec = None,
    level: Level = None,
    threads: Threads = None,
    memory: Memory = None,
    rule: Annotated[
        str, typer.Option(help="Played until the manager names another.", rich_help_panel="Game")
    ] = "freestyle",
    seed: Chance = None,
    write_brain: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write one file that managers can start, with the options given here, and end.",
        ),
    ] = None,
) -> None:
    """Play Gomoku for a manager that speaks Gomocup's protocol, such as Piskvork.

    The manager says by which rule and on which board to play and how much time and memory there
    is. Both clocks are kept, with a margin.

    [bold]Example[/bold]: tengen gomocup --agent 'mcts?playouts=20000' --write-brain pbrain-tengen
    """
    chance = seed_of(seed)
    make = make_bounded(agent, level, threads, memory, chance)
    wish = memory or (_own_memory(parse_spec(agent)) if agent else None) or USUAL_MEMORY
    # A wrong spec is told here, not in the middle of a tournament.
    make(load_game("gomoku", None, rule), wish).close()
    if write_brain is not None:
        from tengen.cli.shared.launcher import write_launcher

        given = {"agent": agent, "level": level, "threads": threads, "memory": memory}
        given |= {"rule": rule, "seed": seed}
        write_launcher(write_brain, "gomocup", given)
        print(f"{write_brain} plays for Gomocup managers, with the Tengen that is installed here")
        return
    _serve(make, wish, rule, chance)


def make_bounded(
    spec: str | None, level: int | None, threads: int | None, memory: int | None, seed: int
) -> "MakeAgent":
    """Return what makes the agent for a game, its search with a bound in MiB.

    Agents without such a bound, which search in little memory, are made as they are.

    Raises:
        SettingsError, SpecError: see `tengen.cli.shared.engine.factory`.
    """
    from tengen.agents import load_agent

    factory(spec, level, threads, memory)
    options = {} if threads is None else {"threads": threads}

    def make(game: "Game", most: int, /, **wanted: int) -> "Agent":
        chosen = with_options(spec or choose(game, level), options)
        return load_agent(_bounded(with_usable(chosen, wanted), most), game, seed=seed)

    return make


def _bounded(spec: AgentSpec, most: int) -> AgentSpec:
    """Return `spec` with no more than `most` MiB for its search, where its method has a bound."""
    others = {name: value for name, value in spec.options.items() if name != "memory"}
    bound = min(most, _own_memory(spec) or most)
    try:
        return with_options(str(AgentSpec(spec.name, spec.source, others)), {"memory": bound})
    except SpecError:
        return spec


def _own_memory(spec: AgentSpec) -> int | None:
    """Return the MiB that a spec asks for.

    Raises:
        SpecError: when it is no number.
    """
    text = spec.options.get("memory")
    if text is not None and not text.isdecimal():
        raise SpecError(f"agent {spec.name}: memory={text!r}: must be a whole number of MiB")
    return None if text is None else int(text)


def _serve(make: "MakeAgent", memory: int, rule: str, seed: int) -> None:
    from tengen.games.gomoku.gomocup import number_of
    from tengen.programs.lines import Lines, Writer
    from tengen.protocols.gomocup.engine import GomocupEngine

    with standard_streams() as (commands, replies):
        lines, write = Lines(commands), Writer(replies)
        GomocupEngine(make, lines, write, memory=memory, rule=number_of(rule), seed=seed).run()
