"""An agent whose every decision waits for its turn among the searches of the studio."""

import asyncio
from collections.abc import Callable
from concurrent.futures import CancelledError, Future

from tengen.core import Agent, Decision, Limit, State, Stop
from tengen.search.review.reviewing import StoppedError
from tengen.search.wrapped import WrappedAgent
from tengen.studio.thinking.slots import Slots

OnPlace = Callable[[int | None], None]
"""Told on the event loop its place in the queue, None when it is searching."""


class QueuedAgent(WrappedAgent):
    """Asks another agent, on a thread that is none of the event loop's.

    Args:
        agent: who decides.
        slots: where its turns come from.
        owner: whose turns they are.
        loop: the event loop of the slots.
        on_place: told while it waits.
    """

    def __init__(
        self,
        agent: Agent,
        slots: Slots,
        owner: str,
        loop: asyncio.AbstractEventLoop,
        on_place: OnPlace,
    ) -> None:
        super().__init__(agent)
        self._slots, self._owner = slots, owner
        self._loop, self._on_place = loop, on_place
        self._turn: Future[Decision] | None = None
        self._searching = self._has_given_up = False

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        def work() -> Decision:
            self._searching = True
            self._loop.call_soon_threadsafe(self._on_place, None)
            return self._agent.decide(state, limit, stop=stop, on_progress=on_progress)

        turn = self._slots.run(self._owner, work, self._on_place)
        try:
            self._turn = asyncio.run_coroutine_threadsafe(turn, self._loop)
            if (
                self._has_given_up and not self._searching
            ):  # just before there was anything to cancel
                self._turn.cancel()
            return self._turn.result()
        except CancelledError as error:
            raise StoppedError from error
        finally:
            self._searching = False

    def give_up(self) -> None:
        """Let a decision that waits for its turn wait no more; called on the event loop."""
        self._has_given_up = True
        if self._turn is not None and not self._searching:
            self._turn.cancel()
