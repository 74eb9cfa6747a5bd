"""One side of a duel: an agent that thinks away from the event loop."""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

from tengen.core import Agent, Decision, Game, State
from tengen.studio.rooms.watch.messages import Contestant
from tengen.studio.sitting.view import describe_decision
from tengen.studio.thinking.slots import Slots
from tengen.studio.thinking.thinker import AgentLoader

PROGRESS_SECONDS = 0.15
"""Pages are told no more often."""

TOP = 5
"""Moves told of a thought."""

Told = Callable[[dict[str, Any]], None]


class Contender:
    """Loads its agent when it is first asked."""

    def __init__(self, who: Contestant, game: Game, load: AgentLoader, slots: Slots) -> None:
        self.who = who
        self._game = game
        self._load = load
        self._slots = slots
        self._agent: Agent | None = None

    async def prepare(self) -> None:
        """Load the agent now.

        Raises:
            TengenError: when nobody can be loaded.
        """
        await self._slots.run(self, lambda: self._loaded().prepare())

    async def think(
        self,
        state: State,
        stop: threading.Event,
        on_progress: Told,
        on_wait: Callable[[int], None],
    ) -> tuple[Decision, dict[str, Any]]:
        """Return the decision, and how pages receive it.

        Args:
            state: the position.
            stop: lets it answer at once when set.
            on_progress: told of the thought so far, on the event loop.
            on_wait: told its place in the queue where all searches are taken.
        """
        tell = self._on_loop(state, on_progress, stop)

        def decide() -> tuple[Decision, dict[str, Any]]:
            decision = self._loaded().decide(state, self.who.limit(), stop=stop, on_progress=tell)
            return decision, self._describe(state, decision)

        return await self._slots.run(self, decide, on_wait)

    def close(self) -> None:
        """Release the agent, which must not be thinking."""
        agent, self._agent = self._agent, None
        if agent is not None:
            # A program's farewell takes a while.
            asyncio.get_running_loop().run_in_executor(None, agent.close)

    def _loaded(self) -> Agent:
        if self._agent is None:
            self._agent = self._load(self.who.spec, self._game)
        return self._agent

    def _on_loop(
        self, state: State, on_progress: Told, stop: threading.Event
    ) -> Callable[[Decision], None]:
        loop = asyncio.get_running_loop()
        told = time.monotonic()

        def tell(decision: Decision) -> None:
            nonlocal told
            now = time.monotonic()
            if stop.is_set() or now - told < PROGRESS_SECONDS or loop.is_closed():
                return
            told = now
            loop.call_soon_threadsafe(on_progress, self._describe(state, decision))

        return tell

    def _describe(self, state: State, decision: Decision) -> dict[str, Any]:
        """Return the few things of a thought that who only watches wants to see."""
        told = describe_decision(state, decision, self.who.spec, done=True)
        kept = ("ply", "toPlay", "value", "visits", "nodes", "seconds")
        return {key: told[key] for key in kept} | {"top": told["top"][:TOP]}
