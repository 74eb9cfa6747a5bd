"""A tournament that pages follow, whoever plays it: all is read from its folder."""

import asyncio
import base64
import hashlib
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi.concurrency import run_in_threadpool

from tengen.arena.following import Follower
from tengen.arena.live import live_keys, live_path
from tengen.arena.report import Account
from tengen.arena.schedule import Key
from tengen.arena.store import StoredGame
from tengen.core import Record, TengenError
from tengen.studio.holders import reach
from tengen.studio.rooms.watch.board import LiveBoard, score_of
from tengen.studio.rooms.watch.places import Place
from tengen.studio.rooms.watch.score import Score
from tengen.studio.rooms.watch.table import (
    describe_counts,
    describe_next,
    describe_result,
    describe_table,
    describe_tournament,
    name_of,
)
from tengen.studio.web.messages import RequestError, without_folders
from tengen.studio.web.topics import Topic

_log = logging.getLogger(__name__)

BATCH = 500
"""Games read at once."""
RECENT = 60
"""Finished games that a page is told when it comes; it asks for older ones."""
REST_SHARE = 4
"""Ratings take no more than one part in so many of the time."""

Keep = Callable[[str, str, list[tuple[Record, str]], int], None]
"""Takes in games: the tournament's id and name, records with their ids, how many came before."""


@dataclass
class _News:
    """What changed since the last look."""

    set: dict[str, object] = field(default_factory=dict)
    append: dict[str, list[object]] = field(default_factory=dict)
    games: dict[Key, "_News"] = field(default_factory=dict)
    """Of the games that are watched one by one."""


class _Watched:
    """One game of it on a board of its own."""

    def __init__(self, name: str, on_empty: Callable[[], None]) -> None:
        self.state: dict[str, object] | None = None
        self.topic = Topic(name, lambda: self.state or {"loading": True}, on_empty)

    def apply(self, news: _News) -> None:
        """Tell pages what changed."""
        self.state = _after(self.state or {}, news)
        self.topic.tell(set=news.set, append=news.append)


