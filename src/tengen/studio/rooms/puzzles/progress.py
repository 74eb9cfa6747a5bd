"""What a person has done: sittings, ratings and what is to come again, in one SQLite file."""

import errno
import secrets
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from tengen.puzzles import Puzzle
from tengen.studio.rooms.puzzles.rating import FIRST, rate
from tengen.studio.web.messages import RequestError

FILE = "progress.sqlite"
MIXED = "mixed"
WAIT_SECONDS = 5.0
"""For another process to finish writing."""
_MINUTE, _DAY = 60.0, 86400.0
AGAIN = (10 * _MINUTE, _DAY, 3 * _DAY, 7 * _DAY, 21 * _DAY)
"""Seconds until a failed puzzle comes again, longer after each time that it was solved."""
SAME = AGAIN[0]
"""Seconds in which a puzzle that is opened by its name is the same sitting still."""
OPEN_DAYS, MOST_OPEN = 30, 1000
"""Sittings that were never finished are forgotten after so many days, and beyond so many."""
CURVE = 500
"""Results of a kind that are told, the last ones."""

_TABLES = """
CREATE TABLE IF NOT EXISTS sittings (
    id TEXT PRIMARY KEY, puzzle TEXT NOT NULL, kind TEXT NOT NULL, began REAL NOT NULL,
    hints INTEGER NOT NULL DEFAULT 0, ended REAL, score REAL, rating REAL, played REAL
);
CREATE INDEX IF NOT EXISTS sittings_by_kind ON sittings (kind, ended);
CREATE INDEX IF NOT EXISTS sittings_by_puzzle ON sittings (puzzle, began);
CREATE INDEX IF NOT EXISTS sittings_open ON sittings (began) WHERE ended IS NULL;
CREATE TABLE IF NOT EXISTS puzzles (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, rating REAL NOT NULL, tries INTEGER NOT NULL,
    solved INTEGER NOT NULL, seen REAL NOT NULL, step INTEGER, due REAL
);
CREATE TABLE IF NOT EXISTS people (
    kind TEXT PRIMARY KEY, rating REAL NOT NULL, tries INTEGER NOT NULL, solved INTEGER NOT NULL,
    streak INTEGER NOT NULL, best INTEGER NOT NULL
);
"""


class Person(TypedDict):
    """How a person stands in a kind."""

    rating: int
    tries: int
    solved: int
    streak: int
    """Solved one after the other, up to now."""
    best: int
    """The longest such."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One time that somebody sits before a puzzle."""

    id: str
    puzzle: str
    score: float | None
    """None as long as it is open."""
    hints: int


