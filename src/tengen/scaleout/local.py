"""Workers as processes of this machine, one thread each."""

import logging
import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Generic, cast

from tengen.core.agent import Stop
from tengen.core.machine import cores
from tengen.core.runner import Item, Job, News, Report, RunnerError
from tengen.scaleout.hand import Answer, Order, Reporter, obey

_log = logging.getLogger(__name__)

_GRACE_SECONDS = 3.0
"""For a step to end after its stop, so that players can end the programs they started."""
_STOP_SECONDS = 5.0
"""A worker that has not ended by then is killed."""
_FAILURES = 5
"""So many workers in a row that die without a report end the run."""
_LONGEST_TICK = 1.0
"""Of a silence no more counts between two looks: this process, or the computer, may have slept."""
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class _LostError(Exception):
    """A worker is gone; the message says why."""


@dataclass(slots=True)
class _Hand:
    """A worker process as this process sees it."""

    process: BaseProcess
    pipe: Connection
    paused: bool = False
    waits: bool = False
    silent: float = 0.0
    """Seconds in which it should have said something."""


class LocalRunner:
    """Runs jobs in processes; one that dies or hangs is replaced, with another seed.

    They end when this process does, in whatever way.
    """

    is_here = True
    has_gpus = True

    def room_for(self, workers: int | None) -> int:
        """Return `workers`, which share the cores this process may use; see `Runner`."""
        return cores() if workers is None else workers

    def start(
        self,
        job: Job[News, Item],
        *,
        workers: int | None,
        seed: int,
        news: News,
        patience: float = math.inf,
    ) -> "LocalCrew[News, Item]":
        """Start the processes; see `Runner`."""
        return LocalCrew(job, seed, news, patience, workers=self.room_for(workers))


