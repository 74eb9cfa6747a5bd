"""Games that learners play: how they begin, and the records they become."""

from collections.abc import Sequence

import numpy as np

from tengen.core import Outcome, Record, RecordedMove
from tengen.games.face import NativeGame, NativeState


def open_game(
    game: NativeGame, most_plies: int, rng: np.random.Generator
) -> tuple[NativeState, list[int]]:
    """Return a position after random moves, and these: evenly from none up to `most_plies`.

    Nobody can win there at once.
    """
    while True:
        state, actions = game.initial_state(), list[int]()
        for _ in range(int(rng.integers(most_plies + 1))):
            actions.append(int(rng.choice(state.legal_actions())))
            state = state.apply(actions[-1])
            if state.outcome() is not None:
                break
        if state.outcome() is None and not (actions and state.native.wins_at_once()):
            return state, actions


def most_moves(game: NativeGame, a_point: float) -> int:
    """Return `a_point` times the points of the board: longer games are given up."""
    return max(1, int(a_point * np.prod(game.planes_shape[1:])))


def make_record(
    game: NativeGame, opening: Sequence[int], actions: Sequence[int], outcome: Outcome | None
) -> Record:
    """Return the record of a game that began with a random `opening`."""
    return Record(
        game=game.name,
        settings=game.settings,
        moves=tuple(RecordedMove(action) for action in (*opening, *actions)),
        outcome=outcome,
        meta={"opening_plies": str(len(opening))},
    )
