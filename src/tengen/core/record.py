"""A game that was played."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tengen.core.errors import NotationError
from tengen.core.game import Game, Outcome, Setting, State

LAID_OUT = "opening"
"""What stands beside a move that nobody chose, of an opening that the players were given."""

Marks = tuple[tuple[str, tuple[str, ...]], ...]
"""What else a format noted, by its own names and in its own words, ``(("TR", ("dd", "pp")),)``."""


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One action with what was noted beside it.

    Where a move is several actions, notes stand with the last of them and variations, which
    replace the whole move, with the first.

    Raises:
        NotationError: when a number is infinite or none, or the time taken negative.
    """

    action: int
    seconds: float | None = None
    """Time the player took."""
    value: float | None = None
    """What the player expected, in [-1, 1] for the side that moved."""
    comment: str = ""
    clock: float | None = None
    """Seconds left on the player's clock after the move."""
    nags: tuple[int, ...] = ()
    """Numeric annotation glyphs: 1 good, 2 poor, 3 very good, 4 very poor, 5 speculative, ..."""
    variations: tuple[tuple["RecordedMove", ...], ...] = ()
    """Lines that could have been played from here instead, this move left out."""
    marks: Marks = ()

    @property
    def is_plain(self) -> bool:
        """Whether nothing is noted beside it."""
        notes = self.comment or self.nags or self.variations or self.marks
        return self.seconds is self.value is self.clock is None and not notes

    @property
    def is_laid_out(self) -> bool:
        """Whether nobody chose it: the game began with it."""
        return LAID_OUT in self.comment.splitlines()

    def __post_init__(self) -> None:
        if self.seconds is self.value is self.clock is None:
            return
        for name in ("seconds", "value", "clock"):
            number = getattr(self, name)
            if number is not None and not math.isfinite(number):
                raise NotationError(f"{name} of a move is {number}")
        if self.seconds is not None and self.seconds < 0:
            raise NotationError(f"seconds of a move is {self.seconds}")

    def to_json(self) -> dict[str, object]:
        """Return plain data for `json.dumps`, without what was not noted."""
        data: dict[str, object] = {"action": self.action}
        if self.seconds is not None:
            data["seconds"] = self.seconds
        if self.value is not None:
            data["value"] = self.value
        if self.comment:
            data["comment"] = self.comment
        if self.clock is not None:
            data["clock"] = self.clock
        if self.nags:
            data["nags"] = list(self.nags)
        if self.variations:
            data["variations"] = [[move.to_json() for move in line] for line in self.variations]
        if self.marks:
            data["marks"] = _marks_to_json(self.marks)
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "RecordedMove":
        """Read what `to_json` wrote; data of another kind raises what Python raises."""
        if len(data) == 1:
            return cls(int(data["action"]))
        return cls(
            action=int(data["action"]),
            seconds=_number(data.get("seconds")),
            value=_number(data.get("value")),
            comment=str(data.get("comment", "")),
            clock=_number(data.get("clock")),
            nags=tuple(int(nag) for nag in data.get("nags", ())),
            variations=tuple(
                tuple(cls.from_json(move) for move in line) for line in data.get("variations", ())
            ),
            marks=_marks_from_json(data.get("marks", {})),
        )


@dataclass(frozen=True, slots=True)
class Record:
    """The game, its moves and its result; every file format reads into this."""

    game: str
    settings: Mapping[str, Setting]
    """As `Game.settings`: set-up stones are ``position`` there, Go's handicap is ``handicap``."""
    moves: tuple[RecordedMove, ...] = ()
    outcome: Outcome | None = None
    """None for a game that was not finished, or whose result is not known."""
    players: tuple[str, str] = ("", "")
    meta: Mapping[str, str] = field(default_factory=dict)
    """Date, event and the like, by the names of the format read."""
    comment: str = ""
    """What is said before the first move."""
    marks: Marks = ()
    """What else is noted of the position before the first move."""

    @property
    def laid_out_plies(self) -> int:
        """How many actions nobody chose: all up to the last one that says so."""
        return max((ply for ply, move in enumerate(self.moves, 1) if move.is_laid_out), default=0)

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

    def to_json(self) -> dict[str, object]:
        """Return plain data for `json.dumps`."""
        outcome = self.outcome and {
            "winner": self.outcome.winner,
            "reason": self.outcome.reason,
            "points": list(self.outcome.points),
        }
        data: dict[str, object] = {
            "game": self.game,
            "settings": dict(self.settings),
            "players": list(self.players),
            "moves": [move.to_json() for move in self.moves],
            "outcome": outcome,
            "meta": dict(self.meta),
        }
        if self.comment:
            data["comment"] = self.comment
        if self.marks:
            data["marks"] = _marks_to_json(self.marks)
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Record":
        """Read what `to_json` wrote.

        Raises:
            NotationError: when a part is missing or of the wrong kind.
        """
        try:
            first, second = data["players"]
            return cls(
                game=str(data["game"]),
                settings=dict(data["settings"]),
                moves=tuple(RecordedMove.from_json(move) for move in data["moves"]),
                outcome=_outcome_from_json(data["outcome"]),
                players=(str(first), str(second)),
                meta={str(key): str(value) for key, value in dict(data["meta"]).items()},
                comment=str(data.get("comment", "")),
                marks=_marks_from_json(data.get("marks", {})),
            )
        except KeyError as error:
            raise NotationError(f"not a game record: it has no {error}") from error
        except (TypeError, ValueError, AttributeError, OverflowError) as error:
            raise NotationError(f"not a game record: a part is of another kind: {error}") from error
        except RecursionError:
            raise NotationError("not a game record: its variations are too deep") from None


def _number(value: object) -> float | None:
    """Return a number as it is, None where there is none."""
    if value is None or (isinstance(value, (int, float)) and not isinstance(value, bool)):
        return value
    raise TypeError(f"{value!r} is no number")


def _outcome_from_json(data: Any) -> Outcome | None:
    if data is None:
        return None
    if data["winner"] not in {0, 1, None}:
        raise ValueError(f"winner {data['winner']!r}")
    return Outcome(data["winner"], str(data["reason"]), tuple(int(p) for p in data["points"]))


def _marks_to_json(marks: Marks) -> dict[str, list[str]]:
    return {name: list(values) for name, values in marks}


def _marks_from_json(data: Mapping[str, Sequence[object]]) -> Marks:
    return tuple((str(name), tuple(map(str, values))) for name, values in data.items())
