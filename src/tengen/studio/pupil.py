"""The opponent at a table as one who learns from the games that end there."""

import logging
from collections.abc import Awaitable, Callable

from tengen.core import Record, TengenError
from tengen.studio.messages import without_folders
from tengen.studio.school import ClosedError, School
from tengen.studio.sheet import Learning, Sheet

_log = logging.getLogger(__name__)


class Pupil:
    """Keeps `Sheet.learning` as it is; its methods run on the event loop."""

    def __init__(
        self, school: School, sheet: Sheet, on_learned: Callable[[], Awaitable[None]]
    ) -> None:
        self._school = school
        self._sheet = sheet
        self._on_learned = on_learned
        self._under_way = 0

    @property
    def is_due(self) -> bool:
        """Whether a lesson was noted down that nobody gives, as after an end of the server."""
        learning = self._sheet.learning
        noted = learning is not None and learning.state == "learning" and not self._under_way
        return noted and self._sheet.outcome is not None

    def note(self) -> bool:
        """Note that a lesson is due where the game has ended, and tell whether it is."""
        due = self._sheet.terms.learn and self._sheet.outcome is not None
        if due:
            self._sheet.learning = Learning("learning")
        return due

    def forget(self) -> None:
        """Forget what became of the last lesson, unless it is still under way."""
        if not self._under_way:
            self._sheet.learning = None

    def refuse(self, reason: str) -> None:
        """Note why there is no lesson."""
        self._sheet.learning = Learning("failed", text=reason)

    async def learn(self, record: Record) -> None:
        """Have a lesson, after those under way; the last one says how it stands."""
        self._under_way += 1
        learning = await self._attend(record)
        self._under_way -= 1
        if learning is None or self._under_way:
            return
        self._sheet.learning = learning
        await self._on_learned()

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