class LocalCrew(Generic[News, Item]):
    """The processes of one job; see `Crew`."""

    def __init__(
        self, job: Job[News, Item], seed: int, news: News, patience: float, *, workers: int
    ) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._hands: list[_Hand] = []
        self._job = job
        self._news = news
        self._seed = seed
        self._patience = patience
        self._started = 0
        self._failures = 0
        self._looked = time.monotonic()
        # All begin before the first is told anything: a large network in the pipe waits for its reader.
        self._hands += [self._start(worker) for worker in range(workers)]
        self.publish(news)

    @property
    def size(self) -> int:
        """How many there are; see `Crew`."""
        return len(self._hands)

    def hire(self) -> int:
        """Start one more process; see `Crew`."""
        worker = len(self._hands)
        self._hands.append(self._start(worker))
        self.send(worker, self._news)
        return worker

    def _start(self, worker: int) -> _Hand:
        """Start a process, which waits for its first news."""
        ours, theirs = self._context.Pipe()
        # Seeds of replacements never repeat those of workers that already played.
        seed = self._seed * 1_000_003 + self._started
        self._started += 1
        process = self._context.Process(
            target=_work,
            args=(theirs, self._job, worker, seed),
            name=f"tengen-worker-{worker}",
            daemon=True,
        )
        with _quiet_children():
            process.start()
        theirs.close()  # else the end of the process would not be the end of the pipe
        return _Hand(process, ours)

    def publish(self, news: News) -> None:
        """Send the news to every process; see `Crew`."""
        self._news = news
        for worker in range(len(self._hands)):
            self.send(worker, news)

    def send(self, worker: int, news: News) -> None:
        """Send news to one process; see `Crew`."""
        hand = self._hands[worker]
        hand.waits, hand.silent = False, 0.0
        _tell(hand, Order("news", news))

    def pause(self, worker: int) -> None:
        """Let a process sleep; see `Crew`."""
        self._set_paused(worker, paused=True)

    def resume(self, worker: int) -> None:
        """Wake a sleeping process; see `Crew`."""
        self._set_paused(worker, paused=False)

    def _set_paused(self, worker: int, *, paused: bool) -> None:
        hand = self._hands[worker]
        if hand.paused != paused:
            hand.paused, hand.silent = paused, 0.0
            _tell(hand, Order("pause" if paused else "resume"))

    def drain(self, seconds: float) -> list[Report[Item]]:
        """Return the reports that came in; see `Crew`."""
        pipes = {hand.pipe: worker for worker, hand in enumerate(self._hands)}
        reports: list[Report[Item]] = []
        for pipe in wait(list(pipes), seconds):
            worker = pipes[pipe]  # type: ignore[index] # only pipes were waited for
            try:
                self._receive(self._hands[worker], reports)
            except (EOFError, OSError, _LostError) as error:
                reports.append(self._replace(worker, str(error) or "it was killed"))
        if any(report.items for report in reports):
            self._failures = 0
        return reports + self._give_up_silent()

    def _receive(self, hand: _Hand, reports: list[Report[Item]]) -> None:
        """Add all reports that wait in a pipe; raises where the worker is gone."""
        while hand.pipe.poll():
            answer: Answer[Item] | str = hand.pipe.recv()
            if isinstance(answer, str):
                raise _LostError(answer)
            hand.waits, hand.silent = answer.waits, 0.0
            reports.append(answer.report)

    def _give_up_silent(self) -> list[Report[Item]]:
        now = time.monotonic()
        passed, self._looked = min(now - self._looked, _LONGEST_TICK), now
        lost = []
        for worker, hand in enumerate(self._hands):
            hand.silent += 0.0 if hand.paused or hand.waits else passed
            if hand.silent > self._patience:
                lost.append(self._replace(worker, f"it was silent for {self._patience:g} seconds"))
        return lost

    def _replace(self, worker: int, reason: str) -> Report[Item]:
        self._failures += 1
        if self._failures >= _FAILURES:
            raise RunnerError(f"the workers keep failing, last worker {worker}: {reason}")
        _log.warning("worker %d failed (%s); starting another", worker, reason)
        hand = self._hands[worker]
        _end(hand)
        self._hands[worker] = self._start(worker)
        self.send(worker, self._news)
        if hand.paused:
            self.pause(worker)
        return Report(worker, lost=reason)

    def status(self) -> None:
        """Return None: whoever looks at this machine sees them; see `Crew`."""

    def stop(self) -> list[Report[Item]]:
        """End the processes; see `Crew`."""
        hands, self._hands = self._hands, []
        for hand in hands:
            _tell(hand, Order("stop"))
        reports: list[Report[Item]] = []
        deadline = time.monotonic() + _STOP_SECONDS
        for hand in hands:
            with suppress(EOFError, OSError):
                while hand.pipe.poll(max(0.0, deadline - time.monotonic())):
                    answer = hand.pipe.recv()
                    if isinstance(answer, Answer):
                        reports.append(answer.report)
            _end(hand)
        return reports


def _tell(hand: _Hand, order: Order[News]) -> None:
    # A worker that died is noticed when its reports are drained.
    with suppress(OSError):
        hand.pipe.send(order)


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


def _work(pipe: Connection, job: Job[News, Item], worker: int, seed: int) -> None:
    """Be a worker: begin with the first news, work, report, obey, until told to stop or left alone."""
    # Ctrl-C is for the first process of the terminal, and a stop for it ends this one as well.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stop, orders = Stop(), SimpleQueue[Order[News]]()
    threading.Thread(target=_listen, args=(pipe, orders, stop), daemon=True).start()
    first = orders.get()
    if first.word == "stop":
        return
    try:
        begun = job.start(seed, cast("News", first.news), stop)
        obey(begun, orders, Reporter[Item](worker, pipe.send))
    except (BrokenPipeError, ConnectionResetError):
        return  # whoever sent it is gone, and with them the reason to work
    except Exception as error:  # noqa: BLE001 - the parent decides, and says so
        # A step that was broken off may end in any way.
        if not stop.is_set():
            with suppress(OSError):
                pipe.send(f"{type(error).__name__}: {error}".splitlines()[0])


def _listen(pipe: Connection, orders: SimpleQueue[Order[News]], stop: Stop) -> None:
    """Hand orders on; after the last one, end this process as gently as time allows."""
    try:
        while not stop.is_set():
            order: Order[News] = pipe.recv()
            if order.word == "stop":
                stop.set()
            orders.put(order)
    except (EOFError, OSError):
        stop.set()
        orders.put(Order("stop"))
        time.sleep(_GRACE_SECONDS)
        os._exit(1)
