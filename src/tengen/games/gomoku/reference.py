"""The rules of Gomoku for people to read; the native rules are tested against them.

Two players, Black (0) first, place one stone in turn on an empty point of a square board. A
player who makes a row of `win_length` stones, along a line of any of the four directions, wins.

- *freestyle*: a longer row wins too.
- *standard*: only a row of exactly `win_length` stones wins; a longer one, an overline, counts
  for nothing, and the game goes on.

A full board without such a row is a draw. No move is forbidden to either player.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tengen.core import IllegalMoveError, Outcome
from tengen.games.gomoku.notation import format_point

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""Steps ``(dx, dy)`` along a row, a column and the two diagonals."""


@dataclass(frozen=True)
class ReferenceState:
    """A position: the rules it is played by and the stones in the order they were placed."""

    size: int = 15
    win_length: int = 5
    rule: str = "freestyle"
    moves: tuple[int, ...] = ()
    """Actions ``y * size + x``, the top row first."""

    @property
    def to_play(self) -> int:
        """0 when Black is to move, 1 for White."""
        return len(self.moves) % 2

    @property
    def last_action(self) -> int | None:
        """The stone placed last."""
        return self.moves[-1] if self.moves else None

    @cached_property
    def stones(self) -> dict[int, int]:
        """Whose stone is on each occupied point."""
        return {point: ply % 2 for ply, point in enumerate(self.moves)}

    def legal_actions(self) -> list[int]:
        """Return the empty points, ascending; none when the game is over."""
        if self.outcome() is not None:
            return []
        return [point for point in range(self.size**2) if point not in self.stones]

    def apply(self, action: int) -> "ReferenceState":
        """Return the position after a stone on `action`.

        Raises:
            IllegalMoveError: when the point is taken or off the board, or the game is over.
        """
        if not 0 <= action < self.size**2:
            raise IllegalMoveError(f"point {action} is not on the board")
        if self.outcome() is not None:
            raise IllegalMoveError(f"{format_point(action, self.size)}: the game is over")
        if action in self.stones:
            raise IllegalMoveError(f"{format_point(action, self.size)} is occupied")
        return ReferenceState(self.size, self.win_length, self.rule, (*self.moves, action))

    def outcome(self) -> Outcome | None:
        """Return how the game ended, with the stones of all winning rows; None while it goes on."""
        points = self._winning_points
        if points:
            return Outcome(1 - self.to_play, f"{self.win_length} in a row", points)
        if len(self.moves) == self.size**2:
            return Outcome(None, "board full")
        return None

    def planes(self) -> NDArray[np.float32]:
        """Return ``[4, size, size]``: own stones, the opponent's, their last, ones if Black moves."""
        planes = np.zeros((4, self.size, self.size), np.float32)
        for point, player in self.stones.items():
            planes[0 if player == self.to_play else 1, *divmod(point, self.size)] = 1
        if self.moves:
            planes[2, *divmod(self.moves[-1], self.size)] = 1
        planes[3] = self.to_play == 0
        return planes

    def wins_at_once(self) -> bool:
        """Return whether the side to move has a stone that wins."""
        after = (self.apply(action).outcome() for action in self.legal_actions())
        return any(outcome is not None and outcome.winner == self.to_play for outcome in after)

    @cached_property
    def _winning_points(self) -> tuple[int, ...]:
        # Rows without the last stone were there before, and did not win then.
        if not self.moves:
            return ()
        winning: set[int] = set()
        for dx, dy in DIRECTIONS:
            row = {
                self.moves[-1],
                *self._same_from_last(dx, dy),
                *self._same_from_last(-dx, -dy),
            }
            if self._wins(len(row)):
                winning |= row
        return tuple(sorted(winning))

    def _wins(self, length: int) -> bool:
        return length == self.win_length or (self.rule == "freestyle" and length > self.win_length)

    def _same_from_last(self, dx: int, dy: int) -> Iterator[int]:
        """Yield the mover's stones that follow the last one without a gap in one direction."""
        mover = 1 - self.to_play
        y, x = divmod(self.moves[-1], self.size)
        while True:
            x, y = x + dx, y + dy
            on_board = 0 <= x < self.size and 0 <= y < self.size
            if not on_board or self.stones.get(y * self.size + x) != mover:
                return
            yield y * self.size + x
