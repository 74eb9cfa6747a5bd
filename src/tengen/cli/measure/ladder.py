"""``tengen ladder``: the opponents of known strength for a game, and how that is measured."""

import json
import shlex
import sys
from datetime import UTC, datetime
from typing import Any

import typer

from tengen.cli.measure.rate import LadderPath, Programs, open_ladder
from tengen.cli.shared.options import (
    AsJson,
    Changes,
    GameName,
    Rule,
    Size,
    load_game,
)
from tengen.cli.shared.stopping import INTERRUPTED
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
        told = {"out": str(out), "rungs": len(new.rungs), "rated": rated, **new.measured}
        print(json.dumps(told))
    else:
        print(f"{out}: {count(rated, 'rung')} of {len(new.rungs)} rated by "
              f"{count(new.measured['games'], 'game')}")  # fmt: skip
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
