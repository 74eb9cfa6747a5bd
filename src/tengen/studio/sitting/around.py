"""The world around a game: engines that think for it, the school they learn in, what writes it down."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tengen.agents import errs
from tengen.core import Decision, Limit, TengenError
from tengen.studio.sitting.effects import (
    Answered,
    Checked,
    Clocked,
    Event,
    Failed,
    Hinted,
    Learned,
    Progressed,
)
from tengen.studio.sitting.sheet import Learning, Sheet
from tengen.studio.sitting.state import Answer, Sitting
from tengen.studio.sitting.view import DecisionView, shorten
from tengen.studio.thinking import teaching
from tengen.studio.thinking.school import ClosedError, School
from tengen.studio.thinking.searcher import Search, Searcher
from tengen.studio.web.messages import explain_failure

_log = logging.getLogger(__name__)

Write = Callable[[Sheet, float], None]
"""Writes a sheet down as it is at a moment; in a thread. Raises OSError where there is no room."""
Hear = Callable[[Event], None]
"""Takes in what happens while an engine thinks."""


@dataclass(frozen=True, slots=True)
class Around:
    """What a game needs of the world."""

    players: Sequence[Searcher]
    """The opponent alone, or the engines of both sides."""
    teacher: Searcher
    school: School
    write: Write

    async def prepare(self, sitting: Sitting) -> None:
        """Load the engines that play.

        Raises:
            TengenError: one cannot be loaded.
        """
        if sitting.is_watched_game:
            for side, player in enumerate(self.players):
                await player.prepare(side)
        elif len(sitting.sheet.terms.people) < len(sitting.history.game.players):
            await self.players[0].prepare()

    async def search(
        self, sitting: Sitting, number: int, search: Search, hear: Hear
    ) -> Event | None:
        """Return what comes of a search; None where it was abandoned."""
        try:
            return await self._come_to(sitting, number, search, hear)
        # Another's agent may fail in any way: the game waits, and the page is told.
        except Exception as error:  # noqa: BLE001
            return _failed(sitting, number, search, error)

    async def _come_to(
        self, sitting: Sitting, number: int, search: Search, hear: Hear
    ) -> Event | None:
        terms, engines = sitting.sheet.terms, sitting.sheet.engines
        if search.purpose == "check":
            slip = teaching.find_slip(self.teacher, search, sitting.history, terms.teach or 0)
            return Checked(number, await slip)
        if search.purpose == "hint":
            return Hinted(number, await teaching.find_hint(self.teacher, search))
        side = search.state.to_play
        limit = engines[side].limit() if engines else terms.strength.limit()
        player = self.players[side if engines else 0]
        # Whoever errs on purpose is no judge: what is seen is then said by whoever gives the hints.
        is_judge = engines or not errs(player.spec)
        if search.purpose == "analysis" and not is_judge:
            player, limit = self.teacher, limit or Limit(seconds=teaching.SECONDS)

        def on_progress(_: Search, seen: DecisionView) -> None:
            hear(Progressed(number, seen))

        def on_clock(_: Search, is_thinking: bool, since: float) -> None:
            if search.clock is not None:
                hear(Clocked(number, is_thinking, since))

        found = await player.think(search, limit, on_progress, on_clock)
        if found is None:
            return None
        is_seen = is_judge or search.purpose == "analysis"
        return Answered(number, _answer(found[0]), found[1] if is_seen else None)

    async def teach(self, sitting: Sitting, number: int) -> Event | None:
        """Return what comes of a lesson; None where the school is closed."""
        sheet = sitting.sheet
        record = sheet.to_record(sitting.history.game)
        try:
            lesson = await self.school.teach(sheet.terms.opponent, record)
        except ClosedError:
            return None
        # Whatever becomes of a lesson, the game goes on, and the page is told.
        except Exception as error:  # noqa: BLE001
            if not isinstance(error, TengenError):
                _log.error("a lesson failed", exc_info=error)
            return Learned(number, Learning("failed", text=explain_failure(error)))
        return Learned(number, Learning("learned", lesson.steps))

    def release(self) -> None:
        """Release the engines, which must not be thinking."""
        for searcher in (*self.players, self.teacher):
            searcher.close()


def _failed(sitting: Sitting, number: int, search: Search, error: Exception) -> Event:
    if search.purpose == "check":
        _log.warning("the teacher failed", exc_info=error)
        return Checked(number, None)
    if not isinstance(error, TengenError):
        _log.error("an agent failed in game %s", sitting.sheet.id, exc_info=error)
    return Failed(number, explain_failure(error))


def _answer(decision: Decision) -> Answer:
    seconds, value = round(decision.seconds, 3), shorten(decision.value)
    return Answer(int(decision.action), seconds, value, resigns=decision.resigns)
