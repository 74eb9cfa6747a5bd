"""What the page may ask, checked at the door."""

import json
import re
from typing import Annotated, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from tengen.core import Limit, TengenError
from tengen.core.clock import MAX_SECONDS, TimeControl

MAX_MESSAGE_BYTES = 64 * 1024
"""No honest message comes near it."""
LEAST_SECONDS = 1.0
"""Of a clock: with less nobody could play."""


class RequestError(TengenError):
    """A request that was refused, with a code that the page can translate."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class _Message(BaseModel):
    # Strict: a JSON "3" or true is not the number 3.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Strength(_Message):
    """How long an engine thinks; one of the two bounds is given."""

    visits: int | None = Field(None, ge=1, le=1_000_000)
    """Visits of the root."""
    seconds: float | None = Field(None, ge=0.01, le=3600)
    """Wall time."""

    def limit(self) -> Limit | None:
        """Return the bound, or None to leave it to the agent."""
        if self.visits is None and self.seconds is None:
            return None
        return Limit(visits=self.visits, seconds=self.seconds)


class TimeTerms(_Message):
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


class Terms(_Message):
    """What two sides agree on before the first move."""

    game: str = Field(max_length=40)
    """A name from `tengen.games.names()`."""
    settings: dict[Annotated[str, Field(max_length=40)], int | float | str | bool] = Field(
        default_factory=dict, max_length=20
    )
    """Settings of the game, such as size and rule."""
    people: tuple[Literal[0, 1], ...] = Field((0,), max_length=2)
    """The sides that people play: 0 moves first, 1 second; empty when nobody does."""
    opponent: str = Field(max_length=400)
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


class Open(_Message):
    """Watch a game: the answer is its snapshot."""

    type: Literal["open"]
    game: str
    """Of any length, as an address may be."""


class New(_Message):
    """Begin a game and watch it."""

    type: Literal["new"]
    terms: Terms


class Play(_Message):
    """Play an action in the position after `ply` actions."""

    type: Literal["play"]
    action: int = Field(ge=-(2**31), lt=2**31)
    ply: int = Field(ge=0, lt=2**31)


class Analyse(_Message):
    """Look at a position with the engine's eyes, or stop looking."""

    type: Literal["analyse"]
    on: bool
    ply: int | None = Field(None, ge=0, lt=2**31)
    """The position; None follows the game."""


class Command(_Message):
    """A request that needs nothing more than its name."""

    type: Literal[
        "undo",
        "restart",
        "move",
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
        "leave",
    ]


class SetStrength(_Message):
    """Let the opponent think for longer or shorter from now on."""

    type: Literal["strength"]
    strength: Strength


class SetTeaching(_Message):
    """Warn the person of moves from now on that give so much away, or no more."""

    type: Literal["teach"]
    teach: int | None = Field(ge=1, le=100)
    """As in `Terms`."""


class Mark(_Message):
    """Mark a chain of a finished game of Go dead or alive."""

    type: Literal["mark"]
    point: int = Field(ge=0, lt=2**31)
    """One of its points."""
    dead: bool


class Follow(_Message):
    """Follow a topic, or follow it no more: the answer is its state, then its changes."""

    type: Literal["follow", "unfollow"]
    topic: str = Field(max_length=400)
    """Its kind and name, ``run/my-first``."""


Request = Open | New | Play | Analyse | Command | SetStrength | SetTeaching | Mark | Follow

_ADAPTER: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="type")])


def without_folders(text: str) -> str:
    """Return `text` with its files by name alone: where they lie is no page's business."""
    return re.sub(r"(?<![\w.])/(?:[^/\s'\"]+/)+", "", text)


def read_request(text: str | bytes) -> Request:
    """Read one message of the page.

    Raises:
        RequestError: when it is too long, not JSON, or not a request.
    """
    if len(text) > MAX_MESSAGE_BYTES:
        raise RequestError("bad_message", f"message of {len(text)} bytes: too long")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RequestError("bad_message", "message is not JSON") from error
    try:
        # Through JSON again, because strict JSON reads arrays as tuples and Python does not.
        return _ADAPTER.validate_json(json.dumps(data))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "message"
        raise RequestError("bad_message", f"bad message: {where}: {first['msg']}") from error
    except (ValueError, RecursionError) as error:
        raise RequestError("bad_message", "bad message: not a request") from error
