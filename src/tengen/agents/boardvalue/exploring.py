"""Positions to begin with: the first ones of the game, or some of random games."""

from collections import deque
from collections.abc import Callable
from itertools import islice

import numpy as np

from tengen.games.face import NativeGame, NativeState

Stopped = Callable[[], bool]


def explore_breadth_first(game: NativeGame, count: int, is_stopped: Stopped) -> list[NativeState]:
    """Return the first positions in the order of their distance from the start, each once."""
    start = game.initial_state()
    found, known = [start], {hash(start)}
    waiting = deque(found)
    while waiting and len(found) < count and not is_stopped():
        state = waiting.popleft()
        after = [state.apply(int(action)) for action in state.legal_actions()]
        for reached in after:
            if hash(reached) not in known:
                known.add(hash(reached))
                found.append(reached)
                waiting.append(reached)
    return found[:count]


def explore_by_games(
    game: NativeGame, count: int, rng: np.random.Generator, is_stopped: Stopped
) -> list[NativeState]:
    """Return the positions of random games, of all depths."""

    def play() -> list[NativeState]:
        states = [game.initial_state()]
        while len(actions := states[-1].sensible_actions()):
            states.append(states[-1].apply(int(rng.choice(actions))))
        return states

    games = iter(lambda: [] if is_stopped() else play(), [])
    return list(islice((state for states in games for state in states), count))
