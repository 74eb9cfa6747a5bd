"""Processes that play games side by side; one that dies takes only its own game with it."""

import os
import signal
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue
from typing import Any, Generic, Self, TypeVar

from tengen.core import Stop, TengenError

GRACE_SECONDS = 3.0
"""For a game to end after its stop, so that players can end the programs they started."""

Job = TypeVar("Job")
Done = TypeVar("Done")
Name = TypeVar("Name", bound=Hashable)
Work = Callable[[Job, Stop], Done]
"""Does a job and returns soon when the stop is set; it must be a function of some module."""


class DiedError(Exception):
    """The process that did a job ended before the job did."""


@dataclass(frozen=True, slots=True)
class _Worker:
    process: SpawnProcess
    pipe: Connection


class Workers(Generic[Name, Job, Done]):
    """Fresh processes, started when first needed.

    They end when this process does, in whatever way: their stop is set, and a little later they
    are gone.

    Args:
        count: how many.
        work: what they do.
    """

    def __init__(self, count: int, work: Work[Job, Done]) -> None:
        self._count = count
        self._work = work
        self._idle: list[_Worker] = []
        self._busy: dict[Name, _Worker] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def free(self) -> int:
        """How many jobs more can be begun."""
        return self._count - len(self._busy)

    def begin(self, name: Name, job: Job) -> None:
        """Let a free process do a job."""
        while True:
            worker = self._idle.pop() if self._idle else self._start()
            try:
                worker.pipe.send(job)
            except OSError:  # it died while idle
                worker.pipe.close()
                continue
            self._busy[name] = worker
            return

    def wait(self, seconds: float) -> list[tuple[Name, Done | Exception]]:
        """Return the jobs that end within some seconds: as soon as one does.

        An exception stands for a job that raised it; `DiedError` for one whose process died.
        """
        pipes = {worker.pipe: name for name, worker in self._busy.items()}
        ended: list[tuple[Name, Done | Exception]] = []
        for pipe in wait(list(pipes), seconds):
            name = pipes[pipe]  # type: ignore[index] # only pipes were waited for
            worker = self._busy.pop(name)
            try:
                ended.append((name, worker.pipe.recv()))
                self._idle.append(worker)
            except (EOFError, OSError):
                worker.pipe.close()
                ended.append((name, DiedError()))
        return ended

    def close(self) -> None:
        """End all processes, and what they are doing."""
        workers = [*self._idle, *self._busy.values()]
        self._idle, self._busy = [], {}
        for worker in workers:
            worker.pipe.close()
        end = time.monotonic() + GRACE_SECONDS + 1
        for worker in workers:
            worker.process.join(max(0.0, end - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()

    def _start(self) -> _Worker:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self._work), daemon=True)
        process.start()
        theirs.close()  # else the end of the process would not be the end of the pipe
        return _Worker(process, ours)


def _serve(pipe: Connection, work: Work[Any, Any]) -> None:
    """Do jobs until the pipe ends."""
    # Ctrl-C is for the first process of the terminal, and a stop for it ends this one as well.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stop, jobs = Stop(), SimpleQueue[Any]()
    threading.Thread(target=_listen, args=(pipe, jobs, stop), daemon=True).start()
    while (job := jobs.get()) is not None:
        try:
            done = work(job, stop)
        except TengenError as error:
            done = error
        except Exception:
            if stop.is_set():  # a job that was broken off may end in any way
                break
            raise
        if stop.is_set():
            break
        try:
            pipe.send(done)
        except OSError:
            break


def _listen(pipe: Connection, jobs: "SimpleQueue[Any]", stop: Stop) -> None:
    """Hand jobs on; at the end of the pipe, end this process as gently as time allows."""
    try:
        while True:
            jobs.put(pipe.recv())
    except (EOFError, OSError):
        stop.set()
        jobs.put(None)
        time.sleep(GRACE_SECONDS)
        os._exit(1)
