"""``tengen records``: what is in game files, whether it is right, and in another format."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from tengen.cli.shared.options import AsJson, Jobs, Seed
from tengen.cli.shared.running import Cluster, Require, RunnerName, running
from tengen.cli.shared.words import count, warn

if TYPE_CHECKING:
    from tengen.records import Fault
    from tengen.records.dataset.replaying import Portion
    from tengen.records.parts import Part, Work

T = TypeVar("T")

Files = Annotated[
    list[Path],
    typer.Argument(
        help="SGF, PDN, PSQ or JSON; packed, in archives and in folders too.", metavar="FILES…"
    ),
]
BAD_INPUT = 2
"""Exit code where some games are faulty; the others have been dealt with."""
WORTH_WORKERS = 2**23
"""Bytes that take longer to read than processes to start."""

app = typer.Typer(
    name="records",
    help="Look into game files (SGF, PDN, PSQ, JSON), check, convert or learn from them.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)


@app.command()
def info(files: Files, jobs: Jobs = None, as_json: AsJson = False) -> int:
    """Say what is in the files: games, players, moves, results.

    [bold]Example[/bold]: tengen records info games.sgf archive.tar.gz
    """
    from tengen.cli.shared.summary import Summary, sum_up

    summaries: dict[str, Summary] = {}
    for part in _parts(files, sum_up, jobs):
        summary = summaries.setdefault(str(part.path), Summary())
        if part.result is not None:
            summary += part.result
        elif part.fault is not None:
            summary.unread = part.fault.reason
    if as_json:
        print(json.dumps([{"file": name} | s.to_json() for name, s in summaries.items()]))
    else:
        for name, summary in summaries.items():
            summary.show(name)
    return BAD_INPUT if any(s.faults or s.unread for s in summaries.values()) else 0


@app.command()
def check(files: Files, jobs: Jobs = None, as_json: AsJson = False) -> int:
    """Replay every game by the rules; a line for each that is faulty, and each file not read.

    The exit code is 0 when all games are right and 2 when some are not.

    [bold]Example[/bold]: tengen records check games.pdn --json
    """
    from tengen.records.checking import check_all

    games = faulty = unread = 0
    between = "\n"
    parts = _parts(files, check_all, jobs)
    for part in parts:
        games += part.games
        unread += part.fault is not None
        faulty += len(part.result or ())
        for fault in part.faults(part.result or ()):
            if as_json:  # written as they are found: there may be any number of them
                print('{"faults": [' if between == "\n" else "", end=between)
                print(json.dumps(_fault_to_json(fault)), end="")
                between = ",\n"
            else:
                print(fault)
    if as_json:
        print('{"faults": [' if between == "\n" else "", end="")
        print(f'], "games": {games}, "faulty": {faulty}, "unread": {unread}}}')
    else:
        print(f"{count(games, 'game')}, {faulty} faulty{_files_not_read(unread)}")
    return BAD_INPUT if faulty or unread else 0


@app.command()
def convert(
    files: Files,
    out: Annotated[
        Path,
        typer.Option(
            help="Where to write; the suffix says the format, one such as .gz behind it packs."
        ),
    ],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    lossy: Annotated[
        bool, typer.Option("--lossy", help="Leave out what the format cannot hold.")
    ] = False,
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> int:
    """Write all games into one file of another format.

    Games that cannot be read are told and left out; the exit code is then 2.

    [bold]Example[/bold]: tengen records convert *.psq --out games.sgf
    """
    from tengen.core import NotationError
    from tengen.records.converting import Converting
    from tengen.records.formats import format_to_write
    from tengen.records.sources import write_packed

    if out.exists() and not force:
        raise NotationError(f"{out} is there already; --force overwrites it")
    format_ = format_to_write(out)
    good = left_out = unread = 0

    def written() -> Iterator[bytes]:
        nonlocal good, left_out, unread
        for part in _parts(files, Converting(out, lossy), jobs):
            unread += part.fault is not None
            done = part.result
            for fault in part.faults(done.faults if done else ()):
                warn(str(fault))
            if done is None:
                continue
            if done.stop is not None:
                number, reason = done.stop
                raise NotationError(f"{part.file}, game {part.before + number + 1}: {reason}")
            if done.data:
                yield format_.between if good else b""
                yield done.data
            good, left_out = good + done.games, left_out + done.left_out

    write_packed(out, written())
    if as_json:
        told = {"out": str(out), "games": good, "left_out": left_out, "unread": unread}
        print(json.dumps(told))
    else:
        faulty = f"{count(left_out, 'faulty one')} left out{_files_not_read(unread)}"
        print(f"{count(good, 'game')} written to {out}, {faulty}")
    return BAD_INPUT if left_out or unread else 0


@app.command()
def dataset(
    files: Files,
    out: Annotated[Path, typer.Option(help="The folder to make.")],
    valid: Annotated[
        float, typer.Option(min=0, max=1, help="The part of the games kept for validation.")
    ] = 0.1,
    seed: Seed = 0,
    jobs: Jobs = None,
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
    is_here = runner in {None, "local"} and cluster is None
    asked = _workers(paths, jobs) if is_here else jobs
    with (
        running(runner, cluster, require, asked) as (found, count_of_workers),
        ReadingProgress(paths) as progress,
    ):

        def on_part(part: "Part[Portion]") -> None:
            progress.add(part)
            if part.fault is not None:
                warn(str(part.fault))

        card = build(
            paths, out, shares=shares, seed=seed, on_part=on_part,
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


def _fault_to_json(fault: "Fault") -> dict[str, object]:
    return {
        "file": fault.file,
        "game": fault.game,
        "move": fault.move,
        "reason": fault.reason,
    }


def _files_not_read(number: int) -> str:
    return f", {count(number, 'file')} not read" if number else ""


def _parts(files: Iterable[Path], work: "Work[T]", jobs: int | None) -> "Iterator[Part[T]]":
    """Yield what comes of the games in files, folders walked, telling how far it is.

    A file that cannot be read is a fault among others, but where it is the only one.

    Raises:
        NotationError: when the only file cannot be read or holds no games.
    """
    from tengen.cli.shared.progress import ReadingProgress
    from tengen.core import NotationError
    from tengen.records import SUFFIXES
    from tengen.records.parts import in_parts
    from tengen.records.sources import expand
    from tengen.scaleout.local import LocalRunner

    paths = list(expand(files, SUFFIXES))
    games = 0
    with ReadingProgress(paths) as progress:
        workers = _workers(paths, jobs)
        for part in in_parts(paths, work, runner=LocalRunner(), workers=workers):
            if part.fault is not None and len(paths) == 1 and not games:
                raise NotationError(str(part.fault))
            games += part.games
            progress.add(part)
            yield part


def _workers(paths: Iterable[Path], jobs: int | None) -> int:
    """Return how many processes read files: as many as were asked for, else as are worth it."""
    from tengen.core.machine import cores

    if jobs is not None:
        return jobs
    size = sum(path.stat().st_size for path in paths if path.is_file())
    return 1 if size < WORTH_WORKERS else cores()
