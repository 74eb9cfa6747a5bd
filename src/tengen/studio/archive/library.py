"""Every game there is: found by player, result, date and position."""

import json
import secrets
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tengen.core import Record, State, TengenError
from tengen.records.games import load as load_game
from tengen.studio.archive import famous
from tengen.studio.archive.database import Database
from tengen.studio.archive.finding import (
    COLUMNS,
    Page,
    Played,
    Query,
    Row,
    condition,
    date_of,
    moves_of,
    ply_asked,
    ratings_of,
    read_played,
    read_row,
)
from tengen.studio.archive.keys import key_of, keys_along

__all__ = ["PLAYED", "Library", "Page", "Played", "Query", "Row", "new_id"]

FILE = "library.sqlite"
PLAYED = "play"
"""The source of games played at a table."""
KEPT_DAYS = 30
"""A deleted game can be had back for so long."""


class Library:
    """The games in a folder; safe to use from any thread, and meant for threads of work.

    Everything raises OSError when the disk is full or the file cannot be read or written.
    """

    def __init__(self, folder: Path) -> None:
        self._database = Database(folder / FILE)

    # -- games go in

    def add(
        self, record: Record, source: str, game_id: str | None = None, *, date: str = ""
    ) -> str:
        """Take a game in and return its id; one whose id is there already is left as it is.

        Args:
            record: a game that keeps to the rules.
            source: where it comes from, ``tournament/spring``.
            game_id: names the game; one that nobody has if None.
            date: when it was played, ``2026-01-31``, where the record does not tell.

        Raises:
            TengenError: when it does not keep to the rules.
        """
        game_id = game_id or new_id()
        self.add_all([(record, game_id)], source, date=date)
        return game_id

    def add_all(self, games: Iterable[tuple[Record, str]], source: str, *, date: str = "") -> int:
        """Take games in, each with an id, all or none; return how many are new.

        Raises:
            TengenError: when one does not keep to the rules.
        """
        read = [
            (_row(record.to_json(), game_id, source, date), _positions_of(record))
            for record, game_id in games
        ]
        with self._database.write() as db:
            return sum(_add(db, row, positions) for row, positions in read)

    def save(
        self,
        game_id: str,
        record: Mapping[str, object],
        sheet: Mapping[str, Any],
        saved: float | None = None,
    ) -> None:
        """Write down a game of a table as it is now, whole or not at all.

        Args:
            record: as `Record.to_json`.
            sheet: what else a table needs to go on with it.
            saved: when, in seconds since 1970; now if None.
        """
        row = _row(record, game_id, PLAYED)
        row["date"] = time.strftime("%Y-%m-%d", time.localtime(sheet["created"]))
        row["saved"] = saved or row["saved"]
        row["sheet"] = _dump(sheet)
        with self._database.write() as db:
            _upsert(db, row)

    def rename(self, game_id: str, players: tuple[str, str]) -> None:
        """Call the players of a game otherwise; all else of it stays, when it was saved too."""
        change = "UPDATE games SET first = ?, second = ? WHERE id = ? RETURNING number"
        record = (
            "UPDATE records SET record = json_set(record, '$.players', json(?)) WHERE number = ?"
        )
        with self._database.write() as db:
            for (number,) in db.execute(change, [*players, game_id]).fetchall():
                db.execute(record, [_dump(players), number])

    # -- and are found again

    def load(self, game_id: str) -> Record | None:
        """Return a game, one of the famous ones too; None where there is none."""
        found = self.load_json(game_id)
        return Record.from_json(found[0]) if found else famous.games().get(game_id)

    def load_json(self, game_id: str) -> tuple[dict[str, object], dict[str, object] | None] | None:
        """Return a game as `Record.to_json` and what its table wrote down, None without either."""
        asked = "SELECT record, sheet FROM records JOIN games USING (number) WHERE id = ?"
        with self._database.read() as db:
            row = db.execute(asked, [game_id]).fetchone()
        if row is None:
            return None
        return json.loads(row["record"]), row["sheet"] and json.loads(row["sheet"])

    def search(self, query: Query, start: int = 0, count: int = 50) -> Page:
        """Return games from the `start`-th on, the latest first."""
        if query.keys:
            self.key_positions()
        where, values = condition(query)
        ply, keys = ply_asked(query)
        asked = f"""
            SELECT {COLUMNS}, {ply} AS ply FROM games WHERE {where}
            ORDER BY saved DESC, number DESC LIMIT ? OFFSET ?
        """  # noqa: S608
        with self._database.read() as db:
            (total,) = db.execute(f"SELECT count(*) FROM games WHERE {where}", values).fetchone()  # noqa: S608
            found = db.execute(asked, [*keys, *values, count, start]).fetchall()
        return Page(tuple(map(read_row, found)), total)

    def played(
        self, game: str, settings: Mapping[str, object]
    ) -> list[tuple[bool, int | None, Any]]:
        """Return the games of tables by some rules in the order in which they were begun.

        Each is whether it is over, its winner, and what its table wrote down.
        """
        asked = """
            SELECT over, winner, sheet FROM games JOIN records USING (number)
            WHERE source = ? AND deleted IS NULL AND game = ? AND settings = ?
                AND sheet IS NOT NULL
        """
        with self._database.read() as db:
            found = db.execute(asked, [PLAYED, game, _dump(settings)]).fetchall()
        games = [(bool(row["over"]), row["winner"], json.loads(row["sheet"])) for row in found]
        return sorted(games, key=lambda each: float(each[2]["created"]))

    def sources(self, game: str = "") -> dict[str, int]:
        """Return how many games, of one kind or of all, came from where, the most frequent first."""
        asked = """
            SELECT source, count(*) AS games FROM games
            WHERE deleted IS NULL AND (game = :game OR :game = '')
            GROUP BY source ORDER BY games DESC, source LIMIT 100
        """
        with self._database.read() as db:
            return {row["source"]: row["games"] for row in db.execute(asked, {"game": game})}

    def ids(self, query: Query) -> list[str]:
        """Return the ids of all games found, the latest first."""
        if query.keys:
            self.key_positions()
        where, values = condition(query)
        asked = f"SELECT id FROM games WHERE {where} ORDER BY saved DESC, number DESC"  # noqa: S608
        with self._database.read() as db:
            return [row["id"] for row in db.execute(asked, values)]

    def at_tables(self) -> list[str]:
        """Return the ids of all games of tables, the deleted ones too."""
        with self._database.read() as db:
            return [row["id"] for row in db.execute("SELECT id FROM games WHERE at_table")]

    def moves_at(self, state: State, query: Query | None = None) -> list[Played]:
        """Return what was played in a position, however it is turned, the most frequent first.

        Args:
            query: of which games; None for all.
        """
        self.key_positions()
        key = key_of(state)
        where, values = condition(query or Query())
        mine, theirs = ("first_rating", "second_rating")[:: -1 if state.to_play else 1]
        asked = f"""
            SELECT action, count(*) AS games, max(date) AS latest,
                sum(over AND winner IS 0) AS first, sum(over AND winner IS NULL) AS draws,
                sum(over AND winner IS 1) AS second, avg({mine}) AS rating,
                avg({theirs}) FILTER (WHERE over) AS against,
                avg(iif(winner IS NULL, 0.5, winner = ?)) FILTER (
                    WHERE over AND {theirs} IS NOT NULL
                ) AS score
            FROM (SELECT DISTINCT game AS at, action FROM positions WHERE key = ? AND action >= 0)
            JOIN games ON number = at WHERE {where}
            GROUP BY action ORDER BY games DESC, action
        """  # noqa: S608
        with self._database.read() as db:
            found = db.execute(asked, [state.to_play, key.value, *values]).fetchall()
        return [read_played(row, key.own(row["action"])) for row in found]

    # -- and go

    def delete(self, ids: Sequence[str]) -> int:
        """Hide games, to be had back by `restore` for `KEPT_DAYS`; return how many there were."""
        return self._mark(ids, time.time())

    def restore(self, ids: Sequence[str]) -> int:
        """Have deleted games back; return how many."""
        return self._mark(ids, None)

    def forget_deleted(self) -> None:
        """Drop for good what was deleted more than `KEPT_DAYS` ago."""
        before = time.time() - KEPT_DAYS * 86_400
        with self._database.write() as db:
            db.execute("DELETE FROM games WHERE deleted < ?", [before])

    def close(self) -> None:
        """Close the file, which nobody may be using."""
        self._database.close()

    def _mark(self, ids: Sequence[str], deleted: float | None) -> int:
        change = "UPDATE games SET deleted = ? WHERE id = ? AND (deleted IS NULL) <> (? IS NULL)"
        with self._database.write() as db:
            return sum(db.execute(change, [deleted, each, deleted]).rowcount for each in ids)

    # -- what is noted of the library itself

    def note(self, name: str) -> str | None:
        """Return what was noted under a name, None where nothing was."""
        with self._database.read() as db:
            row = db.execute("SELECT text FROM notes WHERE name = ?", [name]).fetchone()
        return None if row is None else str(row["text"])

    def write_note(self, name: str, text: str) -> None:
        """Note something under a name, for `note`."""
        with self._database.write() as db:
            db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", [name, text])

    # -- positions

    def key_positions(self) -> None:
        """Enter the positions of games saved since: saving a move does without."""
        with self._database.read() as db:
            stale = db.execute("SELECT number FROM games WHERE NOT keyed").fetchall()
        for row in stale:
            self._key(row["number"])

    def _key(self, number: int) -> None:
        asked = "SELECT record, saved FROM records JOIN games USING (number) WHERE number = ?"
        with self._database.read() as db:
            row = db.execute(asked, [number]).fetchone()
        if row is None:
            return
        try:
            positions = _positions_of(Record.from_json(json.loads(row["record"])))
        except TengenError:
            positions = []  # its table says that it is damaged
        with self._database.write() as db:
            # A move made meanwhile leaves it for the next time.
            marked = "UPDATE games SET keyed = 1 WHERE number = ? AND saved = ?"
            if db.execute(marked, [number, row["saved"]]).rowcount:
                db.execute("DELETE FROM positions WHERE game = ?", [number])
                _add_positions(db, number, positions)


