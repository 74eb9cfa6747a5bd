"""Agents that play an opening book as long as it has a move."""

import time
from collections.abc import Callable

from tengen.core import Agent, Decision, Limit, State, Stop, check_asked
from tengen.games.face import NativeGame, NativeState
from tengen.search.wrapped import WrappedAgent


class BookedAgent(WrappedAgent):
    """Plays the moves of a book, and another agent's where the book has none.

    Who asks without any bound wants to see thoughts until it has seen enough: a book has none, and
    no other moves to choose from.
    """

    def __init__(
        self, agent: Agent, game: NativeGame, find: Callable[[NativeState], int | None]
    ) -> None:
        """Play `game` as `agent` does; `find` returns the book's action in a position."""
        super().__init__(agent)
        self._game = game
        self._find = find

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        started = time.perf_counter()
        check_asked(self.name, self._game, state)
        assert isinstance(state, NativeState)
        thinks = limit is not None and (limit.is_open or limit.root_moves is not None)
        action = None if thinks else self._find(state)
        if action is None:
            return self._agent.decide(state, limit, stop=stop, on_progress=on_progress)
        return Decision(
            action=action, value=None, pv=(action,), seconds=time.perf_counter() - started
        )
