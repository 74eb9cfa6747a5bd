"""Games ended before their end, where more moves would say nothing new."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict, Field

from tengen.core import Game, Outcome, SettingsError, State


class ResignRule(BaseModel):
    """The loser's last values are below minus `value`, and the winner's above it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: float = Field(default=0.95, gt=0, le=1)
    """In [-1, 1], of the side that moved."""
    moves: int = Field(default=4, ge=1)
    """So many in a row, of each side. Who tells no value never agrees."""


class DrawRule(BaseModel):
    """Both sides' last values are within `value` of 0."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: float = Field(default=0.02, ge=0, lt=1)
    """Of the side that moved."""
    moves: int = Field(default=10, ge=1)
    """So many in a row, of each side. Who tells no value never agrees."""
    after: int = Field(default=40, ge=0)
    """Plies before which no game is a draw by this rule."""


class Adjudication(BaseModel):
    """Rules beside those of the game; none of them where nothing is said."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tables: bool = False
    """End a game as the endgame tables of its rules have it, both sides playing perfectly."""
    resign: ResignRule | None = None
    draw: DrawRule | None = None
    longest: int | None = Field(default=None, ge=1)
    """Plies after which a game is a draw."""

    def check(self, game: Game) -> None:
        """Check that `game` has what these rules need.

        Raises:
            SettingsError: when tables are asked for and it has none.
        """
        if self.tables and not game.has_tables:
            raise SettingsError(f"{game.name} has no endgame tables")


@dataclass(slots=True)
class Adjudicator:
    """Watches one game."""

    rules: Adjudication
    _values: tuple[list[float | None], list[float | None]] = field(default_factory=lambda: ([], []))
    """Of each player's moves."""
    _mover: int | None = None

    def after(self, player: int, value: float | None, state: State) -> Outcome | None:
        """Return how the game ends now, None where it goes on.

        Args:
            player: who has just played.
            value: what that player expects.
            state: the position now.
        """
        if self._mover == player:  # a further hop of one capture
            self._values[player].pop()
        self._mover = player
        self._values[player].append(value)
        if state.to_play == player:
            return None
        return self._by_tables(state) or self._by_values(state) or self._by_length(state)

    def _by_tables(self, state: State) -> Outcome | None:
        return state.game.look_up(state) if self.rules.tables else None

    def _by_values(self, state: State) -> Outcome | None:
        resign, draw = self.rules.resign, self.rules.draw
        if resign:
            for loser in range(2):
                losing = _are_all(self._values[loser], resign.moves, -1.0, -resign.value)
                if losing and _are_all(self._values[1 - loser], resign.moves, resign.value, 1.0):
                    return Outcome(1 - loser, "resign rule")
        if draw and state.ply >= draw.after:
            bounds = draw.moves, -draw.value, draw.value
            if all(_are_all(values, *bounds) for values in self._values):
                return Outcome(None, "draw rule")
        return None

    def _by_length(self, state: State) -> Outcome | None:
        too_long = self.rules.longest is not None and state.ply >= self.rules.longest
        return Outcome(None, f"{self.rules.longest} plies") if too_long else None


def _are_all(values: Sequence[float | None], count: int, low: float, high: float) -> bool:
    """Return whether the last `count` values are there and within bounds."""
    last = values[-count:]
    return len(last) == count and all(value is not None and low <= value <= high for value in last)
