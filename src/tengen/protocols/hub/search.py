"""One search, and what is told while it goes on."""

import time
from collections.abc import Callable, Container, Mapping
from dataclasses import replace

from tengen.core import Decision, Limit, State
from tengen.protocols.background import BackgroundAgent
from tengen.protocols.hub.inbox import Inbox
from tengen.protocols.hub.level import Level
from tengen.protocols.hub.notation import Hops, is_inside_a_move
from tengen.protocols.hub.thoughts import describe, moves_of

REPORT_SECONDS = 0.25
"""Between two ``info`` lines."""
_GLANCE = Limit(seconds=0.01)
"""At how a capture goes on, where the line breaks off inside it."""

Say = Callable[[str, Mapping[str, object] | None], None]


class Search:
    """Thinks about a position as ``go`` says, and listens."""

    def __init__(
        self,
        background: BackgroundAgent,
        inbox: Inbox,
        say: Say,
        known: Container[str],
        level: Level,
    ) -> None:
        """Prepare to think.

        Args:
            say: sends a command with its arguments.
            known: the names of commands: one that is not for a search ends it.
            level: how long to think.
        """
        self._background = background
        self._inbox = inbox
        self._say = say
        self._known = known
        self._level = level
        self._is_stopped = False
        self.is_over = False
        """Whether nobody waits for a move any more."""
        self._until = float("inf")
        self._after_hit = 0.0

    def think(self, state: State, *, ponders: bool, seconds: float | None) -> Decision:
        """Return what the agent decides in a position that is not finished.

        Args:
            ponders: the clock does not run before ``ponder-hit``.
            seconds: bound where no level was told; None for the agent's own.

        Raises:
            TengenError: when the agent cannot decide.
        """
        usual = self._background.agent_for(state.game).default_limit
        limit = self._level.limit(usual, seconds, time.perf_counter() - self._inbox.arrived)
        if ponders:
            self._after_hit = float("inf") if limit.seconds is None else limit.seconds
            limit = replace(limit, seconds=None, clock=None)
        due = time.monotonic() + REPORT_SECONDS

        def report(decision: Decision) -> None:
            nonlocal due
            depth = self._level.depth
            if depth is not None and len(moves_of(state, decision)) >= depth:
                self._is_stopped = True
            if time.monotonic() >= due:
                due = time.monotonic() + REPORT_SECONDS
                self._say("info", describe(state, decision))

        return self._background.decide(state, limit, until=self._is_enough, on_report=report)

    def complete(self, state: State, decision: Decision) -> Hops:
        """Return the whole move that a decision begins."""
        line = list(decision.pv if decision.pv[:1] == (decision.action,) else (decision.action,))
        hops: Hops = ()
        while not hops or is_inside_a_move(state):
            hop = line.pop(0) if line else self._choose(state)
            state = state.apply(hop)
            hops += (hop,)
        return hops

    def _choose(self, state: State) -> int:
        """Return how a capture goes on."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return int(actions[0])
        return self._background.decide(state, _GLANCE).action

    def _is_enough(self) -> bool:
        """Take in what is told; return whether to stop."""
        while self._inbox.waiting and not self._is_stopped:
            self._is_stopped = self._hear()
        return self._is_stopped or time.perf_counter() >= self._until

    def _hear(self) -> bool:
        """Obey a command; return whether it ends the search."""
        command = self._inbox.take()
        if command is None or command.name == "quit":
            self.is_over = True
            return True
        if command.name == "ping":
            self._say("pong", None)
        elif command.name == "ponder-hit":
            self._until = time.perf_counter() + self._after_hit
        elif command.name in self._known:
            if command.name != "stop":
                self._inbox.give_back(command)
            return True
        return False
