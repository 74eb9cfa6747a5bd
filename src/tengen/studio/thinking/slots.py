"""Searches wait for each other: so many at once, the rest in fair turns."""

import asyncio
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
OnWait = Callable[[int], None]
"""Told the place in the queue, 1 for the next, each time it changes; 0 when the turn has come."""


SEARCH_NICENESS = 5
"""Of a search's thread, above the server's own: a click is answered though all cores search."""


SPARE = 2
"""Owners that stay warm besides as many as search at once."""


class Cooling(Protocol):
    """Whoever keeps something loaded between searches."""

    def cool(self) -> bool:
        """Let go of it, to be loaded again when needed; tell whether that is done."""


def usual_count() -> int:
    """Return how many searches run at once: one a core, and two at least."""
    return max(2, os.cpu_count() or 1)


def _give_way() -> None:
    """Let this thread have a core only when no page's own work wants it, where that can be said."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), SEARCH_NICENESS)


class Slots:
    """Runs work in threads, at most `count` at once.

    What somebody waits for at a board comes before reviews, analyses and games of engines. Otherwise
    whoever waits comes in turn by owner: an owner with ten searches waiting gets its second only
    after every other owner has had a first. All methods run on the event loop.
    """

    def __init__(self, count: int | None = None) -> None:
        self.count = count or usual_count()
        self._free = self.count
        self._pool = ThreadPoolExecutor(
            self.count, thread_name_prefix="search", initializer=_give_way
        )
        self._queues: dict[Hashable, deque[_Waiting]] = {}
        self._running: set[asyncio.Future[Any]] = set()
        self._warm: dict[Cooling, None] = {}  # by when they searched

    async def run(
        self,
        owner: Hashable,
        work: Callable[[], T],
        on_wait: OnWait | None = None,
        *,
        urgent: bool = False,
    ) -> T:
        """Return what `work` returns, run in a thread when its turn has come.

        Cancelled while it waits, it gives its place up; cancelled later, the work still ends by
        itself before its slot is free.

        Args:
            owner: whose turn it is; all that an owner asks for is urgent, or nothing.
            work: what is run.
            on_wait: told while it waits.
            urgent: whether a person waits for it, who can do nothing meanwhile.
        """
        await self._turn(owner, _Waiting(on_wait, urgent))
        done = asyncio.get_running_loop().run_in_executor(self._pool, work)
        self._running.add(done)
        done.add_done_callback(self._end)
        return await asyncio.shield(done)

    @property
    def is_wanted(self) -> bool:
        """Whether anybody waits for a turn; may be asked on any thread."""
        return bool(self._queues)

    def keep_warm(self, owner: Cooling) -> None:
        """Note that `owner` has just searched and may keep what it has loaded, in place of another.

        Of all that have searched, the last few stay warm: trees of twenty tables would fill memory.
        """
        self._warm.pop(owner, None)
        self._warm[owner] = None
        for other in list(self._warm)[: -self.count - SPARE]:
            if other.cool():
                del self._warm[other]

    async def close(self) -> None:
        """Begin nothing more: who waits is cancelled; return when what runs has ended.

        Those whose searches they are have told them to end.
        """
        for queue in self._queues.values():
            for waiting in queue:
                waiting.turn.cancel()
        self._pool.shutdown(wait=False)
        await asyncio.gather(*self._running, return_exceptions=True)

    def _end(self, done: "asyncio.Future[Any]") -> None:
        self._running.discard(done)
        self._release()

    async def _turn(self, owner: Hashable, waiting: "_Waiting") -> None:
        if self._free:
            self._free -= 1
            return
        self._queues.setdefault(owner, deque()).append(waiting)
        self._tell_places()
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting.turn.done() and not waiting.turn.cancelled():
                self._release()  # its turn had come in the same moment
            else:
                self._forget(owner, waiting)
            raise

    def _release(self) -> None:
        """Hand the slot to the first owner's first, who then goes to the end of the row."""
        self._drop_cancelled()
        if not self._queues:
            self._free += 1
            return
        owner = min(self._queues, key=lambda owner: not self._queues[owner][0].urgent)
        queue = self._queues.pop(owner)
        waiting = queue.popleft()
        waiting.turn.set_result(None)
        waiting.tell(0)
        if queue:
            self._queues[owner] = queue
        self._tell_places()

    def _drop_cancelled(self) -> None:
        """Pass over who was cancelled in this moment and has not been told yet."""
        for owner, queue in list(self._queues.items()):
            for waiting in [each for each in queue if each.turn.cancelled()]:
                self._forget(owner, waiting)

    def _forget(self, owner: Hashable, waiting: "_Waiting") -> None:
        queue = self._queues.get(owner, deque())
        if waiting not in queue:
            return  # passed over already
        queue.remove(waiting)
        if not queue:
            del self._queues[owner]
        self._tell_places()

    def _tell_places(self) -> None:
        """Tell everybody who waits its place, which changes as others come and go."""
        rows = [tuple(queue) for queue in self._queues.values()]
        longest = max((len(row) for row in rows), default=0)
        order = [row[turn] for turn in range(longest) for row in rows if turn < len(row)]
        order.sort(key=lambda waiting: not waiting.urgent)
        for place, waiting in enumerate(order, 1):
            waiting.tell(place)


class _Waiting:
    """One search in the queue."""

    def __init__(self, on_wait: OnWait | None, urgent: bool) -> None:
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.urgent = urgent
        self._on_wait = on_wait
        self._told = 0

    def tell(self, place: int) -> None:
        """Tell it its place, if that is news."""
        if self._on_wait is not None and place != self._told:
            self._told = place
            self._on_wait(place)
