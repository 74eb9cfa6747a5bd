"""A tournament that somebody else plays or has played, read from its folder; nobody is started."""

import json
import sqlite3
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from pydantic import ValidationError

from tengen.arena.paired import PairedTest
from tengen.arena.plan import NamedPlayer, Plan
from tengen.arena.schedule import Key, Result
from tengen.arena.settings import TournamentSettings
from tengen.arena.store import SELECT, StoredGame, StoreError, read_game
from tengen.arena.tournament import STORE
from tengen.core import Agent, Game, SettingsError, TengenError, parse_control
from tengen.games import load


@dataclass(frozen=True, slots=True)
class AbsentPlayer:
    """A player who is only spoken of."""

    spec: str

    @property
    def name(self) -> str:
        """The spec."""
        return self.spec

    def __call__(self, seed: int) -> Agent:
        """Refuse: who follows a tournament starts none of its players."""
        raise SettingsError(f"{self.spec} is not here to play")

    def for_game(self, game: Game) -> "AbsentPlayer":
        """Return the same player."""
        return self


class Follower:
    """Reads the games of a tournament as they end; the folder is left as it is.

    object thread may read, one at a time, and any may close it, even while another one reads.

    Args:
        folder: of the tournament.
        name: what the tournament is called; it is not in its data.

    Raises:
        StoreError: when the folder holds none that can be read.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self._lock = threading.Lock()  # sqlite3 dies of a connection closed while it is asked
        path = folder / STORE
        if not path.is_file():
            raise StoreError(f"{folder} holds no tournament")
        try:
            self._data = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False
            )
            about = dict(self._data.execute("SELECT name, value FROM about").fetchall())
            self.id: str = json.loads(about["id"])
            """Of this tournament and no other."""
            self.plan = plan_of(json.loads(about["identity"]), name)
        except (sqlite3.Error, KeyError, ValueError, TypeError, ValidationError) as error:
            raise StoreError(f"{path} is damaged or no tournament: {error}") from error
        self._ended = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Read no more, once what is being read is there."""
        with self._lock:
            self._data.close()

    def _ask(self, query: str, *values: int) -> list[Any]:
        with self._lock:
            return self._data.execute(query, values).fetchall()

    def read(self, most: int) -> list[StoredGame]:
        """Return up to `most` games that ended since the last time, in that order.

        Raises:
            StoreError: when they cannot be read.
        """
        try:
            rows = self._ask(f"{SELECT} WHERE ended > ? ORDER BY ended LIMIT ?", self._ended, most)
            games = [read_game(*row) for row in rows]
        except (sqlite3.Error, TengenError, KeyError, ValueError, TypeError) as error:
            raise StoreError(f"{self.folder / STORE} cannot be read: {error}") from error
        if rows:
            self._ended = rows[-1][0]
        return games

    def results(self) -> dict[Key, Result]:
        """Return how all finished games ended, in that order; quicker than the games themselves.

        Raises:
            StoreError: when they cannot be read.
        """
        try:
            rows = self._ask(
                "SELECT round, match, game, first, second, winner FROM games ORDER BY ended"
            )
        except sqlite3.Error as error:
            raise StoreError(f"{self.folder / STORE} cannot be read: {error}") from error
        return {
            (r, m, g): Result((first, second), winner) for r, m, g, first, second, winner in rows
        }

    def is_complete(self, results: Mapping[Key, Result]) -> bool:
        """Return whether these results are all that the tournament asks for."""
        fixtures = self.plan.schedule.fixtures(results)
        if all(fixture.key in results for fixture in fixtures):
            return True
        if self.plan.settings.sprt is None:
            return False
        test = PairedTest(self.plan.settings.sprt)
        for key, result in results.items():
            test.add(key, result)
        return test.is_decided

    def game(self, key: Key) -> StoredGame | None:
        """Return a finished game, None where there is none.

        Raises:
            StoreError: when it cannot be read.
        """
        try:
            where = "WHERE round = ? AND match = ? AND game = ?"
            rows = self._ask(f"{SELECT} {where}", *key)
            return read_game(*rows[0]) if rows else None
        except (sqlite3.Error, TengenError, KeyError, ValueError, TypeError) as error:
            raise StoreError(f"{self.folder / STORE} cannot be read: {error}") from error


def plan_of(identity: Mapping[str, Any], name: str) -> Plan:
    """Return the tournament that a folder tells of, its players absent.

    Args:
        identity: as `Plan.identity` returned it.
        name: what the tournament is called.

    Raises:
        ValidationError: when it is none.
        TengenError: when its game or a time control is unknown.
    """
    openings = {key: item for key, item in identity["openings"].items() if key != "checksum"}
    settings = TournamentSettings.model_validate({**identity, "openings": openings})
    asked = dict(settings.game)
    names = [entrant.name for entrant in settings.players]
    times = [entrant.time or settings.time for entrant in settings.players]
    return Plan(
        name=name,
        settings=settings,
        game=load(asked.pop("name"), **asked),
        players=tuple(NamedPlayer(AbsentPlayer(e.spec), e.name) for e in settings.players),
        controls=tuple(parse_control(time) if time else None for time in times),
        cards=(),
        schedule=settings.schedule(names),
    )
