"""``tengen review``: what each move cost, and the better ones, in one game or in many."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.shared.options import AsJson, Seconds, Seed, Visits, make_limit
from tengen.cli.shared.words import warn

if TYPE_CHECKING:
    from tengen.cli.shared.progress import ReviewProgress
    from tengen.cli.shared.reviewed import Reviewed
    from tengen.core import Agent, Game, Limit, Record
    from tengen.records import Entry


def review(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="SGF, PDN, PSQ or JSON; packed, in archives and in folders too.",
            metavar="FILES…",
        ),
    ],
    number: Annotated[
        int | None, typer.Option(min=1, help="Which game of each file; all if not given.")
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option(
            help="Who reviews: if not given, alphazero or nnue where a net ships for the game, "
            "else mcts."
        ),
    ] = None,
    seconds: Seconds = None,
    visits: Visits = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write all games with their reviews in them: glyphs, comments, values and better "
            "lines. A file, whose suffix says the format (PSQ has no room for them), or a folder, "
            "into which each file comes by its name."
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite what is there.")] = False,
    faults: Annotated[
        bool, typer.Option("--faults", help="List only inaccuracies, mistakes and blunders.")
    ] = False,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Review whole games: what each move cost, how accurate each player was.

    Winning chances are the points expected of the game, in percent, for whoever
    moves. A move that loses 5 points of them is an inaccuracy (?!), 10 a mistake
    (?), 15 a blunder (??), as on lichess.org; so is the accuracy from 0 to 100.
    In Go one that loses 3, 6 or 12 points of the board, where the agent tells, is called the same.
    One game has a line a move, several have a line a game; as JSON, each game is a line.

    [bold]Examples[/bold]: tengen review game.sgf --out reviewed.sgf

    tengen review games.pdn --number 3 --agent nnue --seconds 0.5 --faults

    tengen review season/*.sgf --out reviewed
    """
    from tengen.cli.shared.progress import ReviewProgress
    from tengen.cli.shared.reviewed import row_of, show_many, show_one
    from tengen.records import SUFFIXES, write
    from tengen.records.sources import expand

    paths = list(expand(files, SUFFIXES))
    targets = _targets(paths, out, force) if out is not None else []
    wanted = _count(paths, number, for_writing=out is not None)
    rows: list[tuple[str, ...]] = []

    def tell(reviewed: "Reviewed") -> None:
        if as_json:
            print(json.dumps(reviewed.to_json()))
        elif wanted == 1:
            show_one(reviewed, faults=faults)
        else:
            rows.append(row_of(reviewed))

    with ReviewProgress(wanted) as progress, ExitStack() as stack:
        desk = _Desk(agent, make_limit(seconds, visits), seed, progress)
        stack.callback(desk.close)
        for target, sources in targets:
            write(_reviewed(sources, number, desk, tell), target)
        if not targets:
            for _ in _reviewed(paths, number, desk, tell):
                pass
    if rows:
        show_many(rows)
    for target, _ in targets:
        (warn if as_json else print)(f"written to {target}")


def _targets(paths: Sequence[Path], out: Path, force: bool) -> list[tuple[Path, list[Path]]]:
    """Return the files to write, each with those whose games come into it.

    Raises:
        NotationError: when one cannot be written, before any thinking is done.
    """
    from tengen.core import NotationError
    from tengen.records.formats import format_to_write

    targets = [(out, list(paths))]
    if out.is_dir() or not out.suffix:
        targets = [(out / path.name, [path]) for path in paths]
    for target, _ in targets:
        if format_to_write(target).name == "PSQ":
            raise NotationError(f"{target}: PSQ has no room for a review; write .sgf or .json")
        if target.exists() and not force:
            raise NotationError(f"{target} is there already; --force overwrites it")
    names = [target for target, _ in targets]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise NotationError(f"several files would be written to {twice}")
    return targets


