"""A person's games, looked through for mistakes: each once, the latest first."""

import asyncio
import json
from collections.abc import Callable, Sequence
from itertools import islice

from fastapi.concurrency import run_in_threadpool

from tengen.core import Record, Stop
from tengen.core.files import write_json
from tengen.games import load
from tengen.puzzles import Puzzle
from tengen.search.review import MoveReview, review
from tengen.studio.archive.finding import Query, Row
from tengen.studio.archive.library import Library
from tengen.studio.parts import Studio
from tengen.studio.rooms.puzzles.mistakes import PERSON, load_judge, mistakes_in
from tengen.studio.rooms.puzzles.shelf import Shelf
from tengen.studio.thinking.queued import QueuedAgent

OWNER = "puzzles/mistakes"
"""Who waits for the searches, in turn with other people's."""
FEWEST_PLIES = 6
"""A shorter game has nothing to teach."""

OnGame = Callable[[int, int], None]
"""Told which game is looked through, from 1, of how many; 0 of 0 where none is left."""
OnFound = Callable[[Sequence[Puzzle], int], None]
"""Told of what puzzles came, and how many moves were judged by then."""
OnWait = Callable[[int | None], None]
MOST = 2**31


class MistakeFinder:
    """Reviews games that a person played here, and keeps the mistakes as puzzles."""

    def __init__(self, studio: Studio, shelf: Shelf) -> None:
        self._studio, self._shelf = studio, shelf
        self._path = studio.data / "puzzles" / "looked-through.json"
        self._agent: QueuedAgent | None = None

    def stop(self) -> None:
        """Let a look that waits for its turn wait no more; called on the event loop."""
        if self._agent is not None:
            self._agent.give_up()

    async def look_through(
        self,
        most: int,
        stop: Stop,
        on_game: OnGame,
        found: OnFound,
        wait: OnWait,
        first: str | None = None,
    ) -> None:
        """Look through all games not seen yet, `first` before them, until so many puzzles are made.

        Raises:
            OSError: when what was found cannot be written down.
        """
        positions = 0

        def on_move() -> None:
            nonlocal positions
            positions += 1
            found((), positions)

        seen = await run_in_threadpool(self._seen)
        library = await run_in_threadpool(lambda: self._studio.library)
        names = await run_in_threadpool(_fresh, library, seen)
        names.sort(key=lambda name: name != first)
        if not names:
            on_game(0, 0)
        for number, name in enumerate(names, 1):
            if stop.is_set() or most <= 0:
                return
            on_game(number, len(names))
            record = await run_in_threadpool(library.load, name)
            if record is None:  # deleted meanwhile
                continue
            made = await self._look(name, record, stop, on_move, wait)
            if stop.is_set():
                return
            kept = [*islice(made, most)]
            await run_in_threadpool(self._keep, kept, {*seen, name})
            seen.add(name)
            most -= len(kept)
            found(kept, positions)

    async def _look(
        self, name: str, record: Record, stop: Stop, on_move: Callable[[], None], wait: OnWait
    ) -> list[Puzzle]:
        """Return the puzzles of a game, each of its moves judged as its review judges it."""
        source: dict[str, object] = {"game": name, "players": list(record.players)}
        known = await run_in_threadpool(self._studio.find_review, name, record)
        if known is not None:
            return list(mistakes_in(record, known, source))
        game = load(record.game, **record.settings)
        judge = await run_in_threadpool(load_judge, self._studio.load_judge, game)
        loop = asyncio.get_running_loop()
        agent = self._agent = QueuedAgent(judge, self._studio.slots, OWNER, loop, wait)
        if stop.is_set():
            agent.give_up()

        def work() -> list[Puzzle]:
            def judged(_: MoveReview) -> None:
                loop.call_soon_threadsafe(on_move)

            told = review(record, game, agent, stop=stop, on_move=judged)
            return list(mistakes_in(record, told, source))

        try:
            return await run_in_threadpool(work)
        finally:
            self._agent = None
            agent.close()

    def _keep(self, made: Sequence[Puzzle], seen: set[str]) -> None:
        for puzzle in made:
            self._shelf.add(puzzle)
        write_json(self._path, sorted(seen))

    def _seen(self) -> set[str]:
        try:
            return set(map(str, json.loads(self._path.read_bytes())))
        except (OSError, ValueError, TypeError):
            return set()


def _fresh(library: Library, seen: set[str]) -> list[str]:
    """Return the games that have something to teach and were not seen yet, the latest first."""
    rows = library.search(Query(source="play"), count=MOST).rows
    return [row.id for row in rows if row.id not in seen and _is_worth_it(row)]


def _is_worth_it(row: Row) -> bool:
    return row.over and row.plies >= FEWEST_PLIES and PERSON in row.players
