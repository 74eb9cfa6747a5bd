"""How games to learn from begin: with random moves, near what is on the board, and even."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tengen.games.face import NativeGame, NativeState
from tengen.learning.opened import OpenedGame

_TRIES = 20
"""Of so many openings that are not even, the most even one is taken."""
_NEAR = 2
"""Points away from a piece, in any direction."""


class Openings:
    """Begins games with an opening of the game's book, if it has one, and some random moves.

    A game can also branch off one that has been played before, with random moves as well: so the
    net sees more of late positions, and other ones than its own best play leads to.
    """

    def __init__(self, game: NativeGame, most_plies: int, most_value: float) -> None:
        """Make at most so many random moves, at least one, and look for openings that are even.

        Args:
            game: the rules.
            most_plies: how many moves are random is drawn evenly from one up to this.
            most_value: openings that are worth more to either side are drawn again, a few times.
        """
        self._game = game
        self._most_plies = most_plies
        self._most_value = most_value
        self._book = [opening.actions for opening in game.book() if opening.game == game]

    def draw(
        self,
        judge: Callable[[NativeState], float],
        rng: np.random.Generator,
        trunk: OpenedGame | None = None,
    ) -> OpenedGame:
        """Return a game that has just begun.

        Args:
            judge: returns what a position is worth to the side to move, in [-1, 1].
            rng: draws the moves.
            trunk: what the game branches off, all of it an opening.
        """
        tries: list[tuple[float, OpenedGame]] = []
        ended = 0
        while len(tries) < _TRIES:
            # A game may have been about to end, whatever was played.
            opened = self._draw_once(rng, trunk if ended < _TRIES else None)
            if opened.is_over or opened.state.native.wins_at_once():
                ended += 1
                continue
            is_known = opened.state.known() is not None
            tries.append((1.0 if is_known else abs(judge(opened.state)), opened))
            if tries[-1][0] <= self._most_value:
                break
        return min(tries, key=lambda one: one[0])[1]

    def _draw_once(self, rng: np.random.Generator, trunk: OpenedGame | None) -> OpenedGame:
        """Return any opening; it may have ended the game."""
        state, actions = self._trunk(rng) if trunk is None else (trunk.state, [*trunk.opening])
        for _ in range(int(rng.integers(1, self._most_plies + 1))):
            mover = state.to_play
            # A capture of several hops is not broken off.
            while not state.native.is_over and state.to_play == mover:
                actions.append(int(rng.choice(near_actions(state))))
                state = state.apply(actions[-1])
        return OpenedGame(state, actions)

    def _trunk(self, rng: np.random.Generator) -> tuple[NativeState, list[int]]:
        """Return an opening of the book, or nothing yet."""
        actions: list[int] = []
        if self._book:
            actions += self._book[int(rng.integers(len(self._book)))]
        return self._game.initial_state().apply_all(actions), actions


def near_actions(state: NativeState) -> NDArray[np.int32]:
    """Return the legal actions ``[N]`` at points near a piece, or all if there are none."""
    legal, layout = state.legal_actions(), state.game.policy_layout
    near = _near(state.board() != 0).ravel()
    points = [layout.point_of(int(action), state.game.num_actions) for action in legal]
    is_near = np.array([point is not None and bool(near[point]) for point in points])
    return legal[is_near] if is_near.any() else legal


def _near(pieces: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return ``[H, W]``, which points are near one of `pieces` ``[H, W]``."""
    padded = np.pad(pieces, _NEAR)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (2 * _NEAR + 1, 2 * _NEAR + 1))
    return np.asarray(windows.any(axis=(2, 3)))
