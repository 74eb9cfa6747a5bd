"""``tengen book``: an opening book made by own search."""

import json
import time
from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.shared.options import AsJson


def book(
    game: Annotated[
        str, typer.Argument(help="The game, one that has opening books.", metavar="GAME")
    ],
    out: Annotated[Path, typer.Option(help="The book to write; FILE.log holds what was searched.")],
    seconds: Annotated[
        float, typer.Option(min=0, help="Search for about so long, then write the book.")
    ] = 600.0,
    net: Annotated[
        str | None,
        typer.Option(help="A .nnue file, the name of a shipped net, or none.", show_default=False),
    ] = None,
    nodes: Annotated[int, typer.Option(min=1, help="Positions that each search looks at.")] = (
        1_000_000
    ),
    as_json: AsJson = False,
) -> None:
    """Make an opening book from a game's openings on, or go on with one.

    The same command, run again, adds to the book.

    [bold]Example[/bold]: tengen book draughts --seconds 3600 --out my.book
    """
    from tengen.agents.nnue.book import make_book
    from tengen.games import load

    started = time.monotonic()
    made, searched = make_book(load(game), out, seconds, net, nodes)
    if as_json:
        told = {"file": str(out), "positions": len(made), "searched": searched}
        print(json.dumps(told | {"seconds": time.monotonic() - started}))
    else:
        print(f"{out}: {len(made):,} positions, {searched:,} of them searched now.")
