"""An agent that answers in time, even where it is late itself."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace

from tengen.core import Agent, Decision, Game, Limit, State, Stop
from tengen.protocols.background import BackgroundAgent

_LOOK_SECONDS = 0.01
"""Between two looks whether thinking shall end."""
_SHORT_SECONDS = 0.25
"""Who thinks less is not disturbed by a look at the time of others."""
_SECURED = 0.6
"""Share of a thought after which there is an answer to fall back to."""


@dataclass(frozen=True, slots=True)
class Due:
    """When an answer is due."""

    latest: float
    """The moment, by `time.monotonic`, at which it must be there."""
    until: Callable[[], bool]
    """Looked at now and then, on the asker's thread: thinking ends when it is true."""


class PunctualAgent:
    """Thinks in two steps, the second on the first one's tree.

    A search ends when it has looked at its clock, which a busy machine may delay for long. Whoever
    waits is woken sooner, and answers by what the first step has found.
    """

    def __init__(self, make: Callable[[Game], Agent]) -> None:
        self._background = BackgroundAgent(make)
        self._pool = ThreadPoolExecutor(1, "punctual")
        self._late: Future[Decision] | None = None

    def agent_for(self, game: Game) -> Agent:
        """Return the agent that plays `game`, once it is free.

        Raises:
            TengenError: when none can be made.
        """
        if self._late is not None:
            wait([self._late])
            self._late = None
        return self._background.agent_for(game)

    def close(self) -> None:
        """Release the agent; the next question makes another."""
        self._pool.submit(self._background.close).result()

    def decide(
        self,
        state: State,
        limit: Limit,
        due: Due,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        """Return a decision about `state` for which `limit` sets seconds.

        `on_progress` is called now and then on the deciding thread, with the answer so far.

        Raises:
            TengenError: when no agent can be made, or it cannot decide.
        """
        assert limit.seconds is not None
        agent = self.agent_for(state.game)
        began = time.monotonic()
        part = replace(limit, seconds=_SECURED * limit.seconds)
        if limit.seconds < _SHORT_SECONDS:
            first = agent.decide(state, part)
        else:
            first = self._wait(agent, state, part, due, on_progress)
        took = time.monotonic() - began
        if took < _SECURED * limit.seconds or took >= limit.seconds or due.until():
            return first
        nodes = None if limit.nodes is None else max(1, limit.nodes - first.nodes)
        rest = replace(limit, seconds=limit.seconds - took, nodes=nodes)
        second = self._wait(agent, state, rest, due, on_progress, first)
        return replace(second, nodes=first.nodes + second.nodes, seconds=took + second.seconds)

    def _wait(
        self,
        agent: Agent,
        state: State,
        limit: Limit,
        due: Due,
        on_progress: Callable[[Decision], None] | None,
        fallback: Decision | None = None,
    ) -> Decision:
        """Return what the agent decides on a thread of its own, or `fallback` when it is due."""
        stop = Stop()
        thought = self._pool.submit(agent.decide, state, limit, stop=stop, on_progress=on_progress)
        while not thought.done():
            left = due.latest - time.monotonic()
            if left <= 0 and fallback is not None:
                stop.set()
                self._late = thought
                return replace(fallback, nodes=0, seconds=0.0)
            wait([thought], timeout=min(_LOOK_SECONDS, max(0.001, left)))
            if due.until():
                stop.set()
        return thought.result()
