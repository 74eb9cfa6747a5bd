"""What may be asked of a game under way, checked at the door, and what it is begun with."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, TypeAdapter, field_validator, model_validator

from tengen.core import Limit
from tengen.core.clock import MAX_SECONDS, TimeControl
from tengen.core.limit import MAX_COUNT
from tengen.studio.thinking.levels import with_level
from tengen.studio.web.messages import Message, read_message

LEAST_SECONDS = 1.0
"""Of a clock: with less nobody could play."""
SLOWEST = 60.0
"""Seconds a move that a game between engines may be slowed to."""

Aid = Literal["hint", "view", "move", "warnings", "time", "back", "help"]
"""What keeps a game from counting for the person's level: a hint, the engine's view, a move that it
made for the person, warnings before mistakes, a time that the opponent was given, an end that was taken back;
`help` where an earlier version did not note what."""


Spec = Annotated[str, Field(max_length=400), AfterValidator(with_level)]
"""Of an agent; that of a `person` with its level."""


class Strength(Message):
    """How long an engine thinks; one of the two bounds is given."""

    visits: int | None = Field(None, ge=1, le=1_000_000)
    """Visits of the root."""
    seconds: float | None = Field(None, ge=0.01, le=3600)
    """Wall time."""

    def limit(self) -> Limit | None:
        """Return the bound, or None to leave it to the agent."""
        return _limit(self.visits, self.seconds)


class Contestant(Message):
    """An engine of a game without people; as its spec says where no bound is given."""

    spec: Spec = Field(min_length=1)
    name: str = Field("", max_length=60)
    """What people call it; the spec and the bound if empty."""
    visits: int | None = Field(None, ge=1, le=MAX_COUNT)
    """Visits of the root for each move."""
    seconds: float | None = Field(None, ge=0.01, le=3600)
    """For each move."""

    @field_validator("name")
    @classmethod
    def _is_readable(cls, name: str) -> str:
        if not name.isprintable():
            raise ValueError("people cannot read it")
        return name

    def limit(self) -> Limit | None:
        """Return the bound, None to leave it to the agent."""
        return _limit(self.visits, self.seconds)


class TimeTerms(Message):
    """The clock of each side, in seconds: main time, then periods of overtime for a move each."""

    main: float = Field(ge=0, le=MAX_SECONDS)
    increment: float = Field(0, ge=0, le=3600)
    """Added to the main time after each move (Fischer)."""
    period: float = Field(0, ge=0, le=3600)
    """Of byo-yomi; a move made within it gives it back whole."""
    periods: int = Field(1, ge=1, le=100)

    @model_validator(mode="after")
    def _has_time(self) -> Self:
        if self.main + self.period < LEAST_SECONDS:
            raise ValueError(f"a clock needs {LEAST_SECONDS:g} s at least")
        return self

    def control(self) -> TimeControl:
        """Return it as clocks take it."""
        return TimeControl(self.main, self.increment, self.period, periods=self.periods)


class Terms(Message):
    """What two sides agree on before the first move."""

    game: str = Field(max_length=40)
    """A name from `tengen.games.names()`."""
    settings: dict[Annotated[str, Field(max_length=40)], int | float | str | bool] = Field(
        default_factory=dict, max_length=20
    )
    """Settings of the game, such as size and rule."""
    people: tuple[Literal[0, 1], ...] = Field((0,), max_length=2)
    """The sides that people play: 0 moves first, 1 second; empty when nobody does."""
    opponent: Spec
    """Agent spec of whoever plays the other sides and answers when asked."""
    strength: Strength = Field(default_factory=lambda: Strength.model_validate({}))
    """How long the opponent thinks."""
    learn: bool = False
    """Whether the opponent learns from the game when it has ended."""
    clock: TimeTerms | None = None
    """The time of each side; None for as long as it takes."""
    opening: str = Field("", max_length=100)
    """Name of an opening of the game's book that is played first, or ``by lot``."""
    teach: int | None = Field(None, ge=1, le=100)
    """Percentage points of winning chance from which a person's move is warned of; None: never."""

    @property
    def aids(self) -> tuple[Aid, ...]:
        """What of them keeps a game from counting for a person's level: warnings and own times."""
        own: dict[Aid, bool] = {
            "warnings": self.teach is not None,
            "time": self.strength.limit() is not None,
        }
        return tuple(aid for aid, is_given in own.items() if is_given)


class Play(Message):
    """Play an action in the position after `ply` actions."""

    type: Literal["play"] = "play"
    action: int = Field(ge=-(2**31), lt=2**31)
    ply: int = Field(ge=0, lt=2**31)


class Analyse(Message):
    """Look at a position with the engine's eyes, or stop looking."""

    type: Literal["analyse"] = "analyse"
    on: bool
    ply: int | None = Field(None, ge=0, lt=2**31)
    """The position; None follows the game."""


class Command(Message):
    """A request that needs nothing more than its name."""

    type: Literal[
        "undo",
        "restart",
        "move",
        "step",
        "auto",
        "stop",
        "unpause",
        "resign",
        "offer",
        "accept",
        "decline",
        "settle",
        "resume",
        "insist",
        "hint",
    ]


class SetStrength(Message):
    """Let the opponent think for longer or shorter from now on."""

    type: Literal["strength"] = "strength"
    strength: Strength


class SetTeaching(Message):
    """Warn the person of moves from now on that give so much away, or no more."""

    type: Literal["teach"] = "teach"
    teach: int | None = Field(ge=1, le=100)
    """As in `Terms`."""


class SetPace(Message):
    """Play at another speed from now on."""

    type: Literal["pace"] = "pace"
    seconds: float = Field(ge=0, le=SLOWEST)
    """That each move takes at least."""


class Mark(Message):
    """Mark a chain of a finished game of Go dead or alive."""

    type: Literal["mark"] = "mark"
    point: int = Field(ge=0, lt=2**31)
    """One of its points."""
    dead: bool


Request = Play | Analyse | Command | SetStrength | SetTeaching | SetPace | Mark

_ADAPTER: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="type")])


def read_request(data: dict[str, object]) -> Request:
    """Read what a page asks.

    Raises:
        RequestError: when it is no request.
    """
    return read_message(_ADAPTER, data)


def _limit(visits: int | None, seconds: float | None) -> Limit | None:
    return None if visits is None and seconds is None else Limit(visits=visits, seconds=seconds)
