"""Pieces of work, such as games, given to workers one by one; who dies takes only its own with it."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from tengen.core import Stop, TengenError
from tengen.core.runner import Crew, Runner

Task = TypeVar("Task")
Done = TypeVar("Done")
Name = TypeVar("Name", bound=Hashable)
Work = Callable[[Task, Stop], Done]
"""Does a piece of work and returns soon when the stop is set; a function of some module."""


class DiedError(Exception):
    """The worker died before its work was done."""


@dataclass(frozen=True, slots=True)
class TaskJob(Generic[Task, Done]):
    """Do one piece of work after the other, as they are sent."""

    work: Work[Task, Done]

    def start(self, seed: int, news: Task | None, stop: Stop) -> "TaskWorker[Task, Done]":
        """Return a worker without any work yet; see `Job`."""
        return TaskWorker(self.work, stop)


class TaskWorker(Generic[Task, Done]):
    """Does what it was sent last; see `Worker`."""

    def __init__(self, work: Work[Task, Done], stop: Stop) -> None:
        self._work = work
        self._stop = stop
        self._task: Task | None = None

    def update(self, task: Task | None) -> None:
        """Take a piece of work."""
        self._task = task

    def step(self) -> tuple[Sequence[Done | TengenError], Mapping[str, int]] | None:
        """Do it; what it raises of our own errors is its result."""
        if self._task is None:
            return None
        task, self._task = self._task, None
        try:
            return [self._work(task, self._stop)], {}
        except TengenError as error:
            return [error], {}


class Pool(Generic[Name, Task, Done]):
    """Workers of a runner who do pieces of work, hired when first needed.

    Args:
        runner: has them.
        count: how many at most.
        work: what they do.
    """

    def __init__(self, runner: Runner, count: int, work: Work[Task, Done]) -> None:
        self._count = count
        self._crew: Crew[Task | None, Done | TengenError] = runner.start(
            TaskJob(work), workers=0, seed=0, news=None
        )
        self._idle: list[int] = []
        self._busy: dict[int, Name] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def free(self) -> int:
        """How many pieces of work more can be begun."""
        return self._count - len(self._busy)

    def begin(self, name: Name, task: Task) -> None:
        """Let a free worker do a piece of work."""
        worker = self._idle.pop() if self._idle else self._crew.hire()
        self._busy[worker] = name
        self._crew.send(worker, task)

    def wait(self, seconds: float) -> list[tuple[Name, Done | Exception]]:
        """Return what ends within some seconds: as soon as one does.

        An exception stands for work that raised it; `DiedError` for what a worker died of.

        Raises:
            RunnerError: when workers die again and again without doing anything.
        """
        ended: list[tuple[Name, Done | Exception]] = []
        for report in self._crew.drain(seconds):
            for done in report.items:
                ended.append((self._busy.pop(report.worker), done))
                self._idle.append(report.worker)
            if report.lost is not None and report.worker in self._busy:
                ended.append((self._busy.pop(report.worker), DiedError(report.lost)))
                self._idle.append(report.worker)
        return ended

    def close(self) -> None:
        """End all workers, and what they are doing."""
        self._crew.stop()
        self._idle, self._busy = [], {}
