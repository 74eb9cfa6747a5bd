"""Who wins a position if both sides play their best, proved by df-pn over native rules."""

import math
import time
from dataclasses import dataclass

from tengen.core import Limit, SettingsError, Stop
from tengen.core.limit import MAX_COUNT
from tengen.games.face import NativeGame, NativeState
from tengen.search.mcts import MIB


@dataclass(frozen=True, slots=True)
class Proof:
    """What is proved of a position."""

    value: int | None
    """For the side to move: 1 a win, 0 a draw, -1 a loss; None where the limit came first."""
    line: tuple[int, ...]
    """The best action and how it goes on: a win against what is hardest to answer, a loss as far as
    it can be drawn out, a draw until it is seen that nothing threatens it. Empty where unknown."""
    nodes: int
    seconds: float


class Prover:
    """Proves results; what it found out is kept from one position to the next.

    Gomoku's free rule is quick on boards up to 8x8: rows that nobody can make any more are
    forgotten, and a side whose rows weigh too little is known not to win.
    """

    def __init__(self, game: NativeGame, *, memory: int = 256 * MIB) -> None:
        """Prepare to prove positions of `game` with tables of `memory` bytes."""
        self.game = game
        self._native = game.kernel.Prover(memory)

    def prove(self, state: NativeState, limit: Limit, *, stop: Stop | None = None) -> Proof:
        """Search `state`, which is not finished, within `limit`; visits are nodes.

        Raises:
            SettingsError: when nothing bounds the search, or the position is of another game.
        """
        if limit.is_open and stop is None:
            raise SettingsError("a proof needs a limit: seconds, nodes or visits")
        if state.game != self.game:
            raise SettingsError(f"a position of {state.game!r}: the proof is for {self.game!r}")
        started = time.perf_counter()
        nodes = min(limit.nodes or MAX_COUNT, limit.visits or MAX_COUNT)
        seconds = math.inf if limit.seconds is None else limit.seconds
        winner, line = self._native.prove(
            state.native, nodes, seconds, lambda: stop is not None and stop.is_set()
        )
        value = None
        if winner is not None:
            value = 0 if winner < 0 else 1 if winner == state.to_play else -1
        spent = time.perf_counter() - started
        return Proof(value, tuple(line), self._native.nodes, spent)
