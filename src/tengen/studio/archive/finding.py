"""What may be asked of the library, as SQLite is asked."""

import json
import math
import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tengen.core import TengenError
from tengen.records.games import load as load_game
from tengen.studio.sitting.history import count_moves

COLUMNS = (
    "id, game, settings, first, second, over, winner, reason, plies, moves, date, source, saved,"
    " at_table"
)
RESULTS = {
    "first": "over AND winner IS 0",
    "second": "over AND winner IS 1",
    "draw": "over AND winner IS NULL",
    "open": "NOT over",
}


RATINGS = (("BR", "BlackElo", "BlackRating"), ("WR", "WhiteElo", "WhiteRating"))
"""Where files tell the rating of the first player, who is Black, and of the second."""
MOST_SWING = 800


@dataclass(frozen=True, slots=True)
class Query:
    """Which games; what is left at its default says nothing."""

    game: str = ""
    player: str = ""
    """Part of either player's name."""
    result: str = ""
    """One of `RESULTS`: who won, or ``open`` for games that go on."""
    since: str = ""
    """The first day, ``2026-01-31``."""
    until: str = ""
    """The last day."""
    source: str = ""
    """How the source begins: ``play``, ``tournament/``."""
    keys: tuple[int, ...] = ()
    """Positions of which the game has one; see `tengen.studio.archive.keys`."""


@dataclass(frozen=True, slots=True)
class Row:
    """A game as a list shows it."""

    id: str
    game: str
    settings: Mapping[str, object]
    players: tuple[str, str]
    over: bool
    winner: int | None
    """0 or 1; None for a draw, and while it goes on."""
    reason: str
    plies: int
    moves: int
    """As people count them: a capture of several hops is one."""
    date: str
    """When it was played, as far as is known: ``2026-01-31``, ``2026``."""
    source: str
    """``play`` for the games of tables, or where it came from."""
    saved: float
    """Seconds since 1970."""
    at_table: bool
    """Whether a table can go on with it."""
    ply: int | None = None
    """Where it has the position asked for, the first time."""


@dataclass(frozen=True, slots=True)
class Page:
    """A part of what was found."""

    rows: tuple[Row, ...]
    total: int
    """Of all games found."""


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a move in the games that have a position."""

    action: int
    games: int
    first: int
    """Games that the first player won."""
    draws: int
    second: int
    latest: str
    """Date of the latest game, as far as is known."""
    rating: int | None
    """Average of who played it; None where no record tells."""
    performance: int | None
    """The rating that its results against rated opponents are worth; None without any."""


def read_played(row: sqlite3.Row, action: int) -> Played:
    """Return what became of `action`: a row of games and their averages.

    ``against`` is the opponents' rating in games that have ended, and ``score`` what was scored in
    those, in [0, 1].
    """
    against, score = row["against"], row["score"]
    return Played(
        action=action,
        games=row["games"],
        first=row["first"],
        draws=row["draws"],
        second=row["second"],
        latest=row["latest"],
        rating=None if row["rating"] is None else round(row["rating"]),
        performance=None if against is None else round(against + _swing(score)),
    )


def _swing(score: float) -> float:
    """Return by how much a rating is above the opponents' that expects `score` against them.

    By the logistic curve of Elo's scale; no more than FIDE's tables give for winning all games.
    """
    if score in {0, 1}:
        return MOST_SWING if score else -MOST_SWING
    return max(-MOST_SWING, min(MOST_SWING, 400 * math.log10(score / (1 - score))))


def condition(query: Query) -> tuple[str, list[object]]:
    """Return what a row of games must meet, and the values in it."""
    name = f"%{_escape(query.player)}%"
    parts: list[tuple[bool | str | tuple[int, ...], str, list[object]]] = [
        (True, "deleted IS NULL", []),
        # A table at which nobody has moved is no game yet.
        (True, "NOT (source = 'play' AND plies = 0)", []),
        (query.game, "game = ?", [query.game]),
        (query.player, r"(first LIKE ? ESCAPE '\' OR second LIKE ? ESCAPE '\')", [name, name]),
        (query.result, f"({RESULTS[query.result or 'open']})", []),
        # Where only the year is known, the game may lie in every span that touches the year.
        (query.since, "date >= substr(?, 1, length(date)) AND date <> ''", [query.since]),
        (query.until, "date <= ? AND date <> ''", [query.until]),
        (query.source, r"source LIKE ? ESCAPE '\'", [f"{_escape(query.source)}%"]),
        (query.keys, f"number IN (SELECT game FROM {_having(query)})", list(query.keys)),  # noqa: S608
    ]
    asked = [(text, values) for is_asked, text, values in parts if is_asked]
    return " AND ".join(text for text, _ in asked), [value for _, some in asked for value in some]


def meets(row: Row, query: Query) -> bool:
    """Tell whether a query but for its positions is true of a row, as `condition` asks it."""
    result = ("first", "second")[row.winner] if row.winner is not None else "draw"
    names = "\n".join(row.players).lower()
    return (
        query.game in {"", row.game}
        and query.player.lower() in names
        and query.result in {"", result if row.over else "open"}
        and (not query.since or "" != row.date >= query.since[: len(row.date)])
        and (not query.until or "" != row.date <= query.until)
        and row.source.startswith(query.source)
    )


def ply_asked(query: Query) -> tuple[str, list[object]]:
    """Return what tells where a game has the position asked for, and the values in it."""
    if not query.keys:
        return "NULL", []
    return f"(SELECT min(ply) FROM {_having(query)} AND game = number)", list(query.keys)  # noqa: S608


def read_row(row: sqlite3.Row) -> Row:
    """Return a row of `COLUMNS` and ``ply``."""
    return Row(
        id=row["id"],
        game=row["game"],
        settings=json.loads(row["settings"]),
        players=(row["first"], row["second"]),
        over=bool(row["over"]),
        winner=row["winner"],
        reason=row["reason"],
        plies=row["plies"],
        moves=row["moves"],
        date=row["date"],
        source=row["source"],
        saved=row["saved"],
        at_table=bool(row["at_table"]),
        ply=row["ply"],
    )


def date_of(meta: Mapping[str, str]) -> str:
    """Return when a game was played, as far as its file says: ``1995-06-05``, ``1995``, nothing."""
    text = meta.get("DT") or meta.get("Date") or ""
    found = re.search(r"(\d{4})(?:[-./](\d\d?)(?:[-./](\d\d?))?)?", text)
    if found is None:
        return ""
    return "-".join(part.zfill(2) for part in found.groups() if part)


def moves_of(record: Mapping[str, Any]) -> int:
    """Return how many moves people count in a game, one an action where its rules are unknown.

    Args:
        record: as `Record.to_json`.
    """
    actions = [move["action"] for move in record["moves"]]
    try:
        return count_moves(load_game(record["game"], record["settings"]), actions)
    except TengenError:
        return len(actions)


def ratings_of(meta: Mapping[str, str]) -> tuple[int | None, int | None]:
    """Return the players' ratings as far as a file says; a rank such as ``5d`` is none."""
    first, second = (next((meta[key] for key in keys if key in meta), "") for keys in RATINGS)
    return _rating(first), _rating(second)


def _rating(text: str) -> int | None:
    found = re.match(r"\s*(\d{3,4})\b", text)
    return found and int(found[1])


def _having(query: Query) -> str:
    holes = ", ".join("?" * len(query.keys))
    return f"positions WHERE key IN ({holes})"


def _escape(text: str) -> str:
    return re.sub(r"([%_\\])", r"\\\1", text)
