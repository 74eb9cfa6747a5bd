"""The positions of a game, and which of its actions make up one move to people.

A capture of several hops is several actions and one move. Where hops join is said by
`Game.format_line`, and where a piece goes is seen on the board: no game is known here.
"""

from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from tengen.core import Game, State, TengenError

MOST_MOVES = 400
"""More whole moves than any position of a game on squares has that people play."""


def is_on_squares(game: Game) -> bool:
    """Tell whether a move leads a piece from a square to another, and not onto a point."""
    return game.policy_layout.per_point > 1


def point_of(game: Game, action: int) -> int | None:
    """Return the board point (row-major) of an action, None for a pass."""
    return game.policy_layout.point_of(action, game.num_actions)


def path_of(state: State, action: int, after: State) -> tuple[int, ...]:
    """Return the points that an action of `state` leads over: two for a hop, one for a stone.

    Nothing for a pass.
    """
    point = point_of(state.game, action)
    if point is None:
        return ()
    if not is_on_squares(state.game):
        return (point,)
    own = (state.to_play + 1, state.to_play + 3)
    landed = np.isin(after.board(), own) & ~np.isin(state.board(), own)
    return (point, *(int(target) for target in np.flatnonzero(landed)[:1]))


def captures(state: State, after: State) -> bool:
    """Tell whether the opponent has fewer pieces in `after`."""
    theirs = (2 - state.to_play, 4 - state.to_play)
    before, now = (int(np.isin(each.board(), theirs).sum()) for each in (state, after))
    return now < before


class History:
    """A game's positions from one of them, the first if none is given, to now."""

    def __init__(self, game: Game, first: State | None = None) -> None:
        self.game = game
        self.states = [game.initial_state() if first is None else first]
        self._actions: list[int] = []
        self._starts: list[int] = []
        self._paths: list[tuple[int, ...]] = []

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    @property
    def actions(self) -> tuple[int, ...]:
        """All that was played."""
        return tuple(self._actions)

    def append(self, action: int) -> State:
        """Play an action and return the position after it.

        Raises:
            IllegalMoveError: when it is not legal.
        """
        after = self.state.apply(action)
        ply = len(self._actions)
        start = self._starts[-1] if ply else 0
        line = [*self._actions[start:], action]
        joined = ply > 0 and len(self.game.format_line(self.states[start], line)) == 1
        self._paths.append(path_of(self.state, action, after))
        self._starts.append(start if joined else ply)
        self._actions.append(action)
        self.states.append(after)
        return after

    def until(self, ply: int) -> "History":
        """Return what there was up to the position after `ply` actions."""
        other = History(self.game, self.states[0])
        other.states = self.states[: ply + 1]
        other._actions, other._starts = self._actions[:ply], self._starts[:ply]
        other._paths = self._paths[:ply]
        return other

    def after(self, action: int) -> "History":
        """Return the history with one more action; this one stays as it is.

        Raises:
            IllegalMoveError: when it is not legal.
        """
        other = self.until(len(self._actions))
        other.append(action)
        return other

    def start(self, ply: int) -> int:
        """Return the ply at which the move began that the action after `ply` belongs to."""
        return self._starts[ply]

    def name(self, ply: int) -> str:
        """Return the name of that move up to and with that action."""
        start = self._starts[ply]
        return self.game.format_line(self.states[start], self._actions[start : ply + 1])[-1]

    def path(self, ply: int) -> tuple[int, ...]:
        """Return the points that the move went over which led to the position after `ply`."""
        if ply == 0:
            return ()
        paths = self._paths[self._starts[ply - 1] : ply]
        return (*paths[0], *(point for path in paths[1:] for point in path[1:]))


class WholeMove(TypedDict):
    """A move on a board of squares with all its hops, as pages receive it."""

    actions: tuple[int, ...]
    """Played one after the other."""
    path: tuple[int, ...]
    """The points from the first to the last."""
    captures: bool


def count_moves(game: Game, actions: Sequence[int]) -> int:
    """Return how many moves people count in `actions`: a capture of several hops is one.

    Actions from the first one against the rules on are counted one by one.
    """
    if not is_on_squares(game):
        return len(actions)
    state, count, mover = game.initial_state(), 0, None
    for ply, action in enumerate(actions):
        count += state.to_play != mover
        mover = state.to_play
        try:
            state = state.apply(action)
        except TengenError:
            return count + len(actions) - ply - 1
    return count


def whole_moves(state: State) -> list[WholeMove]:
    """Return the legal moves on a board of squares, each with all its hops."""
    found: list[WholeMove] = []
    lines: list[tuple[State, tuple[int, ...], tuple[int, ...]]] = [
        (state, (int(action),), ()) for action in state.legal_actions()[::-1]
    ]
    while lines and len(found) < MOST_MOVES:
        before, actions, path = lines.pop()
        after = before.apply(actions[-1])
        hop = path_of(before, actions[-1], after)
        path = path + hop[1:] if path else hop
        # Whoever is to move again goes on with the same piece.
        if after.to_play == state.to_play and after.outcome() is None:
            more = after.legal_actions()[::-1]
            lines += [(after, (*actions, int(action)), path) for action in more]
        else:
            takes = captures(before, after)
            found.append({"actions": actions, "path": path, "captures": takes})
    return found
