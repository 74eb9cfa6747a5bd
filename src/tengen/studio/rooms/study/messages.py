"""What a page may ask of studies, checked at the door."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Setting = int | float | str | bool
NodeId = Annotated[int, Field(ge=0, lt=2**31)]
Action = Annotated[int, Field(ge=0, lt=2**31)]
Spec = Annotated[str, Field(min_length=1, max_length=400)]
Title = Annotated[str, Field(max_length=200)]
MOST_COMMENT = 20_000
MOST_POINTS = 625


class Asked(BaseModel):
    """Strict: a JSON "3" or true is not the number 3."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class NewStudy(Asked):
    """Begin a study: of a saved game, or of an empty or set-up board of a game."""

    game_id: str | None = Field(None, max_length=64)
    """A game of the table; then nothing else is given but the title."""
    game: str | None = Field(None, max_length=40)
    """A name from `tengen.games.names()`."""
    settings: dict[Annotated[str, Field(max_length=40)], Setting] = Field(
        default_factory=dict, max_length=20
    )
    board: str | None = Field(None, pattern=r"^[0-4]*$", max_length=MOST_POINTS)
    """The pieces to begin with as digits, row by row from the top; None for the usual start."""
    to_play: Literal[0, 1] = 0
    """Who moves first there."""
    title: Title = ""


class AtNode(Asked):
    """A command about one position."""

    node: NodeId


class PlayAt(AtNode):
    """Play a whole move: its actions one after the other."""

    actions: list[Action] = Field(min_length=1, max_length=400)


class Promote(AtNode):
    """Put the line through a position before the one it varies from."""

    to_main: bool = False
    """Whether before all others."""


class Say(AtNode):
    """Comment a position."""

    text: str = Field(max_length=MOST_COMMENT)


class Judge(AtNode):
    """Judge the move that led to a position."""

    glyph: Literal[1, 2, 3, 4, 5, 6] | None
    """! ? !! ?? !? ?!, or None for no judgement."""


class AnalyseAt(AtNode):
    """Let engines look at a position until told otherwise."""

    engines: list[Spec] = Field(min_length=1, max_length=2)


class Rename(Asked):
    """Give a study another title."""

    title: Title
