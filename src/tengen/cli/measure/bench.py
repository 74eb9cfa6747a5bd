"""``tengen bench``: speeds and memory, measured here and now."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.bench import NAMES
from tengen.cli.shared.options import AsJson

if TYPE_CHECKING:
    from rich.table import Table

    from tengen.bench import Row


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

    rows = load(name)()
    if as_json:
        print(json.dumps([row.to_json() for row in rows]))
        return
    from rich.console import Console

    Console().print(table_of(rows))


def table_of(rows: "list[Row]") -> "Table":
    """Return measured rows as a table."""
    from rich.table import Table

    table = Table()
    for heading in ("bench", "case", "value", "unit", "peer", "peer value", "ratio"):
        table.add_column(
            heading, justify="right" if "value" in heading or heading == "ratio" else "left"
        )
    for row in rows:
        table.add_row(
            row.bench,
            row.case,
            _figure(row.value),
            row.unit,
            row.peer or "",
            _figure(row.peer_value),
            _figure(row.ratio),
        )
    return table


def _figure(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
