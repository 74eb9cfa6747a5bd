"""``tengen ladder``: the opponents of known strength for a game, and how that is measured."""

import json
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from tengen.cli.measure.rate import BasePath, LadderPath, Programs, open_ladder
from tengen.cli.shared.options import (
    AsJson,
    Changes,
    GameName,
    Rule,
    Seed,
    Size,
    Workers,
    load_game,
)
from tengen.cli.shared.running import Cluster, Require, RunnerName, running
from tengen.cli.shared.stopping import INTERRUPTED, stopping
from tengen.cli.shared.words import count

app = typer.Typer(
    name="ladder",
    help="Opponents of known strength for each game, from random play to strong programs.",
    rich_markup_mode="rich",
)


@app.command()
def show(
    game: GameName = "gomoku",
    size: Size = None,
    rule: Rule = None,
    changes: Changes = None,
    ladder: LadderPath = None,
    programs: Programs = None,
    as_json: AsJson = False,
) -> None:
    """Print a ladder: levels, opponents, their ratings where measured, and who is not installed.

    [bold]Example[/bold]: tengen ladder show --game go --size 9
    """
    rules = load_game(game, size, rule, changes or ())
    file = open_ladder(rules, ladder, programs or ())
    rungs = [
        {
            **rung.model_dump(include={"level", "name", "spec", "elo", "interval", "games"}),
            "is_there": rung.is_there,
        }
        for rung in file.ladder.rungs
    ]
    if as_json:
        about = {"file": str(file.path), "measured": dict(file.ladder.measured)}
        print(json.dumps({"game": rules.name, **about, "rungs": rungs}))
    else:
        _print(f"{rules}: {file.path.name}", rungs)


@app.command()
def measure(
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the measured ladder goes.")],
    game: GameName = "gomoku",
    size: Size = None,
    rule: Rule = None,
    changes: Changes = None,
    rungs: Annotated[
        list[str] | None,
        typer.Option(
            "--rung",
            metavar="NAME",
            help="Who plays; may be repeated. All that are installed if not given.",
        ),
    ] = None,
    width: Annotated[
        float, typer.Option(min=1, help="Elo between the bounds of each 95 % interval to reach.")
    ] = 100.0,
    games: Annotated[int, typer.Option(min=2, help="No more games than this.")] = 1000,
    minutes: Annotated[float, typer.Option(min=0, help="No game begins later.")] = float("inf"),
    seed: Seed = 0,
    given: Annotated[
        bool,
        typer.Option(
            "--given",
            help="Take the ratings that stand in the file as given: those without one are placed "
            "among them.",
        ),
    ] = False,
    ladder: LadderPath = None,
    programs: Programs = None,
    base: BasePath = None,
    workers: Workers = None,
    runner: RunnerName = None,
    cluster: Cluster = None,
    require: Require = None,
    as_json: AsJson = False,
) -> None:
    """Let the rungs of a ladder play each other, and write their ratings into its file.

    Those meet next whose games narrow the intervals most. Games are kept in the rating data base
    as they end; the same command goes on from there. A rung without a rating keeps its place.

    [bold]Example[/bold]: tengen ladder measure --game go --size 9 --out go-9x9.toml
    """
    from tengen.agents.ladder import format_ladder
    from tengen.arena.ratings_db import RatingsDb, default_path
    from tengen.core import SettingsError
    from tengen.core.files import write_bytes
    from tengen.experiments.rate.measuring import Measurer, Measuring

    rules = load_game(game, size, rule, changes or ())
    old = open_ladder(rules, ladder).ladder
    here = open_ladder(rules, ladder, programs or ()).ladder
    measuring = Measuring(rules, here, tuple(rungs or ()), width, games, minutes, seed, given)
    with (
        RatingsDb(base or default_path()) as opened,
        running(runner, cluster, require, workers) as (found, count_of_workers),
    ):
        measurer = Measurer(measuring, opened, found, count_of_workers)
        with stopping() as stop:
            measurer.run(_tell, stop)
        # Others have the programs elsewhere.
        new = measurer.ladder(_evidence(seed)).with_programs_of(old)
    rated = sum(rung.elo is not None for rung in new.rungs)
    if rated < 2:
        raise SettingsError(
            f"{count(new.measured['games'], 'game')} rate nobody yet, so {out} was not written: the "
            "same command goes on"
        )
    write_bytes(out, format_ladder(new).encode())
    if as_json:
        told = {"out": str(out), "rungs": len(new.rungs), "rated": rated, **new.measured}
        print(json.dumps(told))
    else:
        games_played = count(new.measured["games"], "game")
        print(f"{out}: {count(rated, 'rung')} of {len(new.rungs)} rated by {games_played}")
    if stop.is_set():
        raise typer.Exit(INTERRUPTED)


def _tell(pair: str, games: int) -> None:
    print(f"{games:5} games; now {pair}", file=sys.stderr, flush=True)


def _evidence(seed: int) -> dict[str, object]:
    from tengen import __version__
    from tengen.experiments.compare.figures import describe_machine

    return {
        "command": shlex.join(["tengen", *sys.argv[1:]]),
        "seed": seed,
        "date": datetime.now(UTC).date().isoformat(),
        "version": __version__,
        "machine": describe_machine(),
    }


def _print(title: str, rungs: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    from tengen.experiments.words import elo_text

    table = Table(title=title)
    for heading in ("level", "opponent", "agent", "Elo (95 %)", "games"):
        right = heading not in {"opponent", "agent"}
        table.add_column(
            heading, justify="right" if right else "left", no_wrap=right, overflow="fold"
        )
    for rung in rungs:
        elo = (
            "not measured"
            if rung["elo"] is None
            else elo_text({"elo": rung["elo"], "interval": rung["interval"]})
        )
        name = rung["name"] if rung["is_there"] else f"{rung['name']} (not installed)"
        table.add_row(str(rung["level"] or ""), name, rung["spec"], elo, str(rung["games"] or ""))
    Console().print(table)
