"""``tengen tune``: the settings with which a method learns best."""

import json
import shlex
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.shared.options import (
    AsJson,
    Learned,
    Rule,
    Seed,
    Size,
    load_game,
    options_for,
    split_changes,
)
from tengen.cli.shared.running import Cluster, Require, RunnerName, running
from tengen.cli.shared.stopping import Watching, plain_log, stopping
from tengen.cli.shared.words import board_name, percent
from tengen.core import SettingsError, TengenError

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Event

    from tengen.experiments.tune import Search
    from tengen.experiments.tune.trial import TrialRow

    Tune = Callable[[Search, Watching, Event], list[TrialRow]]

_SHOWN = 10
"""Trials in the table."""


def tune(
    method: Annotated[str, typer.Argument(help="What learns, for example dqn.", metavar="METHOD")],
    game: Learned,
    trials: Annotated[
        int, typer.Option(min=1, help="Trials in all, earlier sittings included, failed ones not.")
    ] = 20,
    minutes: Annotated[float, typer.Option(min=0.01, help="Training time of each trial.")] = 5.0,
    study: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.sqlite|URL",
            help="Where the trials are kept; runs/tune/ and the names if not given. The same "
            "command goes on with what is there. With a data base, such as "
            "postgresql://me@host/tune, many machines may work on the same trials.",
        ),
    ] = None,
    size: Size = None,
    rule: Rule = None,
    preset: Annotated[
        str | None, typer.Option(help="What the other settings are: default, or origin.")
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="Fix a setting of the run, such as yardstick.games=40, or of the game, such as "
            "komi=6.5; may be repeated.",
        ),
    ] = None,
    records: Annotated[
        list[Path] | None,
        typer.Option(metavar="PATH", help="Games to learn from; may be repeated."),
    ] = None,
    seed: Seed = 0,
    runner: RunnerName = None,
    cluster: Cluster = None,
    require: Require = None,
    as_json: AsJson = False,
) -> None:
    """Search the settings with which a method learns best in a given time.

    Each trial is a training of --minutes; Optuna proposes its settings, and ends those early that
    fall behind. What counts is the score against the fixed opponent, yardstick.opponent. Ctrl-C
    saves; the same command goes on from there.

    [bold]Example[/bold]: tengen tune dqn gomoku --size 8 --minutes 3 --trials 30
    """
    of_game, of_run = split_changes(game, changes)
    rules = load_game(game, size, rule, of_game)
    tune_it, kind = _find_tuner()
    url = study if study is not None and "://" in study else None
    usual = Path("runs") / "tune" / f"{method}-{board_name(rules)}.sqlite"
    path = usual if study is None or url is not None else Path(study)
    # Ray sets handlers of signals of its own.
    with plain_log(), running(runner, cluster, require) as (found, _), stopping() as stop:
        search = kind(
            method=method,
            game=rules,
            study=path,
            url=url,
            trials=trials,
            minutes=minutes,
            runner=found,
            seed=seed,
            preset=preset,
            overrides=tuple(of_run),
            records=tuple(records or ()),
        )
        rows = tune_it(search, Watching(), stop)
    best = next((row for row in rows if row["value"] is not None), None)
    if as_json:
        print(json.dumps({"study": search.shown, **search.identity(), "trials": rows}))
    else:
        _show(rows, search.shown)
        _show_best(best, search)
    if stop.is_set():
        typer.echo("Stopped early; the same command goes on.", err=as_json)
    elif sum(row["state"] != "fail" for row in rows) < trials:
        raise TengenError(_advice(rows))


def _advice(rows: "list[TrialRow]") -> str:
    """Return what to do where trial after trial failed."""
    told = f"the last trials failed: {max(rows, key=lambda row: row['trial'])['failure']}"
    if any(row["state"] != "fail" for row in rows):
        return f"{told}; the same command tries again"
    return f"{told}; give more --minutes, and another --study"


def _find_tuner() -> "tuple[Tune, type[Search]]":
    """Return what searches, and its settings.

    Raises:
        SettingsError: when a package is missing.
    """
    try:
        from tengen.experiments.tune import Search
        from tengen.experiments.tune import tune as tune_it
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"tuning needs the package {error.name}: in Tengen's folder, run pip install '.[train]'"
        ) from None
    return tune_it, Search


def _show(rows: "list[TrialRow]", study: str) -> None:
    from rich.console import Console
    from rich.table import Table

    from tengen.experiments.tune.trial import describe

    states = [row["state"] for row in rows]
    told = [
        f"{states.count(state)} {word}"
        for state, word in (("complete", "finished"), ("pruned", "ended early"), ("fail", "failed"))
        if state in states
    ]
    table = Table(title=f"{study}: {', '.join(told) or 'no trial ended yet'}")
    for heading in ("trial", "score", "95 %", "settings"):
        table.add_column(heading, overflow="fold")
    for row in rows[:_SHOWN]:
        score = "-" if row["score"] is None else percent(row["score"])
        bounds = " to ".join(percent(bound) for bound in row["interval"] or ())
        note = {"pruned": "ended early: ", "fail": f"failed, {row['failure']}: "}
        settings = note.get(row["state"], "") + describe(row["settings"])
        table.add_row(str(row["trial"]), score, bounds, settings)
    Console().print(table)


def _show_best(best: "TrialRow | None", search: "Search") -> None:
    if best is None:
        typer.echo("No trial has been finished yet, so there is nothing to recommend.")
        return
    typer.echo(f"The best, trial {best['trial']}: {shlex.join(_command(best, search))}")
    typer.echo(f"Its run is {search.folder / best['folder']}.")


def _command(best: "TrialRow", search: "Search") -> list[str]:
    """Return the command that trains with a trial's settings, as it can be run."""
    words = ["tengen", "train", search.method, *options_for(search.game)[1:]]
    words += ["--minutes", f"{search.minutes:g}", "--out", str(_free_folder(search))]
    if search.preset is not None:
        words += ["--preset", search.preset]
    for path in search.records:
        words += ["--records", str(path)]
    # How trials were measured is no matter of a training.
    own = [setting for setting in search.overrides if not setting.startswith("yardstick.")]
    for setting in (*own, *best["settings"]):
        words += ["--set", setting]
    return words


def _free_folder(search: "Search") -> Path:
    """Return where the recommended run can go."""
    path = Path("runs") / f"{search.method}-{board_name(search.game)}"
    others = (path.with_name(f"{path.name}-{number}") for number in count(2))
    return path if not path.exists() else next(other for other in others if not other.exists())
