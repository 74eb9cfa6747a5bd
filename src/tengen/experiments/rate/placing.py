"""Where an agent stands on a ladder: games against those rungs that tell most."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event

import numpy as np

from tengen.agents.identity import identify
from tengen.agents.ladder import Ladder
from tengen.arena.rating import expected_score
from tengen.arena.ratings_db import Counts, RatingsDb, tabulate
from tengen.arena.standings import League, Strength
from tengen.core import Game, SettingsError
from tengen.core.runner import Runner
from tengen.experiments.rate.meeting import Contender, Meeting, Meetings, tally

BEYOND = 200.0
"""Elo beyond the last rung that a one-sided bound must reach for the ladder to be at its end."""


@dataclass(frozen=True, slots=True)
class Placing:
    """What is asked for."""

    spec: str
    """The agent."""
    game: Game
    ladder: Ladder
    width: float = 100.0
    """Elo: an interval of 95 % no wider than this ends it."""
    games: int = 400
    """No more games than this are played."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where the agent stands by the games so far."""

    strength: Strength
    games: int
    """That it comes from, those of earlier sittings included."""

    @property
    def width(self) -> float:
        """Elo between the bounds of the interval."""
        low, high = self.strength.interval
        return math.inf if low is None or high is None else high - low


class Placer:
    """Rates one agent by the measured rungs of a ladder.

    The rungs' ratings are taken as given: the interval is that of the agent among them. Games of
    earlier sittings that the data base has count too.

    Raises:
        SettingsError: when the ladder has fewer than two measured rungs that can play here.
        TengenError: when the agent cannot play the game.
    """

    def __init__(
        self,
        placing: Placing,
        base: RatingsDb,
        runner: Runner | None = None,
        workers: int | None = 1,
    ) -> None:
        """Play as `Meetings` says."""
        self.placing = placing
        game = placing.game
        self.agent = Contender(placing.spec, identify(placing.spec, game))
        rungs = [(Contender.of(rung, game), rung.elo or 0.0) for rung in placing.ladder.rated]
        self.rungs = [pair for pair in rungs if pair[0].identity != self.agent.identity]
        if len(self.rungs) < 2:
            raise SettingsError(
                f"the ladder of {game} has {len(self.rungs)} measured rungs that can play here, "
                "not two: measure it (tengen ladder measure) or name another, --ladder FILE"
            )
        self._meetings = Meetings(game, base, placing.seed, runner, workers)
        self._counts: Counts = base.counts(game)

    def run(self, on_place: Callable[[Place], None], stop: Event) -> Place:
        """Play until the interval is narrow enough, and return the place.

        Args:
            on_place: called with the place after every meeting.
            stop: ends it early when set; what was played is kept.
        """
        place, played = self.place(), 0
        with self._meetings.among([self.agent, *(rung for rung, _ in self.rungs)]):
            while not (stop.is_set() or self._is_done(place, played)):
                left = -(-(self.placing.games - played) // 2)
                meetings = self._next(min(left, self._meetings.at_once))
                played += len(self._meetings.meet(meetings, stop))
                self._counts = self._meetings.base.counts(self.placing.game)
                place = self.place()
                on_place(place)
        return place

    def place(self) -> Place:
        """Return where the agent stands by the games so far."""
        players = [self.agent, *(rung for rung, _ in self.rungs)]
        results = tabulate(self._counts, [player.identity for player in players])
        known = {number: elo for number, (_, elo) in enumerate(self.rungs, start=1)}
        games = int(results[0].sum() + results[:, 0].sum())
        return Place(League(results, known).strength(0), games)

    def opponents(self) -> list[dict[str, object]]:
        """Return the rungs it has met, the weakest first, with the agent's results."""
        found = []
        for rung, elo in self.rungs:
            wins, draws, losses = tally(self._counts, self.agent.identity, rung.identity)
            if games := wins + draws + losses:
                found.append(
                    {
                        "name": rung.name,
                        "spec": rung.identity.spec,
                        "elo": elo,
                        "games": games,
                        "wins": wins,
                        "draws": draws,
                        "losses": losses,
                        "score": (wins + draws / 2) / games,
                    }
                )
        return found

    def _is_done(self, place: Place, played: int) -> bool:
        low, high = place.strength.interval
        is_above = high is None and low is not None and low > self.rungs[-1][1] + BEYOND
        is_below = low is None and high is not None and high < self.rungs[0][1] - BEYOND
        narrow = place.width <= self.placing.width
        return narrow or is_above or is_below or played >= self.placing.games

    def _next(self, count: int) -> list[Meeting]:
        """Return the meetings that tell most.

        That is with who is near in strength; each meeting with the same one tells a little less,
        for no two players are stronger or weaker by one number alone.
        """
        guess = self._guess([elo for _, elo in self.rungs])
        met = {rung: self._met(rung) for rung, _ in self.rungs}

        def worth(rung: tuple[Contender, float]) -> float:
            score = expected_score(guess - rung[1])
            return score * (1 - score) / math.sqrt(2 + met[rung[0]])

        meetings = []
        for _ in range(count):
            rival, _ = max(self.rungs, key=worth)
            meetings.append(Meeting(self.agent, rival, met[rival]))
            met[rival] += 2
        return meetings

    def _met(self, rung: Contender) -> int:
        return sum(tally(self._counts, self.agent.identity, rung.identity))

    def _guess(self, elos: Sequence[float]) -> float:
        """Return a rating that is finite even without games: one drawn in the ladder's middle."""
        players = [self.agent, *(rung for rung, _ in self.rungs)]
        results = tabulate(self._counts, [player.identity for player in players])
        middle = 1 + int(np.argsort(elos)[len(elos) // 2])
        results[0, middle, 1] += 1
        known = dict(enumerate(elos, start=1))
        return League(results, known).rating(0)
