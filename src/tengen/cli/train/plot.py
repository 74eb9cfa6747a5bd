"""``tengen plot``: the curves of training runs as a picture."""

from pathlib import Path
from typing import Annotated

import typer

from tengen.core import SettingsError
from tengen.core.words import there_are


def plot(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN...", help="Run folders, for example runs/g8.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.png", help="Where to draw; curves.png in the first run if not given."
        ),
    ] = None,
    x: Annotated[
        str,
        typer.Option(
            metavar="WHAT",
            help="What curves are drawn against: minutes, positions, games, generation (nets that "
            "the players have had) or epoch.",
        ),
    ] = "minutes",
) -> None:
    """Draw accuracy, loss, win and draw rate and Elo of training runs.

    What was learned from and what was held out stand in the same panel, each opponent has a curve
    of its own, and several runs are drawn into the same panels.

    [bold]Example[/bold]: tengen plot runs/g8 runs/g8-origin --out both.png
    """
    from tengen.learning import plots
    from tengen.learning.run import read_metrics

    if out is not None and out.suffix.lower() != ".png":
        raise SettingsError(f"--out {out}: must end in .png")
    if x not in plots.AXES:
        raise SettingsError(f"--x {x}: {there_are(plots.AXES)}")
    entries = {name: read_metrics(run) for name, run in _name(runs).items()}
    try:
        figure = plots.draw(entries, x)
    except ImportError:
        raise SettingsError(
            "drawing needs matplotlib: in Tengen's folder, run pip install '.[train]'"
        ) from None
    path = out or runs[0] / plots.CURVES
    plots.write_picture(figure, path)
    typer.echo(f"The curves are in {path}.")


def _name(runs: list[Path]) -> dict[str, Path]:
    """Return the runs by their folders' names, those of the same name by their whole paths."""
    names = [run.resolve().name for run in runs]
    return {
        name if names.count(name) == 1 else str(run): run
        for name, run in zip(names, runs, strict=True)
    }
