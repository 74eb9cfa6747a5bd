"""``tengen tables``: endgame tables built, described and checked."""

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol, Self, cast

import typer

from tengen.cli.shared.options import AsJson
from tengen.cli.shared.words import count
from tengen.core.machine import cores

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.table import Table


class OpenTables(Protocol):
    """Endgame tables that are open."""

    path: Path
    pieces: int
    distances: int

    def summary(self) -> list[dict[str, int]]:
        """Return the results of each number of pieces, for the side to move."""
        ...

    def damaged(self, how: str) -> Exception:
        """Return the error that says how the file is damaged and what to do."""
        ...


class Tables(Protocol):
    """What a module ``games/<game>/tables`` offers."""

    TablesFile: "Callable[[Path], OpenTables]"

    def users(self, pieces: int) -> Path:
        """Return where the user's own tables of so many pieces are."""
        ...

    def find(self) -> Path:
        """Return the file that searches use."""
        ...

    def build(
        self,
        path: Path,
        pieces: int,
        threads: int,
        tell: "Callable[[int, int], None]",
        distances: int | None,
        /,
    ) -> OpenTables:
        """Solve every position of so many pieces and write the file."""
        ...

    def check(self, file: OpenTables, tell: "Callable[[int, int], None]", /) -> int:
        """Return how many results do not follow from those after each move."""
        ...


app = typer.Typer(
    name="tables",
    help="Endgame tables: who wins positions with few pieces, and in how many moves.",
    rich_markup_mode="rich",
)

GameName = Annotated[str, typer.Argument(help="The game: draughts.", metavar="GAME")]
File = Annotated[
    Path | None, typer.Option(help="The file; the one that searches use if not given.")
]


@app.command()
def build(
    game: GameName,
    pieces: Annotated[int, typer.Option(help="Most pieces of both sides together.")] = 5,
    out: Annotated[
        Path | None,
        typer.Option(
            help="The file to write; if not given, the user's own, which searches take before those "
            "that ship where it has 5 pieces."
        ),
    ] = None,
    distances: Annotated[
        int | None,
        typer.Option(
            help="Of more pieces it is kept who wins, not how soon: of 5 a fortieth of the size. "
            "Wants --out."
        ),
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="All cores if not given.")] = None,
    as_json: AsJson = False,
) -> None:
    """Solve every position of so many pieces, from the end of the game backwards.

    [bold]Example[/bold]: tengen tables build draughts --pieces 5
    """
    from tengen.core import SettingsError

    tables = _tables_of(game)
    if distances is not None and out is None:
        raise SettingsError(
            "--distances: name the file with --out; the user's own keeps all distances"
        )
    path = out or tables.users(pieces)
    started = time.monotonic()
    with _Bar(f"{game}, {pieces} pieces") as bar:
        file = tables.build(path, pieces, threads or cores(), bar.show, distances)
    if as_json:
        print(json.dumps(_describe(file) | {"seconds": time.monotonic() - started}))
    else:
        _print(file)
        print(f"Built in {time.monotonic() - started:.1f} s.")


@app.command()
def info(game: GameName = "draughts", file: File = None, as_json: AsJson = False) -> None:
    """Say what tables there are: results by number of pieces.

    [bold]Example[/bold]: tengen tables info draughts
    """
    tables = _tables_of(game)
    opened = tables.TablesFile(file or tables.find())
    if as_json:
        print(json.dumps(_describe(opened)))
    else:
        _print(opened)


@app.command()
def check(game: GameName = "draughts", file: File = None, as_json: AsJson = False) -> None:
    """Check every checksum, and every result against those after each move.

    [bold]Example[/bold]: tengen tables check draughts
    """
    tables = _tables_of(game)
    opened = tables.TablesFile(file or tables.find())
    with _Bar(f"{game}, {opened.pieces} pieces") as bar:
        faults = tables.check(opened, bar.show)
    if as_json:
        print(json.dumps({"file": str(opened.path), "faults": faults}))
    elif not faults:
        print(f"{opened.path}: every result and distance follows from those after its moves.")
    if faults:
        raise opened.damaged(f"{count(faults, 'result')} wrong")


def _tables_of(game: str) -> Tables:
    """Return the module of the game's tables.

    Raises:
        SettingsError: when there is no such game, or it has none.
    """
    from importlib import import_module
    from importlib.util import find_spec

    from tengen.core import SettingsError
    from tengen.games import names

    folders = [name for name in names() if find_spec(f"tengen.games.{name}")]
    with_tables = [name for name in folders if find_spec(f"tengen.games.{name}.tables")]
    if game not in with_tables:
        raise SettingsError(f"no endgame tables for {game!r}: there are for {with_tables[0]}")
    return cast("Tables", import_module(f"tengen.games.{game}.tables"))


def _describe(file: OpenTables) -> dict[str, object]:
    """Return plain data for `json.dumps`."""
    return {
        "file": str(file.path),
        "bytes": file.path.stat().st_size,
        "pieces": file.pieces,
        "distances": file.distances,
        "by_pieces": file.summary(),
    }


def _print(file: OpenTables) -> None:
    from rich.console import Console

    size = file.path.stat().st_size / 1e6
    print(f"{file.path}, {size:.1f} MB, distances of up to {file.distances} pieces")
    Console().print(_table_of(file.summary()))


def _table_of(summary: list[dict[str, int]]) -> "Table":
    from rich.table import Table

    table = Table()
    for heading in summary[0]:
        table.add_column(heading, justify="right")
    for row in summary:
        table.add_row(*(f"{value:,}" for value in row.values()))
    return table


class _Bar:
    """How far the work is, on stderr and only where a person looks."""

    def __init__(self, name: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

        console = Console(stderr=True)
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task(name, total=None)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.stop()

    def show(self, done: int, total: int) -> None:
        """Show that `done` of `total` positions are done."""
        self._bar.update(self._task, completed=done, total=total)
