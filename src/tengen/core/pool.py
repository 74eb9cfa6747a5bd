"""Pieces of work, such as games, given to workers one by one; who dies takes only its own with it."""

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Self, TypeVar

from tengen.core.agent import Stop
from tengen.core.errors import TengenError
from tengen.core.runner import Crew, Runner

Task = TypeVar("Task")
Done = TypeVar("Done")
Name = TypeVar("Name", bound=Hashable)
Work = Callable[[Task, Stop], Done | Generator[Any, None, Done]]
"""Does a piece of work and returns soon when the stop is set; a function of some module.

One that yields is asked again after each step, so that it is known to be alive; what it yields is a
note on how far it is, None for none.
"""

_LOOK_SECONDS = 0.2
"""Between two looks whether work shall end."""
_AHEAD = 3
"""So many times the workers' number of pieces may wait for an earlier one to end."""


class DiedError(Exception):
    """The worker died before its work was done."""

    def __init__(self, reason: str, *, innocent: bool = False) -> None:
        super().__init__(reason)
        self.innocent = innocent
        """Whether the worker's machine left, for which the work cannot be blamed."""


class Note(NamedTuple):
    """How far a piece of work is."""

    said: Any


@dataclass(frozen=True, slots=True)
class TaskJob(Generic[Task, Done]):
    """Do one piece of work after the other, as they are sent."""

    work: Work[Task, Done]

    def start(self, seed: int, news: Task | None, stop: Stop) -> "TaskWorker[Task, Done]":
        """Return a worker without any work yet; see `Job`."""
        return TaskWorker(self.work, stop)


class TaskWorker(Generic[Task, Done]):
    """Does what it was sent last, step by step where it has steps; see `Worker`."""

    def __init__(self, work: Work[Task, Done], stop: Stop) -> None:
        self._work = work
        self._stop = stop
        self._task: Task | None = None
        self._under_way: Generator[Any, None, Done] | None = None

    def update(self, task: Task | None) -> None:
        """Take a piece of work."""
        self._task = task

    def step(self) -> tuple[Sequence[Done | TengenError | Note], Mapping[str, int]] | None:
        """Do a step of it; what it raises of our own errors is its result."""
        if self._task is None and self._under_way is None:
            return None
        try:
            return self._go_on(), {}
        except StopIteration as end:
            self._under_way = None
            return [end.value], {}
        except TengenError as error:
            self._under_way = None
            return [error], {}

    def _go_on(self) -> Sequence[Done | Note]:
        if self._under_way is None:
            assert self._task is not None
            task, self._task = self._task, None
            begun = self._work(task, self._stop)
            if not isinstance(begun, Generator):
                return [begun]
            self._under_way = begun
        said = next(self._under_way)
        return [] if said is None else [Note(said)]


class Pool(Generic[Name, Task, Done]):
    """Workers of a runner who do pieces of work, hired when first needed.

    Args:
        runner: has them.
        count: how many at most; None for as many as it has room for.
        work: what they do.
        on_note: told the name of a piece of work and what it says of itself on the way.
    """

    def __init__(
        self,
        runner: Runner,
        count: int | None,
        work: Work[Task, Done],
        on_note: Callable[[Name, Any], None] = lambda _name, _said: None,
    ) -> None:
        self._runner = runner
        self._count = count
        self._on_note = on_note
        self._crew: Crew[Task | None, Done | TengenError | Note] = runner.start(
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
        return max(0, self._runner.room_for(self._count) - len(self._busy))

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
            for item in report.items:
                if isinstance(item, Note):
                    self._on_note(self._busy[report.worker], item.said)
                    continue
                ended.append((self._busy.pop(report.worker), item))
                self._idle.append(report.worker)
            if report.lost is not None:
                ended += self._note_loss(report.worker, report.lost, innocent=report.innocent)
        return ended

    def _note_loss(
        self, worker: int, reason: str, *, innocent: bool
    ) -> list[tuple[Name, Exception]]:
        """Return the work that was lost with a worker, if any."""
        is_busy = worker in self._busy
        if innocent and not is_busy and worker in self._idle:
            self._idle.remove(worker)
        if is_busy and not innocent:
            self._idle.append(worker)
        return [(self._busy.pop(worker), DiedError(reason, innocent=innocent))] if is_busy else []

    def close(self) -> None:
        """End all workers, and what they are doing."""
        self._crew.stop()
        self._idle, self._busy = [], {}


def in_order(
    runner: Runner,
    count: int | None,
    work: Work[Task, Done],
    tasks: Iterable[Task],
    stop: Stop | None = None,
) -> Iterator[Done]:
    """Yield what comes of each task, in the tasks' order, whoever is done first.

    Tasks are taken as workers get free. What a machine that left was at is done again.

    Args:
        runner: has the workers.
        count: how many at most; None for as many as it has room for.
        work: what they do.
        tasks: may be without end.
        stop: ends it soon when set.

    Raises:
        TengenError: when work raises it, or a worker dies of it.
    """
    coming, given, ended = enumerate(tasks), dict[int, Task](), dict[int, Done]()
    again: list[int] = []
    wanted, left = 0, True
    with Pool[int, Task, Done](runner, count, work) as pool:
        while (left or given or ended) and not (stop is not None and stop.is_set()):
            while again and pool.free:
                pool.begin(again[0], given[again.pop(0)])
            while left and pool.free and len(ended) <= _AHEAD * (len(given) + 1):
                number, task = next(coming, (-1, None))
                left = number >= 0
                if task is not None:
                    given[number] = task
                    pool.begin(number, task)
            for number, done in pool.wait(_LOOK_SECONDS):
                if isinstance(done, DiedError) and done.innocent:
                    again.append(number)
                    continue
                if isinstance(done, Exception):
                    raise blame(done)
                del given[number]
                ended[number] = done
            while wanted in ended:
                yield ended.pop(wanted)
                wanted += 1


def blame(error: Exception) -> Exception:
    """Return what to raise where a piece of work led to `error`."""
    if isinstance(error, DiedError):
        return TengenError(f"a worker died at its work ({error}); try --workers 1")
    return error
