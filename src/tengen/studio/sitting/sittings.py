"""The games under way of one room: found by id, forgotten when nobody needs them."""

import asyncio
from typing import Protocol

from tengen.studio.sitting.around import Around
from tengen.studio.sitting.run import Run
from tengen.studio.sitting.sheet import Sheet
from tengen.studio.sitting.state import Sitting, restore
from tengen.studio.sitting.view import REVIEWER
from tengen.studio.thinking.finishing import finishing
from tengen.studio.thinking.school import School
from tengen.studio.thinking.searcher import AgentLoader, Searcher
from tengen.studio.thinking.slots import Slots
from tengen.studio.thinking.teaching import teacher_loader


class Archive(Protocol):
    """Where the games of a room are written down; both wait for a disk."""

    def find(self, game_id: str) -> Sitting:
        """Return a game.

        Raises:
            RequestError: when there is none, or it cannot be read.
        """

    def write(self, sheet: Sheet, now: float) -> None:
        """Write a game down as it is at a moment, whole or not at all.

        Raises:
            OSError: when the disk is full or cannot be written.
        """


class Sittings:
    """Finds the game that a request is about; its methods run on the event loop.

    Args:
        kind: of the topics, ``game`` or ``duel``.
        archive: where they are written down.
        load_agent: makes the engines.
        school: where opponents learn.
        slots: in which all searches are.
    """

    def __init__(
        self, kind: str, archive: Archive, load_agent: AgentLoader, school: School, slots: Slots
    ) -> None:
        self._kind = kind
        self._archive = archive
        self._load = load_agent
        self._school = school
        self._slots = slots
        self._runs: dict[str, Run] = {}

    @property
    def present(self) -> dict[str, Sheet]:
        """The sheets of the games in memory, by id; may be asked on any thread."""
        return {name: run.sitting.sheet for name, run in tuple(self._runs.items())}

    async def find(self, game_id: str) -> Run:
        """Return a game, read in a thread when it is not in memory.

        Raises:
            RequestError: when there is none, or it cannot be read.
        """
        if game_id not in self._runs:
            found = await asyncio.to_thread(self._archive.find, game_id)
            if game_id not in self._runs:  # two pages may have asked at once
                self._runs[game_id] = self._run(found)
        return self._runs[game_id]

    async def begin(self, sheet: Sheet) -> Run:
        """Begin a game and return it.

        Raises:
            TengenError: when it cannot be played.
        """
        run = self._run(restore(sheet))
        try:
            await run.begin()
        except BaseException:
            run.release()  # an engine may be loaded
            raise
        self._runs[sheet.id] = run
        return run

    async def drop(self, game_id: str) -> None:
        """End a game and forget it; it stays written down."""
        run = self._runs.pop(game_id, None)
        if run is not None:
            await run.close()

    async def close(self) -> None:
        """End all thinking; the games go on when somebody watches them again."""
        await asyncio.gather(*(run.close() for run in tuple(self._runs.values())))

    def _run(self, sitting: Sitting) -> Run:
        sheet, game = sitting.sheet, sitting.history.game
        specs = [engine.spec for engine in sheet.engines] or [sheet.terms.opponent]
        urgent = bool(sheet.terms.people)
        load = finishing(self._load) if sheet.terms.people else self._load
        players = [Searcher(load, game, spec, self._slots, urgent=urgent) for spec in specs]
        judge = teacher_loader(self._load)
        teacher = Searcher(judge, game, REVIEWER, self._slots, urgent=urgent)
        around = Around(players, teacher, self._school, self._archive.write)
        name = f"{self._kind}/{sheet.id}"
        return Run(sitting, name, around, lambda: self._forget(sheet.id))

    def _forget(self, game_id: str) -> None:
        run = self._runs.get(game_id)
        if run is not None and run.is_idle:
            del self._runs[game_id]
            run.release()
