"""The rules of Go for people to read; the native rules are tested against them.

Black (0) and White (1) take turns to place a stone on an empty point of a square board, or to
pass. Stones of one colour beside each other along the lines are a *chain*; the empty points
beside a chain are its *liberties*. A stone takes the opponent's chains that it leaves without a
liberty off the board; then, should its own chain have none, that one: *suicide*.

- Suicide is against the rules, unless `suicide` is set.
- *Positional superko*: no stone may make a board that has been there before.
- *Situational superko*: nor one that has been there with the same side to move.
- *Simple ko*: no capture may remake the board as it was before the opponent's last move.

Passing is always allowed. Two passes in a row end the game. Each side counts its stones and
the empty points that reach only its stones: *area*, as John Tromp and Bill Taylor wrote the rules
down (tromp.github.io/go.html). White adds the komi and what a handicap is worth to her.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tengen.core import IllegalMoveError
from tengen.games.go.board import (
    EMPTY,
    areas,
    border,
    chain_at,
    diagonals,
    liberties,
    neighbours,
)
from tengen.games.go.notation import fixed_handicap, format_move, parse_position

Situation = tuple[bytes, int]
"""A board, a byte a point, and who is to move on it."""


@dataclass(frozen=True)
class ReferenceState:
    """A position, the rules it is played by, and all that came before."""

    size: int
    komi: float
    superko: str
    suicide: bool
    compensation: int
    """Points that White gets for Black's handicap stones."""
    situation: Situation
    past: tuple[Situation, ...] = ()
    """The situations before this one, the start first."""
    actions: tuple[int, ...] = ()
    to_place: int = 0
    """Stones that Black still places in a row, with a free handicap."""

    @cached_property
    def board(self) -> bytes:
        """What each point holds, the top row first: 0 nothing, 1 black, 2 white."""
        return self.situation[0]

    @cached_property
    def to_play(self) -> int:
        """0 when Black is to move, 1 for White."""
        return self.situation[1]

    @cached_property
    def pass_action(self) -> int:
        """The action that places no stone."""
        return self.size**2

    @property
    def is_over(self) -> bool:
        """Whether both sides have passed in a row."""
        return self.actions[-2:] == (self.pass_action, self.pass_action)

    def legal_actions(self) -> list[int]:
        """Return the points where a stone may go, ascending, then the pass; none after the end."""
        if self.is_over:
            return []
        points = [point for point, why in enumerate(self._verdicts) if why is None]
        return points if self.to_place else [*points, self.pass_action]

    def apply(self, action: int) -> "ReferenceState":
        """Return the position after a stone, or a pass.

        Raises:
            IllegalMoveError: when the rules forbid it.
        """
        why = self.explain_illegal(action)
        if why is not None:
            raise IllegalMoveError(f"{format_move(action, self.size)} {why}")
        board = self.board if action == self.pass_action else self._after(action)
        to_place = max(0, self.to_place - 1)
        return replace(
            self,
            situation=(board, self.to_play if to_place else 1 - self.to_play),
            past=(*self.past, self.situation),
            actions=(*self.actions, action),
            to_place=to_place,
        )

    def explain_illegal(self, action: int) -> str | None:
        """Return why the rules forbid an action, None when they do not."""
        if self.is_over:
            return "comes after the end of the game"
        if action == self.pass_action:
            return "comes before the handicap stones" if self.to_place else None
        return self._verdict(action)

    def _verdict(self, point: int) -> str | None:
        """Return why no stone may be placed on a point, None when it may."""
        if self.board[point] != EMPTY:
            return "is occupied"
        after = self._after(point)
        if not self.suicide and after[point] == EMPTY:
            return "is suicide"
        return "repeats a position" if self._repeats(after) else None

    @cached_property
    def _verdicts(self) -> tuple[str | None, ...]:
        return tuple(self._verdict(point) for point in range(self.size**2))

    def _after(self, point: int) -> bytes:
        """Return the board after a stone of the side to move: its captures gone, or its chain."""
        board = bytearray(self.board)
        board[point] = self.to_play + 1
        taken = self._captures(point)
        if not taken and not self._breathes(point):
            taken = chain_at(board, point, self.size)
        for dead in taken:
            board[dead] = EMPTY
        return bytes(board)

    def _captures(self, point: int) -> frozenset[int]:
        """Return the opponent's stones whose last liberty is `point`."""
        chains = (
            self.chain(beside)
            for beside in neighbours(self.size)[point]
            if self.board[beside] == 2 - self.to_play
        )
        return frozenset().union(*(stones for stones, free in chains if free == {point}))

    def _breathes(self, point: int) -> bool:
        """Return whether a stone on `point` has a liberty without taking any: its own or a friend's."""
        return any(
            self.board[beside] == EMPTY
            or (self.board[beside] == self.to_play + 1 and self.chain(beside)[1] != {point})
            for beside in neighbours(self.size)[point]
        )

    def chain(self, point: int) -> tuple[frozenset[int], frozenset[int]]:
        """Return the stones of the chain at a point, and its liberties."""
        return self._chains[point]

    @cached_property
    def _chains(self) -> dict[int, tuple[frozenset[int], frozenset[int]]]:
        found = {}
        for colour in (1, 2):
            for stones in areas(self.board, self.size, (colour,)):
                chain = stones, liberties(self.board, stones, self.size)
                found.update(dict.fromkeys(stones, chain))
        return found

    def _repeats(self, after: bytes) -> bool:
        """Return whether this board may not come about now."""
        if self.superko == "positional":
            return after in self._boards_seen
        if self.superko == "situational":
            return (after, 1 - self.to_play) in self._situations_seen
        captures = after.count(2 - self.to_play) < self.board.count(2 - self.to_play)
        return captures and bool(self.past) and after == self.past[-1][0]

    @cached_property
    def _situations_seen(self) -> frozenset[Situation]:
        return frozenset((*self.past, self.situation))

    @cached_property
    def _boards_seen(self) -> frozenset[bytes]:
        return frozenset(board for board, _ in self._situations_seen)

    def repeating_points(self) -> list[int]:
        """Return the points that are illegal because of ko or superko alone, ascending."""
        if self.is_over:
            return []
        return [p for p, why in enumerate(self._verdicts) if why == "repeats a position"]

    def is_true_eye(self, point: int) -> bool:
        """Return whether `point` is an eye of the side to move that no sensible player fills.

        All points beside it hold its stones, and so few of those diagonally beside it hold the
        opponent's that the eye cannot become false: one away from the edge, none at it.
        """
        beside, across = neighbours(self.size)[point], diagonals(self.size)[point]
        return (
            self.board[point] == EMPTY
            and all(self.board[p] == self.to_play + 1 for p in beside)
            and sum(self.board[p] == 2 - self.to_play for p in across) <= (len(across) == 4)
        )

    def sensible_actions(self) -> list[int]:
        """Return the legal actions that do not fill an own true eye, ascending."""
        legal = self.legal_actions()
        return [a for a in legal if a == self.pass_action or not self.is_true_eye(a)]

    def area(self) -> tuple[int, int]:
        """Return how many points Black and White have: stones, and empty points that reach them."""
        owners = self.owners()
        return owners.count(1), owners.count(2)

    def owners(self) -> list[int]:
        """Return whose area each point is: 0 nobody's, 1 Black's, 2 White's."""
        owners = list(self.board)
        for space in areas(self.board, self.size, (EMPTY,)):
            touched = {self.board[point] for point in border(space, self.size)}
            for point in space if len(touched) == 1 else ():
                owners[point] = min(touched)
        return owners

    def margin(self) -> float:
        """Return by how much Black is ahead, komi and handicap counted."""
        black, white = self.area()
        return black - white - self.komi - self.compensation

    def planes(self) -> NDArray[np.float32]:
        """Return ``[10, size, size]``, what a net sees.

        Own stones; the opponent's; the last move and the one before, a pass all over the plane;
        stones with 1, 2, 3 or more liberties; points that would repeat a position; ones when
        Black is to move; komi and compensation as the side to move gains by them, in 32 points.
        """
        planes = np.zeros((10, self.size**2), np.float32)
        for point, (_, free) in self._chains.items():
            planes[0 if self.board[point] == self.to_play + 1 else 1, point] = 1
            planes[3 + min(3, len(free)), point] = 1
        for plane, action in zip((2, 3), reversed(self.actions[-2:]), strict=False):
            planes[plane, slice(None) if action == self.pass_action else action] = 1
        planes[7, self.repeating_points()] = 1
        planes[8] = self.to_play == 0
        gain = (self.komi + self.compensation) * (1 if self.to_play else -1) / 32
        planes[9] = min(1, max(-1, gain))
        return planes.reshape(10, self.size, self.size)

    def winner(self) -> int | None:
        """Return who won a finished game, None for a draw."""
        return None if self.margin() == 0 else int(self.margin() < 0)

    def unconditionally_alive(self, player: int) -> tuple[frozenset[int], frozenset[int]]:
        """Return a player's stones that live even if they never answer, and the eyes they live by.

        David B. Benson, "Life in the Game of Go", 1976. The spaces between a player's chains are
        *vital* to a chain when all their empty points are liberties of it. A chain with two of them
        lives, unless a space it counts on also touches a chain that does not: so chains with
        fewer are struck off, and with them the spaces they touch, until nothing changes.

        Where suicide is allowed the opponent can empty a space by dying in it, so there all
        points of a vital space must be beside the chain.
        """
        colour = player + 1
        chains = areas(self.board, self.size, (colour,))
        spaces = areas(self.board, self.size, (EMPTY, 3 - colour))
        while True:
            safe = [
                chain for chain in chains if sum(self._vital(space, chain) for space in spaces) > 1
            ]
            touched = {point for chain in chains if chain not in safe for point in chain}
            spaces = [space for space in spaces if not touched & border(space, self.size)]
            if len(safe) == len(chains):
                break
            chains = safe
        eyes = [space for space in spaces if any(self._vital(space, chain) for chain in chains)]
        return frozenset().union(*chains), frozenset().union(*eyes)

    def _vital(self, space: frozenset[int], chain: frozenset[int]) -> bool:
        must_touch = {p for p in space if self.suicide or self.board[p] == EMPTY}
        return must_touch <= border(chain, self.size)


def start(
    size: int = 19,
    komi: float = 7.5,
    superko: str = "positional",
    suicide: bool = False,
    handicap: int = 0,
    handicap_placement: str = "fixed",
    compensation: str = "none",
    position: str = "",
) -> ReferenceState:
    """Return the position a game begins with; the settings are those of the game's face."""
    placed = parse_position(position, size)
    board = bytearray(placed.board(size))
    to_play, to_place = placed.to_play, 0
    if handicap and not position and handicap_placement == "free":
        to_place = handicap
    elif handicap and not position:
        to_play = 1
        for point in fixed_handicap(size, handicap):
            board[point] = 1
    points = {"none": 0, "n": handicap, "n-1": max(0, handicap - 1)}[compensation]
    return ReferenceState(
        size, komi, superko, suicide, points, (bytes(board), to_play), to_place=to_place
    )
