"""A worker on some node of a cluster: an actor that works, and keeps what it did until it is fetched."""

import pickle
import queue
import threading
import time
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, Generic

import ray

from tengen import __version__
from tengen.core.agent import Stop
from tengen.core.runner import Item, News, Worker
from tengen.scaleout.hand import Answer, Order, Reporter, obey

FETCH_SECONDS = 5.0
"""A fetch that finds nothing returns after this long, so that it is known to be alive."""
_AHEAD = 64
"""So many answers wait to be fetched; a worker further ahead rests."""


@dataclass(frozen=True, slots=True)
class Parcel(Generic[Item]):
    """What a worker did since the last fetch."""

    number: int
    """How many there were with it."""
    node: str
    """The node's ID."""
    edition: int
    """The last publication that the worker has taken note of, from 0."""
    answers: list[Answer[Item]] = field(default_factory=list)
    error: str | None = None
    """Why the worker is no more."""
    refused: str | None = None
    """Why nobody can work here."""
    is_last: bool = False
    """Whether it was told to stop, and has."""


class _Dated(Generic[News, Item]):
    """A worker who knows how new its news is."""

    def __init__(self, worker: Worker[News, Item]) -> None:
        self._worker = worker
        self.edition = 0

    def update(self, dated: tuple[int | None, News]) -> None:
        """Take note of news, of that publication; None for what was sent to this worker alone."""
        edition, news = dated
        self._worker.update(news)
        if edition is not None:
            self.edition = edition

    def step(self) -> Any:
        """Work on."""
        return self._worker.step()


class Post:
    """The actor; its methods are called from another machine.

    Orders and fetches have a thread each beside the one that works.
    """

    def __init__(
        self, version: str, worker: int, seed: int, job: list[Any], news: tuple[int, list[Any]]
    ) -> None:
        """Begin to work.

        Args:
            version: Tengen's, of the learner.
            worker: the number of this one.
            seed: its own.
            job: a reference to the pickled `Job`, in a list: fetched where that can be told of.
            news: the number of the publication, and a reference to it.
        """
        self._node = ray.get_runtime_context().get_node_id()
        self._orders = SimpleQueue[Order[Any]]()
        self._early: dict[int, Order[Any]] = {}
        self._ordered = 0
        self._answers: queue.Queue[Answer[Any]] = queue.Queue(_AHEAD)
        self._stop = Stop()
        self._dated: _Dated[Any, Any] | None = None
        self._error: str | None = None
        self._sent = self._parcel(0)
        self._refused = _refusal(version)
        self._thread = threading.Thread(
            target=self._work, args=(worker, seed, job, news), daemon=True
        )
        if self._refused is None:
            self._thread.start()

    def _work(self, worker: int, seed: int, job: list[Any], news: tuple[int, list[Any]]) -> None:
        reporter = Reporter[Any](worker, self._answers.put)
        try:
            edition, reference = news
            # What was pickled by another version is not looked at, see `_refusal`.
            made = pickle.loads(ray.get(job[0]))  # noqa: S301 - the learner's, by Ray itself
            self._dated = _Dated(made.start(seed, ray.get(reference[0]), self._stop))
            self._dated.edition = edition
            # The learner owns what they refer to, and may let go of it.
            del job[:], reference[:]
            obey(self._dated, self._orders, reporter)
        except Exception as error:  # noqa: BLE001 - the learner decides, and says so
            # A step that was broken off may end in any way.
            if not self._stop.is_set():
                self._error = f"{type(error).__name__}: {error}".splitlines()[0]
            reporter.send()  # what was finished before counts

    @ray.method(concurrency_group="orders")  # type: ignore[untyped-decorator]
    def order(self, number: int, word: Any, edition: int | None, news: list[Any]) -> None:
        """Take an order, the `number`-th; they may come in any order, and are obeyed in theirs.

        A publication is a reference, what is for this worker alone comes as it is.
        """
        told = [ray.get(one) if isinstance(one, ray.ObjectRef) else one for one in news]
        said = (edition, told[0]) if told else None
        self._early[number] = Order(word, said)
        while (order := self._early.pop(self._ordered, None)) is not None:
            self._ordered += 1
            if order.word == "stop":
                self._stop.set()
            self._orders.put(order)

    @ray.method(concurrency_group="fetches")  # type: ignore[untyped-decorator]
    def fetch(self, received: int, gather: float) -> Parcel[Any]:
        """Return what was done, waiting a few seconds for something.

        Args:
            received: how many parcels came through. The last one is sent again where it did not.
            gather: seconds in which more is waited for, unless the worker waits itself.
        """
        if received < self._sent.number:
            return self._sent
        answers = self._gather(gather) if received else []
        self._sent = self._parcel(received + 1, answers)
        return self._sent

    def _gather(self, seconds: float) -> list[Answer[Any]]:
        answers: list[Answer[Any]] = []
        until = time.monotonic() + FETCH_SECONDS
        while (left := until - time.monotonic()) > 0 and not (answers and answers[-1].waits):
            try:
                answers.append(self._answers.get(timeout=min(left, 0.1)))
            except queue.Empty:
                if not self._thread.is_alive():
                    break
                continue
            if len(answers) == 1:
                until = time.monotonic() + seconds
        while not self._answers.empty():
            answers.append(self._answers.get())
        return answers

    def _parcel(self, number: int, answers: list[Answer[Any]] | None = None) -> Parcel[Any]:
        ended = number > 0 and self._answers.empty() and not self._thread.is_alive()
        return Parcel(
            number,
            self._node,
            0 if self._dated is None else self._dated.edition,
            answers or [],
            self._error if ended else None,
            self._refused if number else None,
            is_last=ended,
        )


def _refusal(version: str) -> str | None:
    if version == __version__:
        return None
    return f"has Tengen {__version__}, the learner {version}: install the same on all"
