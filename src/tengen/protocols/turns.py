"""How a position came about, for programs that are told moves one by one."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game, IllegalMoveError, SpecError, State
from tengen.games import load
from tengen.games.face import NativeState
from tengen.games.stones import Setup, format_stones, stones_on
from tengen.search.one_ply import passing


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


def with_turn(state: State, colour: int) -> State:
    """Return the position with `colour` to move in a game that goes on.

    Moves of one colour in a row and moves after two passes are legal to programs that speak of Go
    (Go Text Protocol 2, 6.3.3).
    Where the rules think otherwise the stones are set up anew; earlier boards are then forgotten.

    Raises:
        IllegalMoveError: when the game is over, in a game where nobody passes.
    """
    is_over = state.outcome() is not None
    if state.to_play == colour and not is_over:
        return state
    if is_over and passing(state.game) is None:
        raise IllegalMoveError("the game is over")
    return set_up(state.game, state.board(), colour).initial_state()


def set_up(game: Game, board: NDArray[np.int8], to_play: int) -> Game:
    """Return the same rules with stones on the board, ``[H, W]`` as `State.board` has them.

    Raises:
        SettingsError: when a game cannot begin so.
    """
    position = Setup(to_play, *stones_on(board))
    text = format_stones(position, len(board), game.format_move)
    return load(game.name, **{**game.settings, "position": text})
