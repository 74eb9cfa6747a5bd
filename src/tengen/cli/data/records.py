"""``tengen records``: what is in game files, whether it is right, and in another format."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.shared.options import AsJson, Seed, Workers
from tengen.cli.shared.running import Cluster, Require, RunnerName, running
from tengen.cli.shared.words import count, warn

if TYPE_CHECKING:
    from tengen.core import Record
    from tengen.records import Entry, Fault

Files = Annotated[
    list[Path],
    typer.Argument(
        help="SGF, PDN, PSQ or JSON; archives and folders of them too.", metavar="FILES…"
    ),
]
BAD_INPUT = 2
"""Exit code where some games are faulty; the others have been dealt with."""

app = typer.Typer(
    name="records",
    help="Look into game files (SGF, PDN, PSQ, JSON), check, convert or learn from them.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)


@app.command()
def info(files: Files, as_json: AsJson = False) -> int:
    """Say what is in the files: games, players, moves, results.

    [bold]Example[/bold]: tengen records info games.sgf archive.tar.gz
    """
    from tengen.records import Fault

    summaries: dict[str, _Summary] = {}
    for path, entry in _entries(files):
        summary = summaries.setdefault(str(path), _Summary())
        if not isinstance(entry.game, Fault):
            summary.add(entry.game)
        elif entry.number:
            summary.faults += 1
        else:
            summary.unread = entry.game.reason
    if as_json:
        print(json.dumps([{"file": name} | s.to_json() for name, s in summaries.items()]))
    else:
        for name, summary in summaries.items():
            summary.show(name)
    return BAD_INPUT if any(s.faults or s.unread for s in summaries.values()) else 0


@app.command()
def check(files: Files, as_json: AsJson = False) -> int:
    """Replay every game by the rules; a line for each that is faulty, and each file not read.

    The exit code is 0 when all games are right and 2 when some are not.

    [bold]Example[/bold]: tengen records check games.pdn --json
    """
    games, faults = 0, []
    for _, entry in _entries(files):
        games += entry.number > 0
        if fault := entry.check():
            faults.append(fault)
            if not as_json:
                print(fault)
    unread = sum(not fault.game for fault in faults)
    faulty = len(faults) - unread
    if as_json:
        told = [_fault_to_json(fault) for fault in faults]
        print(json.dumps({"games": games, "faulty": faulty, "unread": unread, "faults": told}))
    else:
        print(f"{count(games, 'game')}, {faulty} faulty{_files_not_read(unread)}")
    return BAD_INPUT if faults else 0


@app.command()
def convert(
    files: Files,
    out: Annotated[Path, typer.Option(help="Where to write; the suffix says the format.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    lossy: Annotated[
        bool, typer.Option("--lossy", help="Leave out what the format cannot hold.")
    ] = False,
) -> int:
    """Write all games into one file of another format.

    Games that cannot be read are told and left out; the exit code is then 2.

    [bold]Example[/bold]: tengen records convert *.psq --out games.sgf
    """
    from tengen.core import NotationError, TengenError
    from tengen.records import Fault, NoRoomError, write
    from tengen.records.unplayed import first_unplayed

    if out.exists() and not force:
        raise NotationError(f"{out} is there already; --force overwrites it")
    good, faults, unread, last = 0, 0, 0, ""

    def readable() -> "Iterator[Record]":
        nonlocal good, faults, unread, last
        for _, entry in _entries(files):
            if isinstance(entry.game, Fault):
                warn(str(entry.game))
                faults += entry.number > 0
                unread += entry.number == 0
                continue
            if (part := first_unplayed(entry.game)) is not None:
                warn(str(part.fault.at(entry.file, entry.number)))
                if not lossy and out.suffix.lower() not in _suffixes_of(part.format):
                    faults += 1
                    continue
            good, last = good + 1, f"{entry.file}, game {entry.number}"
            yield entry.game

    try:
        write(readable(), out, lossy=lossy)
    except TengenError as error:
        if not last:
            raise
        way_out = " (--lossy leaves it out)" if isinstance(error, NoRoomError) else ""
        raise NotationError(f"{last}: {error}{way_out}") from None
    left_out = f"{count(faults, 'faulty one')} left out{_files_not_read(unread)}"
    print(f"{count(good, 'game')} written to {out}, {left_out}")
    return BAD_INPUT if faults or unread else 0


@app.command()
def dataset(
    files: Files,
    out: Annotated[Path, typer.Option(help="The folder to make.")],
    valid: Annotated[
        float, typer.Option(min=0, max=1, help="The part of the games kept for validation.")
    ] = 0.1,
    seed: Seed = 0,
    workers: Workers = None,
    runner: RunnerName = None,
    cluster: Cluster = None,
    require: Require = None,
    as_json: AsJson = False,
) -> int:
    """Turn games into positions to learn from: planes, move and result of each.

    Faulty games are left out. A game is in one split as a whole, and no position, nor its
    mirror image, is in both.

    [bold]Example[/bold]: tengen records dataset games.sgf --out positions
    """
    from tengen.cli.shared.progress import ReadingProgress
    from tengen.records import SUFFIXES
    from tengen.records.dataset import build
    from tengen.records.sources import expand

    shares = {"train": 1 - valid, "valid": valid} if valid else {"train": 1.0}
    paths = list(expand(files, SUFFIXES))
    with (
        running(runner, cluster, require, workers) as (found, count_of_workers),
        ReadingProgress(None) as progress,
    ):

        def on_entry(entry: "Entry") -> None:
            progress.add()
            if not entry.number:
                warn(str(entry.game))

        card = build(
            paths, out, shares=shares, seed=seed, on_entry=on_entry,
            runner=found, workers=count_of_workers,
        )  # fmt: skip
    code = BAD_INPUT if card["faulty"] or card["unread"] else 0
    if as_json:
        print(json.dumps(card))
        return code
    for name, split in card["splits"].items():
        games, positions = count(split["games"], "game"), count(split["positions"], "position")
        print(f"{out}/{name}: {positions} of {games}")
    print(
        f"left out: {count(card['faulty'], 'faulty game')}, "
        f"the ends of {count(card['cut'], 'game')}, {count(card['others'], 'other game')}, "
        f"{count(card['duplicates'], 'position')} met before, {card['leaks']} of both splits"
        + _files_not_read(len(card["unread"]))
    )
    return code


def _suffixes_of(name: str) -> tuple[str, ...]:
    """Return the suffixes of files that have room for words of the format called `name`."""
    from tengen.records.formats import FORMATS

    return tuple(s for one in FORMATS if one.name in (name, "JSON") for s in one.suffixes)


class _Summary:
    """What the games of a file add up to."""

    def __init__(self) -> None:
        self.faults = self.games = self.moves = self.longest = 0
        self.unread = ""
        self.kinds: Counter[str] = Counter()
        self.players: Counter[str] = Counter()
        self.results: Counter[str] = Counter()

    def add(self, record: "Record") -> None:
        """Count a game."""
        self.games += 1
        self.moves += len(record.moves)
        self.longest = max(self.longest, len(record.moves))
        size = record.settings.get("size")
        self.kinds[f"{record.game} {size}x{size}" if size else record.game] += 1
        self.players.update(dict.fromkeys(filter(None, record.players), 1))
        self.results[_result(record)] += 1

    def to_json(self) -> dict[str, object]:
        """Return plain data for `json.dumps`."""
        data = {
            "games": self.games,
            "faulty": self.faults,
            "kinds": dict(self.kinds),
            "moves": self.moves,
            "longest": self.longest,
            "players": len(self.players),
            "results": dict(self.results),
        }
        return data | ({"unread": self.unread} if self.unread else {})

    def show(self, name: str) -> None:
        """Print all in a few lines."""
        if self.unread:
            print(f"{name}: {self.unread}")
        if not (self.games or self.faults):
            return
        print(f"{name}: {count(self.games, 'game')}, {self.faults} faulty")
        print(f"  of {_listed(self.kinds)}; {_listed(self.results)}")
        print(f"  {count(self.moves, 'move')}, {self.longest} in the longest")
        if self.players:
            most = _listed(self.players, 3)
            print(f"  {count(len(self.players), 'player')}, in most games {most}")


def _result(record: "Record") -> str:
    if record.outcome is None:
        return "not finished or not known"
    if record.outcome.winner is None:
        return "drawn"
    return ("first player won", "second player won")[record.outcome.winner]


def _listed(counter: "Counter[str]", most: int | None = None) -> str:
    return ", ".join(f"{name} ({number})" for name, number in counter.most_common(most)) or "none"


def _fault_to_json(fault: "Fault") -> dict[str, object]:
    return {
        "file": fault.file,
        "game": fault.game,
        "move": fault.move,
        "reason": fault.reason,
    }


def _files_not_read(number: int) -> str:
    return f", {count(number, 'file')} not read" if number else ""


def _entries(files: Iterable[Path]) -> "Iterator[tuple[Path, Entry]]":
    """Yield every game with the file it was found in, folders walked, telling how far it is.

    A file that cannot be read is a fault among others, but where it is the only one.

    Raises:
        NotationError: when the only file cannot be read or holds no games.
    """
    from tengen.cli.shared.progress import ReadingProgress
    from tengen.core import NotationError
    from tengen.records import SUFFIXES, entries
    from tengen.records.sources import expand

    paths = list(expand(files, SUFFIXES))
    games = 0
    with ReadingProgress(len(paths)) as progress:
        for path in paths:
            progress.begin(path.name)
            for entry in entries(path):
                if len(paths) == 1 and not games and not entry.number:
                    raise NotationError(str(entry.game))
                progress.add()
                games += 1
                yield path, entry
            progress.end()
