"""The game that a program tells position by position."""

from tengen.core import Outcome, State
from tengen.games import load
from tengen.games.draughts.game import Draughts
from tengen.games.draughts.notation import Setup, format_fen
from tengen.protocols.hub.notation import (
    format_position,
    parse_move,
    parse_position,
    whole_moves,
)


class Followed:
    """Keeps what came before the position, where it follows from what was told earlier.

    So the draw rules see the whole game, the agent stays the same from move to move, and only new
    moves are read.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Go back to the start of a game."""
        state = load("draughts").initial_state()
        assert isinstance(state.game, Draughts)
        self._text = format_position(state.game.start)
        self._moves: list[str] = []
        self._states: list[State] = [state]
        self._expected: list[State] = []

    @property
    def state(self) -> State | None:
        """The position told last, None where it could not be read."""
        return self._states[-1] if self._states else None

    def tell(self, text: str, moves: list[str]) -> None:
        """Go to the position after `moves` from the one that `text` describes.

        Raises:
            TengenError: when it cannot be read, or a move is illegal.
        """
        known, self._states = self._states, []  # none until all is read
        states = self._start(text, moves, known)
        self._text, self._moves = text, moves
        for move in moves[len(states) - 1 :]:
            states.append(parse_move(going_on(states[-1]), move)[1])
        self._states = states

    def expect(self, state: State) -> None:
        """Note the position after the move decided on."""
        self._expected = [state]

    def _start(self, text: str, moves: list[str], known: list[State]) -> list[State]:
        """Return the positions known already, one at least."""
        if text != self._text or not known:
            position = parse_position(text)
            return [self._lead_to(position, known[-1:]) or _from(position)]
        pairs = zip(moves, self._moves, strict=False)
        differ = next((i for i, (new, old) in enumerate(pairs) if new != old), len(moves))
        return known[: differ + 1]

    def _lead_to(self, position: Setup, told: list[State]) -> State | None:
        """Return the position as the game leads to it, None where it does not within a move."""
        for state in [*self._expected, *told]:
            if _of(state) == position:
                return state
            if state.to_play == position.to_play or state.outcome() is not None:
                continue
            for _, after in whole_moves(state):
                if _of(after) == position:
                    return after
        return None


def going_on(state: State) -> State:
    """Return a position in which one can move: a draw that nobody claimed ends nothing.

    Who has lost has lost: that position is returned as it is.
    """
    outcome: Outcome | None = state.outcome()
    return _from(_of(state)) if outcome is not None and outcome.winner is None else state


def _of(state: State) -> Setup:
    assert isinstance(state.game, Draughts)
    return state.game.position_of(state)


def _from(position: Setup) -> State:
    return load("draughts", position=format_fen(position)).initial_state()
