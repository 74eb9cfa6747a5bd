"""Work is given out, comes back in order, and is done again where a machine left."""

from collections.abc import Generator
from typing import Any

import pytest

from tengen.core import Stop, TengenError
from tengen.core.pool import Pool, in_order
from tengen.core.runner import InlineCrew, InlineRunner, Job, Report
from tengen.scaleout.local import LocalRunner


def square(number: int, stop: Stop) -> int:
    if number < 0:
        raise TengenError(f"{number} is negative")
    return number * number


def count_down(number: int, stop: Stop) -> Generator[int | None, None, str]:
    while number:
        yield number if number % 2 else None
        number -= 1
    return "off"


def test_results_come_in_order() -> None:
    """Whoever is done first, what comes of the tasks has their order."""
    found = in_order(LocalRunner(), 2, square, range(40))
    assert list(found) == [number * number for number in range(40)]


def test_tasks_are_taken_as_they_are_needed() -> None:
    """Tasks without end are no trouble to who wants a few results."""
    taken: list[int] = []

    def tasks() -> Generator[int, None, None]:
        while True:
            taken.append(len(taken))
            yield taken[-1]

    found = in_order(InlineRunner(), 1, square, tasks())
    assert [next(found) for _ in range(3)] == [0, 1, 4]
    assert len(taken) < 10


def test_what_work_raises_is_raised() -> None:
    with pytest.raises(TengenError, match="-1 is negative"):
        list(in_order(InlineRunner(), 1, square, [3, -1]))


def test_work_in_steps_tells_how_far_it_is() -> None:
    """What it yields is told under its name; None is not."""
    told: list[tuple[str, Any]] = []
    with Pool[str, int, str](
        InlineRunner(), 1, count_down, lambda name, said: told.append((name, said))
    ) as pool:
        pool.begin("lift", 3)
        ended: list[tuple[str, Any]] = []
        while not ended:
            ended = pool.wait(0)
    assert told == [("lift", 3), ("lift", 1)]
    assert ended == [("lift", "off")]


class Leaving(InlineCrew[Any, Any]):
    """Its machine leaves once before the third piece of work is done."""

    drained = 0

    def drain(self, seconds: float) -> list[Report[Any]]:
        self.drained += 1
        if self.drained == 3:
            return [Report(0, lost="its node left", innocent=True)]
        return super().drain(seconds)


class LeavingRunner(InlineRunner):
    def start(self, job: Job[Any, Any], **options: Any) -> Leaving:
        return Leaving(job.start(0, None, Stop()))


def test_work_whose_machine_left_is_done_again() -> None:
    """It is in the results once, and nothing else is repeated."""
    assert list(in_order(LeavingRunner(), 1, square, range(6))) == [0, 1, 4, 9, 16, 25]
