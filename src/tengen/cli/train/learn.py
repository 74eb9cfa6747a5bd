"""``tengen learn``: a trained run learns on from games that were played."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from tengen.cli.shared.options import AsJson
from tengen.cli.shared.words import count, warn

if TYPE_CHECKING:
    from tengen.core import Game, Record


def learn(
    run: Annotated[
        Path,
        typer.Argument(
            help="A run folder, the network in it, or the name of a shipped net, whose copy of "
            "your own learns.",
            metavar="RUN",
        ),
    ],
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
    be resumed as before. Faulty games, and those of another kind, are told and left out.

    A net that ships stays as it is: what learns is a copy in your data folder, which plays by
    the name that is printed, and in the studio.

    [bold]Example[/bold]: tengen learn gomoku-8x8-dqn games.sgf
    """
    from tengen.agents.lesson import game_to_learn, learn_on

    # A slip in the run's name should not cost the reading of all games.
    games = _read(files, game_to_learn(run))
    print(f"Learning from {count(len(games), 'game')} ...", file=sys.stderr, flush=True)
    lesson = learn_on(run, games, steps=steps)
    if as_json:
        told = {"network": str(lesson.network), "steps": lesson.steps, "games": len(games)}
        print(json.dumps(told))
        return
    print(f"{count(len(games), 'game')} learned from in {count(lesson.steps, 'step')}.")
    print(f"The network is {lesson.network}.")


def _read(files: list[Path], game: "Game") -> "list[Record]":
    """Return the games of `game` in `files`; all others are told and left out.

    Raises:
        NotationError: when there is none.
    """
    from tengen.agents.lesson import as_one_of
    from tengen.core import NotationError
    from tengen.records import SUFFIXES, Fault, entries
    from tengen.records.sources import expand

    found, faults = [], []
    for path in expand(files, SUFFIXES):
        for entry in entries(path):
            lesson = entry.check() or as_one_of(cast("Record", entry.game), game)
            if isinstance(lesson, Fault):
                faults.append(str(lesson.at(entry.file, entry.number)))
            else:
                found.append(lesson)
    if not found:
        nothing = f"no games to learn from in {', '.join(map(str, files))}"
        raise NotationError(f"{nothing}: {faults[0]}" if faults else nothing)
    for fault in faults:
        warn(f"left out: {fault}")
    return found
