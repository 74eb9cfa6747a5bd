"""``tengen arena``: a tournament from a file of settings."""

import json
import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Self

import typer

from tengen.cli.shared.options import AsJson
from tengen.cli.shared.running import Cluster, Require, RunnerName, running
from tengen.cli.shared.stopping import INTERRUPTED, stopping
from tengen.cli.shared.words import count, warn

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tengen.arena.plan import Plan
    from tengen.arena.shapes import Report, SprtFigures
    from tengen.arena.store import Store, StoredGame

REST_SHARE = 5
"""Ratings take no more than one part in so many of the time."""
LEAST_REST = 1.0
"""Seconds between two looks at the table."""
PAGE_SECONDS = 60.0
"""Between two writings of the page."""
FORFEITS_TOLD = 10
"""In the terminal."""


def arena(
    config: Annotated[Path, typer.Argument(help="The tournament's settings.", metavar="CONFIG")],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where games, table and page are kept; runs/arena/ and the file's name if not "
            "given. The same command goes on with what is there.",
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only check the settings and say what would be played.")
    ] = False,
    runner: RunnerName = None,
    cluster: Cluster = None,
    require: Require = None,
    as_json: AsJson = False,
) -> None:
    """Play a tournament: round robin, gauntlet, knock-out or Swiss.

    CONFIG is a TOML file; examples/arena has one of each kind. Every game is kept as it ends, and
    written as SGF, PDN or PSQ. Ctrl-C keeps what is done; the same command goes on from there.

    [bold]Example[/bold]: tengen arena examples/arena/round-robin.toml
    """
    from tengen.agents.player import SpecPlayer
    from tengen.arena.config import Config
    from tengen.arena.plan import make_plan
    from tengen.arena.tournament import play_tournament

    plan = make_plan(Config.read(config), SpecPlayer)
    for caveat in plan.caveats:
        warn(caveat)
    if check:
        _describe(plan)
        return
    folder = out or Path("runs") / "arena" / config.stem
    command = shlex.join(["tengen", *sys.argv[1:]])
    with (
        running(runner, cluster, require) as (found, count_of_workers),
        stopping() as stop,
        _Watching(plan, folder, command) as watching,
    ):
        play_tournament(
            plan,
            folder,
            found,
            everywhere=count_of_workers is None,
            on_open=watching.begin,
            on_game=watching.add,
            stop=stop,
        )
    figures = watching.write_page()
    _add_to_ratings(plan, figures)
    if as_json:
        print(json.dumps(figures | {"command": command}))
    else:
        _show(figures, folder)
    if not figures["complete"]:
        warn(
            f"{figures['games']} of {figures['expected']} games are played; the same command goes on"
        )
        raise typer.Exit(INTERRUPTED)


class _Watching:
    """Keeps the figures of a tournament, and shows them where a person looks."""

    def __init__(self, plan: "Plan", folder: Path, command: str) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        from tengen.arena.report import Account

        self._folder = folder
        self._command = command
        self._account: Account = Account(plan)
        console = Console(stderr=True)
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console,
        )
        self._task = self._bar.add_task(plan.name, total=None)
        self._live = (
            Live(console=console, refresh_per_second=2, transient=True)
            if console.is_terminal
            else None
        )
        self._look_at = 0.0
        self._write_at = time.monotonic() + PAGE_SECONDS

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def begin(self, store: "Store") -> None:
        """Count the games that were played before."""
        self._account.begin(store)
        self._look()

    def add(self, game: "StoredGame") -> None:
        """Count a game."""
        self._account.add(game)
        self._look()

    def write_page(self) -> "Report":
        """Write the page and return its figures."""
        from tengen.experiments.arena_page import write_page

        figures = self._account.report()
        write_page(figures, self._command, self._folder / "index.html")
        return figures

    def _look(self) -> None:
        """Show the table, unless that was done a moment ago; write the page now and then."""
        from rich.console import Group

        self._bar.update(
            self._task, completed=len(self._account.results), total=self._account.expected
        )
        begun = time.monotonic()
        if self._live is not None and begun >= self._look_at:
            self._live.update(Group(table_of(self._account.report()), self._bar))
            spent = time.monotonic() - begun
            self._look_at = begun + max(LEAST_REST, REST_SHARE * spent)
        if begun >= self._write_at:
            self.write_page()
            spent = time.monotonic() - begun
            self._write_at = begun + max(PAGE_SECONDS, REST_SHARE * spent)


def table_of(figures: "Report") -> "RenderableType":
    """Return the table of a tournament as it stands."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from tengen.experiments.words import elo_text, milliseconds

    kind = figures["kind"]
    columns: dict[str, tuple[str, Literal["buchholz", "rounds_won"]]] = {
        "swiss": ("Buchholz", "buchholz"),
        "knock-out": ("rounds", "rounds_won"),
    }
    own = columns.get(kind)
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("", justify="right")
    table.add_column("player", overflow="fold", min_width=12)
    headings = ["points", *([own[0]] if own else []), "+ = -", "Elo (95 %)", "LOS", "ms"]
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for player in figures["players"]:
        superiority = player["superiority_over_next"]
        table.add_row(
            str(player["place"]),
            player["name"],
            f"{player['points']:g}",
            *([f"{player[own[1]]:g}"] if own else []),
            f"{player['wins']} {player['draws']} {player['losses']}",
            elo_text(player),
            "" if superiority is None else f"{100 * superiority:.0f} %",
            milliseconds(player["seconds_per_move"]),
        )
    return table


def _show(figures: "Report", folder: Path) -> None:
    """Print the table and what it says."""
    from rich.console import Console

    console = Console()
    console.print(table_of(figures))
    lines = [f"{count(figures['games'], 'game')} of {figures['expected']}"]
    if figures["sprt"]:
        lines.append(sprt_line(figures["sprt"]))
    lines += forfeit_lines(figures["forfeits"])
    lines.append(f"The page is {folder / 'index.html'}; the games are in {folder / 'games'}.")
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def forfeit_lines(verdicts: list[str]) -> list[str]:
    """Return the first forfeits, few enough for the table above them to stay in sight."""
    lines = [f"forfeit in {verdict}" for verdict in verdicts[:FORFEITS_TOLD]]
    more = len(verdicts) - len(lines)
    return [*lines, f"and {count(more, 'forfeit')} more, all on the page"] if more else lines


def sprt_line(sprt: "SprtFigures") -> str:
    """Return how far the test has come, in words."""
    reached = f"LLR {sprt['llr']:.2f}, H0 at {sprt['lower']:.2f}, H1 at {sprt['upper']:.2f}"
    verdict = {None: "no verdict yet", "H0": "H0 accepted", "H1": "H1 accepted"}[sprt["verdict"]]
    return f"SPRT: {verdict}, {reached}"


def _add_to_ratings(plan: "Plan", figures: "Report") -> None:
    """Keep the games in the rating data base; those that are there already change nothing."""
    from tengen.arena.ratings_db import RatingsError
    from tengen.experiments.arena_ratings import add_to_ratings

    try:
        add_to_ratings(plan, figures)
    except RatingsError as error:
        warn(f"{error}; the games are kept, and added when the same command is run again")


def _describe(plan: "Plan") -> None:
    """Say what would be played."""
    games = plan.schedule.expected({})
    print(f"{plan.name}: {plan.settings.kind} of {count(len(plan.players), 'player')}, "
          f"{count(games, 'game')} of {plan.game}")  # fmt: skip
    for player, control in zip(plan.players, plan.controls, strict=True):
        print(f"  {player.name}" + (f", {control}" if control else ""))
