"""How the scripts here print what they found."""

import sys
from collections.abc import Sequence
from functools import partial

from rich.console import Console

from tengen.bench import Row, telling

console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
announce = partial(telling.announce, console)


def print_rows(rows: Sequence[Row]) -> None:
    """Print measured rows as a table."""
    console.print(telling.table_of(rows))
