"""An agent whose opinion a test can foresee: pieces belong into the middle."""

import threading
import time
from collections.abc import Callable

from tengen.core import Agent, Candidate, Decision, Limit, State, Stop


class Inward(Agent):
    """Holds that a piece on the edge costs a side a tenth of the game.

    Args:
        gate: decisions wait until it is set.
    """

    name = "inward"
    default_limit = Limit(visits=1)
    caveat = "trained for size 15, not 6"

    def __init__(self, gate: threading.Event) -> None:
        self.gate = gate

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        """Return the first of the best moves, when the gate is open or it is told to stop."""
        while not (self.gate.is_set() or (stop and stop.is_set())):
            time.sleep(0.005)
        best = _best(state)
        after = state.apply(best)
        line = (best,) if after.outcome() else (best, _best(after))
        value = max(-1.0, min(1.0, _worth(state, state.to_play)))
        return Decision(best, value, (Candidate(best, 1, 1.0, value, line),), line)


def _best(state: State) -> int:
    actions = [int(action) for action in state.legal_actions()]
    return max(actions, key=lambda action: _worth(state.apply(action), state.to_play))


def _worth(state: State, player: int) -> float:
    """Return what `player` expects, by the pieces on the edge."""
    edge = state.board().copy()
    edge[1:-1, 1:-1] = 0
    own, theirs = (
        (edge == side + 1).sum() + (edge == side + 3).sum() for side in (player, 1 - player)
    )
    return 0.2 * (int(theirs) - int(own))
