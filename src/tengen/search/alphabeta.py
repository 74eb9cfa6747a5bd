"""Alpha-beta search over native rules, guided by a native judge."""

import math
import time
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tengen.core import Agent, Candidate, Decision, Limit, SettingsError, State, Stop, check_asked
from tengen.core.limit import MAX_COUNT
from tengen.games.face import NativeGame, NativeState
from tengen.games.kernel import RootMoves
from tengen.search.guard import guarded
from tengen.search.judges import Judge
from tengen.search.mcts import MIB

MAX_DEPTH = 100
"""Moves ahead at most."""


class AlphaBeta:
    """A search that looks a number of moves ahead and judges where it stops.

    A search of depth d finds the value of looking at every line of d moves, captures that must be
    made played out after it. What it found out about positions is kept from one search to the next.

    Raises:
        SettingsError: when the judge does not fit the game.
    """

    def __init__(
        self, game: NativeGame, judge: Judge, *, memory: int = 64 * MIB, seed: int = 0
    ) -> None:
        """Prepare to search `game` with a table of `memory` bytes.

        The seed decides among moves that are equally good.
        """
        self.game = game
        self._native = judge.searcher(game, memory, seed)

    def search(
        self,
        state: NativeState,
        limit: Limit,
        *,
        depth: int | None = None,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        """Search `state`, which is not finished, within `limit` and up to `depth` moves ahead.

        Visits of a limit are positions, as nodes are. The search also ends when it knows the
        result. `on_progress` is called after each depth. Values of candidates behind the best are
        upper bounds; they are None where the search ended before it saw the move.

        Raises:
            SettingsError: when nothing bounds the search, or the depth is out of range.
        """
        if limit.is_open and depth is None and stop is None:
            raise SettingsError("a search needs a limit: seconds, nodes, visits or depth")
        deepest = MAX_DEPTH if depth is None else _checked(depth)
        native, started = self._native, time.perf_counter()
        native.begin(state.native)
        while self._deepen(limit, started, stop):
            if native.is_finished or native.depth >= deepest:
                break
            if depth is None and self._has_no_choice():
                break
            if on_progress is not None:
                on_progress(self._decision(started))
        return self._decision(started)

    def search_batch(
        self, states: Sequence[NativeState], depth: int
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Search many unfinished positions, `depth` moves ahead each.

        Returns:
            actions ``[N]``, the best of each, and values ``[N]`` for the side to move.

        Raises:
            SettingsError: when the depth is out of range.
        """
        return self._native.search_batch([state.native for state in states], _checked(depth))

    @property
    def moves_until_end(self) -> int | None:
        """How many moves the proven win or loss last found is away; None without one."""
        return self._native.moves_until_end

    def _deepen(self, limit: Limit, started: float, stop: Stop | None) -> bool:
        """Look one move deeper; return whether that was finished within the limit."""
        nodes = min(limit.nodes or MAX_COUNT, limit.visits or MAX_COUNT)
        seconds = math.inf
        if limit.seconds is not None:
            seconds = max(0.0, limit.seconds - (time.perf_counter() - started))
        # Always asked, so that an interrupt from the keyboard is heard.
        return self._native.deepen(nodes, seconds, lambda: stop is not None and stop.is_set())

    def _has_no_choice(self) -> bool:
        return len(self._root_moves().actions) == 1

    def _root_moves(self) -> RootMoves:
        return RootMoves(*self._native.root_moves())

    def _decision(self, started: float) -> Decision:
        native = self._native
        columns = (column.tolist() for column in self._root_moves())
        line = tuple(native.line)
        candidates = tuple(
            Candidate(
                action,
                visits=nodes,
                prior=0.0,
                value=None if math.isnan(value) else value,
                pv=line if action == line[0] else (action,),
            )
            for action, value, nodes in zip(*columns, strict=True)
        )
        return Decision(
            action=line[0],
            value=candidates[0].value,
            candidates=candidates,
            pv=line,
            nodes=native.nodes,
            seconds=time.perf_counter() - started,
        )


class AlphaBetaAgent(Agent):
    """Plays the best move of an `AlphaBeta`."""

    def __init__(
        self, name: str, search: AlphaBeta, default_limit: Limit, *, depth: int | None = None
    ) -> None:
        """Play as `name`; `depth` bounds every decision, whatever its limit.

        Raises:
            SettingsError: when the depth is out of range.
        """
        self.name = name
        self.default_limit = default_limit
        self._depth = None if depth is None else _checked(depth)
        self._search = search

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
        decision = self._search.search(
            state,
            limit or self.default_limit,
            depth=self._depth,
            stop=stop,
            on_progress=on_progress,
        )
        return guarded(state, decision)


def _checked(depth: int) -> int:
    if not 1 <= depth <= MAX_DEPTH:
        raise SettingsError(f"depth {depth}: must be 1 to {MAX_DEPTH}")
    return depth