def _count(paths: Sequence[Path], number: int | None, *, for_writing: bool) -> int:
    """Return how many games are to be reviewed.

    Raises:
        NotationError: when there is none, or one cannot be read that is to be reviewed or written.
    """
    from tengen.cli.shared.words import count
    from tengen.core import NotationError
    from tengen.records import Fault

    wanted, faults = 0, list[str]()
    for path in paths:
        games = 0
        for games, entry in enumerate(_entries(path), 1):
            if isinstance(entry.game, Fault):
                faults.append(str(entry.game))
                if for_writing:
                    raise NotationError(f"{entry.game}; so the file cannot be written again")
                if number == games:
                    raise NotationError(str(entry.game))
            else:
                wanted += number in (None, games)
        if number is not None and games < number:
            raise NotationError(f"{path} has {count(games, 'game')}, so there is no game {number}")
    if not wanted:
        raise NotationError(": ".join(["there is no game to review", *faults[:1]]))
    return wanted


def _entries(path: Path) -> "Iterator[Entry]":
    """Yield the games of a file, each as far as it can be played."""
    from tengen.records import Fault, playable, scan
    from tengen.records.fault import FaultyGameError, fault_of

    for entry in scan(path):
        if isinstance(entry.game, Fault):
            yield entry
            continue
        try:
            yield replace(entry, game=playable(entry.game)[0])
        except FaultyGameError as error:
            # A wrong result keeps nobody from looking at the moves.
            fault = fault_of(error).at(entry.file, entry.number)
            yield entry if error.move is None else replace(entry, game=fault)


def _reviewed(
    paths: Sequence[Path], number: int | None, desk: "_Desk", tell: Callable[["Reviewed"], None]
) -> "Iterator[Record]":
    """Yield the games of files, those that are wanted with their reviews, which are told."""
    from tengen.records import Fault
    from tengen.search.review import annotate

    for path in paths:
        for at, entry in enumerate(_entries(path), 1):
            if isinstance(entry.game, Fault):
                warn(str(entry.game))
            elif number in (None, at):
                _warn_of_rest(entry, entry.game)
                reviewed = desk.review(entry, entry.game)
                tell(reviewed)
                yield annotate(entry.game, reviewed.found, reviewed.game)
            else:
                yield entry.game


def _warn_of_rest(entry: "Entry", record: "Record") -> None:
    """Say at which move a game stops that its file has more of, and why."""
    from tengen.records.unplayed import IN_VARIATION, first_unplayed

    rest = first_unplayed(record)
    if rest is not None and not rest.reason.startswith(IN_VARIATION):
        warn(f"{rest.fault.at(str(entry.file), entry.number)}; what comes before it is reviewed")


class _Desk:
    """Reviews games, with the same agent as long as the game is the same."""

    def __init__(
        self, spec: str | None, limit: "Limit | None", seed: int, progress: "ReviewProgress"
    ) -> None:
        self._spec = spec
        self._limit = limit
        self._seed = seed
        self._progress = progress
        self._game: Game | None = None
        self._agent: Agent | None = None
        self._chosen = ""

    def close(self) -> None:
        """End the agent."""
        if self._agent is not None:
            self._agent.close()
        self._agent = None

    def review(self, entry: "Entry", record: "Record") -> "Reviewed":
        """Return a game with its review."""
        from tengen.cli.shared.reviewed import Reviewed
        from tengen.records.games import load
        from tengen.search.review import count_positions
        from tengen.search.review import review as review_game

        game = load(record.game, record.settings)
        agent = self._agent_for(game)
        self._progress.begin(count_positions(record, game))
        found = review_game(record, game, agent, self._limit, on_move=self._progress.add)
        return Reviewed(entry.file, entry.number, record, game, self._chosen, found)

    def _agent_for(self, game: "Game") -> "Agent":
        from tengen.agents import load_agent
        from tengen.agents.reviewer import usual_reviewer, with_defaults

        if self._agent is None or game != self._game:
            self.close()
            self._chosen = self._spec or usual_reviewer(game)
            self._agent = load_agent(with_defaults(self._chosen), game, seed=self._seed)
            self._game = game
            if (caveat := self._agent.caveat_line(self._chosen)) is not None:
                warn(caveat)
        return self._agent
