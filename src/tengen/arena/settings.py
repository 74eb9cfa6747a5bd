"""What a tournament is: who plays whom, how often and on what terms."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from tengen.arena.adjudication import Adjudication
from tengen.arena.knockout import KnockOut
from tengen.arena.schedule import Gauntlet, RoundRobin, Schedule
from tengen.arena.swiss import Swiss, most_rounds
from tengen.core import Limit
from tengen.core.clock import MAX_SECONDS
from tengen.core.limit import MAX_COUNT
from tengen.openings.drawn import DEFAULT_PLIES

Place = tuple[str | int, ...]
"""Where a setting is: ``("players", 0, "time")``."""
OPTIONS_OF = {"rounds": "swiss", "replays": "knock-out", "challengers": "gauntlet"}
"""Settings that belong to one kind of tournament."""
DEFAULT_REPLAYS = 2
MOST_GAMES = 100_000
"""Of a tournament: all of them are known beforehand, and looked through after each game."""


class _Settings(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, str_strip_whitespace=True
    )


class Entrant(_Settings):
    """Who takes part."""

    spec: str = Field(min_length=1)
    """As in ``tengen match``."""
    name: str = Field(default="", max_length=60)
    """In tables and game records; what the spec calls it if empty."""
    time: str = ""
    """The time for a game, ``10+0.1``; the tournament's if empty."""
    visits: int | None = Field(default=None, ge=1, le=MAX_COUNT)
    """Visits of the root for each move, for players that count them; what its spec takes if not
    given."""
    seconds: float | None = Field(default=None, gt=0, le=MAX_SECONDS)
    """Thinking time for each move; no clock runs, nobody loses by it."""

    def limit(self) -> Limit | None:
        """Return the bound of each move, None where there is none besides the player's own."""
        if self.visits is None and self.seconds is None:
            return None
        return Limit(visits=self.visits, seconds=self.seconds)


class OpeningSettings(_Settings):
    """What games begin with; each opening is played twice, with colours changed."""

    source: str = ""
    """``book``, the game's own; ``balanced``, random moves that a short search finds even;
    ``none``; or a file of openings, one a line. Empty for the book where there is one, else
    ``balanced``."""
    plies: int = Field(default=DEFAULT_PLIES, ge=1)
    """Of a balanced opening."""


class SprtSettings(_Settings):
    """Two players end their match as soon as one of two guesses is unlikely enough."""

    elo0: float = 0.0
    """The first player is no more than so much stronger, in Elo."""
    elo1: float = 10.0
    """Or at least so much."""
    alpha: float = Field(default=0.05, gt=0, lt=0.5)
    """Chance to decide for `elo1` though `elo0` is true."""
    beta: float = Field(default=0.05, gt=0, lt=0.5)
    """Chance to decide for `elo0` though `elo1` is true."""

    def fault(self, players: int) -> tuple[Place, str] | None:
        """Return where and why a test cannot be; None where it can."""
        if players != 2:
            return ("sprt",), f"is for a match of two players, not of {players}"
        if self.elo0 >= self.elo1:
            return ("sprt", "elo1"), "must be above elo0"
        return None


class TournamentSettings(_Settings):
    """A whole tournament."""

    game: dict[str, Any]
    """Its ``name`` and settings."""
    players: tuple[Entrant, ...] = Field(min_length=2)
    """Seeds of a knock-out and of Swiss, the strongest first."""
    name: str = ""
    """In the records; the name of the file if empty."""
    kind: Literal["round-robin", "gauntlet", "knock-out", "swiss"] = "round-robin"
    games: int = Field(default=2, ge=2, le=MOST_GAMES, multiple_of=2)
    """Of each match, an even number: each opening is played with both colours."""
    rounds: int | None = Field(default=None, ge=1)
    """Of a Swiss tournament; at most one for every two players."""
    replays: int | None = Field(default=None, ge=0, le=MOST_GAMES)
    """Of a tied match of a knock-out, each of two games with a fresh opening; usually 2. If all
    are tied, the player who stands earlier in the list goes on."""
    challengers: tuple[str, ...] | None = Field(default=None, min_length=1)
    """Names of those who play all others in a gauntlet; the first player if not given."""
    time: str = ""
    """The time each player has for a game, ``10+0.1``; as much as its spec takes if empty."""
    anchor: str = ""
    """Name of the player whose Elo is 0; the first one if empty."""
    seed: int = Field(default=0, ge=0, lt=2**63)
    concurrency: int = Field(default=1, ge=1, le=256)
    """Games side by side, each in a process of its own."""
    openings: OpeningSettings = OpeningSettings()
    adjudication: Adjudication = Adjudication()
    sprt: SprtSettings | None = None

    def fault(self, names: list[str]) -> tuple[Place, str] | None:
        """Return where and why settings do not go together; None where they do."""
        for option, kind in OPTIONS_OF.items():
            if getattr(self, option) is not None and self.kind != kind:
                return (option,), f"is for kind = {kind!r}, not {self.kind!r}"
        if self.kind == "swiss" and self.rounds is None:
            return ("kind",), "a Swiss tournament needs rounds = a number"
        most = most_rounds(len(names))
        if self.rounds is not None and self.rounds > most:
            return ("rounds",), (
                f"of {len(names)} players, {most} rounds can always be paired without rematches, "
                f"not {self.rounds}; everybody meets everybody in a round-robin"
            )
        for place, name in [
            *((("challengers", i), name) for i, name in enumerate(self.challengers or ())),
            (("anchor",), self.anchor),
        ]:
            if name and name not in names:
                return place, f"no player is called {name!r}: there are {', '.join(names)}"
        if len(set(self.challengers or ())) == len(names):
            return ("challengers",), "nobody is left for them to play"
        if (games := self.schedule(names).expected({})) > MOST_GAMES:
            return ("games",), f"makes {games:,} games in all, above {MOST_GAMES:,}"
        return self.sprt.fault(len(names)) if self.sprt else None

    def schedule(self, names: list[str]) -> Schedule:
        """Return who plays when; `fault` must have found nothing."""
        players = len(names)
        if self.kind == "swiss":
            return Swiss(players, self.games, self.rounds or 1)
        if self.kind == "knock-out":
            replays = DEFAULT_REPLAYS if self.replays is None else self.replays
            return KnockOut(players, self.games, replays)
        if self.kind == "gauntlet":
            chosen = dict.fromkeys(self.challengers or names[:1])
            return Gauntlet(players, tuple(map(names.index, chosen)), self.games)
        return RoundRobin(players, self.games)
