"""A game that is watched: its positions and moves as pages receive them, growing at its end."""

from collections.abc import Sequence

from tengen.core import Game, Outcome, RecordedMove, State
from tengen.studio.sitting.history import History
from tengen.studio.sitting.view import (
    OutcomeView,
    describe_game,
    describe_move,
    describe_position,
    for_first,
    shorten,
)


class Score:
    """Plain data of one game.

    A value stands with the position that its move was chosen in, for the first player; the last
    position has one when the game is over.
    """

    def __init__(self, game: Game, moves: Sequence[RecordedMove] = ()) -> None:
        self._history = History(game)
        self._game = describe_game(game)
        self.outcome: Outcome | None = None
        self.positions = [describe_position(self._history, 0, None)]
        self.moves: list[dict[str, object]] = []
        self.values: list[float | None] = []
        self._begun = sum(move.is_laid_out for move in moves)
        for move in moves:
            self.add(move)

    @property
    def state(self) -> State:
        """The position now."""
        return self._history.state

    def add(self, move: RecordedMove) -> dict[str, list[object]]:
        """Add a move; return what pages append to the state they have.

        Raises:
            IllegalMoveError: when it is against the rules.
        """
        ply, mover = len(self.moves), self.state.to_play
        self._history.append(move.action)
        position = describe_position(self._history, ply + 1, self.state.outcome())
        told = describe_move(self._history, ply, move.seconds) | {"clock": move.clock}
        value = shorten(for_first(move.value, mover))
        self.outcome = self.state.outcome()
        self.positions.append(position)
        self.moves.append(told)
        self.values.append(value)
        return {"positions": [position], "moves": [told], "values": [value]}

    def end(self, outcome: Outcome) -> None:
        """Note how the game ended, be it not by the rules."""
        self.outcome = outcome
        self.positions[-1] = describe_position(self._history, len(self.moves), outcome)

    def to_json(self) -> dict[str, object]:
        """Return the whole game."""
        return {
            "game": self._game,
            "positions": list(self.positions),
            "moves": list(self.moves),
            "values": list(self.values),
            "begun": self._begun,
            "outcome": self.describe_outcome(),
        }

    def describe_outcome(self) -> OutcomeView | None:
        """Return how the game ended, None while it goes on."""
        return self.positions[-1]["outcome"]

    def small(self) -> dict[str, object]:
        """Return the position now, for a small board."""
        return {
            "position": self.positions[-1],
            "value": self.values[-1] if self.values else None,
        }
