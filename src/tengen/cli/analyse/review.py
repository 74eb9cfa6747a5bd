"""``tengen review``: what each move of a game cost, and the better ones."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.shared.options import AsJson, Seconds, Seed, Visits, make_limit
from tengen.cli.shared.words import warn

if TYPE_CHECKING:
    from rich.console import JustifyMethod
    from rich.table import Table

    from tengen.core import Game, Record
    from tengen.search.review import MoveReview, Review

_SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??", "forced": "only", "opening": "book"}
_LINE = 5
"""Moves of the better line in the table (JSON has them all)."""


def review(
    record: Annotated[Path, typer.Argument(help="A file of games: SGF, PDN, PSQ or JSON.")],
    number: Annotated[int, typer.Option(min=1, help="Which game of the file.")] = 1,
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
            help="Write the file with the review in it: glyphs, comments, values and better lines. "
            "The suffix says the format; PSQ has no room for them."
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    faults: Annotated[
        bool, typer.Option("--faults", help="List only inaccuracies, mistakes and blunders.")
    ] = False,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Review a whole game: what each move cost, how accurate each player was.

    Winning chances are the points expected of the game, in percent, for whoever
    moves. A move that loses 5 points of them is an inaccuracy (?!), 10 a mistake
    (?), 15 a blunder (??), as on lichess.org; so is the accuracy from 0 to 100.

    [bold]Examples[/bold]: tengen review game.sgf --out reviewed.sgf

    tengen review games.pdn --number 3 --agent nnue --seconds 0.5 --faults
    """
    from tengen.agents import load_agent
    from tengen.agents.reviewer import usual_reviewer, with_defaults
    from tengen.cli.shared.positions import read_record
    from tengen.cli.shared.progress import ReviewProgress
    from tengen.records.games import load
    from tengen.search.review import count_positions
    from tengen.search.review import review as review_game

    if out is not None:
        _check_room(out, force)
    played = read_record(record, number)
    game = load(played.game, played.settings)
    spec = agent or usual_reviewer(game)
    thinker = load_agent(with_defaults(spec), game, seed=seed)
    if (caveat := thinker.caveat_line(spec)) is not None:
        warn(caveat)
    try:
        with ReviewProgress(count_positions(played, game)) as progress:
            found = review_game(
                played, game, thinker, make_limit(seconds, visits), on_move=progress.add
            )
    finally:
        thinker.close()
    if as_json:
        print(json.dumps(to_json(found, game, spec)))
    else:
        show(found, played, game, faults)
    if out is not None:
        _write(record, number, out, found, game)


def _check_room(out: Path, force: bool) -> None:
    """Refuse a file that cannot be written, before any thinking is done."""
    from tengen.core import NotationError
    from tengen.records.formats import format_to_write

    if format_to_write(out).name == "PSQ":
        raise NotationError(f"{out}: PSQ has no room for a review; write .sgf or .json")
    if out.exists() and not force:
        raise NotationError(f"{out} is there already; --force overwrites it")


def _write(source: Path, number: int, out: Path, found: "Review", game: "Game") -> None:
    """Write all games of the file, the one reviewed with its review."""
    from tengen.core import NotationError
    from tengen.records import Fault, scan, write
    from tengen.search.review import annotate

    def games() -> "Iterator[Record]":
        for entry, at in zip(scan(source), range(1, 2**31), strict=False):
            if isinstance(entry.game, Fault):
                raise NotationError(f"{entry.game}; so the file cannot be written again")
            yield annotate(entry.game, found, game) if at == number else entry.game

    write(list(games()), out)
    print(f"written to {out}")


def to_json(found: "Review", game: "Game", spec: str) -> dict[str, object]:
    """Return plain data for `json.dumps`; chances in percent and leads for whoever moves."""
    return {
        "game": game.name,
        "settings": dict(game.settings),
        "agent": spec,
        "players": [
            {"name": name, "accuracy": found.accuracy(player), **_counts(found, player)}
            for player, name in enumerate(game.players)
        ],
        "chances": list(found.chances),
        "moves": [
            {
                "ply": move.start,
                "player": game.players[move.player],
                "move": move.name,
                "grade": str(move.grade),
                "before": move.before,
                "after": move.after,
                "loss": move.loss,
                "lead": move.lead,
                "best": list(move.line_names),
            }
            for move in found.moves
        ],
    }


def _counts(found: "Review", player: int) -> dict[str, int]:
    return {str(grade): number for grade, number in sorted(found.count(player).items())}


def show(found: "Review", record: "Record", game: "Game", faults: bool) -> None:
    """Print a line a move and how each player did."""
    from rich.console import Console

    from tengen.search.review.annotating import summary

    console = Console(highlight=False)
    shown = [(n, m) for n, m in enumerate(found.moves, 1) if m.is_fault or not faults]
    if shown:
        console.print(_table(shown, game, console.width))
    names = zip(game.players, record.players, strict=True)
    told = ", ".join(f"{side}: {name}" for side, name in names if name)
    for line in filter(None, (told, *summary(found, game.players))):
        console.print(line, markup=False, soft_wrap=True)


def _table(moves: "list[tuple[int, MoveReview]]", game: "Game", width: int) -> "Table":
    """Return a row a move; of what is wider than `width`, the better line gives way."""
    from rich.table import Table

    rows = [_row(number, move, game) for number, move in moves]
    headings = ("", "player", "move", "before", "after", "loss", "", "better")
    table = Table()
    for at, heading in enumerate(headings[:-1]):
        wide = max(len(row[at]) for row in (headings, *rows))
        justify: JustifyMethod = "left" if heading in ("player", "move") else "right"
        table.add_column(heading, justify=justify, no_wrap=True, min_width=wide)
        width -= wide + len(" │ ")
    room = max(len(headings[-1]), width - len("│  │ "))
    table.add_column(headings[-1], overflow="ellipsis", no_wrap=True, max_width=room)
    for row in rows:
        table.add_row(*row)
    return table


def _row(number: int, move: "MoveReview", game: "Game") -> tuple[str, ...]:
    return (
        str(number),
        game.players[move.player],
        move.name,
        f"{move.before:.1f}",
        f"{move.after:.1f}",
        f"{move.loss:.1f}" if move.loss else "",
        _SIGNS.get(move.grade, ""),
        " ".join(move.line_names[:_LINE]) if move.is_fault else "",
    )
