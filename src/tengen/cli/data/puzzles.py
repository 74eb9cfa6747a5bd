"""``tengen puzzles``: puzzles made from games, and checked."""

import json
import random
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice
from itertools import count as count_up
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.shared.options import AsJson, Seed, Workers
from tengen.cli.shared.running import Cluster, Require, RunnerName, running
from tengen.cli.shared.stopping import INTERRUPTED, stopping
from tengen.cli.shared.words import count
from tengen.core import Stop

if TYPE_CHECKING:
    from tengen.core import Agent, Game, Record
    from tengen.puzzles import Kind, Puzzle

    Task = tuple[Record | None, dict[str, object]]

app = typer.Typer(
    name="puzzles",
    help="Puzzles: positions of games in which one move wins, found and proved by solvers.",
    rich_markup_mode="rich",
)

LONGEST = 300
"""Plies of a game that is played to find puzzles in: one may come to no end."""


@app.command()
def make(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that has puzzles.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where they go, one in JSON a line.")],
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help="Games, and folders of them; played now if none."),
    ] = None,
    number: Annotated[int, typer.Option("--count", min=1, help="How many at most.")] = 100,
    seed: Seed = 0,
    workers: Workers = None,
    runner: RunnerName = None,
    cluster: Cluster = None,
    require: Require = None,
    as_json: AsJson = False,
) -> None:
    """Find puzzles in games, of the kind that the game has.

    Each has one first move that wins, proved against every defence by the game's own solver.
    Ctrl-C ends the search; what was found is written.

    [bold]Example[/bold]: tengen puzzles make gomoku games.sgf --count 50 --out mine.jsonl
    """
    from tengen import puzzles
    from tengen.core.pool import in_order
    from tengen.puzzles.files import write
    from tengen.puzzles.making import Maker

    kind = puzzles.kind_of_game(game)
    games = _read(files) if files else _numbered(seed)
    maker = Maker(kind)
    found: list[Puzzle] = []
    with (
        running(runner, cluster, require, workers) as (there, count_of_workers),
        stopping() as stop,
    ):
        made = in_order(there, count_of_workers, partial(_find, game), games, stop)
        for puzzle in islice(filter(maker.note, chain.from_iterable(made)), number):
            found.append(puzzle)
            _tell(f"{len(found)} of {number}", as_json)
    write(found, out)
    _tell("", as_json)
    if as_json:
        print(json.dumps({"kind": kind.name, "puzzles": len(found), "file": str(out)}))
    else:
        print(f"{count(len(found), 'puzzle')} in {out}")
    if stop.is_set():
        raise typer.Exit(INTERRUPTED)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Puzzles, one a line.")],
    as_json: AsJson = False,
) -> None:
    """Prove every puzzle of a file again: the one right move, and an answer to every defence.

    [bold]Example[/bold]: tengen puzzles check mine.jsonl
    """
    from tengen.core import TengenError
    from tengen.puzzles import open_task
    from tengen.puzzles.files import read
    from tengen.puzzles.proving import faults

    puzzles = list(read(file))
    wrong = [
        f"puzzle {number}: {fault}"
        for number, puzzle in enumerate(puzzles, 1)
        for fault in faults(open_task(puzzle), puzzle)
    ]
    if as_json:
        print(json.dumps({"puzzles": len(puzzles), "faults": wrong}))
    else:
        told = f"{count(len(puzzles), 'puzzle')}, {count(len(wrong), 'fault')}"
        print("\n".join([*wrong, told]))
    if wrong:
        raise TengenError(f"{file}: not every puzzle is sound")


def _tell(words: str, as_json: bool) -> None:
    """Show how far it is on a terminal, on the line it is on."""
    if sys.stderr.isatty() and not as_json:
        print(f"\r{words:20}", end="\r", file=sys.stderr, flush=True)


def _find(game: str, task: "Task", stop: Stop) -> "list[Puzzle]":
    """Return the puzzles of a game, which is played first where there is none yet."""
    from tengen import puzzles
    from tengen.puzzles.making import Maker

    record, source = task
    kind = puzzles.kind_of_game(game)
    if record is None:
        record, source = _played(kind, source)
    return list(Maker(kind).make(record, source, stop))


def _read(files: Iterable[Path]) -> "Iterator[Task]":
    """Yield the games of files; one that cannot be read is passed over."""
    from tengen import records
    from tengen.core import Record
    from tengen.records.sources import expand

    for path in expand(files, records.SUFFIXES):
        for entry in records.scan(path):
            if isinstance(entry.game, Record):
                source = {"file": Path(entry.file).name, "number": entry.number}
                yield entry.game, source | {"players": list(entry.game.players)}


def _numbered(seed: int) -> "Iterator[Task]":
    """Yield games that are yet to be played, without an end."""
    return ((None, {"seed": seed, "number": number}) for number in count_up(1))


def _played(kind: "Kind", source: dict[str, object]) -> "tuple[Record, dict[str, object]]":
    """Return a game of two quick players."""
    from tengen import agents
    from tengen.games import load

    game = load(kind.game, **kind.settings)
    rng = random.Random(f"{source['seed']} {source['number']}")
    players = [agents.load_agent(spec, game, seed=rng.getrandbits(31)) for spec in kind.players]
    record = _play(game, players, rng, kind.opening)
    return record, source | {"players": list(kind.players)}


def _play(game: "Game", players: list["Agent"], rng: random.Random, opening: int) -> "Record":
    from tengen.core import Record, RecordedMove

    state = game.initial_state()
    moves = []
    while state.outcome() is None and state.ply < LONGEST:
        if state.ply < opening:
            action = int(rng.choice(state.sensible_actions()))
        else:
            action = players[state.to_play].decide(state).action
        moves.append(RecordedMove(action))
        state = state.apply(action)
    return Record(game.name, game.settings, tuple(moves), state.outcome())
