"""A game that was played."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tengen.core.errors import NotationError
from tengen.core.game import Game, Outcome, Setting, State


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One action with what was noted beside it."""

    action: int
    seconds: float | None = None
    """Time the player took."""
    value: float | None = None
    """What the player expected, in [-1, 1] for the side that moved."""
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """The game, its moves and its result; every file format reads into this."""

    game: str
    settings: Mapping[str, Setting]
    moves: tuple[RecordedMove, ...] = ()
    outcome: Outcome | None = None
    """None for a game that was not finished."""
    players: tuple[str, str] = ("", "")
    meta: Mapping[str, str] = field(default_factory=dict)
    """Date, event and the like, by the names of the format read."""

    def replay(self, game: Game) -> Iterator[State]:
        """Yield the initial position and the one after each move.

        Raises:
            IllegalMoveError: at the first move against the rules.
        """
        state = game.initial_state()
        yield state
        for move in self.moves:
            state = state.apply(move.action)
            yield state

    def to_json(self) -> dict[str, Any]:
        """Return plain data for `json.dumps`."""
        moves = [
            {
                key: value
                for key, value in (
                    ("action", move.action),
                    ("seconds", move.seconds),
                    ("value", move.value),
                    ("comment", move.comment or None),
                )
                if value is not None
            }
            for move in self.moves
        ]
        outcome = self.outcome and {
            "winner": self.outcome.winner,
            "reason": self.outcome.reason,
            "points": list(self.outcome.points),
        }
        return {
            "game": self.game,
            "settings": dict(self.settings),
            "players": list(self.players),
            "moves": moves,
            "outcome": outcome,
            "meta": dict(self.meta),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Record":
        """Read what `to_json` wrote.

        Raises:
            NotationError: when a part is missing or of the wrong kind.
        """
        try:
            outcome = data["outcome"]
            first, second = data["players"]
            return cls(
                game=str(data["game"]),
                settings=dict(data["settings"]),
                moves=tuple(
                    RecordedMove(
                        action=int(move["action"]),
                        seconds=move.get("seconds"),
                        value=move.get("value"),
                        comment=str(move.get("comment", "")),
                    )
                    for move in data["moves"]
                ),
                outcome=outcome
                and Outcome(outcome["winner"], str(outcome["reason"]), tuple(outcome["points"])),
                players=(str(first), str(second)),
                meta=dict(data["meta"]),
            )
        except KeyError as error:
            raise NotationError(f"not a game record: it has no {error}") from error
        except (TypeError, ValueError, AttributeError) as error:
            raise NotationError(f"not a game record: a part is of another kind: {error}") from error
