"""Workers on a cluster of three nodes: they come and go with their nodes, and none is left behind."""

import logging
import os
import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

pytest.importorskip("ray")

import ray
from ray.cluster_utils import Cluster

from tengen.core import Stop
from tengen.core.runner import Crew, Report, RunnerError
from tengen.scaleout.ray import crew as crew_module
from tengen.scaleout.ray.runner import on_cluster

from .conftest import join, left_behind


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


def check_once(kept: list[tuple[int, int, int, Any]], workers: int) -> None:
    """Each worker's items come once, in their order, and none before its end is missing."""
    for seed in {item[1] for item in kept}:
        made = [item[2] for item in kept if item[1] == seed]
        assert made == list(range(1, len(made) + 1))
    assert len({item[1] for item in kept}) == workers


def test_a_worker_works_on_a_node(one_node: Cluster) -> None:
    """It reports, in order, and hears news; its actor ends with the crew."""
    kept: list[tuple[int, int, int, Any]] = []
    with on_cluster(one_node.address, {}) as runner:
        crew = runner.start(Counting(), workers=None, seed=7, news="old")
        assert (crew.size, runner.room_for(None), runner.is_here) == (1, 1, False)
        wait_for(crew, has(0, "old"), kept)
        crew.publish("new")
        wait_for(crew, has(0, "new"), kept)
        kept += [item for report in crew.stop() for item in report.items]
        assert left_behind() == []
    check_once(kept, 1)


@pytest.mark.long
def test_workers_leave_with_their_node(
    two_nodes: Cluster, caplog: pytest.LogCaptureFixture
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


@pytest.mark.long
def test_workers_that_cannot_start_are_at_fault(
    two_nodes: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that ends before it found a place is at fault where no node left; so is another Tengen.

    Else it would be tried for ever. Who forgets a crew leaves no actor, and may stop it when all is over.
    """
    with on_cluster(two_nodes.address, {}) as runner:
        crew = runner.start(Counting(), workers=1, seed=7, news="old")
        while not crew.size:
            crew.drain(0.1)
        ray.kill(crew._hands[0].actor)
        assert not wait_for(crew, lambda r: r.lost is not None).innocent
        wait_for(crew, has(0, "old"))
    with on_cluster(two_nodes.address, {}) as runner:
        assert left_behind() == []
        assert crew.stop() == []

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
        working = wait_for(crew, lambda r: r.worker > 0 and bool(r.items), kept)
        os.kill(working.items[-1][0], signal.SIGKILL)
        lost = wait_for(crew, lambda r: r.lost is not None, kept)
        assert not lost.innocent
        wait_for(crew, has(lost.worker, "new"), kept)

        crew.send(1, "hang")
        lost = wait_for(crew, lambda r: r.lost is not None, kept)
        assert (lost.worker, lost.lost) == (1, "it was silent for 10 seconds")
        crew.resume(0)
        wait_for(crew, has(0, "new"), kept)
        wait_for(crew, has(1, "new"), kept)

        join(cluster)
        wait_for(crew, has(3, "new"), kept)
        assert [line for line in caplog.messages if line.endswith(" joined")]
        assert runner.room_for(None) == 4
        kept += [item for report in crew.stop() for item in report.items]
        assert left_behind() == []
    check_once(kept, 6)


@pytest.mark.long
@pytest.mark.timeout(1500)
def test_nodes_leave_and_join_at_random(cluster: Cluster) -> None:
    """Twenty times, whatever is under way: no item comes twice, none before a node's end is lost."""
    rng = random.Random(20)
    kept: list[tuple[int, int, int, Any]] = []
    with on_cluster(cluster.address, {}) as runner:
        crew = runner.start(Counting(), workers=None, seed=7, news="old")
        for turn in range(20):
            until = time.monotonic() + rng.uniform(0, 4)
            while time.monotonic() < until:
                kept += [item for report in crew.drain(0.1) for item in report.items]
            nodes = cluster.list_all_nodes()
            if len(nodes) > 1 and (len(nodes) > 3 or rng.random() < 0.5):
                cluster.remove_node(rng.choice(nodes[1:]), allow_graceful=rng.random() < 0.3)
            else:
                join(cluster)
            crew.publish(f"edition {turn}")
        # All that are left hear what was published last.
        nodes, heard = len(cluster.list_all_nodes()), set[int]()
        until = time.monotonic() + 120
        while len(heard) < nodes and time.monotonic() < until:
            for report in crew.drain(0.1):
                kept += report.items
                if report.items and report.items[-1][3] == "edition 19":
                    heard.add(report.worker)
        assert len(heard) == nodes
        kept += [item for report in crew.stop() for item in report.items]
        assert left_behind() == []
    check_once(kept, len({item[1] for item in kept}))
