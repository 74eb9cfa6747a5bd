"""Reviews of games as tables for people and as plain data for programs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from tengen.cli.shared.words import count
from tengen.core import Game, Record
from tengen.search.review import Grade, MoveReview, Review
from tengen.search.review.annotating import summary

if TYPE_CHECKING:
    from rich.console import JustifyMethod

_SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??", "forced": "only", "opening": "book"}
_FAULTS = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
_LINE = 5
"""Moves of the better line in the table (JSON has them all)."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A game with its review."""

    file: str
    """The path, with the member after a colon for an archive."""
    number: int
    """Which game of the file, from 1."""
    record: Record
    game: Game
    spec: str
    """Who reviewed it."""
    found: Review

    @property
    def sides(self) -> tuple[str, str]:
        """What the players are called at the end: an opening may have let them choose colours."""
        *_, last = self.record.replay(self.game)
        return self.game.sides(last)

    def to_json(self) -> dict[str, object]:
        """Return plain data for `json.dumps`; chances in percent and leads for whoever moves."""
        found, game = self.found, self.game
        return {
            "file": self.file,
            "number": self.number,
            "game": game.name,
            "settings": dict(game.settings),
            "agent": self.spec,
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
                    "points": move.points,
                    "best": list(move.line_names),
                }
                for move in found.moves
            ],
        }


def _counts(found: Review, player: int) -> dict[str, int]:
    return {str(grade): number for grade, number in sorted(found.count(player).items())}


def show_one(reviewed: Reviewed, *, faults: bool) -> None:
    """Print a line a move and how each player did; if `faults`, of faults alone."""
    console = Console(highlight=False)
    found, sides = reviewed.found, reviewed.sides
    shown = [(n, m) for n, m in enumerate(found.moves, 1) if m.is_fault or not faults]
    if shown:
        console.print(_table_of_moves(shown, sides, console.width))
    names = zip(sides, reviewed.record.players, strict=True)
    told = ", ".join(f"{side}: {name}" for side, name in names if name)
    for line in filter(None, (told, *summary(found, sides))):
        console.print(line, markup=False, soft_wrap=True)


def show_many(games: Sequence[tuple[str, ...]]) -> None:
    """Print a line a game; each is what `row_of` returns."""
    console = Console(highlight=False)
    table = Table()
    for heading in ("game", "players"):
        table.add_column(heading, overflow="fold")
    for heading in ("moves", "accuracy", "?!", "?", "??"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in games:
        table.add_row(*row)
    console.print(table)
    console.print(f"{count(len(games), 'game')} reviewed; of each two figures the first player's "
                  "comes first", soft_wrap=True)  # fmt: skip


def row_of(reviewed: Reviewed) -> tuple[str, ...]:
    """Return where a game is, who played it, and for both sides how well."""
    found, sides = reviewed.found, range(2)
    accuracies = [found.accuracy(side) for side in sides]
    counts = [found.count(side) for side in sides]
    return (
        f"{reviewed.file}, {reviewed.number}",
        " - ".join(
            name or side for name, side in zip(reviewed.record.players, reviewed.sides, strict=True)
        ),
        str(len(found.moves)),
        " ".join("-" if accuracy is None else f"{accuracy:.1f}" for accuracy in accuracies),
        *(" ".join(str(count.get(grade, 0)) for count in counts) for grade in _FAULTS),
    )


def _table_of_moves(
    moves: Sequence[tuple[int, MoveReview]], sides: tuple[str, str], width: int
) -> Table:
    """Return a row a move; of what is wider than `width`, the better line gives way."""
    rows = [_row(number, move, sides[move.player]) for number, move in moves]
    headings: tuple[str, ...] = (
        "",
        "player",
        "move",
        "before",
        "after",
        "loss",
        "points",
        "",
        "better",
    )
    if not any(move.points is not None for _, move in moves):
        at = headings.index("points")
        headings, rows = headings[:at] + headings[at + 1 :], [r[:at] + r[at + 1 :] for r in rows]
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


def _row(number: int, move: MoveReview, side: str) -> tuple[str, ...]:
    return (
        str(number),
        side,
        move.name,
        f"{move.before:.1f}",
        f"{move.after:.1f}",
        f"{move.loss:.1f}" if move.loss else "",
        f"{move.points:.1f}" if move.points else "",
        _SIGNS.get(move.grade, ""),
        " ".join(move.line_names[:_LINE]) if move.is_fault else "",
    )
