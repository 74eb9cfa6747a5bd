"""How strong the rungs of a ladder are: they play each other until that is known."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Event

import numpy as np

from tengen.agents.ladder import Ladder, Rung
from tengen.arena.ratings_db import Counts, RatingsDb, tabulate
from tengen.arena.standings import League, Results, Strength
from tengen.core import Game, SettingsError
from tengen.core.runner import Runner
from tengen.experiments.rate.meeting import Contender, Meeting, Meetings, games_of, tally

_ROUND = 10
"""Meetings between two looks at the intervals, which take a while where there are many rungs."""


@dataclass(frozen=True, slots=True)
class Measuring:
    """What is asked for."""

    game: Game
    ladder: Ladder
    names: tuple[str, ...] = ()
    """Rungs that play; empty for all that can play here."""
    width: float = 100.0
    """Elo: intervals of 95 % no wider than this end it."""
    games: int = 1000
    """No more games than this are played."""
    minutes: float = float("inf")
    """No meeting begins later."""
    seed: int = 0
    given: bool = False
    """Whether the ratings that the ladder has are taken as given: others are placed among them."""


class Measurer:
    """Rates the rungs of a ladder by games among themselves.

    Games of earlier sittings that the data base has count too.

    Raises:
        SettingsError: when there is no such rung, none beside it, or the anchor is not among them,
            nor, where ratings are given, another that has one.
        TengenError: when one of them cannot play the game.
    """

    def __init__(
        self,
        measuring: Measuring,
        base: RatingsDb,
        runner: Runner | None = None,
        workers: int | None = 1,
    ) -> None:
        """Play as `Meetings` says."""
        self.measuring = measuring
        rungs = _choose(measuring)
        self._players = [Contender.of(rung, measuring.game) for rung in rungs]
        self._known = {
            number: rung.elo or 0.0
            for number, rung in enumerate(rungs)
            if _is_known(rung, measuring)
        }
        self._meetings = Meetings(measuring.game, base, measuring.seed, runner, workers)
        self._counts: Counts = base.counts(measuring.game)

    def run(self, on_meeting: Callable[[str, int], None], stop: Event) -> None:
        """Play until every interval is narrow enough.

        Args:
            on_meeting: called before each meeting with who meets and how many games there were in
                this sitting.
            stop: ends it early when set; what was played is kept.
        """
        played, end = 0, time.monotonic() + 60 * self.measuring.minutes
        with self._meetings.among(self._players):
            while not self._is_narrow():
                for _ in range(-(-_ROUND // self._meetings.at_once)):
                    left = -(-(self.measuring.games - played) // 2)
                    if stop.is_set() or left <= 0 or time.monotonic() >= end:
                        return
                    played += self._meet(on_meeting, played, left, stop)

    def _is_narrow(self) -> bool:
        """Return whether every interval is as narrow as was asked for."""
        return max(map(_width, self.league().strengths())) <= self.measuring.width

    def _meet(
        self, on_meeting: Callable[[str, int], None], played: int, most: int, stop: Event
    ) -> int:
        """Play the next meetings, at most so many, and return their games."""
        meetings = self._next(min(most, self._meetings.at_once))
        for number, meeting in enumerate(meetings):
            on_meeting(f"{meeting.a.name} - {meeting.b.name}", played + 2 * number)
        games = len(self._meetings.meet(meetings, stop))
        self._counts = self._meetings.base.counts(self.measuring.game)
        return games

    def league(self) -> League:
        """Return the rungs that play as they stand by all games among them."""
        return League(self._results(), self._known)

    def ladder(self, measured: dict[str, object]) -> Ladder:
        """Return the ladder with what is known of the rungs that play.

        Args:
            measured: how it was measured; how many games, and what they say about draws and the
                first move, is added to it. Where ratings are given, what the file says of them
                stays, and this becomes a line of its ``placed``.
        """
        league, results = self.league(), self._results()
        games = games_of(self._counts, [player.identity for player in self._players])
        known = {
            player.name: (strength, count)
            for player, strength, count in zip(
                self._players, league.strengths(), games, strict=True
            )
        }
        if self.measuring.given:
            return self._placed(known, measured | {"games": int(results.sum())})
        rungs = [_rated(rung, *known.get(rung.name, (None, 0))) for rung in self._all()]
        figures = {
            "games": int(results.sum()),
            "draw_share": round(league.draw_share, 3),
            "first_move_elo": round(league.first_move, 1),
        }
        update = {
            "rungs": _in_order(rungs),
            "measured": measured | figures,
            "settings": {k: v for k, v in self.measuring.game.settings.items() if k != "position"},
        }
        return self.measuring.ladder.model_copy(update=update)

    def _placed(
        self, known: Mapping[str, tuple[Strength, int]], measured: Mapping[str, object]
    ) -> Ladder:
        """Return the ladder with those placed that had no rating."""
        old = self.measuring.ladder
        rungs = [
            _rated(rung, *known[rung.name]) if rung.elo is None and rung.name in known else rung
            for rung in self._all()
        ]
        lines = [
            *old.measured.get("placed", ()),
            "; ".join(f"{k} {v}" for k, v in measured.items()),
        ]
        update = {"rungs": _in_order(rungs), "measured": {**old.measured, "placed": lines}}
        return old.model_copy(update=update)

    def _all(self) -> tuple[Rung, ...]:
        return self.measuring.ladder.rungs

    def _results(self) -> Results:
        return tabulate(self._counts, [player.identity for player in self._players])

    def _next(self, count: int) -> list[Meeting]:
        """Return the meetings that narrow the intervals most, all together; at least one."""
        results = self._results()
        # The file's order is worth a game between neighbours, three quarters of it won by the
        # later one: nobody is beyond comparison, and who is far apart does not meet.
        for number in range(len(results) - 1):
            results[number, number + 1] += 0.25, 0.0, 0.75
        # No pair twice: how much it tells once more is not known before it has met.
        gain = np.triu(League(results, self._known).gains(), 1)
        best = np.argsort(-gain, axis=None, kind="stable")[:count]
        return [self._meeting(*divmod(int(found), len(gain))) for found in best if gain.flat[found]]

    def _meeting(self, first: int, second: int) -> Meeting:
        a, b = self._players[first], self._players[second]
        return Meeting(a, b, sum(tally(self._counts, a.identity, b.identity)))


def _choose(measuring: Measuring) -> list[Rung]:
    names = [rung.name for rung in measuring.ladder.rungs]
    for name in measuring.names:
        if name not in names:
            raise SettingsError(f"no rung is called {name!r}: there are {', '.join(names)}")
    asked = measuring.names or names
    chosen = [rung for rung in measuring.ladder.rungs if rung.name in asked and rung.is_there]
    if not any(_is_known(rung, measuring) for rung in chosen) or len(chosen) < 2:
        raise SettingsError(
            f"a ladder is measured from its anchor, {measuring.ladder.anchor!r}, and at least one "
            "other rung that can play here"
        )
    return chosen


def _is_known(rung: Rung, measuring: Measuring) -> bool:
    """Return whether a rung's rating is fixed while the others' are looked for."""
    is_rated = measuring.given and rung.elo is not None
    return is_rated or rung.name == measuring.ladder.anchor


def _rated(rung: Rung, strength: Strength | None, games: int) -> Rung:
    """Return a rung with its rating; without one where its strength is not known on both sides."""
    low, high = (None, None) if strength is None else strength.interval
    if strength is None or strength.elo is None or low is None or high is None:
        return rung.model_copy(update={"elo": None, "interval": None, "games": 0})
    bounds = (round(low, 1), round(high, 1))
    return rung.model_copy(
        update={"elo": round(strength.elo, 1), "interval": bounds, "games": games}
    )


def _in_order(rungs: Sequence[Rung]) -> tuple[Rung, ...]:
    """Return rungs with those that are rated sorted, in the places that rated ones had."""
    rated = iter(sorted((r for r in rungs if r.elo is not None), key=lambda rung: rung.elo or 0.0))
    return tuple(rung if rung.elo is None else next(rated) for rung in rungs)


def _width(strength: Strength) -> float:
    low, high = strength.interval
    return float("inf") if low is None or high is None else high - low
