"""What is kept of the review of a study."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Literal

from pydantic import ConfigDict, TypeAdapter

from tengen.core import NotationError
from tengen.search.review.reviewing import MoveReview, Review
from tengen.studio.sitting.view import in_tenths

Status = Literal["none", "running", "done", "stopped", "failed"]
FORMAT = 1
DECISIVE = 3
"""Moves that are said to have decided a game."""


@dataclass
class ReviewSheet:
    """How far a review has come, and what it found."""

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    status: Status = "none"
    agent: str = ""
    """Spec of who reviews."""
    visits: int | None = None
    """What bounds each look, as was asked for; without either, the agent's own limit."""
    seconds: float | None = None
    line: tuple[int, ...] = ()
    """Ids of the study's nodes that are reviewed, the root first: one more than actions."""
    total: int = 0
    """Moves to judge."""
    moves: list[MoveReview] = field(default_factory=list)
    """Those judged."""
    unplaced: int = 0
    """Better lines that the study had no room for."""
    error: str = ""
    """Why it failed."""
    caveat: str = ""
    """What people should know about the reviewer in this game."""

    @property
    def is_cut(self) -> bool:
        """Whether it ended with moves left to be judged."""
        # One that failed at its first move would do so again.
        ended = self.status == "stopped" or (self.status == "failed" and bool(self.moves))
        return ended and len(self.moves) < self.total

    @property
    def review(self) -> Review:
        """Return what was found so far."""
        return Review(self.agent, tuple(self.moves), len(self.moves) == self.total)

    def describe(self) -> dict[str, object]:
        """Return the state that pages are told."""
        return {
            "status": self.status,
            "agent": self.agent,
            "visits": self.visits,
            "seconds": self.seconds,
            "total": self.total,
            "error": self.error,
            "caveat": self.caveat,
            "unplaced": self.unplaced,
            "moves": [self.describe_move(move) for move in self.moves],
            **self.describe_sums(),
        }

    def describe_sums(self) -> dict[str, object]:
        """Return how each player did: accuracy 0 to 100, how many moves of each grade, what decided.

        ``decisive`` are the mistakes that lost most, in their order, by their numbers, each with
        the line that punishes it; ``line`` is empty where the game ended there.
        """
        review = self.review
        return {
            "decisive": [
                {"move": number, "line": list(review.answer_to(number))}
                for number in review.decisive(DECISIVE)
            ],
            "players": [
                {
                    "accuracy": None
                    if (found := review.accuracy(player)) is None
                    else round(found, 1),
                    "counts": {str(grade): many for grade, many in review.count(player).items()},
                }
                for player in (0, 1)
            ],
        }

    def describe_move(self, move: MoveReview) -> dict[str, object]:
        """Return a move as pages are told: ``before`` and ``after`` are percents for its player.

        ``points`` are those of the board that it lost, None where the reviewer counts none.
        ``from`` and ``node`` are the positions before and after it.
        """
        return {
            "from": self.line[move.start],
            "node": self.line[move.end],
            "player": move.player,
            "name": move.name,
            "before": round(move.before, 1),
            "after": round(move.after, 1),
            "loss": round(move.loss, 1),
            "points": in_tenths(move.points),
            "grade": str(move.grade),
            "best": list(move.line_names),
        }

    def to_json(self) -> dict[str, object]:
        """Return plain data for `json.dumps`."""
        return {"format": FORMAT} | asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "ReviewSheet":
        """Read what `to_json` wrote; a review that was running then has stopped.

        Raises:
            NotationError: when a part is missing or of the wrong kind.
        """
        try:
            if data["format"] != FORMAT:
                raise NotationError(f"review of format {data['format']!r}: this reads {FORMAT}")
            own = {key: value for key, value in data.items() if key != "format"}
            sheet = _READER.validate_python(own)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            line = str(error).splitlines()[0]
            raise NotationError(f"not a review: {type(error).__name__} {line}") from error
        if sheet.status == "running":
            sheet.status = "stopped"
        return sheet


_READER = TypeAdapter(ReviewSheet)
