"""Positions that wait to be analysed, and the threads that do it."""

import heapq
import logging
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from tengen.core import Agent, Decision, Game, Limit, Stop, TengenError
from tengen.protocols.analysis.query import Query, Turn
from tengen.protocols.analysis.report import Reporter, Told, priors_of
from tengen.protocols.background import BackgroundAgent

_GLANCE = Limit(visits=1)
"""Enough to learn what the policy says of all moves."""

log = logging.getLogger(__name__)


@dataclass
class Job:
    """One position of a query, in the queue or being analysed."""

    query: Query
    turn: Turn
    stop: Stop = field(default_factory=Stop)
    is_done: bool = False
    """Whether its last response has been sent."""

    def header(self, *, during: bool = False) -> Told:
        """Return the fields that every response begins with."""
        return {"id": self.query.id, "isDuringSearch": during, "turnNumber": self.turn.number}


class Pool:
    """Analyses positions, the most urgent first, some at the same time."""

    def __init__(
        self, make: Callable[[Game], Agent], positions: int, tell: Callable[[Told], None]
    ) -> None:
        """Begin with no position.

        Args:
            make: makes an agent for a game.
            positions: thought about at the same time, each by an agent of its own.
            tell: sends a response; called on any thread.
        """
        self._make = make
        self._tell = tell
        self._jobs: list[tuple[int, int, Job]] = []
        """A heap: the negative of the priority, the number of the position, and it."""
        self._running: set[int] = set()
        self._open: dict[int, Job] = {}
        self._count = 0
        self._age = 0
        """How often the agents were told to forget."""
        self._is_closed = False
        self._changed = threading.Condition()
        self._threads = [
            threading.Thread(target=self._work, name=f"analysis {place}", daemon=True)
            for place in range(positions)
        ]
        for thread in self._threads:
            thread.start()

    def put(self, query: Query) -> None:
        """Let the positions of a query be analysed."""
        with self._changed:
            for turn in query.turns:
                self._count += 1
                job = Job(query, turn)
                self._open[self._count] = job
                heapq.heappush(self._jobs, (-turn.priority, self._count, job))
            self._changed.notify_all()

    def terminate(self, query_id: str | None, turns: Collection[int] | None) -> None:
        """End positions, with what was found so far.

        Args:
            query_id: of their query; None for all.
            turns: their numbers; None for all.
        """
        with self._changed:
            for number, job in list(self._open.items()):
                is_meant = query_id in (None, job.query.id)
                if not is_meant or not (turns is None or job.turn.number in turns):
                    continue
                job.stop.set()
                if number not in self._running:
                    self._finish(number, job, {"noResults": True})

    def forget(self) -> None:
        """Let every agent be made anew for its next position."""
        with self._changed:
            self._age += 1

    def close(self, *, finish: bool) -> None:
        """End the threads; `finish` for all that waits to be analysed before."""
        if not finish:
            self.terminate(None, None)
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    # -- on the threads

    def _work(self) -> None:
        background, age = BackgroundAgent(self._make), 0
        while (taken := self._take()) is not None:
            number, job = taken
            if age != self._age:
                background.close()
                age = self._age
            told = self._analyse(background, job)
            with self._changed:
                self._running.discard(number)
                self._finish(number, job, told)
        background.close()

    def _take(self) -> tuple[int, Job] | None:
        """Return the most urgent position, None when there will be none."""
        with self._changed:
            while True:
                while self._jobs:
                    _, number, job = heapq.heappop(self._jobs)
                    if not job.is_done:
                        self._running.add(number)
                        return number, job
                if self._is_closed:
                    return None
                self._changed.wait()

    def _finish(self, number: int, job: Job, told: Told) -> None:
        job.is_done = True
        self._open.pop(number, None)
        self._tell({**job.header(), **told})

    def _analyse(self, background: BackgroundAgent, job: Job) -> Told:
        """Return the last response about a position, less its header."""
        try:
            return self._think(background, job)
        except TengenError as error:
            return {"error": str(error)}
        except Exception as error:
            # A fault of ours ends one position, not the others.
            log.exception("analysis failed")
            return {"error": f"internal error: {type(error).__name__}: {error}"}

    def _think(self, background: BackgroundAgent, job: Job) -> Told:
        query, state = job.query, job.turn.state
        reporter = Reporter(state, query.table, query.wanted)
        if state.outcome() is not None:
            return reporter.describe_end()
        agent = background.agent_for(state.game)
        priors = _priors(agent, job) if query.wanted.policy else None
        report = self._reporting(reporter, job, priors)
        decision = _decide(agent, job, report)
        return reporter.describe(decision, priors)

    def _reporting(
        self, reporter: Reporter, job: Job, priors: NDArray[np.float32] | None
    ) -> Callable[[Decision], None] | None:
        """Return what tells of a search that goes on, None where nobody wants to know."""
        every, first = job.query.wanted.every, job.query.wanted.first_after
        if every is None and first is None:
            return None
        due = time.monotonic() + (first if first is not None else every or 0.0)

        def report(decision: Decision) -> None:
            nonlocal due
            if time.monotonic() < due or job.stop.is_set():
                return
            due = time.monotonic() + (float("inf") if every is None else every)
            told = reporter.describe(_restricted(decision, job), priors)
            self._tell({**job.header(during=True), **told})

        return report


def _decide(agent: Agent, job: Job, report: Callable[[Decision], None] | None) -> Decision:
    limit: Limit | None = job.turn.limit
    if job.turn.limit.is_open:
        among = job.turn.limit.root_moves
        limit = None if among is None else replace(agent.default_limit, root_moves=among)
    decision = agent.decide(job.turn.state, limit, stop=job.stop, on_progress=report)
    return _restricted(decision, job)


def _restricted(decision: Decision, job: Job) -> Decision:
    """Return a decision among the moves that are wanted, should the agent not have heeded them."""
    among = job.turn.limit.root_moves
    return decision if among is None else decision.among(among)


def _priors(agent: Agent, job: Job) -> NDArray[np.float32] | None:
    """Return ``[A]``, what the agent's policy says; None where it has none, or not of points."""
    state = job.turn.state
    if state.game.policy_layout.per_point != 1:
        return None
    return priors_of(state, agent.decide(state, _GLANCE).candidates)
