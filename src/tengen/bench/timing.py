"""Rates by CPU time, so that other programs on the machine disturb them little."""

import time
from collections.abc import Callable
from statistics import median

Work = Callable[[], int]
"""Does some work and returns how many units it did."""


def rates(*works: Work, seconds: float = 1.0, rounds: int = 5) -> tuple[float, ...]:
    """Return the median units a core-second of each work.

    The works take turns, round by round, so that a slow minute of the machine falls on all.

    Args:
        works: called over and over; the first round of each is not counted.
        seconds: CPU time of one round, at least one call.
        rounds: how many are counted.
    """
    measured: list[list[float]] = [[] for _ in works]
    for number in range(rounds + 1):
        for work, rounds_of_work in zip(works, measured, strict=True):
            rate = _rate(work, seconds if number else seconds / 4)
            if number:
                rounds_of_work.append(rate)
    return tuple(median(rounds_of_work) for rounds_of_work in measured)


def _rate(work: Work, seconds: float) -> float:
    units, started = 0, time.process_time()
    while True:
        units += work()
        spent = time.process_time() - started
        if spent >= seconds:
            return units / spent
