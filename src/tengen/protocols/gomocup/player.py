"""An agent that keeps to what a manager allows."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from tengen.core import Agent, Decision, Game, Limit, State
from tengen.protocols.gomocup.inbox import Inbox
from tengen.protocols.gomocup.info import Info
from tengen.protocols.gomocup.margin import HANDOVER_SECONDS, Margin
from tengen.protocols.gomocup.punctual import Due, PunctualAgent


class MakeAgent(Protocol):
    """Makes agents."""

    def __call__(self, game: Game, memory: int, /, **options: int) -> Agent:
        """Return the agent for a game, its search with so many MiB at most.

        Options are those of specs that the manager asks for; an agent that has none of a name is made
        without it.

        Raises:
            TengenError: when it cannot be made.
        """
        ...


class Player:
    """Thinks within both clocks and the memory, and stops when the manager says so."""

    def __init__(self, make: MakeAgent, inbox: Inbox, memory: int, rule: int) -> None:
        """Play for the manager whose lines are in `inbox`.

        Args:
            make: makes agents.
            inbox: looked at while thinking.
            memory: MiB for a search where the manager does not allow less.
            rule: played until the manager names another, as Gomocup numbers rules.
        """
        self.info = Info(rule=rule)
        self._inbox = inbox
        self._memory = memory
        self._make = make
        self._background = PunctualAgent(self._make_ready)
        self._margin = Margin()
        self._used = 0.0
        self._lines = 1

    def tell(self, info: Info) -> None:
        """Keep to `info` from now on."""
        before, memory, options = self.info, self._search_memory, self._options
        self.info = info
        if (before.match, before.left) != (info.match, info.left):
            self._used = 0.0
        if (self._search_memory, self._options) != (memory, options):
            self._background.close()

    def begin_game(self) -> None:
        """Begin with all the time of a game, as far as the manager has told of it."""
        self._used = 0.0
        if self.info.match is not None:
            self.info = replace(self.info, left=None)

    def get_ready(self, game: Game) -> None:
        """Make the agent for `game`, so that its first move takes no longer than others.

        Raises:
            TengenError: when it cannot be made.
        """
        self._background.agent_for(game)

    def forget(self) -> None:
        """Let the agent be made anew."""
        self._background.close()

    def think(
        self,
        state: State,
        share: float = 1.0,
        *,
        among: frozenset[int] | None = None,
        lines: int = 1,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        """Return the agent's decision, thought about for a share of the time for this move.

        Args:
            among: what it is to choose from; None for all moves.
            lines: best moves whose value is wanted.
            on_progress: called on another thread with what it thinks so far.

        Raises:
            TengenError: when the agent cannot be made, or cannot decide.
        """
        if lines != self._lines:
            self._lines = lines
            self._background.close()
        agent = self._background.agent_for(state.game)
        began = time.monotonic()
        limit = self._limit(agent.default_limit, began - self._inbox.since, share)
        limit = replace(limit, root_moves=among)
        assert limit.seconds is not None
        latest = began + limit.seconds + self._margin.seconds - HANDOVER_SECONDS
        due = Due(latest, self._inbox.hurries)
        decision = self._background.decide(state, limit, due, on_progress)
        took = time.monotonic() - began
        self._margin.learn(took - limit.seconds)
        self._used += took
        return decision if among is None else decision.among(among)

    def close(self) -> None:
        """Release the agent."""
        self._background.close()

    def _make_ready(self, game: Game) -> Agent:
        agent = self._make(game, self._search_memory, **self._options)
        agent.prepare()
        if agent.net is not None:
            # A net's first answer takes far longer than the others.
            agent.decide(game.initial_state(), Limit(nodes=1))
        return agent

    def _limit(self, usual: Limit, gone: float, share: float) -> Limit:
        """Return the bounds of a thought that begins `gone` seconds after it was asked for."""
        limit = self.info.limit(
            usual, game=self._used + gone, move=gone, margin=self._margin.seconds
        )
        assert limit.seconds is not None
        return replace(limit, seconds=max(0.001, limit.seconds * share))

    @property
    def _options(self) -> dict[str, int]:
        """What the manager wants of the agent, as options of its spec."""
        lines = self._lines if self._lines > 1 else None
        wanted = {"threads": self.info.threads, "depth": self.info.depth, "multipv": lines}
        return {name: value for name, value in wanted.items() if value is not None}

    @property
    def _search_memory(self) -> int:
        allowed = self.info.search_memory
        return self._memory if allowed is None else min(self._memory, allowed)
