"""The rating data base: every game that was ever counted, in one SQLite file.

A game has a key of its own, so that adding it twice changes nothing, and each `add` is one
transaction, so that several processes may write at once. Games are kept by the rules they were
played by, and players by everything that makes them play as they do.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Self

import numpy as np

from tengen.arena.standings import Results
from tengen.core import Game, TengenError
from tengen.core.files import data_folder
from tengen.core.game import Setting
from tengen.games import load

FORMAT = 1
WAIT_SECONDS = 60.0
"""For another process to finish writing."""
_TABLES = f"""
CREATE TABLE players (
    number INTEGER PRIMARY KEY,
    spec TEXT NOT NULL, version TEXT NOT NULL, net TEXT NOT NULL, time TEXT NOT NULL,
    UNIQUE (spec, version, net, time)
);
CREATE TABLE games (
    key TEXT PRIMARY KEY,
    rules TEXT NOT NULL,
    first INTEGER NOT NULL REFERENCES players, second INTEGER NOT NULL REFERENCES players,
    winner INTEGER, forfeit TEXT, ended TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX by_rules ON games (rules);
PRAGMA user_version = {FORMAT}
"""


class RatingsError(TengenError):
    """A rating data base that is damaged or cannot be read or written."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A player, and all that makes another player of it."""

    spec: str
    version: str = ""
    """Of the programme."""
    net: str = ""
    """Checksum of its net, or of the program it is; empty without either."""
    time: str = ""
    """The time it had, where that and not the spec says how long it thinks."""


Counts = dict[tuple[Identity, Identity], tuple[int, int, int]]
"""By first and second player: games that the first won, drew and lost."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished game that counts."""

    key: str
    """The same for this game only, whoever adds it."""
    game: Game
    players: tuple[Identity, Identity]
    """The first and the second player."""
    winner: int | None
    """0 or 1; None for a draw."""
    ended: str
    """When, ``2026-01-31T12:00:00+00:00``."""
    forfeit: str | None = None
    """Why the loser was ruled to have lost; such a game counts as it was ruled."""


def default_path() -> Path:
    """Return the file in the user's data folder."""
    return data_folder() / "ratings.sqlite"


def rules_of(game: Game) -> str:
    """Return the rules of a game as one text: its settings but for where it begins from."""
    settings = {key: value for key, value in game.settings.items() if key != "position"}
    return json.dumps({"game": game.name, **settings}, sort_keys=True)


class RatingsDb:
    """Opens the data base, which is made where there is none.

    Raises:
        RatingsError: when the file is damaged, of a later version, or cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._told():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._data = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
            try:
                with self._transaction():
                    self._begin()
            except BaseException:
                self._data.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._data.close()

    def add(self, games: Iterable[RatedGame]) -> int:
        """Keep games, all or none, and return how many of them were new.

        Raises:
            RatingsError: when they cannot be written.
        """
        with self._told(), self._transaction():
            return sum(self._add(game) for game in games)

    def rules(self) -> list[Game]:
        """Return all rules that there are games of, those with most games first."""
        select = "SELECT rules FROM games GROUP BY rules ORDER BY COUNT(*) DESC, rules"
        with self._told():
            texts = [text for (text,) in self._data.execute(select)]
        return [_game_of(text) for text in texts]

    def counts(self, game: Game) -> Counts:
        """Return how often each result occurred in games by the rules of `game`."""
        select = (
            "SELECT a.spec, a.version, a.net, a.time, b.spec, b.version, b.net, b.time, "
            "SUM(winner IS 0), SUM(winner IS NULL), SUM(winner IS 1) FROM games "
            "JOIN players a ON a.number = first JOIN players b ON b.number = second "
            "WHERE rules = ? GROUP BY first, second ORDER BY first, second"
        )
        with self._told():
            rows = self._data.execute(select, (rules_of(game),)).fetchall()
        return {(Identity(*row[:4]), Identity(*row[4:8])): row[8:] for row in rows}

    def _begin(self) -> None:
        (version,) = self._data.execute("PRAGMA user_version").fetchone()
        if version == 0:
            for statement in _TABLES.split(";"):
                self._data.execute(statement)
        elif version != FORMAT:
            raise RatingsError(f"{self._path}: of version {version}, not {FORMAT}")

    def _add(self, game: RatedGame) -> int:
        numbers = [self._number(player) for player in game.players]
        row = (game.key, rules_of(game.game), *numbers, game.winner, game.forfeit, game.ended)
        insert = "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING"
        return self._data.execute(insert, row).rowcount

    def _number(self, player: Identity) -> int:
        """Return the row of a player, a new one where there is none."""
        row = astuple(player)
        insert = "INSERT INTO players VALUES (NULL, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        self._data.execute(insert, row)
        select = "SELECT number FROM players WHERE (spec, version, net, time) = (?, ?, ?, ?)"
        (number,) = self._data.execute(select, row).fetchone()
        return int(number)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Do all or nothing, waiting for other processes at the beginning and not midway."""
        self._data.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._data.execute("ROLLBACK")
            raise
        self._data.execute("COMMIT")

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise RatingsError(f"rating data base {self._path}: {error}") from error


def tabulate(counts: Counts, players: Sequence[Identity]) -> Results:
    """Return the results between some players, in their order; see `standings.Results`."""
    place = {player: number for number, player in enumerate(players)}
    results = np.zeros((len(players), len(players), 3))
    for (first, second), row in counts.items():
        if first != second and first in place and second in place:
            results[place[first], place[second]] = row
    return results


def _game_of(rules: str) -> Game:
    """Return the game that `rules_of` was given, begun as usual.

    Raises:
        RatingsError: when there is no such game.
    """
    try:
        settings: dict[str, Setting] = json.loads(rules)
        return load(str(settings.pop("game")), **settings)
    except (ValueError, AttributeError, KeyError, TengenError) as error:
        raise RatingsError(f"rating data base: games of unknown rules {rules}: {error}") from error
