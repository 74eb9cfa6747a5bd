"""What the rules alone say of the next move, for many positions at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game
from tengen.games.face import GOES_ON, AfterStates, NativeState

Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True, slots=True)
class OnePly:
    """The N sensible moves of several positions together, those of one position in a row."""

    rows: NDArray[np.int32]
    """``[N]``, the position that a move belongs to; ascending."""
    actions: NDArray[np.int32]
    """``[N]``, ascending within a position."""
    movers: NDArray[np.int8]
    """``[N]``, who makes the move."""
    after: AfterStates
    """What each move leads to."""

    @classmethod
    def of(cls, states: Sequence[NativeState], *, planes: bool = False) -> "OnePly":
        """Look at the sensible moves of unfinished positions of one game."""
        moves = [state.sensible_actions() for state in states]
        counts = [len(actions) for actions in moves]
        rows = np.repeat(np.arange(len(states), dtype=np.int32), counts)
        actions = np.concatenate(moves)
        movers = np.repeat(np.array([state.to_play for state in states], np.int8), counts)
        after = states[0].game.after_states(states, rows, actions, planes=planes)
        return cls(rows, actions, movers, after)

    @property
    def signs(self) -> NDArray[np.float32]:
        """``[N]``: -1 where the opponent is to move afterwards, 1 where the mover goes on."""
        return np.where(self.after.to_play == self.movers, np.float32(1), np.float32(-1))

    def certain(self) -> NDArray[np.float32]:
        """Return ``[N]`` results for the mover that are certain, NaN where none is.

        A move that ends the game has its result. One that lets the opponent end it in his favour
        at once is lost, and one that lets the mover himself do so, within a capture chain, won.
        """
        winner = self.after.winner
        result = np.where(winner < 0, np.float32(0), np.where(winner == self.movers, 1, -1))
        soon = np.where(self.after.wins_at_once, self.signs, np.float32(np.nan))
        return np.where(winner == GOES_ON, soon, result).astype(np.float32)

    def by_position(self, column: NDArray[Number]) -> list[NDArray[Number]]:
        """Cut ``[N, ...]`` into the parts of each position that has moves."""
        return np.split(column, np.flatnonzero(np.diff(self.rows)) + 1)


def passing(game: Game) -> int | None:
    """Return the action that passes the turn, None where the game has none."""
    action: int | None = getattr(game, "pass_action", None)
    return action
