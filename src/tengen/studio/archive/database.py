"""The SQLite file that holds every game: its tables, and how it is read and written."""

import errno
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tengen.studio.archive.finding import moves_of, ratings_of

FORMAT = 3
WAIT_SECONDS = 5.0
"""For another process to finish writing."""

_TABLES = f"""
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,                -- gomoku
    settings TEXT NOT NULL,            -- as JSON
    first TEXT NOT NULL,               -- the players' names
    second TEXT NOT NULL,
    over INTEGER NOT NULL,             -- whether it has ended
    winner INTEGER,                    -- 0 or 1; NULL for a draw, and while it goes on
    plies INTEGER NOT NULL,
    moves INTEGER NOT NULL,            -- as people count them: a capture of several hops is one
    first_rating INTEGER,              -- the players' ratings, where the record tells them
    second_rating INTEGER,
    date TEXT NOT NULL,                -- when it was played: 2026-01-31, 2026-01, 2026 or nothing
    reason TEXT NOT NULL,              -- why it ended, in a few words
    source TEXT NOT NULL,              -- play, or where it came from: file.sgf, tournament/spring
    at_table INTEGER NOT NULL,         -- whether a table can go on with it
    saved REAL NOT NULL,               -- the last change, in seconds since 1970
    keyed INTEGER NOT NULL DEFAULT 0,  -- whether positions has the game as it is now
    deleted REAL                       -- when, in seconds since 1970; NULL for games that are there
);
CREATE TABLE records (                 -- apart, so that a search reads little
    number INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    record TEXT NOT NULL,              -- Record.to_json
    sheet TEXT                         -- the rest of Sheet.to_json; NULL for games of no table
);
CREATE TABLE notes (name TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE INDEX games_by_saved ON games (saved);
CREATE INDEX games_not_keyed ON games (keyed) WHERE NOT keyed;
CREATE TABLE positions (
    key INTEGER NOT NULL,              -- tengen.studio.archive.keys, the same for turned positions
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,  -- games.number
    ply INTEGER NOT NULL,
    action INTEGER NOT NULL,           -- played here, turned as the key is; -1 at the end
    PRIMARY KEY (key, game, ply)
) WITHOUT ROWID;
CREATE INDEX positions_by_game ON positions (game, ply);
PRAGMA user_version = {FORMAT};
"""


_WITH_RATINGS = """
ALTER TABLE games ADD COLUMN first_rating INTEGER;
ALTER TABLE games ADD COLUMN second_rating INTEGER;
"""
"""What made format 2 of format 1."""
_WITH_MOVES = "ALTER TABLE games ADD COLUMN moves INTEGER NOT NULL DEFAULT 0;"
"""What made format 3 of format 2."""


class Database:
    """One file for all threads: a writer at a time, and readers that never wait for it.

    The file is opened when it is first needed. What `write` has done survives the end of the
    process, however sudden.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._writer: sqlite3.Connection | None = None
        self._readers: list[sqlite3.Connection] = []  # those that nobody is using

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection in a transaction: all of it is done, or nothing.

        Raises:
            OSError: when the disk is full or the file cannot be written.
        """
        with self._lock, _as_os_error():
            writer = self._open_writer()
            writer.execute("BEGIN IMMEDIATE")
            try:
                yield writer
                writer.execute("COMMIT")
            except BaseException:
                if writer.in_transaction:
                    writer.execute("ROLLBACK")
                raise

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection to ask.

        Raises:
            OSError: when the file cannot be read.
        """
        with _as_os_error():
            reader = self._take_reader()
            try:
                yield reader
            finally:
                self._readers.append(reader)

    def close(self) -> None:
        """Close the file, which nobody may be using; it is opened again when it is needed."""
        with self._lock:
            for connection in (*self._readers, self._writer):
                if connection is not None:
                    connection.close()
            self._readers, self._writer = [], None

    def _take_reader(self) -> sqlite3.Connection:
        try:
            return self._readers.pop()
        except IndexError:
            pass
        with self._lock:
            self._open_writer()  # makes the tables
        return _connect(self.path)

    def _open_writer(self) -> sqlite3.Connection:
        if self._writer is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            writer = _connect(self.path)
            try:
                self._prepare(writer)
            except BaseException:
                writer.close()
                raise
            self._writer = writer
        return self._writer

    def _prepare(self, writer: sqlite3.Connection) -> None:
        writer.execute("PRAGMA journal_mode = WAL")
        # What is written survives this process. A power cut may cost the last moves, never the
        # file; to wait for the disk at each move would take a hundred times as long.
        writer.execute("PRAGMA synchronous = NORMAL")
        writer.execute("PRAGMA foreign_keys = ON")
        (version,) = writer.execute("PRAGMA user_version").fetchone()
        if version > FORMAT:
            raise OSError(errno.EPROTO, f"{self.path.name} was written by a newer version")
        if version == 0:
            writer.executescript(f"BEGIN IMMEDIATE; {_TABLES} COMMIT")
        for format_, columns, fill in _STEPS:
            if 0 < version < format_:
                _turn_into(writer, format_, columns, fill)


def _fill_ratings(writer: sqlite3.Connection) -> None:
    asked = "SELECT number, record FROM records JOIN games USING (number) WHERE NOT at_table"
    for row in writer.execute(asked).fetchall():
        ratings = ratings_of(json.loads(row["record"])["meta"])
        change = "UPDATE games SET first_rating = ?, second_rating = ? WHERE number = ?"
        if any(ratings):
            writer.execute(change, [*ratings, row["number"]])


def _fill_moves(writer: sqlite3.Connection) -> None:
    asked = "SELECT record FROM records WHERE number = ?"
    for (number,) in writer.execute("SELECT number FROM records").fetchall():
        (text,) = writer.execute(asked, [number]).fetchone()
        moves = moves_of(json.loads(text))
        writer.execute("UPDATE games SET moves = ? WHERE number = ?", [moves, number])


_STEPS: tuple[tuple[int, str, Callable[[sqlite3.Connection], None]], ...] = (
    (2, _WITH_RATINGS, _fill_ratings),
    (3, _WITH_MOVES, _fill_moves),
)
"""Each format after the first: its number, its new columns, and what they hold of known games."""


def _turn_into(
    writer: sqlite3.Connection,
    format_: int,
    columns: str,
    fill: Callable[[sqlite3.Connection], None],
) -> None:
    """Turn the format before into this one, all of it or nothing."""
    writer.executescript(f"BEGIN IMMEDIATE; {columns}")
    try:
        fill(writer)
        writer.execute(f"PRAGMA user_version = {format_}")
        writer.execute("COMMIT")
    except BaseException:
        writer.execute("ROLLBACK")
        raise


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
    )
    connection.row_factory = sqlite3.Row
    return connection


@contextmanager
def _as_os_error() -> Iterator[None]:
    """Let callers see one kind of failure for files, whoever reads and writes them."""
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(errno.EIO, str(error)) from error
