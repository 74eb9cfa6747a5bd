"""``tengen bench``: speeds and memory, measured here and now."""

import json
from typing import Annotated

import typer

from tengen.bench import NAMES
from tengen.cli.shared.options import AsJson


def bench(
    name: Annotated[
        str, typer.Argument(help=f"{', '.join(NAMES[:-1])} or {NAMES[-1]}.", metavar="NAME")
    ],
    as_json: AsJson = False,
) -> None:
    """Measure speed or memory, beside a peer in the same run.

    Rates are medians of several rounds by CPU time.

    [bold]Example[/bold]: tengen bench search --json
    """
    from tengen.bench import load

    benchmark = load(name)
    if as_json:
        print(json.dumps([row.to_json() for row in benchmark.measure()]))
        return
    from rich.console import Console

    from tengen.bench.telling import announce, table_of

    console = Console(highlight=False)
    announce(console, benchmark.claim, seed=benchmark.seed)
    console.print(table_of(benchmark.measure()))
