"""``tengen compare``: all methods on one budget, rated, on one page."""

import json
import shlex
import sys
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Self

import typer

from tengen.cli.shared.options import (
    AsJson,
    Learned,
    Rule,
    Seed,
    Size,
    Workers,
    load_game,
    split_changes,
)
from tengen.cli.shared.running import Cluster, Require, RunnerName, running
from tengen.cli.shared.stopping import INTERRUPTED, Watching, plain_log, stopping
from tengen.cli.shared.words import board_name, warn
from tengen.core import SettingsError

if TYPE_CHECKING:
    from tengen.experiments.compare.shapes import Figures


def compare(
    game: Learned,
    size: Size = None,
    rule: Rule = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="Another setting of the game, such as komi=6.5, or of a method's training, such "
            "as dqn.learner.batch=512; may be repeated.",
        ),
    ] = None,
    minutes: Annotated[
        float,
        typer.Option(
            min=0.01,
            help="Training time of each method: processor time of all its processes together, so "
            "that other work on the machine favours nobody.",
        ),
    ] = 5.0,
    methods: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Which methods; all that can learn if not given."),
    ] = None,
    opponents: Annotated[
        list[str] | None,
        typer.Option(
            "--opponent",
            metavar="SPEC",
            help="Who plays beside the methods; may be repeated. The robot, mcts and random if "
            "not given.",
        ),
    ] = None,
    yardstick: Annotated[
        str,
        typer.Option(
            metavar="SPEC",
            help="Whom the methods play while they learn. It takes part, and its Elo is 0.",
        ),
    ] = "mcts?playouts=200",
    records: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH",
            help="Games for methods that learn from records; the robot plays some if not given.",
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Games of each pair.")] = 20,
    seed: Seed = 0,
    workers: Workers = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where the page goes; the work folder if not given."),
    ] = None,
    work: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where trainings and games are kept; runs/compare/ and the game's name if not "
            "given. The same command goes on with what is there.",
        ),
    ] = None,
    runner: RunnerName = None,
    cluster: Cluster = None,
    require: Require = None,
    as_json: AsJson = False,
) -> None:
    """Train all methods for the same processor time and let them play each other.

    They meet the robot, mcts and random too. The page, as HTML and Markdown, tells Elo with
    intervals, learning curves, cost and favourite openings. Ctrl-C keeps what is done; the same
    command goes on from there.

    [bold]Example[/bold]: tengen compare gomoku --size 8 --minutes 5
    """
    of_game, of_methods = split_changes(game, changes)
    rules = load_game(game, size, rule, of_game)
    chosen = _choose(methods)
    from tengen.experiments.compare import Comparison, StoppedError
    from tengen.experiments.compare import compare as run

    folder = work or Path("runs") / "compare" / board_name(rules)
    with (
        plain_log(),
        running(runner, cluster, require, workers) as (found, count_of_workers),
        stopping() as stop,
        _Watching() as watcher,
    ):
        comparison = Comparison(
            game=rules,
            methods=chosen,
            minutes=minutes,
            work=folder,
            out=out or folder / "page",
            opponents=None if opponents is None else tuple(opponents),
            yardstick=yardstick,
            games=games,
            seed=seed,
            runner=found,
            workers=count_of_workers,
            records=tuple(records or ()),
            changes=_by_method(of_methods, chosen),
            command=shlex.join(["tengen", *sys.argv[1:]]),
        )
        try:
            figures = run(comparison, watcher, stop)
        except StoppedError as error:
            warn(str(error))
            raise typer.Exit(INTERRUPTED) from None
    if as_json:
        print(json.dumps(figures))
        return
    _show(figures)
    typer.echo(f"The page is {comparison.out / 'index.html'}; in Markdown README.md beside it.")


def _choose(methods: str | None) -> tuple[str, ...]:
    """Return the methods to train.

    Raises:
        SettingsError: when one is unknown or named twice.
    """
    from tengen.agents.teachers import load_teacher
    from tengen.agents.teachers import methods as known

    chosen = known() if methods is None else [name.strip() for name in methods.split(",")]
    for name in chosen:
        load_teacher(name)
    if len(set(chosen)) < len(chosen):
        raise SettingsError(f"--methods {methods}: each can take part once")
    return tuple(chosen)


def _by_method(changes: list[str], methods: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the changes of each method's settings, without its name.

    Raises:
        SettingsError: when one names neither a method that is trained nor a setting of the game.
    """
    sorted_out: dict[str, tuple[str, ...]] = {}
    for change in changes:
        method, dot, rest = change.partition(".")
        if not dot or method not in methods:
            raise SettingsError(
                f"--set {change}: begin with a setting of the game or a method and a dot, such as "
                f"{methods[0]}.learner.batch=512"
            )
        sorted_out[method] = (*sorted_out.get(method, ()), rest)
    return sorted_out


class _Watching(Watching):
    """Shows the round robin too, as a bar."""

    def __init__(self) -> None:
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        super().__init__()
        self._bar = Progress(
            TextColumn("round robin"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.description}", markup=False),
            TimeRemainingColumn(),
            console=self.console,
            transient=True,
            disable=not self.console.is_terminal,
        )
        self._task = self._bar.add_task("", total=None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def playing(self, number: int, total: int, name: str) -> None:
        """Move the bar on; a game of a pair that was played before is never told."""
        self._bar.start()
        self._bar.update(self._task, completed=number, total=total, description=name)


def _show(figures: "Figures") -> None:
    from rich.console import Console
    from rich.table import Table

    from tengen.experiments.compare.words import player_names
    from tengen.experiments.words import elo_text, milliseconds, percent

    table = Table()
    for heading in ("player", "Elo (95 %)", "score", "ms a move"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    names = player_names(figures)
    for player in figures["players"]:
        cost = milliseconds(player["seconds_per_move"]["wall"])
        table.add_row(names[player["name"]], elo_text(player), percent(player["score"]), cost)
    Console().print(table)
