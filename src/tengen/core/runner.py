"""Who works on other cores: a job done by several workers, what they are sent and what they bring.

Nothing here says where workers are. What they are sent can be pickled, and is no path of this
machine's disk: they may be on other machines.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from tengen.core.agent import Stop
from tengen.core.errors import TengenError

News = TypeVar("News")
News_contra = TypeVar("News_contra", contravariant=True)
Item = TypeVar("Item")
Item_co = TypeVar("Item_co", covariant=True)


class RunnerError(TengenError):
    """The workers keep failing; the message says how the last one did."""


@dataclass(frozen=True, slots=True)
class Report(Generic[Item_co]):
    """What a worker has done since its last report."""

    worker: int
    items: Sequence[Item_co] = ()
    """Finished pieces of work."""
    counters: Mapping[str, int] = field(default_factory=dict)
    """What it counted since its last report, by name."""
    cpu_seconds: float = 0.0
    """Processor time of its process since its last report; 0 where it has none of its own."""
    lost: str | None = None
    """Why it is gone, where it is: another one has its number, and knows what was published alone."""
    innocent: bool = False
    """Whether it is gone because its machine left, and not by a fault of its work: nobody has its
    number then, until somebody is hired."""


@dataclass(frozen=True, slots=True)
class NodeStatus:
    """What happens on one machine."""

    name: str
    workers: int
    rates: Mapping[str, float]
    """What its workers finished and counted of late, a second, by name: ``items`` and counters."""


@dataclass(frozen=True, slots=True)
class CrewStatus:
    """What workers on other machines are doing."""

    nodes: Sequence[NodeStatus]
    behind: float
    """Publications that the workers have not taken note of yet, on average."""
    waiting: int
    """Workers whose reports waited when they were fetched last."""
    store: float
    """Share of the object store that is used, in [0, 1]."""


class Worker(Protocol[News_contra, Item_co]):
    """Does a job step by step, wherever it was put."""

    def update(self, news: News_contra) -> None:
        """Take note of what was published or sent, such as new weights or a piece of work."""
        ...

    def step(self) -> tuple[Sequence[Item_co], Mapping[str, int]] | None:
        """Work on; return finished items and what was counted, None to wait for news."""
        ...


class Job(Protocol[News_contra, Item_co]):
    """Something to do, picklable; it becomes a worker where it runs."""

    def start(self, seed: int, news: News_contra, stop: Stop) -> Worker[News_contra, Item_co]:
        """Return a worker with its own randomness; a long step ends soon when `stop` is set."""
        ...


class Crew(Protocol[News_contra, Item]):
    """The workers of one job, numbered from 0.

    Where machines leave, numbers are free; what is said to nobody changes nothing.
    """

    @property
    def size(self) -> int:
        """How many there are, or were before some left."""
        ...

    def hire(self) -> int:
        """Add a worker and return its number."""
        ...

    def publish(self, news: News_contra) -> None:
        """Send news to every worker, also to those started later."""
        ...

    def send(self, worker: int, news: News_contra) -> None:
        """Send news to one worker; they are lost with it."""
        ...

    def pause(self, worker: int) -> None:
        """Let a worker rest after its current step."""
        ...

    def resume(self, worker: int) -> None:
        """Let a resting worker go on."""
        ...

    def drain(self, seconds: float) -> list[Report[Item]]:
        """Return what came in, waiting up to `seconds` for something; replace who is lost.

        Raises:
            RunnerError: when workers die again and again without doing anything.
        """
        ...

    def status(self) -> CrewStatus | None:
        """Return what they are doing; None where they are all on this machine."""
        ...

    def stop(self) -> list[Report[Item]]:
        """End the workers and return their last reports; harmless when repeated."""
        ...


class Runner(Protocol):
    """Has workers, somewhere."""

    def room_for(self, workers: int | None) -> int:
        """Return how many of so many workers find a place, and of None as many as have a core.

        That may change as machines come and go.
        """
        ...

    @property
    def is_here(self) -> bool:
        """Whether they work on the cores of this process, so that they take turns with it."""
        ...

    @property
    def has_gpus(self) -> bool:
        """Whether a GPU is where they work, if one is here."""
        ...

    def start(
        self,
        job: Job[News, Item],
        *,
        workers: int | None,
        seed: int,
        news: News,
        patience: float = math.inf,
    ) -> Crew[News, Item]:
        """Begin a job.

        Args:
            job: what the workers do.
            workers: how many begin at once; None for as many as there is room for, more where
                there is more later.
            seed: from which each worker's own is made.
            news: what they know first.
            patience: seconds after which a worker that should work and is silent is given up.
        """
        ...


class InlineRunner:
    """Runs one worker in this thread, a step at a time: slow, but the same every time."""

    is_here = True
    has_gpus = True

    def room_for(self, workers: int | None) -> int:
        """Return 1; see `Runner`."""
        return 1

    def start(
        self,
        job: Job[News, Item],
        *,
        workers: int | None,
        seed: int,
        news: News,
        patience: float = math.inf,
    ) -> "InlineCrew[News, Item]":
        """Start the one worker, however many are asked for."""
        return InlineCrew(job.start(seed, news, Stop()))


class InlineCrew(Generic[News, Item]):
    """One worker, who works while somebody waits for reports."""

    size = 1

    def __init__(self, worker: Worker[News, Item]) -> None:
        self._worker: Worker[News, Item] | None = worker

    def hire(self) -> int:
        """Return the one worker's number."""
        return 0

    def publish(self, news: News) -> None:
        """Hand over the news at once."""
        if self._worker is not None:
            self._worker.update(news)

    def send(self, worker: int, news: News) -> None:
        """Do the same; there is one worker."""
        self.publish(news)

    def pause(self, worker: int) -> None:
        """Do nothing: while this thread does something else, the worker rests anyway."""

    def resume(self, worker: int) -> None:
        """Do nothing; see `pause`."""

    def drain(self, seconds: float) -> list[Report[Item]]:
        """Do one step."""
        found = None if self._worker is None else self._worker.step()
        return [] if found is None else [Report(0, *found)]

    def status(self) -> None:
        """Return None; see `Crew`."""

    def stop(self) -> list[Report[Item]]:
        """Forget the worker."""
        self._worker = None
        return []
