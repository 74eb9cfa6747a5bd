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
from tengen.search.review import review
from tengen.studio.archive.finding import Query
from tengen.studio.parts import Studio
from tengen.studio.rooms.puzzles.mistakes import LOOK, PERSON, load_judge, mistakes_in
from tengen.studio.rooms.puzzles.shelf import Shelf
from tengen.studio.thinking.queued import QueuedAgent

OWNER = "puzzles/mistakes"
"""Who waits for the searches, in turn with other people's."""
FEWEST_PLIES = 6
"""A shorter game has nothing to teach."""

OnFound = Callable[[Sequence[Puzzle], int], None]
"""Told of the puzzles of a game, and how many moves were judged by then."""
OnWait = Callable[[int | None], None]


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

    async def look_through(self, most: int, stop: Stop, found: OnFound, wait: OnWait) -> None:
        """Look through all games not seen yet, until so many puzzles are made.

        Raises:
            OSError: when what was found cannot be written down.
        """
        positions = 0
        seen = await run_in_threadpool(self._seen)
        library = await run_in_threadpool(lambda: self._studio.library)
        for name in await run_in_threadpool(library.ids, Query(source="play")):
            if stop.is_set() or most <= 0:
                return
            record = None if name in seen else await run_in_threadpool(library.load, name)
            if record is None or not _is_worth_it(record):
                continue
            made, judged = await self._look(name, record, stop, wait)
            if stop.is_set():
                return
            positions += judged
            kept = [*islice(made, most)]
            await run_in_threadpool(self._keep, kept, {*seen, name})
            seen.add(name)
            most -= len(kept)
            found(kept, positions)

    async def _look(
        self, name: str, record: Record, stop: Stop, wait: OnWait
    ) -> tuple[list[Puzzle], int]:
        """Return the puzzles of a game, and how many of its moves were judged."""
        game = load(record.game, **record.settings)
        judge = await run_in_threadpool(load_judge, self._studio.load_agent, game)
        loop = asyncio.get_running_loop()
        agent = self._agent = QueuedAgent(judge, self._studio.slots, OWNER, loop, wait)
        if stop.is_set():
            agent.give_up()

        def work() -> tuple[list[Puzzle], int]:
            told = review(record, game, agent, LOOK, stop=stop)
            source: dict[str, object] = {"game": name, "players": list(record.players)}
            return list(mistakes_in(record, told, source)), len(told.moves)

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


def _is_worth_it(record: Record) -> bool:
    is_over = record.outcome is not None and len(record.moves) >= FEWEST_PLIES
    return is_over and PERSON in record.players
