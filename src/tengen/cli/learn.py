"""``tengen learn``: a trained run learns on from games that were played."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.options import AsJson
from tengen.cli.words import count, warn

if TYPE_CHECKING:
    from tengen.core import Record


def learn(
    run: Annotated[Path, typer.Argument(help="A run folder, or the network in it.", metavar="RUN")],
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Games: SGF, PDN, PSQ or JSON; archives and folders of them too.",
            metavar="FILES…",
        ),
    ],
    steps: Annotated[
        int | None,
        typer.Option(min=1, help="Gradient steps; what the method chooses if not given."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let a trained run learn on from games that were played.

    Its network is written anew, and plays better or worse from the next game on; the run can
    be resumed as before. Faulty games are told and left out.

    [bold]Example[/bold]: tengen learn runs/g8 games.sgf
    """
    from tengen.agents.lesson import find_run, learn_on

    find_run(run)  # a slip in its name should not cost the reading of all games
    games = _read(files)
    lesson = learn_on(run, games, steps=steps)
    if as_json:
        told = {"network": str(lesson.network), "steps": lesson.steps, "games": len(games)}
        print(json.dumps(told))
        return
    print(f"{count(len(games), 'game')} learned from in {count(lesson.steps, 'step')}.")
    print(f"The network is {lesson.network}.")


def _read(files: list[Path]) -> "list[Record]":
    """Return the games in `files`; those that are faulty are told and left out.

    Raises:
        NotationError: when there is none.
    """
    from tengen.core import NotationError
    from tengen.records import SUFFIXES, Fault, entries
    from tengen.records.sources import expand

    found = []
    for path in expand(files, SUFFIXES):
        for entry in entries(path):
            if fault := entry.check():
                warn(str(fault))
            else:
                assert not isinstance(entry.game, Fault)
                found.append(entry.game)
    if not found:
        raise NotationError(f"no games to learn from in {', '.join(map(str, files))}")
    return found
