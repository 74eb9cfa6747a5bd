"""Puzzles made from the games of the library, in the background."""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from itertools import islice

from fastapi.concurrency import run_in_threadpool

from tengen.core import Stop, TengenError
from tengen.puzzles import Puzzle, find_kind
from tengen.puzzles.making import Maker as MakerOfKind
from tengen.studio.archive.library import Library, Query
from tengen.studio.parts import Studio
from tengen.studio.rooms.puzzles.looking import MistakeFinder
from tengen.studio.rooms.puzzles.messages import Making
from tengen.studio.rooms.puzzles.mistakes import KIND as MISTAKES
from tengen.studio.rooms.puzzles.shelf import Shelf
from tengen.studio.web.messages import RequestError, without_folders
from tengen.studio.web.topics import Topic

_log = logging.getLogger(__name__)

TOPIC = "puzzles/making"
OWNER = "puzzles/making"
"""Who waits for the searches: games are looked through in turn with other people's."""


class Maker:
    """Makes puzzles, one order at a time; all its methods run on the event loop."""

    def __init__(self, studio: Studio, shelf: Shelf) -> None:
        self._studio = studio
        self._shelf = shelf
        self._stop = Stop()
        self._job: asyncio.Task[None] | None = None
        self._looker = MistakeFinder(studio, shelf)
        self._made: list[dict[str, object]] = []
        self._state: dict[str, object] = {"state": "idle", "made": self._made}
        self.topic = Topic(TOPIC, lambda: dict(self._state))

    async def open(self, name: str) -> Topic:
        """Return the topic of a name.

        Raises:
            RequestError: when there is none.
        """
        if name != "making":
            raise RequestError("unknown_topic", f"there is nothing called {name!r}")
        return self.topic

    def begin(self, order: Making) -> None:
        """Begin to make puzzles.

        Raises:
            RequestError: when that is being done already.
        """
        if self._job is not None and not self._job.done():
            raise RequestError("busy", "puzzles are being made already")
        self._stop = Stop()
        self._made = []
        self._state = {"made": self._made, "first": order.game}
        first = {"state": "making", "kind": order.kind, "wanted": order.count}
        self._tell(**first, game=0, games=None, positions=0, place=0, error="")
        self.topic.tell(set={"made": [], "first": order.game})
        self._job = asyncio.create_task(self._make(order))

    def stop(self) -> None:
        """Make no more; what was made is kept."""
        self._stop.set()
        self._looker.stop()

    async def close(self) -> None:
        """Stop, and wait until that is done."""
        self.stop()
        if self._job is not None:
            self._job.cancel()  # it may be waiting for its turn
            await asyncio.gather(self._job, return_exceptions=True)

    async def _make(self, order: Making) -> None:
        try:
            if order.kind == MISTAKES:
                await self._looker.look_through(
                    order.count, self._stop, self._begun, self._found, self._wait, order.game
                )
            else:
                await self._look_through(order)
            self._tell(state="stopped" if self._stop.is_set() else "done")
        except (TengenError, OSError) as error:
            _log.warning("no puzzles were made: %s", error)
            self._tell(state="failed", error=without_folders(str(error)))

    async def _look_through(self, order: Making) -> None:
        """Look through the games of the library, the latest first, each in a turn of its own."""
        kind = find_kind(order.kind)
        known = await run_in_threadpool(self._shelf.all, order.kind)
        maker = await run_in_threadpool(MakerOfKind, kind, known)
        library = await run_in_threadpool(lambda: self._studio.library)
        left = order.count
        names = await run_in_threadpool(library.ids, Query(game=kind.game))
        if not names:
            self._begun(0, 0)
        for number, name in enumerate(names, 1):
            if self._stop.is_set() or not left:
                return
            self._begun(number, len(names))
            work = partial(self._of_game, maker, library, name, left)
            made = await self._studio.slots.run(OWNER, work, self._wait)
            self._found(made, maker.positions)
            left -= len(made)

    def _of_game(self, maker: MakerOfKind, library: Library, name: str, most: int) -> list[Puzzle]:
        """Make and keep the puzzles of one game."""
        record = library.load(name)
        if record is None:
            return []
        source = {"game": name, "players": list(record.players)}
        made = list(islice(maker.make(record, source, self._stop), most))
        for puzzle in made:
            self._shelf.add(puzzle)
        return made

    def _begun(self, game: int, games: int) -> None:
        self._tell(game=game, games=games)

    def _found(self, made: Sequence[Puzzle], positions: int) -> None:
        for puzzle in made:
            self._add(puzzle)
        self._tell(state="making", positions=positions)

    def _wait(self, place: int | None) -> None:
        self._tell(**({"state": "waiting", "place": place} if place else {"state": "making"}))

    def _tell(self, **news: object) -> None:
        self._state.update(news)
        self.topic.tell(set=news)

    def _add(self, puzzle: Puzzle) -> None:
        row: dict[str, object] = {
            "puzzle": puzzle.id,
            "grade": puzzle.grade,
            "length": puzzle.length,
            "game": puzzle.source.get("game"),
        }
        self._made.append(row)
        self.topic.tell(append={"made": [row]})
