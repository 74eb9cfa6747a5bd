"""``tengen gtp``: an engine for programs that speak the Go Text Protocol."""

import os
from typing import Annotated

import typer

from tengen.cli.engine import Level, Memory, Spec, Threads, factory, standard_streams
from tengen.cli.options import Changes, Rule, Size, WinLength, load_game

USUAL_SECONDS = 5.0
"""A move, where neither the controller nor the agent says when to stop."""


def gtp(
    agent: Spec = None,
    level: Level = None,
    threads: Threads = None,
    memory: Memory = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0.001,
            max=86_400,
            help="Think so long for a move that is under no clock; 5 if neither --agent nor "
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
    game: Annotated[
        str, typer.Option("--game", help="go or gomoku.", rich_help_panel="Game")
    ] = "go",
    size: Size = None,
    win_length: WinLength = None,
    rule: Rule = None,
    changes: Changes = None,
) -> None:
    """Play Go or Gomoku for a program that speaks the Go Text Protocol, version 2.

    Commands come on the standard input and replies go to the standard output; Sabaki, Lizzie,
    GoGui and servers start it so. It resigns when it is beyond hope.

    [bold]Example[/bold]: tengen gtp --agent 'alphazero?visits=800' --game gomoku --size 15
    """
    from tengen.protocols.gtp.engine import serve

    rules = load_game(game, size, win_length, rule, changes or ())
    if seed is None:
        seed = int.from_bytes(os.urandom(4))
    if agent is None and level is None:
        seconds = seconds or USUAL_SECONDS
    make = factory(agent, level, threads, memory, seed=seed)
    with standard_streams() as (commands, replies):
        serve(rules, make, commands, replies, seconds=seconds)
