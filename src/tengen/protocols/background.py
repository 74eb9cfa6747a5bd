"""An agent that thinks while its protocol goes on listening."""

import threading
import time
from collections.abc import Callable

from tengen.core import Agent, Decision, Game, Limit, State, Stop

MARGIN_SECONDS = 0.05
"""Of the clock, kept in hand: lost on the way to the other program. Gomocup has its own, measured."""
_LOOK_SECONDS = 0.001
"""Between two looks whether thinking shall end."""


class BackgroundAgent:
    """Keeps an agent for the game that is played, and makes another when the game changes."""

    def __init__(self, make: Callable[[Game], Agent]) -> None:
        self._make = make
        self._agent: Agent | None = None
        self._game: Game | None = None

    def agent_for(self, game: Game) -> Agent:
        """Return the agent that plays `game`.

        Raises:
            TengenError: when none can be made.
        """
        if self._agent is None or self._game != game:
            self.close()
            self._agent, self._game = self._make(game), game
        return self._agent

    def close(self) -> None:
        """Release the agent; the next question makes another."""
        agent, self._agent = self._agent, None
        if agent is not None:
            agent.close()

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        until: Callable[[], bool] | None = None,
        every: float = 0.0,
        on_report: Callable[[Decision], None] | None = None,
    ) -> Decision:
        """Return the agent's decision about `state`, which must not be finished.

        Args:
            limit: bounds of the decision; None for the agent's own.
            until: looked at about every millisecond; thinking ends when it is true, with the best
                answer so far.
            every: seconds between reports.
            on_report: called on this thread with the answer so far, whenever there is a new one.

        Raises:
            TengenError: when no agent can be made, or it cannot decide.
        """
        agent = self.agent_for(state.game)
        if until is None and on_report is None:
            return agent.decide(state, limit)
        thought = _Thought(agent, state, limit)
        due = time.monotonic() + every
        try:
            while not thought.done.wait(_LOOK_SECONDS):
                if until is not None and until():
                    thought.stop.set()
                    until = None
                if on_report is not None and thought.news and time.monotonic() >= due:
                    due = time.monotonic() + every
                    on_report(thought.take_news())
        finally:
            thought.end()
        return thought.answer()


class _Thought:
    """One decision on a thread of its own."""

    def __init__(self, agent: Agent, state: State, limit: Limit | None) -> None:
        self.stop = Stop()
        self.done = threading.Event()
        self.news: Decision | None = None
        self._decision: Decision | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(
            target=self._decide, args=(agent, state, limit), name="background", daemon=True
        )
        self._thread.start()

    def _decide(self, agent: Agent, state: State, limit: Limit | None) -> None:
        try:
            self._decision = agent.decide(state, limit, stop=self.stop, on_progress=self._remember)
        except BaseException as error:  # noqa: BLE001 - raised where the answer is asked for
            self._error = error
        self.done.set()

    def _remember(self, decision: Decision) -> None:
        self.news = decision

    def take_news(self) -> Decision:
        """Return the latest answer so far, once."""
        news, self.news = self.news, None
        assert news is not None
        return news

    def end(self) -> None:
        """Wait until the agent is free for another decision."""
        self.stop.set()
        self._thread.join()

    def answer(self) -> Decision:
        """Return the decision, or raise what the agent raised."""
        if self._error is not None:
            raise self._error
        assert self._decision is not None
        return self._decision
