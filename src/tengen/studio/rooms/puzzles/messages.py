"""What the page may ask of the room of puzzles, checked at the door."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

MOST_ACTIONS = 100
"""Of a line; no puzzle is a third as long."""
MOST_MADE = 200

Action = Annotated[int, Field(ge=0, lt=2**31)]
Line = Annotated[list[Action], Field(max_length=MOST_ACTIONS)]
KindName = Annotated[str, Field(max_length=40)]
"""Of puzzles: one of theirs, or that of one's own mistakes."""


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Wanted(_Message):
    """Which puzzle to begin."""

    kind: KindName = "mixed"
    after: str | None = Field(None, max_length=40)
    """The puzzle that was the last: another one is wanted."""
    game: str | None = Field(None, max_length=64)
    """The game of the library that it shall be of, and not tried yet; None for any."""


class Opened(_Message):
    """A puzzle by its name."""

    puzzle: str = Field(max_length=40)


class At(_Message):
    """A position of a puzzle that is being solved."""

    sitting: str = Field(max_length=40)
    line: Line = Field(default_factory=list)
    """All actions from the first position on, of both sides."""


class Move(At):
    """A move in that position."""

    actions: Annotated[list[Action], Field(min_length=1, max_length=20)]


class Hint(At):
    """Help in that position."""

    more: bool = False
    """Whether the move is asked for, and not only where it is."""


class Making(_Message):
    """Puzzles to be made from games of the library."""

    kind: KindName
    count: int = Field(20, ge=1, le=MOST_MADE)
    game: str | None = Field(None, max_length=64)
    """The game that is looked through first, of one's own; None for the latest."""
