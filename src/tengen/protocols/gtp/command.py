"""``tengen gtp``: an engine for programs that speak the Go Text Protocol."""

from typing import Annotated

import typer

from tengen.cli.shared.engine import (
    Chance,
    Level,
    Memory,
    Spec,
    ThinkSeconds,
    Threads,
    bounded_seconds,
    factory,
    seed_of,
    standard_streams,
)
from tengen.cli.shared.options import Changes, Rule, Size, load_game


def gtp(
    agent: Spec = None,
    level: Level = None,
    threads: Threads = None,
    memory: Memory = None,
    seconds: ThinkSeconds = None,
    seed: Chance = None,
    game: Annotated[
        str, typer.Option("--game", help="go or gomoku.", rich_help_panel="Game")
    ] = "go",
    size: Size = None,
    rule: Rule = None,
    changes: Changes = None,
) -> None:
    """Play Go or Gomoku for a program that speaks the Go Text Protocol, version 2.

    Commands come on the standard input and replies go to the standard output; Sabaki, Lizzie,
    GoGui and servers start it so. It resigns when it is beyond hope.

    [bold]Example[/bold]: tengen gtp --agent 'alphazero?visits=800' --game gomoku --size 15
    """
    from tengen.protocols.gtp.engine import serve

    rules = load_game(game, size, rule, changes or ())
    seconds = bounded_seconds(seconds, agent, level)
    make = factory(agent, level, threads, memory, seed=seed_of(seed))
    with standard_streams() as (commands, replies):
        serve(rules, make, commands, replies, seconds=seconds)
