"""The rules of English draughts for people to read; the native rules are tested against them.

The rules are those of the World Checkers and Draughts Federation (WCDF) and the American Checker
Federation (ACF). Black (0) and White (1) have twelve men each on the 32 dark squares of a board of
8x8, numbered 1 to 32 from the top left. Black, on 1 to 12, moves first.

- A *man* steps to the next dark square diagonally forward: Black's down the board, White's up.
- A man that comes to the row farthest from its owner, its *king row*, becomes a *king*, and its
  turn ends there, even if it came by a capture that could go on. Kings step in all four directions.
- A piece *captures* by jumping over an enemy piece beside it to the empty square behind; men jump
  forward only. What was jumped is taken off. While the same piece can jump on, it must.
- Who can capture must, but is free to choose with which piece and which way, however many it takes.
- A player to move who has no piece, or none that can move, has lost.
- The game is a draw when a position, with the same side to move, is there for the third time, or
  when for 80 plies, 40 moves of each side, nobody has captured or moved a man. Where draws have to
  be *claimed* by a player, the game goes on. (A claim, like a draw by agreement or a resignation,
  is no part of a position.)
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tengen.core import IllegalMoveError, Outcome

Point = tuple[int, int]
"""Row and column, from 0 at the top left."""
Board = tuple[str, ...]
"""Eight rows of eight: ``b`` and ``w`` are men, ``B`` and ``W`` kings, ``.`` is empty."""

START: Board = (
    ".b.b.b.b",
    "b.b.b.b.",
    ".b.b.b.b",
    "........",
    "........",
    "w.w.w.w.",
    ".w.w.w.w",
    "w.w.w.w.",
)
DARK_SQUARES: tuple[Point, ...] = tuple(
    (row, column) for row in range(8) for column in range(8) if (row + column) % 2
)
"""In the order of their numbers; square 1 is the first."""
STEPS: tuple[Point, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))
"""Up the board to the left and right, down to the left and right, as actions count them."""
FORWARD = (1, -1)
"""Which way the rows of Black's and of White's men go."""
KING_ROW = (7, 0)
"""Where Black's and White's men are crowned."""
PIECES = ("bB", "wW")
QUIET_PLIES = 80


@dataclass(frozen=True)
class ReferenceState:
    """A position: the board, who moves, and what has been since the start."""

    board: Board = START
    to_play: int = 0
    """0 when Black is to move, 1 for White; the same player inside a capture."""
    capturing: Point | None = None
    """The piece that is in the midst of a capture and must go on."""
    quiet_plies: int = 0
    """Plies since somebody captured or moved a man, up to those that make a draw."""
    past: tuple[tuple[Board, int], ...] = ()
    """Earlier boards between moves, and who was to move, as far back as such a draw looks."""
    ply: int = 0
    """Actions played."""
    last_action: int | None = None
    draws: str = "automatic"
    """``claimed`` where draws do not end the game by themselves."""

    def legal_actions(self) -> list[int]:
        """Return the legal hops, ascending; none when the game is over.

        An action is one hop, a step or a jump: ``(number of the square - 1) * 4 + direction``.
        """
        return [] if self.outcome() else sorted(self._hops)

    def apply(self, action: int) -> "ReferenceState":
        """Return the position after a hop.

        Raises:
            IllegalMoveError: when it is not legal.
        """
        if action not in self.legal_actions():
            raise IllegalMoveError(f"action {action} is not legal here")
        return self._after(action)

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        if self.capturing:
            return None
        for player in (0, 1):
            if not any(self._pieces(player)):
                return Outcome(1 - player, "no pieces left")
        if not self._hops:
            return Outcome(1 - self.to_play, "no move left")
        if self.draws == "claimed":
            return None
        if self.occurrences >= 3:
            return Outcome(None, "third occurrence")
        if self.quiet_plies >= QUIET_PLIES:
            return Outcome(None, "40 moves without progress")
        return None

    @property
    def occurrences(self) -> int:
        """How often this board has been there with the same side to move, now included.

        Within the last 80 plies, which matters only where draws are claimed.
        """
        return 1 + self.past.count((self.board, self.to_play))

    def planes(self) -> NDArray[np.float32]:
        """Return ``[8, 8, 8]``, seen by the side to move.

        Own men, own kings, the opponent's men, their kings, the piece inside a capture, own king
        row, ones where the position has been there before, sixteenths of the way to a draw for
        want of progress.
        """
        planes = np.zeros((8, 8, 8), np.float32)
        own, enemy = PIECES[self.to_play], PIECES[1 - self.to_play]
        for point in DARK_SQUARES:
            if self._at(point) != ".":
                planes[(own + enemy).index(self._at(point)), *point] = 1
        if self.capturing:
            planes[4, *self.capturing] = 1
        for point in DARK_SQUARES:
            planes[5, *point] = point[0] == KING_ROW[self.to_play]
        planes[6] = self.occurrences > 1
        planes[7] = self.quiet_plies * 16 // (QUIET_PLIES + 1) / 16
        return planes

    def whole_moves(self) -> Iterator["ReferenceState"]:
        """Yield the position after each whole move, a capture by every way it can go.

        It does not matter whether the game is over.
        """
        for action in self._hops:
            after = self._after(action)
            if after.capturing:
                yield from after.whole_moves()
            else:
                yield after

    def _after(self, action: int) -> "ReferenceState":
        origin, goal = DARK_SQUARES[action // 4], self._hops[action]
        piece = self._at(origin)
        captures = abs(goal[0] - origin[0]) == 2
        crowned = piece.islower() and goal[0] == KING_ROW[self.to_play]

        changes = {origin: ".", goal: piece.upper() if crowned else piece}
        if captures:
            changes[_middle(origin, goal)] = "."
        past = (*self.past, (self.board, self.to_play))
        after = replace(
            self,
            board=_changed(self.board, changes),
            quiet_plies=0
            if captures or piece.islower()
            else min(self.quiet_plies + 1, QUIET_PLIES),
            past=self.past if self.capturing else past[-QUIET_PLIES:],
            ply=self.ply + 1,
            last_action=action,
        )
        if captures and not crowned and any(after.jumps(goal)):
            return replace(after, capturing=goal)
        return replace(after, capturing=None, to_play=1 - self.to_play)

    @cached_property
    def _hops(self) -> dict[int, Point]:
        """Where each hop that the side to move may make leads; jumps alone if there are any."""
        movers = [self.capturing] if self.capturing else list(self._pieces(self.to_play))
        jumps = {action: goal for point in movers for action, goal in self.jumps(point)}
        if jumps or self.capturing:
            return jumps
        return {action: goal for point in movers for action, goal in self._steps(point)}

    def _steps(self, origin: Point) -> Iterator[tuple[int, Point]]:
        """Yield the steps of the piece on a point."""
        for action, (beside, _) in self._ways(origin):
            if self._at(beside) == ".":
                yield action, beside

    def jumps(self, origin: Point) -> Iterator[tuple[int, Point]]:
        """Yield the jumps of the piece on a point: the action and where it lands."""
        for action, (beside, beyond) in self._ways(origin):
            if self._at(beside) in PIECES[1 - self.to_play] and self._at(beyond) == ".":
                yield action, beyond

    def _ways(self, origin: Point) -> Iterator[tuple[int, tuple[Point, Point]]]:
        """Yield the next two points in each direction a piece may go, beyond the edge too."""
        row, column = origin
        is_king = self._at(origin).isupper()
        for direction, (down, right) in enumerate(STEPS):
            if is_king or down == FORWARD[self.to_play]:
                beside, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
                yield 4 * DARK_SQUARES.index(origin) + direction, (beside, beyond)

    def _pieces(self, player: int) -> Iterator[Point]:
        """Yield where a player's pieces are."""
        return (point for point in DARK_SQUARES if self._at(point) in PIECES[player])

    def _at(self, point: Point) -> str:
        """Return what is on a point: a piece, ``.``, or a blank beyond the edge."""
        row, column = point
        return self.board[row][column] if 0 <= row < 8 and 0 <= column < 8 else " "


def _middle(origin: Point, goal: Point) -> Point:
    return (origin[0] + goal[0]) // 2, (origin[1] + goal[1]) // 2


def _changed(board: Board, changes: dict[Point, str]) -> Board:
    rows = [list(row) for row in board]
    for (row, column), piece in changes.items():
        rows[row][column] = piece
    return tuple("".join(row) for row in rows)