class Cup:
    """Truth about one tournament as far as pages see it.

    `look` is work for a thread, one at a time; everything else runs on the event loop.

    Args:
        place: where it lies.
        keep: takes in the finished games of one that a page has begun; on a thread.
    """

    def __init__(self, place: Place, keep: Keep) -> None:
        self.place = place
        self._keep = keep
        self._state: dict[str, Any] = {"id": place.id, "name": place.name, "status": "loading"}
        self.topic = Topic(f"tournament/{place.id}", lambda: self._state)
        self._watched: dict[Key, _Watched] = {}
        self._looking = asyncio.Lock()
        self._follower: Follower | None = None
        self._account: Account | None = None
        self._boards: dict[Key, LiveBoard] = {}
        self._results: list[dict[str, object]] = []
        self._is_stale = False
        """Whether games have ended since the table was made."""
        self._table_at = 0.0
        """When it may be made again."""

    @property
    def is_followed(self) -> bool:
        """Whether any page would hear of a change."""
        return self.topic.is_followed or bool(self._watched)

    @property
    def has_looked(self) -> bool:
        """Whether its games were read."""
        return self._account is not None

    async def tick(self, status: dict[str, object], asked: int | None = None) -> None:
        """Look what is new, and tell pages.

        Args:
            status: what whoever plays it here says of it.
            asked: the process elsewhere that was asked to end.
        """
        async with self._looking:
            wanted = {key: watched.state for key, watched in self._watched.items()}
            news = await run_in_threadpool(self.look, status, asked, wanted)
            self._tell(news)

    def _tell(self, news: _News) -> None:
        changed = {key: item for key, item in news.set.items() if self._state.get(key) != item}
        news.set = changed
        if changed or news.append:
            self._state = _after(self._state, news)
            self._state["results"] = self._state.get("results", [])[-RECENT:]
            self.topic.tell(set=changed, append=news.append)
        for key, of_game in news.games.items():
            if key in self._watched:
                self._watched[key].apply(of_game)

    def watch(self, key: Key) -> Topic:
        """Return the topic of one of its games."""
        if key not in self._watched:
            name = f"{self.topic.name}/{name_of(key)}"
            self._watched[key] = _Watched(name, lambda: self._forget(key))
        return self._watched[key].topic

    def results(self, skip: int, count: int) -> dict[str, object]:
        """Return lines about finished games, the latest first."""
        total = len(self._results)
        end = max(0, total - skip)
        return {"total": total, "results": self._results[max(0, end - count) : end][::-1]}

    def record(self, key: Key) -> tuple[str, Record]:
        """Return the id that a finished game has in the library, and the game; for a thread.

        Raises:
            RequestError: when it is not finished.
        """
        game = self._follow().game(key)
        if game is None:
            raise RequestError("unknown_game", f"game {name_of(key)} is not finished")
        return self._game_id(key), self._to_keep(game)

    def close(self) -> None:
        """Read no more."""
        if self._follower is not None:
            self._follower.close()

    # -- on a thread

    def look(
        self,
        status: dict[str, object],
        asked: int | None,
        wanted: dict[Key, dict[str, object] | None],
    ) -> _News:
        """Return what is new.

        Args:
            status: what whoever plays it here says of it.
            asked: the process elsewhere that was asked to end.
            wanted: the games that are watched one by one, and what pages know of them.
        """
        news = _News()
        if not self.place.has_begun:
            news.set = {"status": "stopped", "ours": self.place.is_ours, "fault": "", **status}
            return news
        try:
            self._read(news, wanted)
        except TengenError as error:
            news.set = {"fault": without_folders(str(error)), "status": "damaged"}
            return news
        assert self._account is not None
        playing = self.place.is_played
        complete = news.set.get("complete", self._state.get("complete", False))
        told = "playing" if playing else "complete" if complete else "stopped"
        news.set |= {
            "status": told,
            "ours": self.place.is_ours,
            "fault": "",
            "reach": None,
            **status,
        }
        if playing and status.get("status") == "starting":
            news.set["status"] = told
        if playing and not status["mine"]:
            news.set |= self._look_elsewhere(asked)
        return news

    def _look_elsewhere(self, asked: int | None) -> dict[str, object]:
        """Return what is told of a tournament that another process plays."""
        player = self.place.player
        if player is None:  # it has ended just now
            return {}
        return {"status": "ending"} if player == asked else {"reach": reach(player)}

    def _follow(self) -> Follower:
        if self._follower is None:
            self._follower = Follower(self.place.folder, self.place.name)
        return self._follower

    def _read(self, news: _News, wanted: dict[Key, dict[str, object] | None]) -> None:
        is_first = self._account is None
        follower = self._follow()
        account = self._account = self._account or Account(follower.plan)
        if is_first:
            account.id = follower.id
            news.set |= describe_tournament(follower)
        games = self._read_games(follower, account)
        under_way = tuple(self._boards)
        moves = self._read_boards()
        if games:
            news.append["results"] = list(games[-RECENT:] if is_first else games)
        if games or is_first:
            # As soon as the games are told, though the table may have to wait.
            news.set |= describe_counts(account)
            self._is_stale = True
        if self._is_stale:
            self._weigh(news, account)
        live = [(key, board.small()) for key, board in sorted(self._boards.items())]
        news.set["live"] = [{"key": name_of(key), **told} for key, told in live if told]
        if games or is_first or set(self._boards) != set(under_way):
            news.set["next"] = describe_next(account, tuple(self._boards))
        for key, known in wanted.items():
            self._tell_game(news, key, known, moves.get(key, []))

    def _read_games(self, follower: Follower, account: Account) -> list[dict[str, object]]:
        found: list[dict[str, object]] = []
        while games := follower.read(BATCH):
            for game in games:
                account.add(game)
            if self.place.is_ours:
                records = [(self._to_keep(game), self._game_id(game.key)) for game in games]
                self._keep(follower.id, self.place.name, records, len(self._results) + len(found))
            found += [describe_result(game, follower.plan.names) for game in games]
        self._results += found
        return found

    def _read_boards(self) -> dict[Key, list[dict[str, list[object]]]]:
        """Return what pages append for the moves of each game under way."""
        keys = live_keys(self.place.folder) if self.place.is_played else []
        self._boards = {
            key: self._boards.get(key) or LiveBoard(live_path(self.place.folder, key))
            for key in keys
        }
        return {key: board.read() for key, board in self._boards.items()}

    def _weigh(self, news: _News, account: Account) -> None:
        """Make the table anew, unless that was done a moment ago."""
        began = time.monotonic()
        if began < self._table_at and not account.is_complete:
            return
        news.set |= describe_table(account)
        self._is_stale = False
        spent = time.monotonic() - began
        self._table_at = time.monotonic() + REST_SHARE * spent

    def _tell_game(
        self,
        news: _News,
        key: Key,
        known: dict[str, object] | None,
        moves: list[dict[str, list[object]]],
    ) -> None:
        """Note what is new of one game: all of it, its last moves, or its end."""
        board = self._boards.get(key)
        if board is not None and board.score is not None:
            if known is None or "moves" not in known:
                assert board.record is not None
                told = _describe_game(key, board.record, board.score)
                news.games[key] = _News(told | {"live": True})
            elif moves:
                joined = {
                    name: [item for move in moves for item in move[name]] for name in moves[0]
                }
                news.games[key] = _News(append=joined)
            return
        if known is not None and known.get("live") is False:
            return
        game = self._follow().game(key)
        if game is not None:
            told = _describe_game(key, game.record, score_of(game.record))
            news.games[key] = _News(told | {"live": False})
        elif known is None:
            news.games[key] = _News({"live": None, "key": name_of(key)})

    def _to_keep(self, game: StoredGame) -> Record:
        """Return a game with what the library wants to know of it."""
        record, round_ = game.record, name_of(game.key)
        meta = {"Event": self.place.name, "Date": game.time[:10], "Round": round_}
        return Record(
            game=record.game,
            settings=record.settings,
            moves=record.moves,
            outcome=record.outcome,
            players=record.players,
            meta=meta,
            comment=record.comment,
        )

    def _game_id(self, key: Key) -> str:
        text = f"{self._follow().id}/{name_of(key)}"
        digest = hashlib.sha256(text.encode()).digest()
        return base64.urlsafe_b64encode(digest)[:16].decode()

    def _forget(self, key: Key) -> None:
        self._watched.pop(key, None)


def _describe_game(key: Key, record: Record, score: Score) -> dict[str, object]:
    """Return a game as pages watch it."""
    players = [{"name": name} for name in record.players]
    return {"loading": False, "key": name_of(key), "players": players, **score.to_json()}


def _after(state: Mapping[str, Any], news: _News) -> dict[str, Any]:
    """Return the state as it is after a change, as pages reckon it."""
    grown = {key: [*state.get(key, []), *items] for key, items in news.append.items()}
    return {**state, **news.set, **grown}
