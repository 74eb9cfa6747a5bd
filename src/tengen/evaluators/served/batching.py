"""Requests of many clients, gathered to batches: until one is full, or the first has waited enough."""

import queue
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.core import Evaluator

Answer = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Logits ``[B, A]`` and values ``[B]``; see `Evaluator`."""
_IDLE_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Request:
    """What a client asks; it waits for the answer."""

    net: Hashable
    """Of which network."""
    planes: NDArray[np.float32]
    """``[B, C, H, W]``."""
    legal: NDArray[np.bool_]
    """``[B, A]``."""
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

    def add(self, request: Request) -> None:
        """Take a request, from any thread."""
        self._queue.put(request)

    def gather(self) -> list[Request]:
        """Return the next requests in the order in which they came; none after a moment without."""
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

    def answer(self, requests: Sequence[Request], evaluator: Evaluator) -> None:
        """Judge the positions of requests for one network in one batch, and answer each."""
        planes = np.concatenate([request.planes for request in requests])
        legal = np.concatenate([request.legal for request in requests])
        try:
            logits, values = self._evaluate(evaluator, planes, legal)
        except Exception as error:  # noqa: BLE001 - whoever asked is told
            for request in requests:
                request.answer(error)
            return
        ends = np.cumsum([0, *(len(request.planes) for request in requests)])
        for request, (begin, end) in zip(requests, pairwise(ends), strict=True):
            request.answer((logits[begin:end], values[begin:end]))

    def _evaluate(
        self, evaluator: Evaluator, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> Answer:
        """Judge a batch; where it does not fit into the memory, in halves, and later ones so small."""
        try:
            return evaluator.evaluate(planes, legal)
        except Exception as error:
            if not _is_short_of_memory(error) or len(planes) < 2:
                raise
        half = len(planes) // 2
        self.most = min(self.most, half)
        parts: list[Any] = [
            self._evaluate(evaluator, planes[part], legal[part])
            for part in (slice(half), slice(half, None))
        ]
        return tuple(np.concatenate(column) for column in zip(*parts, strict=True))  # type: ignore[return-value]


def _is_short_of_memory(error: Exception) -> bool:
    """Return whether an error is PyTorch's of a full device, or Python's own."""
    return isinstance(error, MemoryError) or "out of memory" in str(error).lower()
