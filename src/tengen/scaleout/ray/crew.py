"""The workers of one job on a cluster: started where there is room, replaced, missed by nobody."""

import logging
import math
import pickle
import time
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic

import ray
from ray.exceptions import ActorUnavailableError, GetTimeoutError, RayError

from tengen import __version__
from tengen.core.runner import CrewStatus, Item, Job, News, NodeStatus, Report, RunnerError
from tengen.scaleout.hand import REPORT_SECONDS
from tengen.scaleout.ray.nodes import Nodes
from tengen.scaleout.ray.post import Parcel, Post

_log = logging.getLogger(__name__)

_LOOK_SECONDS = 1.0
"""Between two looks at which nodes there are, and who is silent."""
_PLACE_SECONDS = 30.0
"""A worker that found no place by then, nor did others, is given up: somebody else has it."""
_AWAY_SECONDS = 60.0
"""So long a worker may be out of reach before it counts as gone."""
_READ_SECONDS = 10.0
"""For what is said to have arrived."""
_STOP_SECONDS = 5.0
"""A worker that has not ended by then is killed."""
_FAILURES = 5
"""So many workers in a row that die without a report end the run."""
_RATE_SECONDS = 10.0
"""Over which speeds are measured."""
_LONGEST_TICK = 2.0
"""Of a silence no more counts between two looks: this process, or the computer, may have slept."""
_GATHER_SECONDS = 0.2
"""A worker that has something to tell gathers more for so long: each call costs both
sides processor time, also where it brings little."""
_FETCHES = 500
"""Parcels that this process wants a second at most: more workers gather for longer."""

_make = ray.remote(concurrency_groups={"orders": 1, "fetches": 1})(Post)


@dataclass(slots=True)
class _Hand:
    """A worker on some node as this process sees it."""

    actor: Any
    call: Any
    """A reference to the parcel that comes next."""
    begun: float
    """Monotonic."""
    nodes: frozenset[str]
    """The IDs of those that were there when it was started."""
    received: int = 0
    """Parcels; none before it has found a place."""
    node: str = ""
    edition: int = 0
    told: int = 0
    """Orders."""
    paused: bool = False
    waits: bool = False
    silent: float = 0.0
    """Seconds in which it should have said something."""
    away: float = math.inf
    """Since when it is out of reach; monotonic."""


