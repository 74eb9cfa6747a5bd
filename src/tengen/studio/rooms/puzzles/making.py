"""Puzzles made from the games of the library, in the background."""

import asyncio
import logging
from collections.abc import Iterator
from itertools import islice
from typing import Any

from tengen.core import Record, Stop, TengenError
from tengen.puzzles import KINDS, Puzzle
from tengen.puzzles.making import make
from tengen.studio.library import Library, Query
from tengen.studio.messages import RequestError
from tengen.studio.parts import Studio
from tengen.studio.rooms.puzzles.messages import Making
from tengen.studio.rooms.puzzles.shelf import Shelf
from tengen.studio.topics import Topic

_log = logging.getLogger(__name__)

TOPIC = "puzzles/making"
EVERY = 20
"""Positions between two words on how far it is."""


class Maker:
    """Makes puzzles, one order at a time; all its methods run on the event loop."""

    def __init__(self, studio: Studio, shelf: Shelf) -> None:
        self._studio = studio
        self._shelf = shelf
        self._stop = Stop()
        self._job: asyncio.Task[None] | None = None
        self._state: dict[str, Any] = {"state": "idle", "made": []}
        self.topic = Topic(TOPIC, lambda: dict(self._state))

    def open(self, name: str) -> Topic:
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
        self._state = {"made": []}
        self._tell(state="waiting", kind=order.kind, wanted=order.count, positions=0, error="")
        self.topic.tell(set={"made": []})
        self._job = asyncio.create_task(self._make(order))

    def stop(self) -> None:
        """Make no more; what was made is kept."""
        self._stop.set()

    async def close(self) -> None:
        """Stop, and wait until that is done."""
        self.stop()
        if self._job is not None:
            await asyncio.gather(self._job, return_exceptions=True)

    async def _make(self, order: Making) -> None:
        loop = asyncio.get_running_loop()

        def told(**news: Any) -> None:
            loop.call_soon_threadsafe(lambda: self._tell(**news))

        def made(puzzle: Puzzle) -> None:
            row = {"puzzle": puzzle.id, "grade": puzzle.grade, "length": puzzle.length}
            loop.call_soon_threadsafe(self._add, row)

        def work() -> None:
            told(state="making")
            for puzzle in islice(self._puzzles(order, told), order.count):
                self._shelf.add(puzzle)
                made(puzzle)

        try:
            await self._studio.slots.run("puzzles", work, lambda place: self._tell(place=place))
            self._tell(state="stopped" if self._stop.is_set() else "done")
        except (TengenError, OSError) as error:
            _log.warning("no puzzles were made: %s", error)
            self._tell(state="failed", error=str(error))

    def _puzzles(self, order: Making, told: Any) -> Iterator[Puzzle]:
        kind = KINDS[order.kind]

        def on_position(count: int) -> None:
            if count % EVERY == 0:
                told(positions=count)

        games = _games(self._studio.library, kind.game)
        known = self._shelf.all(order.kind)
        return make(kind, games, known=known, stop=self._stop, on_position=on_position)

    def _tell(self, **news: Any) -> None:
        self._state.update(news)
        self.topic.tell(set=news)

    def _add(self, row: dict[str, Any]) -> None:
        self._state["made"].append(row)
        self.topic.tell(append={"made": [row]})


def _games(library: Library, game: str) -> Iterator[tuple[Record, dict[str, Any]]]:
    """Yield the games of the library, the latest first, with where they are to be found."""
    for name in library.ids(Query(game=game)):
        record = library.load(name)
        if record is not None:
            yield record, {"game": name, "players": list(record.players)}
