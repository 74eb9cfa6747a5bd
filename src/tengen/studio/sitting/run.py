"""A game under way in the world: what it wants done is done here, and it is told what came of it."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine

from tengen.studio.sitting import counting
from tengen.studio.sitting.around import Around
from tengen.studio.sitting.effects import (
    Abandon,
    Asked,
    Begun,
    Effect,
    EndLesson,
    Estimate,
    Estimated,
    Event,
    Hurry,
    Joined,
    Left,
    Placed,
    Refuse,
    Renew,
    Save,
    Saved,
    Teach,
    Think,
    Ticked,
)
from tengen.studio.sitting.report import Report, differences
from tengen.studio.sitting.requests import Request, read_request
from tengen.studio.sitting.state import Sitting
from tengen.studio.sitting.transitions import become, wakes_at
from tengen.studio.thinking.searcher import Search
from tengen.studio.web.messages import RequestError
from tengen.studio.web.topics import Topic, Watcher

_log = logging.getLogger(__name__)


class Run:
    """One sitting under way; all its methods run on the event loop.

    What happens, happens one after the other: each event leads to the next state, its effects are
    performed, and only then pages are told how the state differs from the last: what they see is
    on the disk.
    """

    def __init__(
        self, sitting: Sitting, name: str, around: Around, on_idle: Callable[[], None]
    ) -> None:
        """Make it.

        Args:
            sitting: the game as it stands.
            name: of its topic.
            around: its engines and where it is written down.
            on_idle: called when nobody would miss it in memory.
        """
        self.sitting = sitting
        self._around = around
        self._on_idle = on_idle
        self._report = Report(sitting)
        self._told = self._report.describe(sitting, time.monotonic())
        self._topic = Topic(name, self._snapshot)
        self._lock = asyncio.Lock()
        self._waiting = 0
        """Events that are or will be taken in."""
        self._searches: dict[int, Search] = {}
        self._lessons: dict[int, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._alarm: asyncio.TimerHandle | None = None

    # -- what pages may do

    @property
    def is_idle(self) -> bool:
        """Whether nobody would miss it in memory: not watched, not busy, saved."""
        s = self.sitting
        is_busy = self._waiting or self._tasks or s.watchers or s.thought is not None
        return not is_busy and s.unsaved is None

    async def join(self, watcher: Watcher) -> None:
        """Send the state to `watcher` and tell it every change from now on."""
        # First, so that the state tells of a thought that begins with who comes.
        await self.happen(Joined(watcher))
        await self._topic.join(watcher)

    def leave(self, watcher: Watcher) -> None:
        """Tell `watcher` nothing more; analysis that only it saw ends."""
        self._topic.leave(watcher)
        self._soon(Left(watcher))

    async def ask(self, request: dict[str, object], watcher: Watcher) -> None:
        """Do what `watcher` asks.

        Raises:
            TengenError: when it is refused; a `RequestError` carries a code.
        """
        await self.happen(Asked(read_request(request), watcher))

    async def do(self, request: Request) -> None:
        """Do what somebody asks who watches nothing.

        Raises:
            RequestError: when it is refused.
        """
        await self.happen(Asked(request))

    async def begin(self) -> None:
        """Load the engines and write the game down for the first time.

        Raises:
            TengenError: an engine cannot be loaded; two people can do without.
        """
        await self._around.prepare(self.sitting)
        await self.happen(Begun())

    async def close(self) -> None:
        """End all thinking, write down what is not on the disk yet, and release the engines."""
        for search in tuple(self._searches.values()):
            search.abandon()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.sitting.unsaved is not None:
            await self._save()
        self.release()

    def release(self) -> None:
        """Release the engines, which must not be thinking."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._around.release()

    # -- from one state to the next

    async def happen(self, event: Event) -> None:
        """Take in what has happened.

        Raises:
            TengenError: when it was asked for and is refused.
        """
        self._waiting += 1
        try:
            async with self._lock:
                refusals = await self._take(event)
                self._tell()
        finally:
            self._waiting -= 1
        self._set_alarm()
        if refusals:
            raise RequestError(refusals[0].code, refusals[0].text)

    async def _take(self, event: Event) -> list[Refuse]:
        self.sitting, effects = become(self.sitting, event, time.monotonic())
        refusals = []
        for effect in effects:
            if isinstance(effect, Refuse):
                refusals.append(effect)
            else:
                await self._perform(effect)
        return refusals

    async def _perform(self, effect: Effect) -> None:
        match effect:
            case Save():
                await self._take(Saved(await self._save()))
            case Think():
                self._think(effect)
            case Abandon() if effect.number in self._searches:
                self._searches.pop(effect.number).abandon()
            case Hurry() if effect.number in self._searches:
                self._searches[effect.number].hurry()
            case Estimate():
                await self._take(await self._estimate())
            case Teach():
                self._lessons[effect.number] = self._begin(self._teach(effect.number))
            case EndLesson() if effect.number in self._lessons:
                self._lessons.pop(effect.number).cancel()
            case Renew():
                self._around.players[0].renew()

    def _soon(self, event: Event) -> None:
        """Take an event in as soon as those before it are."""
        self._begin(self.happen(event))

    def _begin(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)
        return task

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("a game's own work failed", exc_info=task.exception())
        if self.is_idle:
            self._on_idle()

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        now = time.monotonic()
        due = wakes_at(self.sitting, now)
        if due is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.0, due - now), self._soon, Ticked())

    # -- telling

    def _tell(self) -> None:
        state = self._report.describe(self.sitting, time.monotonic())
        change = differences(self._told, state)
        self._told = state
        if any(change.values()):
            self._topic.tell(**change)

    def _snapshot(self) -> dict[str, object]:
        return self._report.now(self.sitting, self._told, time.monotonic())

    # -- the disk

    async def _save(self) -> str | None:
        """Write the sheet down; return why that cannot be done."""
        sheet, now = self.sitting.sheet, time.monotonic()
        try:
            await asyncio.to_thread(self._around.write, sheet, now)
        except OSError as error:
            told = error.strerror or str(error)
            if self.sitting.unsaved != told:
                _log.error("cannot save game %s, which goes on in memory: %s", sheet.id, told)
            return told
        if self.sitting.unsaved is not None:
            _log.warning("game %s is saved again", sheet.id)
        return None

    # -- thinking

    def _think(self, effect: Think) -> None:
        search = Search(effect.purpose, effect.position, clock=effect.clock)
        search.on_place = lambda: self._soon(Placed(effect.number, search.place))
        self._searches[effect.number] = search
        self._begin(self._search(effect.number, search))

    async def _search(self, number: int, search: Search) -> None:
        event = await self._around.search(self.sitting, number, search, self._soon)
        self._searches.pop(number, None)
        if event is not None and not search.abandoned:
            await self.happen(event)

    async def _estimate(self) -> Estimated:
        state = self.sitting.state
        assert counting.is_counted(state)
        standing = await asyncio.to_thread(counting.estimate, state)
        return Estimated(standing.dead, tuple(sorted(standing.open)))

    # -- learning

    async def _teach(self, number: int) -> None:
        """Have a lesson, after those that others have."""
        event = await self._around.teach(self.sitting, number)
        if event is not None:
            self._lessons.pop(number, None)
            await self.happen(event)
