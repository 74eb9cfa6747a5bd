"""What the page may ask of the room where agents play each other, checked at the door."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from tengen.studio.sitting.requests import SLOWEST, Contestant
from tengen.studio.web.messages import Message

MOST_PLAYERS = 32
MOST_GAMES = 1000
"""Of a match, from the page."""
_Word = Annotated[str, Field(max_length=40)]


class _Rules(Message):
    game: _Word
    """A name from `tengen.games.names()`."""
    settings: dict[_Word, int | float | str | bool] = Field(default_factory=dict, max_length=20)
    """Settings of the game, such as size and rule."""


class DuelTerms(_Rules):
    """A game between two agents."""

    players: list[Contestant] = Field(min_length=2, max_length=2)
    """Who moves first, and who second."""
    pace: float = Field(0.0, ge=0, le=SLOWEST)
    """Seconds that each move takes at least."""
    opening: Literal["none", "book", "balanced"] = "none"
    """What it begins with: nothing, an opening of the game's book by lot, or an even random one."""


class Openings(Message):
    """What the games of a tournament begin with, each opening with both colours."""

    source: Literal["book", "balanced", "none"] = "balanced"
    plies: int = Field(4, ge=1, le=40)
    """Of a balanced one."""


class TournamentTerms(_Rules):
    """A tournament."""

    name: str = Field(min_length=1, max_length=60)
    kind: Literal["round-robin", "gauntlet", "knock-out", "swiss"] = "round-robin"
    players: list[Contestant] = Field(min_length=2, max_length=MOST_PLAYERS)
    """The first is the challenger of a gauntlet and has the Elo 0; seeds, the strongest first."""
    games: int = Field(2, ge=2, le=MOST_GAMES, multiple_of=2)
    """Of each match."""
    rounds: int | None = Field(None, ge=1, le=MOST_PLAYERS)
    """Of a Swiss tournament."""
    time: str = Field("", max_length=40)
    """The time of each player for a game, ``10+0.1``; empty for none."""
    openings: Openings = Field(default_factory=lambda: Openings.model_validate({}))
    tables: bool = False
    """Whether games end as the endgame tables have it."""
    resign: bool = False
    """Whether a game ends when both players know who wins."""
    longest: int | None = Field(None, ge=1, le=10_000)
    """Plies after which a game is a draw."""
    concurrency: int = Field(1, ge=1, le=256)
    """Games side by side."""
    seed: int = Field(0, ge=0, lt=2**31)

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Self:
        if (self.rounds is None) == (self.kind == "swiss"):
            raise ValueError("rounds are given for a Swiss tournament, and for no other")
        return self
