"""What the figures of a comparison are made of, as JSON has them."""

from typing import TypedDict

from tengen.core.game import Setting


class CurvePoint(TypedDict):
    """A match against the yardstick during a training."""

    minutes: float
    games: float
    positions: float
    score: float
    low: float
    high: float


class MoveCost(TypedDict):
    """Mean seconds of a move."""

    wall: float
    cpu: float


class FirstMove(TypedDict):
    """A first move that stands for its mirror images."""

    action: int
    move: str
    games: int
    share: float


class Favourites(TypedDict):
    """A player's first moves, and how many games it began."""

    openings: list[FirstMove]
    begun: int


class Score(TypedDict):
    """A player's results together."""

    wins: int
    draws: int
    losses: int
    score: float


class PlayerFigures(Favourites, Score):
    """What is told of a player."""

    name: str
    spec: str
    trained: bool
    elo: float | None
    interval: list[float | None]
    seconds_per_move: MoveCost


class TrainingFigures(TypedDict):
    """What is told of a training; see `Training`."""

    method: str
    minutes: float
    expert_minutes: float
    expert_games: int
    learned_from_records: bool
    cpu_seconds: float
    cpu_is_whole: bool
    steps: int
    games: int
    positions: int
    parameters: int
    failure: str | None
    curve: list[CurvePoint]
    to_strength: CurvePoint | None


class Identity(TypedDict):
    """What must stay the same for earlier trainings and games to count."""

    game: str
    settings: dict[str, Setting]
    minutes: float
    games: int
    seed: int
    yardstick: str
    records: list[str]
    changes: dict[str, list[str]]


class Figures(Identity):
    """All that a comparison found; the page is drawn from nothing else."""

    command: str
    version: str
    date: str
    machine: str
    workers: int | None
    players: list[PlayerFigures]
    trainings: list[TrainingFigures]
    cross_table: list[list[list[int] | None]]
    forfeits: list[str]
