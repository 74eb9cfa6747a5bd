"""Worker processes report, rest, die and are replaced, and never outlive their work."""

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tengen.learning.runner import Report, RunnerError
from tengen.scaleout.local import LocalRunner


@dataclass(frozen=True)
class Counting:
    """A job whose items say who made them: process, seed and the latest news."""

    fail: str = ""

    def start(self, seed: int, news: Any) -> "Counter":
        if self.fail:
            raise ValueError(self.fail)
        return Counter(seed, news)


class Counter:
    def __init__(self, seed: int, news: Any) -> None:
        self.seed, self.news = seed, news

    def update(self, news: Any) -> None:
        self.news = news

    def step(self) -> tuple[list[tuple[int, int, Any]], dict[str, int]]:
        time.sleep(0.01)
        return [(os.getpid(), self.seed, self.news)], {"steps": 1}


def wait_for(runner: LocalRunner, wanted: Callable[[Report], bool]) -> Report:
    """Drain until a report is as wanted; a hang is a failure after half a minute."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        for report in runner.drain(0.2):
            if report.items and wanted(report):
                return report
    raise AssertionError("the report never came")


def test_workers_report_and_hear_news() -> None:
    """Each worker has its own process and seed, counts what it did, and learns the news."""
    runner = LocalRunner()
    runner.start(Counting(), workers=2, seed=7, news="old")
    try:
        first = wait_for(runner, lambda report: report.worker == 0)
        second = wait_for(runner, lambda report: report.worker == 1)
        assert first.items[0][2] == "old"
        assert {first.items[0][:2]}.isdisjoint({second.items[0][:2]})
        assert first.items[0][1] != second.items[0][1]
        assert first.counters == {"steps": len(first.items)}
        runner.publish("new")
        wait_for(runner, lambda report: report.items[-1][2] == "new")
    finally:
        runner.stop()


def test_paused_worker_rests() -> None:
    """A paused worker sends nothing until it is resumed."""
    runner = LocalRunner()
    runner.start(Counting(), workers=1, seed=7, news=None)
    try:
        wait_for(runner, lambda _: True)
        runner.pause(0)
        runner.drain(0.5)
        assert runner.drain(0.5) == []
        runner.resume(0)
        wait_for(runner, lambda _: True)
    finally:
        runner.stop()


def test_killed_worker_is_replaced() -> None:
    """After `kill -9` another process with another seed works on, with the latest news."""
    runner = LocalRunner()
    runner.start(Counting(), workers=1, seed=7, news="old")
    try:
        pid, seed, _ = wait_for(runner, lambda _: True).items[0]
        runner.publish("new")
        os.kill(pid, signal.SIGKILL)
        report = wait_for(runner, lambda report: report.items[0][0] != pid)
        assert report.items[0][1] != seed
        assert report.items[0][2] == "new"
    finally:
        runner.stop()


def test_workers_that_cannot_start_end_the_run() -> None:
    """When every worker dies at once the error says why, and nothing hangs."""
    runner = LocalRunner()
    runner.start(Counting(fail="no such thing"), workers=1, seed=7, news=None)
    try:
        with pytest.raises(RunnerError, match="ValueError: no such thing"):
            wait_for(runner, lambda _: False)
    finally:
        runner.stop()


def test_stop_brings_the_last_reports_and_ends_all() -> None:
    """Stopping collects what was under way; repeated, it does nothing."""
    runner = LocalRunner()
    runner.start(Counting(), workers=1, seed=7, news=None)
    pid = wait_for(runner, lambda _: True).items[0][0]
    reports = runner.stop()
    assert all(isinstance(report, Report) for report in reports)
    assert runner.stop() == []
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
