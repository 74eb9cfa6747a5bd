"""Worker processes report, rest, die and are replaced, and never outlive their work."""

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tengen.core import Stop
from tengen.core.runner import Report, RunnerError
from tengen.scaleout import local
from tengen.scaleout.local import LocalCrew, LocalRunner

Crew = LocalCrew[Any, Any]


@dataclass(frozen=True)
class Counting:
    """A job whose items say who made them: process, seed and the latest news."""

    fail: str = ""

    def start(self, seed: int, news: Any, stop: Stop) -> "Counter":
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


def wait_for(crew: Crew, wanted: Callable[[Report[Any]], bool]) -> Report[Any]:
    """Drain until a report is as wanted; a hang is a failure after two minutes."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        for report in crew.drain(0.2):
            if report.items and wanted(report):
                return report
    raise AssertionError("the report never came")


@pytest.mark.parametrize("forked", [False], indirect=True)
def test_workers_report_and_hear_news() -> None:
    """Each worker has its own process and seed, counts what it did, and learns the news."""
    crew = LocalRunner().start(Counting(), workers=2, seed=7, news="old")
    try:
        first = wait_for(crew, lambda report: report.worker == 0)
        second = wait_for(crew, lambda report: report.worker == 1)
        assert first.items[0][2] == "old"
        assert {first.items[0][:2]}.isdisjoint({second.items[0][:2]})
        assert first.items[0][1] != second.items[0][1]
        assert first.counters == {"steps": len(first.items)}
        crew.publish("new")
        wait_for(crew, lambda report: report.items[-1][2] == "new")
    finally:
        crew.stop()


def test_nobody_waits_for_what_the_first_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network fills the pipe until its reader has started: by then the others have begun as well."""
    done: list[str] = []
    start, tell = LocalCrew._start, local._tell
    monkeypatch.setattr(LocalCrew, "_start", lambda *given: done.append("start") or start(*given))
    monkeypatch.setattr(local, "_tell", lambda *given: done.append("tell") or tell(*given))
    news = "large" * 10**6
    crew = LocalRunner().start(Counting(), workers=2, seed=7, news=news)
    try:
        assert done == ["start", "start", "tell", "tell"]
        crew.pause(1)
        assert wait_for(crew, lambda report: report.worker == 0).items[0][2] == news
        crew.resume(1)
        assert wait_for(crew, lambda report: report.worker == 1).items[0][2] == news
    finally:
        crew.stop()


def test_paused_worker_rests() -> None:
    """A paused worker sends nothing until it is resumed."""
    crew = LocalRunner().start(Counting(), workers=1, seed=7, news=None)
    try:
        wait_for(crew, lambda _: True)
        crew.pause(0)
        crew.drain(0.3)
        assert crew.drain(0.3) == []
        crew.resume(0)
        wait_for(crew, lambda _: True)
    finally:
        crew.stop()


def test_killed_worker_is_replaced() -> None:
    """After `kill -9` another process with another seed works on, with the latest news."""
    crew = LocalRunner().start(Counting(), workers=1, seed=7, news="old")
    try:
        pid, seed, _ = wait_for(crew, lambda _: True).items[0]
        crew.publish("new")
        os.kill(pid, signal.SIGKILL)
        report = wait_for(crew, lambda report: report.items[0][0] != pid)
        assert report.items[0][1] != seed
        assert report.items[0][2] == "new"
    finally:
        crew.stop()


def test_workers_that_cannot_start_end_the_run() -> None:
    """When every worker dies at once the error says why, and nothing hangs."""
    crew = LocalRunner().start(Counting(fail="no such thing"), workers=1, seed=7, news=None)
    try:
        with pytest.raises(RunnerError, match="ValueError: no such thing"):
            wait_for(crew, lambda _: False)
    finally:
        crew.stop()


def test_stop_brings_the_last_reports_and_ends_all() -> None:
    """Stopping collects what was under way; repeated, it does nothing."""
    crew = LocalRunner().start(Counting(), workers=1, seed=7, news=None)
    pid = wait_for(crew, lambda _: True).items[0][0]
    reports = crew.stop()
    assert all(isinstance(report, Report) for report in reports)
    assert crew.stop() == []
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@dataclass(frozen=True)
class Sleeping:
    """A job whose workers do nothing for ever with the news `hang`, and wait with any other.

    With the path of a file as news they make it, and are at it until they are stopped.
    """

    def start(self, seed: int, news: str, stop: Stop) -> "Sleeper":
        return Sleeper(news, stop)


class Sleeper:
    def __init__(self, news: str, stop: Stop) -> None:
        self.news, self.stop = news, stop

    def update(self, news: str) -> None:
        self.news = news

    def step(self) -> tuple[list[str], dict[str, int]] | None:
        if self.news == "hang":
            time.sleep(600)
        if self.news.startswith("/"):
            Path(self.news).touch()
            self.stop.wait(600)
        news, self.news = self.news, ""
        return ([news], {}) if news else None


@pytest.mark.long
def test_a_worker_that_hangs_is_replaced() -> None:
    """One that should work and is silent for too long is killed; one that has nothing to do is not."""
    crew = LocalRunner().start(Sleeping(), workers=2, seed=7, news="begun", patience=5)
    try:
        begun: set[int] = set()
        while len(begun) < 2:
            begun |= {report.worker for report in crew.drain(30) if report.items}
        crew.send(0, "hang")
        until, lost = time.monotonic() + 30, list[Report[Any]]()
        while not lost and time.monotonic() < until:
            lost = [report for report in crew.drain(0.2) if report.lost]
        assert [report.worker for report in lost] == [0]
        assert "silent" in (lost[0].lost or "")
        crew.send(1, "alive")
        wait_for(crew, lambda report: report.worker == 1 and report.items[0] == "alive")
    finally:
        crew.stop()


def test_a_long_step_ends_with_its_crew(tmp_path: Path) -> None:
    """Stopping sets the worker's own stop, and what it was at comes with the last report."""
    crew = LocalRunner().start(Sleeping(), workers=1, seed=7, news="begun")
    wait_for(crew, lambda _: True)
    begun = tmp_path / "begun"
    crew.send(0, str(begun))
    until = time.monotonic() + 120
    while not begun.exists():
        assert time.monotonic() < until
        time.sleep(0.01)
    assert [item for report in crew.stop() for item in report.items] == [str(begun)]
