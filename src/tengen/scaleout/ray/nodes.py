"""Which machines a cluster has, and how many workers find a place there."""

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import ray
from ray._private.state import available_resources_per_node

_log = logging.getLogger(__name__)

_FRESH_SECONDS = 0.5
"""For so long what was seen last is taken for true."""
_STORE = "object_store_memory"
_SHORT = 6
"""Letters of a node's ID, where names do not tell nodes apart."""


@dataclass(frozen=True, slots=True)
class Node:
    """A machine, or what stands for one."""

    name: str
    total: Mapping[str, float]
    """What it has, by Ray's names."""
    free: Mapping[str, float]
    """What nobody uses of it."""


@dataclass(slots=True)
class Nodes:
    """The nodes of the cluster that this process is connected to, by their IDs.

    A worker needs one CPU, and of `needs`, by names of custom resources, so much each.
    """

    needs: Mapping[str, float] = field(default_factory=dict)
    there: dict[str, Node] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)
    """Also of those that left."""
    _seen: float = -1.0

    @property
    def options(self) -> dict[str, Any]:
        """With which an actor is made: nobody but the crew starts it again."""
        return {
            "num_cpus": 1,
            "num_gpus": self.needs.get("GPU", 0),
            "resources": {name: n for name, n in self.needs.items() if name != "GPU"},
            "scheduling_strategy": "SPREAD",
            "max_restarts": 0,
            "max_task_retries": 0,
        }

    def look(self, *, at_once: bool = False) -> None:
        """See which nodes there are; what was seen a moment ago is kept unless `at_once`."""
        now = time.monotonic()
        if self._seen >= 0 and now - self._seen < _FRESH_SECONDS and not at_once:
            return
        is_first, self._seen, before = self._seen < 0, now, set(self.there)
        free = available_resources_per_node()
        alive = [node for node in ray.nodes() if node["Alive"]]
        names = [node["NodeManagerHostname"] for node in alive]
        self.there = {}
        for node in alive:
            key, name = node["NodeID"], node["NodeManagerHostname"]
            if key not in self._names:
                is_taken = names.count(name) > 1 or name in self._names.values()
                self._names[key] = f"{name}-{key[:_SHORT]}" if is_taken else name
            self.there[key] = Node(self._names[key], node["Resources"], free.get(key, {}))
        if not is_first:
            for key in self.there.keys() - before:
                _log.info("node %s joined", self._names[key])

    @property
    def store(self) -> float:
        """Return the share of all object stores that is used."""
        self.look()
        total = sum(node.total.get(_STORE, 0.0) for node in self.there.values())
        free = sum(node.free.get(_STORE, 0.0) for node in self.there.values())
        return 1 - free / total if total else 0.0

    def name(self, key: str) -> str:
        """Return what people call a node, also one that left."""
        return self._names.get(key, key[:_SHORT])

    def has(self, *keys: str) -> bool:
        """Return whether all these nodes are there, as seen now."""
        self.look(at_once=True)
        return set(keys) <= self.there.keys()

    def most(self) -> int:
        """Return how many workers would find a place, were there nobody else."""
        self.look()
        return sum(self._fit(node.total) for node in self.there.values())

    def room(self, placed: int) -> int:
        """Return how many workers find a place, so many of whom have one already."""
        self.look()
        free = sum(self._fit(node.free) for node in self.there.values())
        # What is free is known a moment late: who got a place just now may count twice.
        return min(self.most(), placed + free)

    def _fit(self, has: Mapping[str, float]) -> int:
        needs = {"CPU": 1.0, **self.needs}
        return int(min(has.get(name, 0.0) / amount + 1e-9 for name, amount in needs.items()))
