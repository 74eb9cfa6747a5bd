"""Workers on a cluster of three nodes: they come and go with their nodes, and none is left behind."""

import logging
import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

pytest.importorskip("ray")

import ray
from ray._private.state import actors
from ray.cluster_utils import Cluster

from tengen.core import Stop
from tengen.core.runner import Crew, Report, RunnerError
from tengen.scaleout.ray import crew as crew_module
from tengen.scaleout.ray.runner import on_cluster

SMALL = {"num_cpus": 1, "object_store_memory": 80 * 2**20}
SOON = {
    "health_check_initial_delay_ms": 500,
    "health_check_period_ms": 300,
    "health_check_timeout_ms": 300,
    "health_check_failure_threshold": 3,
}
"""Else a node that is gone is noticed after half a minute."""


@pytest.fixture
def two_nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    """Two nodes of one core each, as they might be two machines."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    head = {**SMALL, "include_dashboard": False, "_system_config": SOON}
    found = Cluster(initialize_head=True, head_node_args=head)
    found.add_node(**SMALL)
    yield found
    ray.shutdown()
    found.shutdown()


@pytest.fixture
def cluster(two_nodes: Cluster) -> Cluster:
    """Three of them."""
    two_nodes.add_node(**SMALL)
    return two_nodes


@dataclass(frozen=True)
class Counting:
    """A job whose items say who made them, in which order, and the latest news."""

    def start(self, seed: int, news: Any, stop: Stop) -> "Counter":
        return Counter(seed, news)


class Counter:
    def __init__(self, seed: int, news: Any) -> None:
        self.seed, self.news, self.made = seed, news, 0

    def update(self, news: Any) -> None:
        self.news = news

    def step(self) -> tuple[list[tuple[int, int, int, Any]], dict[str, int]]:
        if self.news == "fail":
            raise ValueError("no such thing")
        time.sleep(600 if self.news == "hang" else 0.01)
        self.made += 1
        return [(os.getpid(), self.seed, self.made, self.news)], {"steps": 1}


def wait_for(
    crew: Crew[Any, Any], wanted: Callable[[Report[Any]], bool], kept: list[Any] | None = None
) -> Report[Any]:
    """Drain until a report is as wanted; a hang is a failure after a minute."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        reports = crew.drain(0.2)
        if kept is not None:
            kept += [item for report in reports for item in report.items]
        for report in reports:
            if wanted(report):
                return report
    raise AssertionError("the report never came")


def has(worker: int, news: Any) -> Callable[[Report[Any]], bool]:
    return lambda r: r.worker == worker and bool(r.items) and r.items[-1][3] == news


def left_behind() -> list[Any]:
    """Return the actors that live, waiting for those that are about to end."""
    until = time.monotonic() + 10
    while living := [one for one in actors().values() if one["State"] != "DEAD"]:
        if time.monotonic() > until:
            break
        time.sleep(0.1)
    return living


def check_once(kept: list[tuple[int, int, int, Any]], workers: int) -> None:
    """Each worker's items come once, in their order, and none before its end is missing."""
    for seed in {item[1] for item in kept}:
        made = [item[2] for item in kept if item[1] == seed]
        assert made == list(range(1, len(made) + 1))
    assert len({item[1] for item in kept}) == workers


def test_workers_leave_with_their_node(
    two_nodes: Cluster, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They report and hear news; a node that leaves is missed by nobody, and no actor stays."""
    kept: list[tuple[int, int, int, Any]] = []
    with on_cluster(two_nodes.address, {}) as runner:
        crew = runner.start(Counting(), workers=None, seed=7, news="old")
        assert (crew.size, runner.room_for(None), runner.is_here) == (2, 2, False)
        for worker in range(2):
            wait_for(crew, has(worker, "old"), kept)
        crew.publish("new")
        for worker in range(2):
            wait_for(crew, has(worker, "new"), kept)

        two_nodes.remove_node(two_nodes.list_all_nodes()[-1], allow_graceful=False)
        lost = wait_for(crew, lambda r: r.lost is not None, kept)
        assert lost.innocent
        assert len([line for line in caplog.messages if " left: 1 of 2 workers" in line]) == 1
        assert runner.room_for(None) == 1
        wait_for(crew, has(1 - lost.worker, "new"), kept)
        kept += [item for report in crew.stop() for item in report.items]
        assert crew.stop() == []
        assert left_behind() == []
        check_once(kept, 2)

        monkeypatch.setattr(crew_module, "__version__", "0.9")
        crew = runner.start(Counting(), workers=1, seed=7, news="old")
        with pytest.raises(RunnerError, match=r"^node .* has Tengen .*, the learner 0.9: install"):
            wait_for(crew, lambda _: False)
        crew.stop()


@pytest.mark.long
def test_workers_are_replaced_and_nodes_join(
    cluster: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    """One that dies or hangs is replaced, one that rests is not; a node that joins is used."""
    caplog.set_level(logging.INFO)
    kept: list[tuple[int, int, int, Any]] = []
    with on_cluster(cluster.address, {}) as runner:
        crew = runner.start(Counting(), workers=None, seed=7, news="old", patience=10)
        for worker in range(3):
            wait_for(crew, has(worker, "old"), kept)
        crew.publish("new")
        crew.pause(0)
        crew.drain(0.5)
        pid = next(item[0] for item in reversed(kept))
        os.kill(pid, signal.SIGKILL)
        lost = wait_for(crew, lambda r: r.lost is not None, kept)
        assert not lost.innocent
        wait_for(crew, has(lost.worker, "new"), kept)

        crew.send(1, "hang")
        lost = wait_for(crew, lambda r: r.lost is not None, kept)
        assert (lost.worker, lost.lost) == (1, "it was silent for 10 seconds")
        crew.resume(0)
        wait_for(crew, has(0, "new"), kept)
        wait_for(crew, has(1, "new"), kept)

        cluster.add_node(**SMALL)
        wait_for(crew, has(3, "new"), kept)
        assert [line for line in caplog.messages if line.endswith(" joined")]
        assert runner.room_for(None) == 4
        kept += [item for report in crew.stop() for item in report.items]
        assert left_behind() == []
    check_once(kept, 6)
