"""``tengen train``: a network learns a game."""

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.agents.teachers import check_teacher, load_teacher
from tengen.cli.shared.options import (
    AsJson,
    Learned,
    Rule,
    Size,
    load_game,
    options_for,
    split_changes,
)
from tengen.cli.shared.running import Cluster, Require, RunnerName, running
from tengen.cli.shared.stopping import plain_log, stopping
from tengen.core import Game, SettingsError

if TYPE_CHECKING:
    from tengen.learning.run import Trained


def _known(method: str) -> str:
    """Return the name of a method that learns, before anything else is found missing.

    Raises:
        TengenError: when there is none.
    """
    check_teacher(method)
    return method


def train(
    method: Annotated[
        str,
        typer.Argument(
            help="What learns, for example alphazero; tengen agents lists them.",
            metavar="METHOD",
            callback=_known,
        ),
    ],
    game: Learned,
    out: Annotated[
        str, typer.Option(metavar="FOLDER", help="The run folder, for example runs/g8.")
    ],
    minutes: Annotated[
        float, typer.Option(min=0, help="Time of the whole run, earlier sittings included.")
    ] = 30.0,
    size: Size = None,
    rule: Rule = None,
    preset: Annotated[
        str | None,
        typer.Option(
            help="default; origin, the choices of the method's source; or another of its page."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="Of the first weights and all chance; 0 unless given."),
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="Change a setting of the run, such as learner.batch=512, or of the game, such as "
            "komi=6.5; may be repeated.",
        ),
    ] = None,
    resume: Annotated[bool, typer.Option(help="Go on with the run in --out.")] = False,
    start_from: Annotated[
        Path | None,
        typer.Option(
            metavar="NET",
            help="Begin with these weights instead of random ones: a .safetensors, .onnx or .nnue "
            "file, or the name of a shipped net; any board size will do, and a smaller residual net.",
        ),
    ] = None,
    records: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH",
            help="Learn from these games: a file, an archive or a folder; may be repeated.",
        ),
    ] = None,
    runner: RunnerName = None,
    cluster: Cluster = None,
    require: Require = None,
    as_json: AsJson = False,
) -> None:
    """Train a network, by its own games or from records.

    Ctrl-C saves and ends; --resume goes on from there, also after a crash.

    [bold]Example[/bold]: tengen train alphazero gomoku --size 8 --minutes 30 --out runs/g8
    """
    of_game, of_run = split_changes(game, changes)
    rules = load_game(game, size, rule, of_game)
    if not out:
        raise SettingsError("--out is empty: name a run folder, for example runs/g8")
    folder = Path(out)
    _check_places(method, rules, folder, records or (), resume=resume)
    teacher = load_teacher(method)
    from tengen.learning.metrics import LiveDisplay

    # Ray sets handlers of signals of its own.
    with (
        plain_log(),
        running(runner, cluster, require) as (workers_of, _),
        stopping() as stop,
    ):
        trained = teacher.train(
            rules,
            folder,
            minutes=minutes,
            seed=seed,
            preset=preset,
            overrides=of_run,
            resume=resume,
            start_from=start_from,
            records=records or (),
            runner=workers_of,
            display=LiveDisplay(f"{method} learns {rules.name} into {folder}"),
            stop=stop,
        )
    if as_json:
        told = {
            "folder": str(folder),
            "steps": trained.steps,
            "network": str(trained.network) if trained.steps else None,
            "agent": f"{method}:{trained.network}" if trained.steps else None,
            "stopped": stop.is_set(),
        }
        typer.echo(json.dumps(told))
        return
    _tell(method, rules, folder, trained)
    if stop.is_set():
        typer.echo("Stopped early; the same command with --resume goes on.")


def _tell(method: str, rules: Game, folder: Path, trained: "Trained") -> None:
    """Say what a training left behind, and what may come next."""
    if not trained.steps:
        typer.echo(
            f"Nothing was learned yet: that takes {trained.needed}, played before the time is over. "
            "What was played is saved; --resume with more --minutes goes on."
        )
        return
    net = trained.network
    typer.echo(f"The network is {net}; the run's figures are in {folder / 'metrics.jsonl'}.")
    typer.echo(f"As an agent it is called '{method}:{net}'.")
    command = ["tengen", "match", f"{method}:{net}", "mcts?playouts=3000", *options_for(rules)]
    typer.echo(f"Rate it: {shlex.join(command)}")


def _check_places(
    method: str, game: Game, out: Path, records: Sequence[Path], *, resume: bool
) -> None:
    """Check the files that are named, before PyTorch is loaded, which takes seconds.

    Raises:
        TengenError: when records are missing, or the run folder is taken or no such run.
    """
    from tengen.learning.run import Run

    for path in records:
        if not path.exists():
            raise SettingsError(f"--records {path}: there is no such file or folder")
    if resume:
        settings = dict(game.settings)
        Run.read_config(out, {"method": method, "game": game.name, "settings": settings})
    else:
        Run.check_free(out)
