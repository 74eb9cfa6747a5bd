"""Whole moves among the actions of a game: a capture of several hops is one to people."""

from collections.abc import Iterable
from dataclasses import dataclass

from tengen.core import State


@dataclass(frozen=True, slots=True)
class WholeMove:
    """A move as people count them."""

    start: int
    """Actions before it."""
    actions: tuple[int, ...]
    before: State
    after: State
    name: str
    is_forced: bool
    """Whether there was no other."""

    @property
    def end(self) -> int:
        """Return how many actions have been played with it."""
        return self.start + len(self.actions)

    @property
    def player(self) -> int:
        """Return who made it."""
        return self.before.to_play

    @property
    def is_broken_off(self) -> bool:
        """Whether its player has to go on with it."""
        if self.after.to_play != self.player or self.after.outcome() is not None:
            return False
        return _joined(self, int(self.after.legal_actions()[0])) is not None


def whole_moves(state: State, actions: Iterable[int]) -> list[WholeMove]:
    """Return the moves that `actions`, played from `state`, make up.

    Raises:
        IllegalMoveError: at an action against the rules.
    """
    moves: list[WholeMove] = []
    for ply, action in enumerate(actions):
        after = state.apply(action)
        is_only = len(state.legal_actions()) == 1
        last = moves[-1] if moves else None
        name = last and _joined(last, action)
        if last and name:
            line = (*last.actions, action)
            is_only = is_only and last.is_forced
            moves[-1] = WholeMove(last.start, line, last.before, after, name, is_only)
        else:
            (name,) = state.game.format_line(state, [action])
            moves.append(WholeMove(ply, (action,), state, after, name, is_only))
        state = after
    return moves


def _joined(move: WholeMove, action: int) -> str | None:
    """Return the name of `move` with one action more, None where that begins another move."""
    if move.after.to_play != move.player:
        return None
    names = move.before.game.format_line(move.before, [*move.actions, action])
    return names[0] if len(names) == 1 else None
