"""Clusters of a few nodes, on this machine."""

import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

SMALL = {"num_cpus": 1, "object_store_memory": 80 * 2**20}
SOON = {
    "health_check_initial_delay_ms": 500,
    "health_check_period_ms": 300,
    "health_check_timeout_ms": 300,
    "health_check_failure_threshold": 3,
}
"""Else a node that is gone is noticed after half a minute."""


@pytest.fixture
def one_node(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A node of one core, as it might be a machine."""
    import ray
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    found = Cluster()
    join(found, include_dashboard=False, _system_config=SOON)
    yield found
    ray.shutdown()
    found.shutdown()


@pytest.fixture
def two_nodes(one_node: Any) -> Any:
    """Two of them."""
    join(one_node)
    return one_node


@pytest.fixture
def cluster(two_nodes: Any) -> Any:
    """Three of them."""
    join(two_nodes)
    return two_nodes


def join(cluster: Any, **more: Any) -> None:
    """Add a node; on a machine with much else to do one may miss its time to start."""
    for _ in range(2):
        with suppress(Exception):  # Ray has no type of its own for it
            cluster.add_node(**SMALL, **more)
            return
    cluster.add_node(**SMALL, **more)


def left_behind() -> list[Any]:
    """Return the actors that live, waiting for those that are about to end."""
    from ray._private.state import actors

    until = time.monotonic() + 60
    while living := [one for one in actors().values() if one["State"] != "DEAD"]:
        if time.monotonic() > until:
            break
        time.sleep(0.1)
    return living
