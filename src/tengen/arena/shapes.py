"""What the figures of a tournament are made of, as JSON has them."""

from typing import Any, NotRequired, TypedDict

from tengen.arena.result import TallyFigures
from tengen.arena.sprt import Verdict
from tengen.core.game import Setting


class GameFigures(TypedDict):
    """What is told of a finished game."""

    round: int
    match: int
    game: int
    players: list[str]
    """The first and the second player."""
    winner: int | None
    """0 for the first player, 1 for the second, None for a draw."""
    reason: str
    forfeit: str | None
    plies: int
    opening: str
    time: str
    """When it ended."""


class Standing(TallyFigures):
    """A player's line in the table."""

    place: int
    name: str
    spec: str
    time: str | None
    """The time it has for a game."""
    elo: float | None
    interval: list[float | None]
    superiority_over_next: float | None
    points: float
    score: float
    games: int
    as_first: TallyFigures
    as_second: TallyFigures
    buchholz: float
    sonneborn_berger: float
    byes: int
    rounds_won: int
    forfeits: int
    seconds_per_move: float


class Meeting(TypedDict):
    """A match of a round."""

    players: list[str | None]
    """None in place of the second one for a bye."""
    points: list[float]
    winner: NotRequired[str | None]
    """Of a knock-out."""
    by_seed: NotRequired[bool]
    """Of a knock-out: tied to the end, so that the better seed goes on."""


class SprtFigures(TypedDict):
    """How far a test has come; see `SprtState`."""

    llr: float
    lower: float
    upper: float
    verdict: Verdict | None


class Report(TypedDict):
    """All figures of a tournament; its page is drawn from nothing else."""

    tournament: str
    id: str
    kind: str
    game: str
    settings: dict[str, Setting]
    seed: int
    time: str
    openings: str
    adjudication: dict[str, Any]
    """As `TournamentSettings.adjudication`."""
    games: int
    expected: int
    complete: bool
    anchor: str
    first_move_elo: float
    draw_share: float
    players: list[Standing]
    cross_table: list[list[list[int] | None]]
    rounds: list[list[Meeting]]
    sprt: SprtFigures | None
    forfeits: list[str]
    played: list[GameFigures]
