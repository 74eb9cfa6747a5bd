"""An engine of one game: loaded when first needed, it searches in threads, one position at a time."""

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tengen.core import Agent, Decision, Game, Limit, State
from tengen.core.clock import Clock
from tengen.studio.sitting.state import Purpose
from tengen.studio.sitting.view import DecisionView, describe_decision
from tengen.studio.thinking.engines import is_engine
from tengen.studio.thinking.slots import Slots

AgentLoader = Callable[[str, Game], Agent]
"""Makes an agent from its spec."""

MARGIN_SECONDS = 0.25
"""Of a clock, kept in hand: thinking ends a little late on a busy machine."""
PROGRESS_SECONDS = 0.12
"""The page is told no more often."""


@dataclass(eq=False)
class Search:
    """One search of one position, known by identity: a later one is another."""

    purpose: Purpose
    state: State
    stop: threading.Event = field(default_factory=threading.Event)
    abandoned: bool = False
    """Its answer is wanted no longer."""
    clock: Clock | None = None
    """Of the side it moves for; None for a thought that has time."""
    is_thinking: bool = False
    """Whether the agent has begun: neither waits for its turn nor is still being loaded."""
    place: int = 0
    """In the queue for a search, 1 for the next; 0 when it does not wait."""
    on_place: Callable[[], None] | None = None
    """Told when the place has changed, on the event loop."""
    give_up: Callable[[], object] | None = None
    """Leaves the queue."""

    def hurry(self) -> None:
        """Let it answer now, with the best so far."""
        self.stop.set()

    def abandon(self) -> None:
        """Let it end; whatever it still says is ignored."""
        self.abandoned = True
        self.stop.set()
        if self.place and self.give_up is not None:
            self.give_up()

    def wait(self, place: int) -> None:
        """Note the place in the queue."""
        self.place = place
        if self.on_place is not None and not self.abandoned:
            self.on_place()


class Searcher:
    """Runs the searches of an engine for one game away from the event loop.

    Each side has an agent of its own, and so has the analysis: an agent plays one side of a game.
    Another program is one for all of them: it follows wherever it is asked, and may be large.

    Args:
        load: makes the agents.
        game: which is played.
        spec: who the engine is.
        slots: where its turns come from.
        urgent: whether a person waits for its answers.
    """

    def __init__(
        self, load: AgentLoader, game: Game, spec: str, slots: Slots, *, urgent: bool = False
    ) -> None:
        self.spec = spec
        self._load = load
        self._game = game
        self._slots = slots
        self._urgent = urgent
        self._agents: dict[str, Agent] = {}
        self._turn = asyncio.Lock()
        self._search: Search | None = None
        """Whose turn it is; it may still wait for a slot."""
        self._stale = False

    async def prepare(self, side: int | None = None) -> None:
        """Load an agent now, so that a spec that cannot be loaded is known at once.

        Args:
            side: which it will play; None for the one that analyses.

        Raises:
            TengenError: the spec names nobody, its weights cannot be used for the game, or a program
            does not start.
        """
        # Not in the queue for a search: a new game waits for nobody else's.
        async with self._turn:
            await asyncio.to_thread(lambda: self._agent(self._role(side)).prepare())

    async def think(
        self,
        search: Search,
        limit: Limit | None,
        on_progress: Callable[[Search, DecisionView], None],
        on_clock: Callable[[Search, bool, float], None],
    ) -> tuple[Decision, DecisionView] | None:
        """Return the decision and how the page receives it, None when `search` was abandoned.

        Args:
            search: what to think about.
            limit: how long; None leaves it to the agent. A clock allots no more than it has.
            on_progress: told of the thought so far, on the event loop.
            on_clock: told, on the event loop, when the agent began and when it had decided: whether
                it thinks now, and since when by `time.monotonic`.
        """
        # An abandoned thought may still hold the agent for a moment: wait until it lets go.
        async with self._turn:
            if search.abandoned:
                return None
            self._search = search
            tell, loop = self._progress_to_loop(search, on_progress), asyncio.get_running_loop()

            def decide() -> tuple[Decision, DecisionView]:
                agent = self._agent_for(search)
                loop.call_soon_threadsafe(on_clock, search, True, time.monotonic())
                decision = agent.decide(
                    search.state, _bounded(agent, limit, search), stop=search.stop, on_progress=tell
                )
                # To put it into words is not the agent's time.
                loop.call_soon_threadsafe(on_clock, search, False, time.monotonic())
                return decision, describe_decision(search.state, decision, self.spec, done=True)

            turn = self._slots.run(self, decide, search.wait, urgent=self._urgent)
            answer = asyncio.create_task(turn)
            search.give_up = answer.cancel
            try:
                await asyncio.wait([answer])
            finally:
                self._search = None
        self._slots.keep_warm(self)
        return None if search.abandoned else answer.result()

    def renew(self) -> None:
        """Load the agents anew before the next thought: their nets may have changed."""
        self._stale = True

    def cool(self) -> bool:
        """Release the agents until the next thought; a program goes on running, and so does a search.

        One that waits in the queue needs no agent yet: of many that do, each would keep its tree.
        """
        is_waiting = self._search is not None and self._search.place > 0
        if (self._turn.locked() and not is_waiting) or is_engine(self.spec):
            return False
        self.close()
        return True

    def close(self) -> None:
        """Release the agents; no search may be running."""
        agents, self._agents = self._agents, {}
        # To free a tree of millions of nodes takes a while, and so does a program's farewell.
        asyncio.get_running_loop().run_in_executor(None, _close_all, agents)

    def _role(self, side: int | None) -> str:
        return "analysis" if side is None or is_engine(self.spec) else f"side {side}"

    def _agent(self, role: str) -> Agent:
        if self._stale:
            self._stale = False
            agents, self._agents = self._agents, {}
            _close_all(agents)
        if role not in self._agents:
            self._agents[role] = self._load(self.spec, self._game)
        return self._agents[role]

    def _agent_for(self, search: Search) -> Agent:
        """Return whoever thinks about `search`, ready to."""
        agent = self._agent(self._role(search.state.to_play if search.purpose == "move" else None))
        agent.prepare()
        return agent

    def _progress_to_loop(
        self, search: Search, on_progress: Callable[[Search, DecisionView], None]
    ) -> Callable[[Decision], None]:
        loop = asyncio.get_running_loop()
        told = time.monotonic()

        def tell(decision: Decision) -> None:
            nonlocal told
            now = time.monotonic()
            if search.abandoned or now - told < PROGRESS_SECONDS or loop.is_closed():
                return
            told = now
            described = describe_decision(search.state, decision, self.spec, done=False)
            loop.call_soon_threadsafe(on_progress, search, described)

        return tell


def _close_all(agents: dict[str, Agent]) -> None:
    for agent in agents.values():
        agent.close()


def _bounded(agent: Agent, limit: Limit | None, search: Search) -> Limit | None:
    """Return `limit`, or what the clock allots if that is less."""
    if search.clock is None:
        return limit
    return (limit or agent.default_limit).under(search.clock, MARGIN_SECONDS)
