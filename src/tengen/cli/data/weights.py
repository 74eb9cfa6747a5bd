"""``tengen weights``: the nets in the box, and one more of them."""

import json
from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.shared.options import AsJson

app = typer.Typer(
    name="weights",
    help="The trained nets in the box: list them, or take one of a run in.",
    rich_markup_mode="rich",
    invoke_without_command=True,
)


@app.callback()
def show(context: typer.Context, as_json: AsJson = False) -> None:
    """List the nets that ship, each with its method and what it was trained for.

    [bold]Example[/bold]: tengen weights
    """
    if context.invoked_subcommand is not None:
        return
    from tengen.weights import listed

    nets = listed()
    if as_json:
        print(json.dumps(nets))
        return
    for name, entry in nets.items():
        settings = ", ".join(f"{key} {value}" for key, value in entry["settings"].items())
        print(f"{name:<26}{entry['method']:<12}{entry['game']}{settings and ', ' + settings}")


@app.command()
def add(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder, or its network.")],
    name: Annotated[
        str | None,
        typer.Option(help="What it is called; game, size and method if not given."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Take a trained net into the box: its file, a card with its commands and figures, its line.

    [bold]Example[/bold]: tengen weights add runs/g8 --name gomoku-8x8-mine
    """
    from tengen.experiments.boxing import add_to_box
    from tengen.weights import find

    added = add_to_box(run, name)
    path = find(added)
    if as_json:
        print(json.dumps({"name": added, "file": str(path), "card": str(path.with_suffix(".md"))}))
    else:
        print(f"{added} is in the box: {path}, and its card {path.with_suffix('.md').name}.")