def new_id() -> str:
    """Return an id that no game has."""
    return secrets.token_urlsafe(9)


def _row(record: Mapping[str, Any], game_id: str, source: str, date: str = "") -> dict[str, Any]:
    """Return a game as the tables hold it."""
    outcome = record["outcome"]
    first_rating, second_rating = ratings_of(record["meta"])
    return {
        "id": game_id,
        "game": record["game"],
        "settings": _dump(record["settings"]),
        "first": record["players"][0],
        "second": record["players"][1],
        "over": outcome is not None,
        "winner": outcome and outcome["winner"],
        "reason": outcome["reason"] if outcome else "",
        "first_rating": first_rating,
        "second_rating": second_rating,
        "plies": len(record["moves"]),
        "moves": moves_of(record),
        "date": date_of(record["meta"]) or date,
        "source": source,
        "at_table": source == PLAYED,
        "saved": time.time(),
        "keyed": False,
        "deleted": None,
        "record": _dump(record),
        "sheet": None,
    }


def _dump(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _upsert(db: sqlite3.Connection, row: Mapping[str, object]) -> int:
    """Write a game down and return its number; what was written of it before is replaced."""
    head = {name: value for name, value in row.items() if name not in {"record", "sheet"}}
    changed = ", ".join(f"{name} = excluded.{name}" for name in head if name != "id")
    asked = f"""
        INSERT INTO games ({", ".join(head)}) VALUES ({", ".join("?" * len(head))})
        ON CONFLICT (id) DO UPDATE SET {changed} RETURNING number
    """  # noqa: S608
    (number,) = db.execute(asked, list(head.values())).fetchone()
    body = [number, row["record"], row["sheet"]]
    db.execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?)", body)
    return int(number)


def _add(
    db: sqlite3.Connection, row: Mapping[str, object], positions: Sequence[tuple[int, int]]
) -> bool:
    """Write a game down where it is not there yet; tell whether that is so."""
    there = "UPDATE games SET deleted = NULL WHERE id = ?"
    if db.execute(there, [row["id"]]).rowcount:
        return False
    _add_positions(db, _upsert(db, {**row, "keyed": True}), positions)
    return True


def _positions_of(record: Record) -> list[tuple[int, int]]:
    """Return the key of each position and what was played there.

    Raises:
        TengenError: at the first move against the rules.
    """
    states = list(record.replay(load_game(record.game, record.settings)))
    return keys_along(states, [move.action for move in record.moves])


def _add_positions(
    db: sqlite3.Connection, number: int, positions: Sequence[tuple[int, int]]
) -> None:
    rows = [(key, number, ply, action) for ply, (key, action) in enumerate(positions)]
    db.executemany("INSERT INTO positions VALUES (?, ?, ?, ?)", rows)