class RayCrew(Generic[News, Item]):
    """The workers of one job; see `Crew`.

    This process owns weights and job, and nobody else has anything that matters.
    """

    def __init__(
        self, job: Job[News, Item], seed: int, news: News, patience: float, nodes: Nodes
    ) -> None:
        self._job = ray.put(pickle.dumps(job))
        self._news = ray.put(news)
        self._edition = 0
        self._seed = seed
        self._patience = patience
        self._nodes = nodes
        self._wanted: float = 0
        self.is_over = False
        self._hands: dict[int, _Hand] = {}
        self._started = 0
        self._failures = 0
        self._ticked = self._placed = self._measured = time.monotonic()
        self._waiting = 0
        self._done = defaultdict[str, Counter[str]](Counter)
        """What came from each node since it was measured."""
        self._rates: dict[str, dict[str, float]] = {}

    @property
    def size(self) -> int:
        """One more than the last worker's number; see `Crew`."""
        return max(self._hands, default=-1) + 1

    @property
    def placed(self) -> int:
        """How many have found a place."""
        return sum(hand.received > 0 for hand in self._hands.values())

    def staff(self, wanted: float) -> None:
        """Have so many workers as far as there is room, now and whenever nodes come."""
        self._wanted = wanted
        while len(self._hands) < min(wanted, self._nodes.room(self.placed)):
            self.hire()

    def hire(self) -> int:
        """Start one more worker; see `Crew`."""
        worker = next(number for number in range(self.size + 1) if number not in self._hands)
        self._start(worker)
        return worker

    def _start(self, worker: int) -> None:
        # Seeds of replacements never repeat those of workers that already played.
        seed = self._seed * 1_000_003 + self._started
        self._started += 1
        actor = _make.options(**self._nodes.options).remote(
            __version__, worker, seed, [self._job], (self._edition, [self._news])
        )
        self._hands[worker] = _Hand(
            *(actor, actor.fetch.remote(0, 0.0), time.monotonic(), frozenset(self._nodes.there)),
            edition=self._edition,
        )

    def publish(self, news: News) -> None:
        """Put the news into the object store once, and tell every worker; see `Crew`."""
        # What the last publication took is free when nobody reads it any more.
        self._news = ray.put(news)
        self._edition += 1
        for hand in self._hands.values():
            self._tell(hand, "news", self._edition, [self._news])

    def send(self, worker: int, news: News) -> None:
        """Send news to one worker; see `Crew`."""
        if worker in self._hands:
            # As an argument it comes with the call; behind a reference it would be asked for.
            self._tell(self._hands[worker], "news", None, [news])

    def _tell(
        self, hand: _Hand, word: str, edition: int | None = None, news: list[Any] | None = None
    ) -> None:
        if news:
            hand.waits, hand.silent = False, 0.0
        # A worker that died is noticed when its parcels are fetched.
        with suppress(RayError):
            hand.actor.order.remote(hand.told, word, edition, news or [])
        hand.told += 1

    def pause(self, worker: int) -> None:
        """Let a worker rest; see `Crew`."""
        self._set_paused(worker, paused=True)

    def resume(self, worker: int) -> None:
        """Let a resting worker go on; see `Crew`."""
        self._set_paused(worker, paused=False)

    def _set_paused(self, worker: int, *, paused: bool) -> None:
        hand = self._hands.get(worker)
        if hand is not None and hand.paused != paused:
            hand.paused, hand.silent = paused, 0.0
            self._tell(hand, "pause" if paused else "resume")

    def drain(self, seconds: float) -> list[Report[Item]]:
        """Return the reports that came in; see `Crew`."""
        reports: list[Report[Item]] = []
        arrived = self._arrived(seconds)
        self._waiting = len(arrived)
        for worker in arrived:
            # Others of its node may have taken it with them.
            if worker in self._hands:
                reports += self._receive(worker)
        if any(report.items for report in reports):
            self._failures = 0
        if time.monotonic() - self._ticked > _LOOK_SECONDS:
            reports += self._look()
            self._measure()
            for hand in self._hands.values():
                if hand.call is None:
                    self._fetch(hand)
            self.staff(self._wanted)
        return reports

    def _arrived(self, seconds: float) -> list[int]:
        """Return whose parcels are here, waiting up to some seconds for one."""
        calls = {hand.call: worker for worker, hand in self._hands.items() if hand.call is not None}
        if not calls:
            time.sleep(seconds)
            return []
        if not ray.wait(list(calls), num_returns=1, timeout=seconds)[0]:
            return []
        arrived, _ = ray.wait(list(calls), num_returns=len(calls), timeout=0)
        return [calls[call] for call in arrived]

    def _receive(self, worker: int) -> list[Report[Item]]:
        """Return what a worker's parcel says, and ask for the next one."""
        hand = self._hands[worker]
        call, hand.call = hand.call, None
        try:
            parcel: Parcel[Item] = ray.get(call, timeout=_READ_SECONDS)
        except (ActorUnavailableError, GetTimeoutError):
            # The next fetch brings the same parcel once more.
            hand.away = min(hand.away, time.monotonic())
            return []
        except RayError as error:
            return self._lose(worker, error)
        if parcel.refused is not None:
            raise RunnerError(f"node {self._nodes.name(parcel.node)} {parcel.refused}")
        reports = self._unpack(hand, parcel)
        if parcel.is_last:
            return reports + self._replace(worker, parcel.error or "it was stopped")
        self._fetch(hand)
        return reports

    def _unpack(self, hand: _Hand, parcel: Parcel[Item]) -> list[Report[Item]]:
        """Return the reports of a parcel that came through, and note what it says of a worker."""
        hand.away = math.inf
        if parcel.number == hand.received:
            return []
        if not hand.received:
            self._placed = time.monotonic()
        hand.received, hand.node, hand.edition = parcel.number, parcel.node, parcel.edition
        for answer in parcel.answers:
            hand.waits, hand.silent = answer.waits, 0.0
            self._done[hand.node].update(answer.report.counters)
            self._done[hand.node]["items"] += len(answer.report.items)
        return [answer.report for answer in parcel.answers]

    def _fetch(self, hand: _Hand) -> None:
        gather = max(_GATHER_SECONDS, len(self._hands) / _FETCHES - REPORT_SECONDS)
        hand.call = hand.actor.fetch.remote(hand.received, gather)

    def _look(self) -> list[Report[Item]]:
        """Return the losses of workers that are silent, out of reach or without a place."""
        now = time.monotonic()
        passed, self._ticked = min(now - self._ticked, _LONGEST_TICK), now
        lost: list[Report[Item]] = []
        for worker, hand in list(self._hands.items()):
            hand.silent += passed if self._should_speak(hand) else 0.0
            if hand.silent > self._patience:
                lost += self._replace(worker, f"it was silent for {self._patience:g} seconds")
            elif now - hand.away > _AWAY_SECONDS:
                lost += self._miss([worker], f"worker {worker} is out of reach")
            elif not hand.received and now - max(hand.begun, self._placed) > _PLACE_SECONDS:
                lost += self._miss([worker], None)
        return lost

    def _should_speak(self, hand: _Hand) -> bool:
        is_there = hand.received > 0 and hand.away == math.inf
        return is_there and not hand.paused and not hand.waits

    def _lose(self, worker: int, error: RayError) -> list[Report[Item]]:
        """Return the loss of a worker that ended: by a fault of its own, or all of its node."""
        hand = self._hands[worker]
        node = hand.node
        # Where nobody left, what it could not start for is not a node's end.
        stayed = self._nodes.has(node) if node else self._nodes.has(*hand.nodes)
        if getattr(error, "actor_init_failed", False) or stayed:
            return self._replace(worker, _reason(error))
        there = [number for number, hand in self._hands.items() if hand.node == node]
        what = f"node {self._nodes.name(node)} left" if node else "a node left at its start"
        return self._miss(there if node else [worker], what)

    def _miss(self, workers: list[int], what: str | None) -> list[Report[Item]]:
        """Go on without some workers, until there is room for others."""
        for worker in workers:
            _end(self._hands.pop(worker))
        if what is not None:
            _log.warning(
                "%s: %d of %d workers are gone with what they were at; the others go on",
                *(what, len(workers), len(workers) + len(self._hands)),
            )
        reason = what or "there was no place for it"
        return [Report(worker, lost=reason, innocent=True) for worker in workers]

    def _replace(self, worker: int, reason: str) -> list[Report[Item]]:
        self._failures += 1
        if self._failures >= _FAILURES:
            raise RunnerError(f"the workers keep failing, last worker {worker}: {reason}")
        _log.warning("worker %d failed (%s); starting another", worker, reason)
        was = self._hands.pop(worker)
        _end(was)
        self._start(worker)
        if was.paused:
            self.pause(worker)
        return [Report(worker, lost=reason)]

    def status(self) -> CrewStatus:
        """Return what they are doing; see `Crew`."""
        there = [hand for hand in self._hands.values() if hand.received]
        by_node = Counter(hand.node for hand in there)
        nodes = [
            NodeStatus(self._nodes.name(node), workers, self._rates.get(node, {}))
            for node, workers in sorted(by_node.items())
        ]
        behind = sum(self._edition - hand.edition for hand in there) / max(1, len(there))
        return CrewStatus(nodes, behind, self._waiting, self._nodes.store)

    def _measure(self) -> None:
        """Note how fast the nodes were of late."""
        passed = time.monotonic() - self._measured
        if passed >= _RATE_SECONDS:
            self._rates = {
                node: {name: done / passed for name, done in sorted(counted.items())}
                for node, counted in self._done.items()
            }
            self._done.clear()
            self._measured = time.monotonic()

    def stop(self) -> list[Report[Item]]:
        """End the workers; see `Crew`."""
        self.is_over = True
        hands, self._hands = self._hands, {}
        for hand in hands.values():
            self._tell(hand, "stop")
        reports: list[Report[Item]] = []
        left = [hand for hand in hands.values() if hand.received]
        deadline = time.monotonic() + _STOP_SECONDS
        while left and (seconds := deadline - time.monotonic()) > 0:
            ready, _ = ray.wait([hand.call for hand in left], num_returns=1, timeout=seconds)
            for hand in [hand for hand in left if hand.call in ready]:
                if not self._take_last(hand, reports):
                    left.remove(hand)
        for hand in hands.values():
            _end(hand)
        return reports

    def _take_last(self, hand: _Hand, reports: list[Report[Item]]) -> bool:
        """Add what a worker that shall stop has; return whether there may be more."""
        try:
            parcel: Parcel[Item] = ray.get(hand.call, timeout=_READ_SECONDS)
        except RayError:
            return False
        reports += self._unpack(hand, parcel)
        self._fetch(hand)
        return not parcel.is_last


def _reason(error: RayError) -> str:
    """Return what Ray says of an end, without its advice."""
    last = str(error).strip().splitlines()[-1].strip()
    return last.partition(". ")[0].partition(" Worker exit")[0].rstrip(".")


def _end(hand: _Hand) -> None:
    # It may be gone already.
    with suppress(RayError):
        ray.kill(hand.actor)
