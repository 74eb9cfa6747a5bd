"""A cluster as a `Runner`: this process joins it, and leaves nothing behind."""

import logging
import math
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

import ray
import ray._private.worker
from ray.exceptions import AuthenticationError

from tengen.core.errors import TengenError
from tengen.core.machine import cores
from tengen.core.runner import Item, Job, News
from tengen.scaleout.ray.crew import RayCrew
from tengen.scaleout.ray.nodes import Nodes

_log = logging.getLogger(__name__)


class ClusterError(TengenError):
    """A cluster cannot be reached, or is not one for us; the message says why."""


class RayRunner:
    """Has its workers on the nodes of a cluster that this process is connected to."""

    def __init__(self, nodes: Nodes, *, is_here: bool) -> None:
        self.nodes = nodes
        self._is_here = is_here
        self._crews: list[RayCrew[Any, Any]] = []

    @property
    def is_here(self) -> bool:
        """Whether the cluster is this machine alone."""
        return self._is_here

    @property
    def has_gpus(self) -> bool:
        """Whether each has a share of a GPU: ``--require GPU=0.1``; Ray hides them otherwise."""
        return "GPU" in self.nodes.needs

    def room_for(self, workers: int | None) -> int:
        """How many places there are; see `Runner`. They change as nodes come and go."""
        placed = sum(crew.placed for crew in self._crews[-1:])
        room = self.nodes.room(placed)
        return room if workers is None else min(workers, room)

    def start(
        self,
        job: Job[News, Item],
        *,
        workers: int | None,
        seed: int,
        news: News,
        patience: float = math.inf,
    ) -> RayCrew[News, Item]:
        """Start workers, as many as there is room for now and the others later; see `Runner`."""
        crew = RayCrew[News, Item](job, seed, news, patience, self.nodes)
        crew.staff(math.inf if workers is None else workers)
        self._crews = [*(other for other in self._crews if not other.is_over), crew]
        return crew

    def leave(self) -> None:
        """End all workers: who holds on to a crew for longer has an empty one."""
        for crew in self._crews:
            crew.stop()


@contextmanager
def on_cluster(
    address: str | None, needs: Mapping[str, float], *, cpus: int | None = None
) -> Iterator[RayRunner]:
    """Join a cluster, have a runner of it, and leave.

    Args:
        address: the head's, or ``auto`` for that of this machine's node; None starts a Ray of
            this machine, which ends with this process.
        needs: how much of which custom resources a worker needs.
        cpus: for how many workers a Ray of this machine has room; None for one a core.

    Raises:
        ClusterError: when it cannot be reached, or no node has room for a worker.
    """
    _connect(address, cpus)
    try:
        runner = RayRunner(Nodes(needs), is_here=address is None)
        # Who has the places now may leave them.
        if not runner.nodes.most():
            wanted = ", ".join(["1 CPU", *(f"{name}={amount:g}" for name, amount in needs.items())])
            raise ClusterError(f"no node of the cluster has room for a worker ({wanted})")
        try:
            yield runner
        finally:
            runner.leave()
    finally:
        ray.shutdown()


def _connect(address: str | None, cpus: int | None) -> None:
    if address is not None and "://" in address:
        raise ClusterError(
            f"--cluster {address}: run the command on a machine of the cluster (ray start "
            "--address=HEAD:6379 makes this one such); through a client every game travels twice"
        )
    # Nobody is told that Tengen is used.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # What Ray has to say of nodes would go to standard output.
    ray._private.worker.print_to_stdstream = _note  # noqa: SLF001 - there is no other way
    try:
        joined = ray.init(
            address=address or "local",
            num_cpus=None if address is not None else cpus or cores(),
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    except (ConnectionError, RuntimeError, ValueError, OSError, AuthenticationError) as error:
        told = " ".join(str(error).split())
        raise ClusterError(f"no Ray cluster at {address or 'this machine'}: {told}") from error
    # Without Ray's own extras there is none.
    if joined.dashboard_url and find_spec("aiohttp_cors") is not None:
        _log.info("Ray's dashboard: http://%s", joined.dashboard_url)


def _note(data: Mapping[str, Any], **_: object) -> None:
    _log.debug("Ray: %s", " ".join(map(str, data.get("lines", ()))))
