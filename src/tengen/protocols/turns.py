"""How a position came about, for programs that are told moves one by one."""

from dataclasses import dataclass

from tengen.core import SpecError, State
from tengen.games.face import NativeState


@dataclass(frozen=True, slots=True)
class Turn:
    """One action, and whose it was."""

    player: int
    """0 or 1, as `State.to_play` before the action."""
    action: int


def turns_to(state: State) -> list[Turn]:
    """Return the actions from the start of the game to `state`.

    Raises:
        SpecError: when they are not known.
    """
    turns: list[Turn] = []
    at = state
    while at.last_action is not None:
        before = at.previous if isinstance(at, NativeState) else None
        if before is None:
            raise SpecError("another program cannot follow: earlier moves are not known")
        turns.append(Turn(before.to_play, at.last_action))
        at = before
    turns.reverse()
    return turns


def shared(old: list[Turn], new: list[Turn]) -> int:
    """Return how many turns two games have in common from their start."""
    pairs = zip(old, new, strict=False)
    return next(
        (k for k, (one, other) in enumerate(pairs) if one != other), min(len(old), len(new))
    )
