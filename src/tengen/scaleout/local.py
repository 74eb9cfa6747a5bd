"""Workers as processes of this machine, one thread each."""

import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from tengen.learning.runner import Job, Report, RunnerError, Worker

_log = logging.getLogger(__name__)

_REPORT_SECONDS = 0.1
"""A worker gathers what it finishes for this long before it sends it."""
_STOP_SECONDS = 5.0
"""A worker that has not ended by then is killed."""
_FAILURES = 5
"""So many workers in a row that die without a report end the run."""
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(slots=True)
class _Hand:
    """A worker process as this process sees it."""

    process: BaseProcess
    pipe: Connection
    paused: bool = False


class LocalRunner:
    """Runs a job in processes; one that dies is replaced, with another seed."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._hands: list[_Hand] = []
        self._job: Job | None = None
        self._news: Any = None
        self._seed = 0
        self._started = 0
        self._failures = 0

    def start(self, job: Job, *, workers: int, seed: int, news: Any) -> None:
        """Start the processes; see `Runner`."""
        self._job, self._news, self._seed = job, news, seed
        for worker in range(workers):
            self._hands.append(self._hire(worker))

    def _hire(self, worker: int) -> _Hand:
        ours, theirs = self._context.Pipe()
        # Seeds of replacements never repeat those of workers that already played.
        seed = self._seed * 1_000_003 + self._started
        self._started += 1
        process = self._context.Process(
            target=_work,
            args=(theirs, self._job, worker, seed, self._news),
            name=f"tengen-worker-{worker}",
            daemon=True,
        )
        with _quiet_children():
            process.start()
        theirs.close()
        return _Hand(process, ours)

    def publish(self, news: Any) -> None:
        """Hand the news to every process; see `Runner`."""
        self._news = news
        for hand in self._hands:
            _send(hand, ("news", news))

    def pause(self, worker: int) -> None:
        """Let a process sleep; see `Runner`."""
        self._set_paused(worker, paused=True)

    def resume(self, worker: int) -> None:
        """Wake a sleeping process; see `Runner`."""
        self._set_paused(worker, paused=False)

    def _set_paused(self, worker: int, *, paused: bool) -> None:
        hand = self._hands[worker]
        if hand.paused != paused:
            hand.paused = paused
            _send(hand, ("pause" if paused else "resume", None))

    def drain(self, seconds: float) -> list[Report]:
        """Return the reports that came in; see `Runner`."""
        pipes = {hand.pipe: index for index, hand in enumerate(self._hands)}
        reports: list[Report] = []
        for pipe in wait(list(pipes), seconds):
            index = pipes[pipe]  # type: ignore[index]
            try:
                reports += self._receive(self._hands[index].pipe)
            except (EOFError, OSError) as error:
                self._replace(index, str(error) or "it was killed")
        if any(report.items for report in reports):
            self._failures = 0
        return reports

    def _receive(self, pipe: Connection) -> list[Report]:
        """Return all reports that wait in a pipe; raises EOFError where the worker died."""
        reports: list[Report] = []
        while pipe.poll():
            message = pipe.recv()
            if isinstance(message, str):
                raise EOFError(message)  # noqa: TRY004 - a string is how a worker says that it failed
            reports.append(message)
        return reports

    def _replace(self, index: int, reason: str) -> None:
        self._failures += 1
        if self._failures >= _FAILURES:
            raise RunnerError(f"the workers keep failing, last worker {index}: {reason}")
        _log.warning("worker %d failed (%s); starting another", index, reason)
        hand = self._hands[index]
        _end(hand)
        self._hands[index] = self._hire(index)
        if hand.paused:
            self.pause(index)

    def stop(self) -> list[Report]:
        """End the processes; see `Runner`."""
        hands, self._hands = self._hands, []
        for hand in hands:
            _send(hand, ("stop", None))
        reports: list[Report] = []
        deadline = time.monotonic() + _STOP_SECONDS
        for hand in hands:
            with suppress(EOFError, OSError):
                while hand.pipe.poll(max(0.0, deadline - time.monotonic())):
                    message = hand.pipe.recv()
                    if isinstance(message, Report):
                        reports.append(message)
            _end(hand)
        return reports


def _send(hand: _Hand, message: tuple[str, Any]) -> None:
    # A worker that died is noticed when its reports are drained.
    with suppress(OSError):
        hand.pipe.send(message)


def _end(hand: _Hand) -> None:
    hand.pipe.close()
    hand.process.join(0.5)
    if hand.process.is_alive():
        hand.process.kill()
        hand.process.join()


@contextmanager
def _quiet_children() -> Iterator[None]:
    """Start processes that use one thread and leave Ctrl-C to this one, from their first line."""
    before = {name: os.environ.get(name) for name in _ONE_THREAD}
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    here = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN) if here else None
    try:
        yield
    finally:
        if here:
            signal.signal(signal.SIGINT, handler)
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _work(pipe: Connection, job: Job, worker: int, seed: int, news: Any) -> None:
    """Be a worker: work, report, obey, until told to stop or left alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        _obey(pipe, job.start(seed, news), worker)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the learner is gone, and with it the reason to work
    except Exception as error:  # noqa: BLE001 - the parent decides, and says so
        with suppress(OSError):
            pipe.send(f"{type(error).__name__}: {error}".splitlines()[0])


def _obey(pipe: Connection, mind: Worker, worker: int) -> None:
    paused = False
    items: list[Any] = []
    counters: Counter[str] = Counter()
    reported = time.monotonic()
    while True:
        while paused or pipe.poll():
            order, news = pipe.recv()
            if order == "stop":
                pipe.send(Report(worker, items, dict(counters)))
                return
            if order == "news":
                mind.update(news)
            else:
                paused = order == "pause"
        done, counted = mind.step()
        items += done
        counters.update(counted)
        if time.monotonic() - reported >= _REPORT_SECONDS:
            pipe.send(Report(worker, items, dict(counters)))
            items, counters, reported = [], Counter(), time.monotonic()
