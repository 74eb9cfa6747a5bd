"""What happens where a worker is, whatever brought it there: it works, obeys and reports."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Generic, Literal, NamedTuple, cast

from tengen.core.runner import Item, News, Report, Worker

REPORT_SECONDS = 0.1
"""A worker gathers what it finishes for this long before it sends it."""


class Order(NamedTuple, Generic[News]):
    """What a worker is told."""

    word: Literal["news", "pause", "resume", "stop"]
    news: News | None = None


class Answer(NamedTuple, Generic[Item]):
    """What a worker tells."""

    report: Report[Item]
    waits: bool = False
    """Whether it has nothing to do."""


class Reporter(Generic[Item]):
    """Gathers what a worker finishes, and sends it soon, also while the next step takes long."""

    def __init__(self, worker: int, send: Callable[[Answer[Item]], None]) -> None:
        """Report as `worker`, by `send`; OSError of it is for somebody else to notice."""
        self._worker = worker
        self._send = send
        self._items: list[Item] = []
        self._counters: Counter[str] = Counter()
        self._billed = 0.0
        self._lock = threading.Lock()
        self._stepped = threading.Event()
        threading.Thread(target=self._send_soon, daemon=True).start()

    def add(self, worker: Worker[News, Item]) -> bool:
        """Let the worker take a step; return whether there is more to do."""
        found = worker.step()
        if found is None:
            return False
        with self._lock:
            self._items += found[0]
            self._counters.update(found[1])
        self._stepped.set()
        return True

    def _send_soon(self) -> None:
        """Send what was gathered, and that there was a step at all, now and then."""
        while True:
            self._stepped.wait()
            time.sleep(REPORT_SECONDS)
            if self._stepped.is_set():
                with suppress(OSError):
                    self.send()

    def send(self, *, waits: bool = False) -> None:
        """Send all of it."""
        with self._lock:
            self._stepped.clear()
            spent = time.process_time()
            counters = dict(self._counters)
            report = Report(self._worker, self._items, counters, spent - self._billed)
            self._items, self._counters, self._billed = [], Counter(), spent
            self._send(Answer(report, waits))


def obey(
    worker: Worker[News, Item], orders: SimpleQueue[Order[News]], reporter: Reporter[Item]
) -> None:
    """Work as the orders say, until told to stop."""
    paused, waits = False, False
    while True:
        if paused or waits:
            # Nothing that is finished waits with it.
            reporter.send(waits=waits)
        while paused or waits or not orders.empty():
            order = orders.get()
            if order.word == "stop":
                reporter.send()
                return
            if order.word == "news":
                worker.update(cast("News", order.news))
                waits = False
            else:
                paused = order.word == "pause"
        waits = not reporter.add(worker)
