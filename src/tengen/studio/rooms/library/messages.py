"""What a page may ask of the library, checked at the door."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tengen.studio.archive.finding import Query
from tengen.studio.archive.keys import key_of_board, read_board
from tengen.studio.sitting.sheet import load_game
from tengen.studio.web.messages import RequestError

Setting = int | float | str | bool
GameId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Day = Annotated[str, Field(pattern=r"^(\d{4}(-\d\d){0,2})?$")]
Text = Annotated[str, Field(max_length=200)]
MOST_IDS = 10_000
PAGE = 50


class Asked(BaseModel):
    """Strict: a JSON "3" or true is not the number 3."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Board(Asked):
    """A position as it is drawn, however it may be turned."""

    game: str = Field(max_length=40)
    """A name from `tengen.games.names()`."""
    settings: dict[Annotated[str, Field(max_length=40)], Setting] = Field(
        default_factory=dict, max_length=20
    )
    """Those that tell the size of the board are enough."""
    board: str = Field(pattern=r"^[0-4]*$", max_length=1000)
    """The pieces as digits, row by row from the top."""
    to_play: Literal[0, 1] | None = None
    """Who is to move; None for either."""

    def keys(self) -> tuple[int, ...]:
        """Return the keys of the positions meant; slow, for a thread.

        Raises:
            SettingsError: when there is no such game or board.
        """
        game = load_game(self.game, self.settings)
        board = read_board(game, self.board)
        sides = (0, 1) if self.to_play is None else (self.to_play,)
        return tuple(key_of_board(game, board, side).value for side in sides)


class Pasted(Asked):
    """A position in words."""

    text: str = Field(min_length=1, max_length=100_000)
    """The FEN of draughts, or a game as SGF, PDN, PSQ or JSON: its last position."""


class Wanted(Asked):
    """Which games; what is left out says nothing."""

    game: str = Field(default="", max_length=40)
    player: Text = ""
    """Part of either player's name."""
    result: Literal["", "first", "second", "draw", "open"] = ""
    since: Day = ""
    """The first day."""
    until: Day = ""
    """The last day."""
    source: Text = ""
    """How the source begins."""
    position: Board | None = None

    def query(self) -> Query:
        """Return what the library is asked; slow where there is a position, for a thread.

        Raises:
            RequestError: when the first day is after the last.
        """
        if self.until and self.since[: len(self.until)] > self.until:
            raise RequestError("refused", f"the first day, {self.since}, is after {self.until}")
        return Query(
            game=self.game,
            player=self.player,
            result=self.result,
            since=self.since,
            until=self.until,
            source=self.source,
            keys=self.position.keys() if self.position else (),
        )


class Search(Asked):
    """Find games, a page at a time."""

    wanted: Wanted = Wanted()
    start: int = Field(0, ge=0, le=10_000_000)
    count: int = Field(PAGE, ge=1, le=200)


class Games(Asked):
    """Games by their ids, or all that a search finds."""

    ids: list[GameId] | None = Field(None, max_length=MOST_IDS)
    wanted: Wanted | None = None


class Export(Games):
    """Games to hand out as a file."""

    format: Literal["sgf", "pdn", "psq", "jsonl"]


class PlayOn(Asked):
    """Go on with a game from a position of it, as a game of its own."""

    ply: int = Field(ge=0, le=2**31)
    people: list[Literal[0, 1]] = Field(default=[0, 1], max_length=2)
    opponent: str = Field("random", min_length=1, max_length=400)
