"""Threads that do one piece of work side by side."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait


class Crew:
    """The caller's thread, and others that wait for work until nobody has the crew any more.

    They live on from one piece of work to the next: a thread that is new begins on the core of the
    one that started it.
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._others = ThreadPoolExecutor(threads - 1, "search") if threads > 1 else None

    def run(self, work: Callable[[int], None]) -> None:
        """Call ``work(i)`` on each thread, 0 on the caller's; return when all have.

        Work that fails has to end that of the other threads.

        Raises:
            BaseException: what the work raised, the caller's thread first.
        """
        others = [
            self._others.submit(work, number)
            for number in range(1, self.threads)
            if self._others is not None
        ]
        try:
            work(0)
        finally:
            wait(others)
        for other in others:
            other.result()
