"""What the rooms of a studio share."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fastapi import APIRouter

from tengen.core import Record
from tengen.search.review import Review
from tengen.studio.archive.library import Library
from tengen.studio.archive.store import Store
from tengen.studio.thinking.catalogue import Offer
from tengen.studio.thinking.engines import Engines
from tengen.studio.thinking.school import School
from tengen.studio.thinking.searcher import AgentLoader
from tengen.studio.thinking.slots import Slots
from tengen.studio.web.topics import Topics

_log = logging.getLogger(__name__)


@dataclass
class Studio:
    """The parts of one studio, put together once by `tengen.studio.web.app.create_app`."""

    data: Path
    """The folder of the saved games; a room keeps what it writes in a folder of its name there."""
    runs: Sequence[Path]
    """Folders in which runs of training lie; those begun from the page go to the first
    that is there, or else to the last."""
    load_agent: AgentLoader
    """Makes the agent of a spec that a page named: starts no program it was not told of."""
    load_judge: AgentLoader
    """As `load_agent`, but the same agent each time: what it says of a game today it says tomorrow."""
    offer: Offer
    store: Store
    topics: Topics
    slots: Slots
    school: School
    engines: Engines = field(default_factory=Engines)
    """The programs that may be started."""
    find_review: Callable[[str, Record], Review | None] = field(default=lambda _, __: None)
    """What the reviewer said of a game of the library by its id, where a review of it is done; asked
    in a thread. The room that reviews puts its own there."""
    _closing: list[Callable[[], Awaitable[None] | None]] = field(default_factory=list)

    @property
    def library(self) -> Library:
        """All games there are, those of the tables too; ask it in a thread.

        Raises:
            OSError: when the data folder cannot be read or written.
        """
        return self.store.library

    def on_close(self, callback: Callable[[], Awaitable[None] | None]) -> None:
        """Call `callback` when the studio ends."""
        self._closing.append(callback)

    async def close(self) -> None:
        """End all thinking and learning: the rooms, what is left of their searches.

        The store comes last: until then somebody may write into it.
        """
        self.school.close()
        for callback in reversed(self._closing):
            try:
                ending = callback()
                if ending is not None:
                    await ending
            except Exception:  # noqa: BLE001  the others still have to end
                _log.exception("a room did not end as it should")
        await self.slots.close()
        self.store.close()


def take_in(routes: APIRouter, others: APIRouter) -> None:
    """Give `routes` those of `others` as they are, and what begins and ends with them.

    `include_router` alone would make every one of them once more, when the first question comes.
    """
    routes.routes.extend(others.routes)
    others.routes.clear()
    routes.include_router(others)
