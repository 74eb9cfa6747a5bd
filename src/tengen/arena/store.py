"""What a tournament has played: one SQLite file, the truth that everything else is made from.

A game is one transaction. What was added is there after ``kill -9`` at any moment, whole, and a
game that is there cannot be added again.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

from tengen.arena.referee import Cost
from tengen.arena.schedule import Key, Result
from tengen.core import Opening, Record, TengenError
from tengen.games import load

FORMAT = 1
_TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE openings (number INTEGER PRIMARY KEY, opening TEXT NOT NULL);
CREATE TABLE games (
    ended INTEGER PRIMARY KEY,
    round INTEGER NOT NULL, match INTEGER NOT NULL, game INTEGER NOT NULL,
    first INTEGER NOT NULL, second INTEGER NOT NULL,
    winner INTEGER, forfeit TEXT, time TEXT NOT NULL, costs TEXT NOT NULL, record TEXT NOT NULL,
    UNIQUE (round, match, game)
);
"""
SELECT = "SELECT ended, round, match, game, first, second, forfeit, time, costs, record FROM games"
"""Asks for games, as `read_game` takes them."""


class StoreError(TengenError):
    """A tournament's file that is damaged, cannot be written, or is of another tournament."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A finished game of a tournament."""

    key: Key
    players: tuple[int, int]
    """The first and the second player, as places in the list of players."""
    record: Record
    costs: tuple[Cost, Cost]
    forfeit: str | None
    """Why the loser was ruled to have lost; None for a game played to its end."""
    time: str
    """When it ended, ``2026-01-31T12:00:00+00:00``."""

    @property
    def result(self) -> Result:
        """Who won."""
        assert self.record.outcome is not None
        return Result(self.players, self.record.outcome.winner)


class Store:
    """The games and openings of one tournament.

    Args:
        path: the file; a new one is made.
        identity: plain data that must be what it was when the tournament began.

    Raises:
        StoreError: when the file is damaged or no such file, or of another tournament.
    """

    def __init__(self, path: Path, identity: Mapping[str, object]) -> None:
        self.path = path
        with self._told():
            self._data = sqlite3.connect(path, isolation_level=None)
            # A transaction is on the disk when it ends, not only with the operating system.
            self._data.execute("PRAGMA journal_mode = WAL")
            self._data.execute("PRAGMA synchronous = FULL")
            self._begin(identity)
            self.results = dict(self._read_results())
            """In the order in which the games ended."""
            rows = self._data.execute("SELECT opening FROM openings ORDER BY number")
            self.openings = [_from_json(json.loads(text)) for (text,) in rows]
            """By their numbers, from 0."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._data.close()

    def add(self, game: StoredGame) -> None:
        """Keep a game; when this returns, it is on the disk.

        Raises:
            StoreError: when it is there already, or cannot be written.
        """
        row = (
            *game.key, *game.players, game.result.winner, game.forfeit, game.time,
            json.dumps([asdict(cost) for cost in game.costs]),
            json.dumps(game.record.to_json(), ensure_ascii=False),
        )  # fmt: skip
        with self._told():
            self._data.execute("INSERT INTO games VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        self.results[game.key] = game.result

    def add_opening(self, opening: Opening) -> None:
        """Keep the next opening."""
        row = len(self.openings), json.dumps(_to_json(opening), ensure_ascii=False)
        with self._told():
            self._data.execute("INSERT INTO openings VALUES (?, ?)", row)
        self.openings.append(opening)

    def games(self) -> Iterator[StoredGame]:
        """Yield the games in the order in which they ended."""
        with self._told():
            for row in self._data.execute(f"{SELECT} ORDER BY ended"):
                yield read_game(*row)

    def game(self, key: Key) -> StoredGame:
        """Return a game that is there."""
        with self._told():
            where = "WHERE round = ? AND match = ? AND game = ?"
            return read_game(*self._data.execute(f"{SELECT} {where}", key).fetchone())

    def _begin(self, identity: Mapping[str, object]) -> None:
        if not self._data.execute("SELECT name FROM sqlite_master").fetchall():
            self._create({"format": FORMAT, "id": uuid4().hex, "identity": identity})
        rows = dict(self._data.execute("SELECT name, value FROM about").fetchall())
        if json.loads(rows["format"]) != FORMAT:
            raise StoreError(f"{self.path} was written by another version of Tengen")
        self.id: str = json.loads(rows["id"])
        """Of this tournament and no other."""
        if other := difference(json.loads(rows["identity"]), json.loads(json.dumps(identity))):
            place, there, asked = other
            raise StoreError(
                f"{self.path.parent} holds a tournament with {place} {there}, not {asked}: "
                "choose another --out"
            )

    def _create(self, about: Mapping[str, object]) -> None:
        rows = [(name, json.dumps(value)) for name, value in about.items()]
        self._data.execute("BEGIN")
        for table in _TABLES.split(";"):
            self._data.execute(table)
        self._data.executemany("INSERT INTO about VALUES (?, ?)", rows)
        self._data.execute("COMMIT")

    def _read_results(self) -> Iterator[tuple[Key, Result]]:
        for *key, first, second, winner in self._data.execute(
            "SELECT round, match, game, first, second, winner FROM games ORDER BY ended"
        ):
            yield (key[0], key[1], key[2]), Result((first, second), winner)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn the errors of SQLite, and of what is not JSON, into ours."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise StoreError(f"{self.path}: the game is there already: {error}") from error
        except sqlite3.OperationalError as error:
            raise StoreError(f"{self.path}: {error} (the games before are kept)") from error
        except (sqlite3.DatabaseError, KeyError, ValueError, TypeError) as error:
            raise StoreError(f"{self.path} is damaged or no tournament: {error}") from error


def difference(there: object, asked: object, place: str = "") -> tuple[str, str, str] | None:
    """Return the first place where plain data differ and what is there and asked, as text."""
    if isinstance(there, dict) and isinstance(asked, dict):
        keys = [*there, *(key for key in asked if key not in there)]
        parts = [(f"{place}.{key}" if place else key, there.get(key), asked.get(key))
                 for key in keys]  # fmt: skip
    elif isinstance(there, list) and isinstance(asked, list) and len(there) == len(asked):
        parts = [
            (f"{place}.{number}", *pair)
            for number, pair in enumerate(zip(there, asked, strict=True), start=1)
        ]
    else:
        return None if there == asked else (place, _in_words(there), _in_words(asked))
    found = (difference(old, new, where) for where, old, new in parts)
    return next((other for other in found if other), None)


def _in_words(value: object) -> str:
    if isinstance(value, list):
        return f"of {len(value)}"
    if isinstance(value, dict):
        return " ".join(f"{key}={_in_words(inner)}" for key, inner in value.items())
    return "none" if value in (None, "") else str(value)


def read_game(*row: Any) -> StoredGame:
    """Return the game in a row of the table, given by its columns."""
    _, *key, first, second, forfeit, time, costs, record = row
    one, other = (Cost(**cost) for cost in json.loads(costs))
    return StoredGame(
        (key[0], key[1], key[2]),
        (first, second),
        Record.from_json(json.loads(record)),
        (one, other),
        forfeit,
        time,
    )


def _to_json(opening: Opening) -> dict[str, object]:
    return {
        "game": opening.game.name,
        "settings": dict(opening.game.settings),
        "actions": list(opening.actions),
        "name": opening.name,
    }


def _from_json(data: Mapping[str, Any]) -> Opening:
    game = load(data["game"], **data["settings"])
    return Opening(game, tuple(data["actions"]), data["name"])
