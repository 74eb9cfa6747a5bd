"""An engine's player in openings that are no positions to search, such as swap2."""

import time
from collections.abc import Callable
from dataclasses import replace

from numpy.random import Generator

from tengen.core import Decision, Limit, State, Stop, check_asked
from tengen.games.face import NativeState
from tengen.search.engine import EngineAgent, EngineSearch
from tengen.search.wrapped import WrappedAgent

_LOOKS = 16
"""Searches that a decision shares its limit among; a game asks for no more."""
_DEPTH = 8
"""Of each, where the limit does not bound it."""


class OpenedAgent(WrappedAgent):
    """Searches what follows an opening decision, and plays on as another agent."""

    def __init__(self, agent: EngineAgent, search: EngineSearch, rng: Generator) -> None:
        """Play as `agent`, whose `search` it is; `rng` draws openings."""
        super().__init__(agent)
        self._search, self._rng = search, rng

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        check_asked(self.name, self._search.game, state)
        assert isinstance(state, NativeState)
        if self._search.plays(state):
            return self._agent.decide(state, limit, stop=stop, on_progress=on_progress)
        return self._open(state, _share(limit or self.default_limit), stop)

    def _open(self, state: NativeState, share: Limit, stop: Stop | None) -> Decision:
        start, nodes = time.monotonic(), 0

        def judge(after: NativeState) -> float:
            nonlocal nodes
            depth = _DEPTH if share.is_open else None
            found = self._search.search(after, share, depth=depth, stop=stop)
            nodes += found.nodes
            return found.value or 0.0

        action, value = self._search.game.decide_opening(state, judge, self._rng)
        return Decision(action, value, nodes=nodes, seconds=time.monotonic() - start)


def _share(limit: Limit) -> Limit:
    """Return what one search may cost."""
    return replace(
        limit,
        seconds=None if limit.seconds is None else limit.seconds / _LOOKS,
        nodes=None if limit.nodes is None else max(1, limit.nodes // _LOOKS),
        visits=None if limit.visits is None else max(1, limit.visits // _LOOKS),
    )
