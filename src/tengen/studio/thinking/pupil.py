"""The opponent at a table as one who learns from the games that end there."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tengen.core import Record, TengenError
from tengen.studio.sitting.sheet import Learning, Sheet
from tengen.studio.thinking.school import ClosedError, School
from tengen.studio.web.messages import without_folders

_log = logging.getLogger(__name__)


class Pupil:
    """Keeps `Sheet.learning` as it is; its methods run on the event loop.

    It learns from each game once. Taken back during the lesson, the game is learned from when it
    ends again; taken back after it, no more.
    """

    def __init__(
        self, school: School, sheet: Sheet, on_learned: Callable[[], Awaitable[None]]
    ) -> None:
        self._school = school
        self._sheet = sheet
        self._on_learned = on_learned
        self.lesson: asyncio.Task[None] | None = None
        """In which `learn` runs for this game; whoever starts it puts it here."""

    @property
    def is_due(self) -> bool:
        """Whether a lesson was noted down that nobody gives, as after an end of the server."""
        return self._is("learning") and not self._is_under_way and self._sheet.outcome is not None

    def note(self) -> bool:
        """Note that a lesson is due where the game has ended, and tell whether it is."""
        ended = self._sheet.terms.learn and self._sheet.outcome is not None
        due = ended and not self._is("learned")
        if due:
            self._sheet.learning = Learning("learning")
        return due

    def take_back(self) -> None:
        """Give up a lesson that is not over: the game goes on."""
        if self._is("learned"):
            return
        if self.lesson is not None:
            self.lesson.cancel()
        self._sheet.learning = None

    def turn_to_next_game(self) -> None:
        """Forget what became of the last lesson; it goes on if it is not over."""
        self.lesson = self._sheet.learning = None

    def refuse(self, reason: str) -> None:
        """Note why there is no lesson."""
        self._sheet.learning = Learning("failed", text=reason)

    async def learn(self, record: Record) -> None:
        """Have a lesson, after those that others have."""
        learning = await self._attend(record)
        if learning is None:
            return
        if self.lesson is asyncio.current_task():
            self._sheet.learning = learning
        await self._on_learned()

    def _is(self, state: str) -> bool:
        learning = self._sheet.learning
        return learning is not None and learning.state == state

    @property
    def _is_under_way(self) -> bool:
        return self.lesson is not None and not self.lesson.done()

    async def _attend(self, record: Record) -> Learning | None:
        try:
            lesson = await self._school.teach(self._sheet.terms.opponent, record)
        except ClosedError:
            return None
        # Whatever becomes of a lesson, the game goes on, and the page is told.
        except Exception as error:  # noqa: BLE001
            if not isinstance(error, TengenError):
                _log.error("a lesson failed", exc_info=error)
            return Learning("failed", text=without_folders(str(error)) or type(error).__name__)
        return Learning("learned", lesson.steps)
