"""The rules of Gomoku for people to read; the native rules are tested against them.

Stones are placed in turn, Black's first, on the empty points of a square board. Who makes a row of
`win_length` stones, along a line of any of the four directions, wins.

- *freestyle*: a longer row wins too.
- *standard*: only a row of exactly `win_length` stones wins; a longer one, an overline, counts
  for nothing, and the game goes on.
- *renju*: Black wins by exactly five, White by five or more; Black must not make an overline, a
  double-four or a double-three (`reference_renju`).
- *caro*: a row of `win_length` does not win when a stone of the opponent stands at both of its
  ends; the edge of the board is no such stone. A longer row wins always.
- *caro-exact*: as caro, and a longer row counts for nothing.

A full board without such a row is a draw, and so is one on which Black, to move, finds only
forbidden points.

With the opening *swap2* player 0 places the first three stones, black, white and black. Then player
1 takes White, takes Black, or places two more, white and black, after which player 0 takes White
or Black. White goes on.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tengen.core import IllegalMoveError, Outcome
from tengen.games.gomoku.notation import format_choice_or_point
from tengen.games.gomoku.reference_renju import BLACK, DIRECTIONS, Point, row_through, verdict
from tengen.games.stones import Setup

WHITE = 1
TAKE_WHITE, TAKE_BLACK, TWO_MORE = 0, 1, 2
"""What may be chosen, as the actions after those for the points."""
PHASES = ("compose", "choose", "extend", "choose again")
"""The parts of a swap2 opening, in order."""


@dataclass(frozen=True)
class ReferenceState:
    """A position: the rules it is played by, where it started, and the actions since."""

    size: int = 15
    win_length: int = 5
    rule: str = "freestyle"
    moves: tuple[int, ...] = ()
    """Actions: points ``y * size + x``, the top row first, then the choices."""
    opening: str = "free"
    start: Setup = field(default_factory=Setup)

    @cached_property
    def placed(self) -> tuple[int, ...]:
        """The points of the stones placed since the start, in order."""
        return tuple(action for action in self.moves if action < self.size**2)

    @cached_property
    def chosen(self) -> tuple[int, ...]:
        """What was chosen, in order."""
        return tuple(action - self.size**2 for action in self.moves if action >= self.size**2)

    @cached_property
    def phase(self) -> str:
        """One of `PHASES`, or ``play``."""
        if self.opening == "free" or self.chosen[-1:] in {(TAKE_WHITE,), (TAKE_BLACK,)}:
            return "play"
        if not self.chosen:
            return "compose" if len(self.placed) < 3 else "choose"
        return "extend" if len(self.placed) < 5 else "choose again"

    @property
    def colour(self) -> int:
        """The colour of the next stone."""
        return (self.start.to_play + len(self.placed)) % 2

    @property
    def black_player(self) -> int:
        """The player who has Black: the one who took it, or left White, with the last choice."""
        if self.opening == "free":
            return 0
        chooser = 1 if len(self.chosen) == 1 else 0
        return chooser if self.chosen[-1] == TAKE_BLACK else 1 - chooser

    @property
    def to_play(self) -> int:
        """The player to move."""
        if self.phase in {"compose", "choose again"}:
            return 0
        if self.phase in {"choose", "extend"}:
            return 1
        return self.black_player if self.colour == BLACK else 1 - self.black_player

    @property
    def last_action(self) -> int | None:
        """The action that led here."""
        return self.moves[-1] if self.moves else None

    @cached_property
    def stones(self) -> dict[Point, int]:
        """The colour on each occupied point."""
        placed = {p: (self.start.to_play + i) % 2 for i, p in enumerate(self.placed)}
        black, white = dict.fromkeys(self.start.black, 0), dict.fromkeys(self.start.white, 1)
        return {self._point(p): colour for p, colour in {**black, **white, **placed}.items()}

    def legal_actions(self) -> list[int]:
        """Return the points to play or the choices to take, ascending; none after the end."""
        if self.outcome() is not None:
            return []
        if self.phase.startswith("choose"):
            choices = 3 if self.phase == "choose" else 2
            return [self.size**2 + choice for choice in range(choices)]
        return list(self._playable())

    def forbidden_points(self) -> dict[int, str]:
        """Return the empty points that renju forbids to Black, and why."""
        if self.rule != "renju" or self.outcome() is not None:
            return {}
        empty = (p for p in range(self.size**2) if self._point(p) not in self.stones)
        why = {p: verdict(self.stones, self.size, self._point(p)) for p in empty}
        return {p: reason for p, reason in why.items() if reason not in {"", "five"}}

    def apply(self, action: int) -> "ReferenceState":
        """Return the position after an action.

        Raises:
            IllegalMoveError: when the point is taken, forbidden or off the board, something is
                chosen that is not to be chosen or not chosen that is, or the game is over.
        """
        if not self._may_play(action):
            raise IllegalMoveError(f"{format_choice_or_point(action, self.size)} is not legal")
        return replace(self, moves=(*self.moves, action))

    def outcome(self) -> Outcome | None:
        """Return how the game ended, with the stones of all winning rows; None while it goes on."""
        rows = self._winning_rows
        if rows:
            winner = self.black_player if self.colour == WHITE else 1 - self.black_player
            points = sorted({y * self.size + x for row in rows for x, y in row})
            return Outcome(winner, f"{max(map(len, rows))} in a row", tuple(points))
        if len(self.stones) == self.size**2:
            return Outcome(None, "board full")
        if not any(True for _ in self._playable()):
            return Outcome(None, "only forbidden points left")
        return None

    def planes(self) -> NDArray[np.float32]:
        """Return ``[C, size, size]``.

        Stones of the colour to be placed, the other's, the last one, ones if Black's are placed;
        under swap2 then ones in one plane of four that tells the phase.
        """
        swap2 = self.opening == "swap2"
        planes = np.zeros((8 if swap2 else 4, self.size, self.size), np.float32)
        for (x, y), colour in self.stones.items():
            planes[0 if colour == self.colour else 1, y, x] = 1
        if self.moves and self.moves[-1] < self.size**2:
            planes[2, *divmod(self.moves[-1], self.size)] = 1
        planes[3] = self.colour == BLACK
        if self.phase in PHASES:
            planes[4 + PHASES.index(self.phase)] = 1
        return planes

    def wins_at_once(self) -> bool:
        """Return whether the side to move has an action that wins."""
        after = (self.apply(action).outcome() for action in self.legal_actions())
        return any(outcome is not None and outcome.winner == self.to_play for outcome in after)

    def _may_play(self, action: int) -> bool:
        if self.phase.startswith("choose") or action >= self.size**2:
            return action in self.legal_actions()
        over = self.outcome() is not None
        return action >= 0 and not over and self._is_playable(action)

    def _playable(self) -> Iterator[int]:
        return (point for point in range(self.size**2) if self._is_playable(point))

    def _is_playable(self, point: int) -> bool:
        """Return whether a stone may be placed, if the game goes on and nothing is to be chosen."""
        if self._point(point) in self.stones:
            return False
        free = self.rule != "renju" or self.colour == WHITE
        return free or verdict(self.stones, self.size, self._point(point)) in {"", "five"}

    @cached_property
    def _winning_rows(self) -> list[set[Point]]:
        # Rows without the last stone were there before, and did not win then.
        if not self.moves or self.moves[-1] >= self.size**2:
            return []
        last = self._point(self.moves[-1])
        rows = [(row_through(self.stones, last, direction), direction) for direction in DIRECTIONS]
        return [row for row, direction in rows if self._wins(row, direction)]

    def _wins(self, row: set[Point], direction: Point) -> bool:
        if len(row) < self.win_length:
            return False
        exact = self.rule in {"standard", "caro-exact"}
        if len(row) > self.win_length:
            return not exact and not (self.rule == "renju" and self.colour == WHITE)
        return not (self.rule.startswith("caro") and self._is_blocked(row, direction))

    def _is_blocked(self, row: set[Point], direction: Point) -> bool:
        """Return whether both ends of a row of the last stone's colour are the opponent's."""
        (first, last), (dx, dy) = (min(row), max(row)), direction
        if dx < 0:
            first, last = last, first
        ends = (first[0] - dx, first[1] - dy), (last[0] + dx, last[1] + dy)
        return all(self.stones.get(end) == self.colour for end in ends)

    def _point(self, action: int) -> Point:
        return action % self.size, action // self.size
