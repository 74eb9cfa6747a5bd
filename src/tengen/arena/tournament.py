"""A tournament, from its first game to its last; killed at any moment, it goes on from there."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from tengen.arena.gamefiles import GameFiles
from tengen.arena.live import LiveGames
from tengen.arena.match import Pairing, in_workers
from tengen.arena.paired import PairedTest
from tengen.arena.plan import Plan
from tengen.arena.referee import PlayedMatchGame
from tengen.arena.schedule import Fixture, Key, Result, unplayed
from tengen.arena.store import Store, StoredGame, StoreError
from tengen.core import Stop, TengenError
from tengen.core.ending import heeding
from tengen.core.lock import LOCK_NAME, locked
from tengen.core.pool import DiedError, Pool
from tengen.core.runner import Runner
from tengen.openings.deck import Deck

STORE = "games.sqlite"
GAMES = "games"
_LOOK_SECONDS = 0.2
"""Between two looks whether the tournament shall end."""
_TRIES = 2
"""Of a game whose process dies."""


def play_tournament(
    plan: Plan,
    folder: Path,
    runner: Runner,
    *,
    everywhere: bool = False,
    on_open: Callable[[Store], None] = lambda _: None,
    on_game: Callable[[StoredGame], None] = lambda _: None,
    stop: Stop | None = None,
) -> None:
    """Play what is left of a tournament.

    Args:
        plan: the tournament.
        folder: where its games are kept; another tournament's is refused.
        runner: has the workers that play.
        everywhere: play as many games at a time as the runner has room for, whatever the
            tournament's settings say.
        on_open: called with the games so far before any is played.
        on_game: called with each game when it is on the disk.
        stop: ends it within a move when set; games under way count for nothing.

    Raises:
        TengenError: when the folder is another tournament's, somebody works in it, or a game
            cannot be played; those before are kept.
    """
    check_folder(folder)
    stop = stop or Stop()
    with (
        locked(folder),
        heeding(folder, stop),
        Store(folder / STORE, plan.identity()) as store,
    ):
        files = GameFiles(folder / GAMES, plan.names, plan.name)
        files.make_good(store)
        live = LiveGames(folder)
        on_open(store)
        count = None if everywhere else plan.settings.concurrency
        work = in_workers(plan.files)
        with Pool[Key, Pairing, PlayedMatchGame](runner, count, work, live.tell) as workers:
            sitting = _Sitting(plan, store, workers, live)
            for game in sitting.games(stop):
                files.write(game)
                on_game(game)


def check_folder(folder: Path) -> None:
    """Check that a tournament can be kept in a folder.

    Raises:
        StoreError: when it holds something else.
    """
    if folder.exists() and not folder.is_dir():
        raise StoreError(f"{folder} is no folder: choose another --out")
    others = [path for path in folder.glob("*") if path.name != LOCK_NAME]
    if others and not (folder / STORE).exists():
        raise StoreError(f"{folder} is not empty and holds no tournament: choose another --out")


class _Sitting:
    """What one process plays of a tournament."""

    def __init__(
        self,
        plan: Plan,
        store: Store,
        workers: Pool[Key, Pairing, PlayedMatchGame],
        live: LiveGames,
    ) -> None:
        settings = plan.settings
        self._plan = plan
        self._store = store
        self._workers = workers
        self._live = live
        self._deck = Deck(
            plan.game,
            plan.cards,
            settings.openings.plies,
            settings.seed,
            store.openings,
            store.add_opening,
        )
        self._test = PairedTest(settings.sprt) if settings.sprt else None
        for key, result in store.results.items():
            self._count(key, result)
        self._under_way: dict[Key, Fixture] = {}
        self._deaths: Counter[Key] = Counter()

    def games(self, stop: Stop) -> Iterator[StoredGame]:
        """Yield games as they end, when they are on the disk."""
        while not stop.is_set() and not (self._test and self._test.is_decided):
            self._begin()
            if not self._under_way:
                return
            for key, done in self._workers.wait(_LOOK_SECONDS):
                fixture = self._under_way.pop(key)
                self._live.end(key)
                if isinstance(done, PlayedMatchGame):
                    game = _stored(fixture, done)
                    self._store.add(game)
                    self._count(key, game.result)
                    yield game
                else:
                    self._note_failure(fixture, done)

    def _begin(self) -> None:
        """Give every free worker a game."""
        if not self._workers.free:
            return
        known = self._plan.schedule.fixtures(self._store.results)
        waiting = [f for f in unplayed(known, self._store.results) if f.key not in self._under_way]
        for fixture in waiting[: self._workers.free]:
            opening = self._deck.opening(fixture.opening)
            pairing = self._plan.pairing(fixture, opening)
            self._workers.begin(fixture.key, replace(pairing, is_told=True))
            self._under_way[fixture.key] = fixture

    def _count(self, key: Key, result: Result) -> None:
        if self._test:
            self._test.add(key, result)

    def _note_failure(self, fixture: Fixture, error: Exception) -> None:
        """Let a game whose worker died be played again: once, or as often as its machine leaves."""
        if not isinstance(error, DiedError):
            raise error
        if error.innocent:
            return
        self._deaths[fixture.key] += 1
        if self._deaths[fixture.key] >= _TRIES:
            first, second = (self._plan.names[player] for player in fixture.players)
            raise TengenError(
                f"the worker that played game {'.'.join(map(str, fixture.key))}, {first} against "
                f"{second}, died {_TRIES} times ({error}): short of memory?"
            )


def _stored(fixture: Fixture, played: PlayedMatchGame) -> StoredGame:
    return StoredGame(
        key=fixture.key,
        players=fixture.players,
        record=played.record,
        costs=played.costs,
        forfeit=played.forfeit,
        time=datetime.now(UTC).isoformat(timespec="seconds"),
    )
