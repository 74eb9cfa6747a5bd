"""``tengen analysis``: an engine for programs that speak KataGo's JSON analysis protocol."""

import os
import sys
from typing import Annotated, Literal, cast

import typer

from tengen.cli.shared.engine import (
    Chance,
    Level,
    Memory,
    Spec,
    Threads,
    factory,
    seed_of,
    standard_streams,
)
from tengen.cli.shared.options import Changes, Rule, Size, load_game

_MOST_USUAL = 8
_DEFAULTS = {"book": "no", "multipv": 5}
"""A book has moves but no opinion, and more than one move is to be told of."""


def analysis(
    agent: Spec = None,
    level: Level = None,
    threads: Threads = None,
    memory: Memory = None,
    seed: Chance = None,
    positions: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=64,
            help="Positions thought about at the same time, each by an agent of its own; "
            "if not given as many as there are processors, 2 to 8.",
            rich_help_panel="Thinking",
        ),
    ] = None,
    visits: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Of a position where a query has no maxVisits; if not given what the agent says.",
            rich_help_panel="Thinking",
        ),
    ] = None,
    winrates: Annotated[
        Literal["black", "white", "sidetomove"],
        typer.Option(
            help="Whose chances are told where a query does not say.", rich_help_panel="Thinking"
        ),
    ] = "black",
    game: Annotated[
        str,
        typer.Option("--game", help="go, gomoku or draughts.", rich_help_panel="Game"),
    ] = "go",
    size: Size = None,
    rule: Rule = None,
    changes: Changes = None,
) -> None:
    """Analyse positions for a program that speaks KataGo's JSON analysis protocol.

    Queries come on the standard input, a JSON object a line, and responses go to the standard
    output; KaTrain and web tools start it so. A query with "game":"gomoku" or "draughts" is about
    that game, moves in our notation.

    [bold]Example[/bold]: tengen analysis --agent 'alphazero?visits=200' < queries.jsonl
    """
    from tengen.protocols.analysis.engine import serve
    from tengen.protocols.analysis.query import Perspective, Wanted

    rules = load_game(game, size, rule, changes or ())
    make = factory(agent, level, threads, memory, seed=seed_of(seed), defaults=_DEFAULTS)
    usual = Wanted(perspective=cast("Perspective", winrates.upper()))
    count = positions or min(_MOST_USUAL, max(2, os.cpu_count() or 1))

    def ready() -> None:
        print("Started, ready to begin handling requests", file=sys.stderr, flush=True)

    with standard_streams() as (queries, responses):
        serve(
            rules,
            make,
            queries,
            responses,
            positions=count,
            usual=usual,
            visits=visits,
            ready=ready,
        )
