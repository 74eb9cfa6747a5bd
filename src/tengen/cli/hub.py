"""``tengen hub``: an engine for draughts programs that speak Hub."""

import os
from typing import Annotated

import typer

from tengen.cli.engine import Level, Memory, Spec, Threads, factory, standard_streams

USUAL_SECONDS = 5.0
"""A move, where neither the other program nor the agent says when to stop."""


def hub(
    agent: Spec = None,
    level: Level = None,
    threads: Threads = None,
    memory: Memory = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0.001,
            max=86_400,
            help="Think so long for a move where no level is told; 5 if neither --agent nor "
            "--level is given.",
            rich_help_panel="Agent",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=2**63 - 1,
            help="Makes the agent repeatable; another each time if not given.",
            rich_help_panel="Agent",
        ),
    ] = None,
) -> None:
    """Play English draughts for a program that speaks Hub, version 2, with variant=english.

    Commands come on the standard input and replies go to the standard output.

    [bold]Example[/bold]: tengen hub --agent 'mcts?playouts=2000'
    """
    from tengen.protocols.hub.engine import serve

    if seed is None:
        seed = int.from_bytes(os.urandom(4))
    if agent is None and level is None:
        seconds = seconds or USUAL_SECONDS
    make = factory(agent, level, threads, memory, seed=seed)
    with standard_streams() as (commands, replies):
        serve(make, commands, replies, seconds=seconds)
