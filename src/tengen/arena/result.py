"""How a match ended, in figures."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypedDict

from tengen.arena.rating import Rating, rate
from tengen.arena.referee import Cost, PlayedMatchGame
from tengen.core.game import Setting


class TallyFigures(TypedDict):
    """A `Tally` as JSON has it."""

    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Wins, draws and losses of one side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, winner: int | None, player: int) -> "Tally":
        """Return one game, won by player 0, by 1 or, None, by nobody, as `player` sees it."""
        if winner is None:
            return cls(draws=1)
        return cls(wins=1) if winner == player else cls(losses=1)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def games(self) -> int:
        """How many games are counted."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is one, a draw half a point."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """Points a game, in [0, 1]; 0 without one."""
        return self.points / max(1, self.games)

    def to_json(self) -> TallyFigures:
        """Return plain data for `json.dumps`."""
        return {"wins": self.wins, "draws": self.draws, "losses": self.losses}


@dataclass(frozen=True, slots=True)
class Side:
    """One participant: results with each colour, and what its moves cost."""

    name: str
    as_first: Tally = Tally()
    as_second: Tally = Tally()
    cost: Cost = field(default_factory=Cost)

    @property
    def tally(self) -> Tally:
        """Results with both colours together."""
        return self.as_first + self.as_second

    def after(self, game: PlayedMatchGame, player: int) -> "Side":
        """Return this side after one more game, which it played as `player` (0 or 1)."""
        result = Tally.of(game.winner, player)
        return Side(
            self.name,
            self.as_first + result if player == 0 else self.as_first,
            self.as_second + result if player == 1 else self.as_second,
            self.cost + game.costs[player],
        )


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match as its first participant sees it."""

    game: str
    settings: dict[str, Setting]
    seed: int
    a: Side
    b: Side
    games: tuple[PlayedMatchGame, ...] = ()
    """In the order of their numbers."""
    numbers: tuple[int, ...] = ()
    """Of `games`, from 0; A is the first player of the even ones."""
    planned: int = 0
    """How many games there should have been; more than were played in an interrupted match."""

    @classmethod
    def of(
        cls,
        game: str,
        settings: dict[str, Setting],
        seed: int,
        names: tuple[str, str],
        games: Mapping[int, PlayedMatchGame],
        planned: int,
    ) -> "MatchResult":
        """Return the result of `games` by number, where A is the first player of the even ones."""
        a, b = Side(names[0]), Side(names[1])
        numbers = tuple(sorted(games))
        for number in numbers:
            a, b = a.after(games[number], number % 2), b.after(games[number], 1 - number % 2)
        played = tuple(games[number] for number in numbers)
        return cls(game, settings, seed, a, b, played, numbers, planned)

    @property
    def interrupted(self) -> bool:
        """Whether games are missing."""
        return len(self.games) < self.planned

    @property
    def rating(self) -> Rating:
        """What the score says about A against B."""
        tally = self.a.tally
        return rate(tally.wins, tally.draws, tally.losses)

    @property
    def forfeits(self) -> list[str]:
        """The verdict of each game that an agent lost by its own fault."""
        return [
            f"game {number + 1}: {game.forfeit}"
            for number, game in zip(self.numbers, self.games, strict=True)
            if game.forfeit
        ]

    @property
    def mean_plies(self) -> float:
        """Mean length of a game, its opening included."""
        plies = [len(game.record.moves) for game in self.games]
        return sum(plies) / max(1, len(plies))

    def to_json(self) -> dict[str, object]:
        """Return plain data for `json.dumps`; the score and all after it are A's."""
        rating = self.rating
        return {
            "a": self.a.name,
            "b": self.b.name,
            "game": self.game,
            "settings": self.settings,
            "games": rating.games,
            "interrupted": self.interrupted,
            "score": rating.score,
            "interval": list(rating.interval),
            **self.a.tally.to_json(),
            "as_first": self.a.as_first.to_json(),
            "as_second": self.a.as_second.to_json(),
            "elo": rating.elo,
            "elo_interval": list(rating.elo_interval),
            "likelihood_of_superiority": rating.superiority,
            "seconds_per_move": {
                "a": _seconds_per_move(self.a.cost),
                "b": _seconds_per_move(self.b.cost),
            },
            "mean_plies": self.mean_plies,
            "forfeits": self.forfeits,
            "seed": self.seed,
        }


def _seconds_per_move(cost: Cost) -> dict[str, float]:
    moves = max(1, cost.moves)
    return {"wall": cost.wall_seconds / moves, "cpu": cost.cpu_seconds / moves}
