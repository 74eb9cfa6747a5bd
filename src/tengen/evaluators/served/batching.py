"""Requests of many clients, gathered to batches: until one is full, or the first has waited enough."""

import queue
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from threading import Lock
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Answer = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Logits ``[B, A]`` and values ``[B]``; see `Evaluator`."""
_IDLE_SECONDS = 0.1


class Judge(Protocol):
    """A network on a device."""

    def judge(self, packed: NDArray[np.int8]) -> Answer:
        """Judge packed planes ``[B, C, H, W]``; see `pack_planes`."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """What a client asks; it waits for the answer."""

    by: Judge
    """The network that is asked."""
    planes: NDArray[np.int8]
    """``[B, C, H, W]``, packed."""
    answer: Callable[[Answer | Exception], None]


class Batcher:
    """Gathers requests, as few at a time as make good use of a device.

    Args:
        most: positions of a batch, not counting the last request's.
        seconds: how long the first request of a batch waits for others.
        clients: says how many may ask; when each of them waits nobody else will come.
    """

    def __init__(self, most: int, seconds: float, clients: Callable[[], int]) -> None:
        self.most = most
        self._seconds = seconds
        self._clients = clients
        self._queue = queue.SimpleQueue[Request]()
        self._gathering = Lock()

    def add(self, request: Request) -> None:
        """Take a request, from any thread."""
        self._queue.put(request)

    def gather(self) -> list[Request]:
        """Return the next requests in the order in which they came; none after a moment without.

        Several threads may gather: one at a time, so that they do not share what makes one batch.
        """
        with self._gathering:
            return self._gather()

    def _gather(self) -> list[Request]:
        try:
            found = [self._queue.get(timeout=_IDLE_SECONDS)]
        except queue.Empty:
            return []
        until = time.monotonic() + self._seconds
        count = len(found[0].planes)
        while count < self.most and len(found) < self._clients():
            try:
                found.append(self._queue.get(timeout=max(0.0, until - time.monotonic())))
            except queue.Empty:
                break
            count += len(found[-1].planes)
        return found

    def answer(self, requests: Sequence[Request]) -> None:
        """Judge the positions of requests, those for one network in one batch, and answer each."""
        by_net: dict[int, list[Request]] = defaultdict(list)
        for request in requests:
            by_net[id(request.by)].append(request)
        for group in by_net.values():
            self._answer(group, group[0].by)

    def _answer(self, requests: Sequence[Request], judge: Judge) -> None:
        planes = np.concatenate([request.planes for request in requests])
        try:
            logits, values = self._judge(judge, planes)
        except Exception as error:  # noqa: BLE001 - whoever asked is told
            for request in requests:
                request.answer(error)
            return
        ends = np.cumsum([0, *(len(request.planes) for request in requests)])
        for request, (begin, end) in zip(requests, pairwise(ends), strict=True):
            request.answer((logits[begin:end], values[begin:end]))

    def _judge(self, judge: Judge, planes: NDArray[np.int8]) -> Answer:
        """Judge a batch; where it does not fit into the memory, in halves, and later ones so small."""
        try:
            return judge.judge(planes)
        except Exception as error:
            if not _is_short_of_memory(error) or len(planes) < 2:
                raise
        half = len(planes) // 2
        self.most = min(self.most, half)
        parts = [self._judge(judge, planes[part]) for part in (slice(half), slice(half, None))]
        return tuple(np.concatenate(column) for column in zip(*parts, strict=True))  # type: ignore[return-value]


def _is_short_of_memory(error: Exception) -> bool:
    """Return whether an error is PyTorch's of a full device, or Python's own."""
    return isinstance(error, MemoryError) or "out of memory" in str(error).lower()
