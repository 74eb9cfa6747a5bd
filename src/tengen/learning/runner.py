"""Who does the playing while the learner learns: the protocol, and the simplest one of all."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tengen.core import TengenError


class RunnerError(TengenError):
    """The workers keep failing; the message says how the last one did."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a worker has done since its last report."""

    worker: int
    items: Sequence[Any] = ()
    """Finished pieces of work, such as `PlayedGame`."""
    counters: dict[str, int] | None = None
    """What it counted since its last report, by name."""


class Worker(Protocol):
    """Does a job step by step, in whatever process it was put."""

    def update(self, news: Any) -> None:
        """Take note of what the learner published, such as new weights."""
        ...

    def step(self) -> tuple[Sequence[Any], dict[str, int]]:
        """Work for some milliseconds; return finished items and what was counted."""
        ...


class Job(Protocol):
    """Something to do, picklable; it becomes a worker where it runs."""

    def start(self, seed: int, news: Any) -> Worker:
        """Return a worker with its own randomness, and the learner's latest news."""
        ...


class Runner(Protocol):
    """Runs one job in several workers and brings back what they finish."""

    def start(self, job: Job, *, workers: int, seed: int, news: Any) -> None:
        """Start the workers; each gets a seed of its own."""
        ...

    def publish(self, news: Any) -> None:
        """Hand the learner's news to every worker, also to those started later."""
        ...

    def pause(self, worker: int) -> None:
        """Let a worker rest after its current step."""
        ...

    def resume(self, worker: int) -> None:
        """Let a resting worker go on."""
        ...

    def drain(self, seconds: float) -> list[Report]:
        """Return what came in, waiting up to `seconds` for something; restart the dead.

        Raises:
            RunnerError: when workers die again and again without doing anything.
        """
        ...

    def stop(self) -> list[Report]:
        """End the workers and return their last reports; harmless when repeated."""
        ...


class InlineRunner:
    """Runs one worker in this thread, a step at a time: slow, but the same every time."""

    def __init__(self) -> None:
        self._worker: Worker | None = None

    def start(self, job: Job, *, workers: int, seed: int, news: Any) -> None:
        """Start the one worker; `workers` is ignored."""
        self._worker = job.start(seed, news)

    def publish(self, news: Any) -> None:
        """Hand over the news at once."""
        if self._worker is not None:
            self._worker.update(news)

    def pause(self, worker: int) -> None:
        """Do nothing: while the learner works, this worker rests anyway."""

    def resume(self, worker: int) -> None:
        """Do nothing; see `pause`."""

    def drain(self, seconds: float) -> list[Report]:
        """Do one step."""
        if self._worker is None:
            return []
        items, counters = self._worker.step()
        return [Report(0, items, counters)]

    def stop(self) -> list[Report]:
        """Forget the worker."""
        self._worker = None
        return []