class Progress:
    """Keeps results; its methods wait for the disk and may be called from any thread."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._lock = threading.Lock()

    def sit(self, puzzle: Puzzle) -> Sitting:
        """Begin a sitting."""
        with self._write() as db:
            return _sit(db, puzzle, time.time())

    def go_on(self, puzzle: Puzzle) -> Sitting:
        """Return the sitting before a puzzle that was begun a moment ago, else a new one.

        Who goes back to a puzzle, or loads the page again, is not at it for the first time.
        """
        now = time.time()
        with self._write() as db:
            row = db.execute(
                "SELECT id, puzzle, score, hints FROM sittings WHERE puzzle = ? AND began > ?"
                " ORDER BY began DESC LIMIT 1",
                (puzzle.id, now - SAME),
            ).fetchone()
            return Sitting(*row) if row else _sit(db, puzzle, now)

    def find(self, sitting: str) -> Sitting:
        """Return a sitting.

        Raises:
            RequestError: when there is none of that id.
        """
        with self._write() as db:
            row = db.execute(
                "SELECT id, puzzle, score, hints FROM sittings WHERE id = ?", (sitting,)
            ).fetchone()
        if row is None:
            raise RequestError("unknown_sitting", "nobody sits before a puzzle of that name")
        return Sitting(*row)

    def hint(self, sitting: str) -> None:
        """Note that help was given."""
        with self._write() as db:
            db.execute("UPDATE sittings SET hints = hints + 1 WHERE id = ?", (sitting,))

    def decide(self, sitting: str, puzzle: Puzzle, score: float) -> dict[str, object] | None:
        """Write a result down, the first of a sitting; return what it changes, else None.

        ``again`` are the seconds until the puzzle comes again, None where it does not.
        """
        now = time.time()
        with self._write() as db:
            row = db.execute("SELECT score FROM sittings WHERE id = ?", (sitting,)).fetchone()
            if row is None or row[0] is not None:
                return None
            told = _rate(db, puzzle, score)
            again = _schedule(db, puzzle, score, now)
            db.execute(
                "UPDATE sittings SET ended = ?, score = ?, rating = ?, played = ? WHERE id = ?",
                (now, score, told["rating"], told["played"], sitting),
            )
        return {"score": score, "again": again, **told}

    def people(self) -> dict[str, Person]:
        """Return how a person stands in each kind, and in all together."""
        with self._write() as db:
            rows = db.execute("SELECT kind, rating, tries, solved, streak, best FROM people")
            return {row[0]: _person(*row[1:]) for row in rows}

    def due(self, at: float) -> dict[str, str]:
        """Return the puzzles that are to come again by a time, with their kinds, the first first."""
        with self._write() as db:
            rows = db.execute("SELECT id, kind FROM puzzles WHERE due <= ? ORDER BY due", (at,))
            return dict(rows.fetchall())

    def seen(self) -> dict[str, tuple[float, float, int]]:
        """Return every puzzle tried: its rating, when it was seen last, and how often solved."""
        with self._write() as db:
            rows = db.execute("SELECT id, rating, seen, solved FROM puzzles")
            return {row[0]: row[1:] for row in rows}

    def curves(self) -> dict[str, list[list[float]]]:
        """Return when which rating was reached, by kind; seconds since 1970, ascending."""
        told: dict[str, deque[list[float]]] = {}
        with self._write() as db:
            rows = db.execute(
                "SELECT kind, ended, rating, score FROM sittings WHERE ended IS NOT NULL"
                " ORDER BY ended"
            )
            for kind, ended, rating, score in rows:
                points = told.setdefault(kind, deque(maxlen=CURVE))
                points.append([ended, round(rating, 1), score])
        return {kind: list(points) for kind, points in told.items()}

    @contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            try:
                with closing(sqlite3.connect(self._path, timeout=WAIT_SECONDS)) as db, db:
                    db.executescript(_TABLES)
                    db.execute("BEGIN IMMEDIATE")
                    yield db
            except sqlite3.Error as error:
                raise OSError(errno.EIO, str(error), str(self._path)) from error


def _sit(db: sqlite3.Connection, puzzle: Puzzle, now: float) -> Sitting:
    db.execute(
        "DELETE FROM sittings WHERE ended IS NULL AND (began < ? OR id IN (SELECT id FROM sittings"
        " WHERE ended IS NULL ORDER BY began DESC LIMIT -1 OFFSET ?))",
        (now - OPEN_DAYS * _DAY, MOST_OPEN - 1),
    )
    sitting = Sitting(secrets.token_urlsafe(9), puzzle.id, None, 0)
    db.execute(
        "INSERT INTO sittings (id, puzzle, kind, began) VALUES (?, ?, ?, ?)",
        (sitting.id, puzzle.id, puzzle.kind, now),
    )
    return sitting


def _person(rating: float, tries: int, solved: int, streak: int, best: int) -> Person:
    return {
        "rating": round(rating),
        "tries": tries,
        "solved": solved,
        "streak": streak,
        "best": best,
    }


def _rate(db: sqlite3.Connection, puzzle: Puzzle, score: float) -> dict[str, object]:
    """Move the person's rating in the kind and the puzzle's; count streaks, over all kinds too."""
    row = db.execute("SELECT rating FROM puzzles WHERE id = ?", (puzzle.id,)).fetchone()
    played = row[0] if row else float(puzzle.grade)
    person = _read_person(db, puzzle.kind)
    before = person[0]
    rating, after = rate(before, person[1], played, score)
    for kind in (puzzle.kind, MIXED):
        _, tries, solved, streak, best = _read_person(db, kind)
        streak = streak + 1 if score == 1 else 0
        db.execute(
            "INSERT OR REPLACE INTO people VALUES (?, ?, ?, ?, ?, ?)",
            (kind, rating, tries + 1, solved + int(score == 1), streak, max(best, streak)),
        )
    db.execute(
        "INSERT INTO puzzles (id, kind, rating, tries, solved, seen) VALUES (?, ?, ?, 1, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET rating = excluded.rating, tries = tries + 1,"
        " solved = solved + excluded.solved, seen = excluded.seen",
        (puzzle.id, puzzle.kind, after, int(score == 1), time.time()),
    )
    return {"rating": rating, "before": before, "played": played, "streak": streak}


def _read_person(db: sqlite3.Connection, kind: str) -> tuple[float, int, int, int, int]:
    row = db.execute(
        "SELECT rating, tries, solved, streak, best FROM people WHERE kind = ?", (kind,)
    ).fetchone()
    return row or (FIRST, 0, 0, 0, 0)


def _schedule(db: sqlite3.Connection, puzzle: Puzzle, score: float, now: float) -> float | None:
    """Let a failed puzzle come again, later each time that it is solved, at last no more; return when.

    In seconds from `now`, None where it does not come again.
    """
    (step,) = db.execute("SELECT step FROM puzzles WHERE id = ?", (puzzle.id,)).fetchone()
    if score < 1:
        step = 0
    elif step is not None:
        step += 1
    if step is not None and step >= len(AGAIN):
        step = None
    again = None if step is None else AGAIN[step]
    db.execute(
        "UPDATE puzzles SET step = ?, due = ? WHERE id = ?",
        (step, None if again is None else now + again, puzzle.id),
    )
    return again
