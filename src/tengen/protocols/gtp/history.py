"""A game in which either colour may move at any time, and take moves back."""

from dataclasses import dataclass

from tengen.core import Game, NotationError, Outcome, Record, RecordedMove, State
from tengen.protocols.turns import with_turn


@dataclass(frozen=True, slots=True)
class Step:
    """One move."""

    before: State
    """Where it was played: set up anew where the rules had the other colour to move."""
    action: int
    after: State


class History:
    """The moves of a game."""

    def __init__(self, start: Game) -> None:
        self.start = start
        self.steps: list[Step] = []
        self.resigned: int | None = None
        """Who has resigned."""
        self._first = start.initial_state()

    @property
    def state(self) -> State:
        """The position now."""
        return self.steps[-1].after if self.steps else self._first

    def play(self, colour: int, action: int) -> None:
        """Play a move of `colour`, whoever is to move.

        Raises:
            IllegalMoveError: when it is against the rules.
        """
        before = with_turn(self.state, colour)
        self.steps.append(Step(before, action, before.apply(action)))
        self.resigned = None

    def undo(self) -> None:
        """Take the last move back.

        Raises:
            NotationError: when there is none.
        """
        if not self.steps:
            raise NotationError("cannot undo")
        self.steps.pop()
        self.resigned = None

    def under(self, game: Game) -> "History":
        """Return the same moves under other rules.

        Raises:
            IllegalMoveError: when they forbid one.
        """
        other = History(game)
        for step in self.steps:
            other.play(step.before.to_play, step.action)
        return other

    def record(self) -> Record:
        """Return the game, from where stones were last set up."""
        befores = [self._first, *(step.after for step in self.steps)]
        set_up = [i for i, step in enumerate(self.steps) if step.before is not befores[i]]
        steps = self.steps[max(set_up, default=0) :]
        game = steps[0].before.game if steps else self.start
        outcome = self.state.outcome()
        if self.resigned is not None:
            outcome = Outcome(1 - self.resigned, "resignation")
        moves = tuple(RecordedMove(step.action) for step in steps)
        return Record(game.name, dict(game.settings), moves, outcome)
