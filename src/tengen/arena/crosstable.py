"""Who stands where in a tournament, and how each did against each."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tengen.arena.knockout import KnockOut
from tengen.arena.result import Tally
from tengen.arena.schedule import Results, Schedule
from tengen.arena.standings import Results as Counts
from tengen.arena.swiss import Swiss


@dataclass(frozen=True, slots=True)
class Row:
    """One player's results."""

    player: int
    as_first: Tally
    as_second: Tally
    against: Mapping[int, Tally]
    """By opponent."""
    byes: int
    """Rounds of Swiss without an opponent, each worth all points of a match."""
    points: float
    """A win is one, a draw half a point; those of byes are in it."""
    buchholz: float
    """Points of all opponents met, each counted once; a bye counts as one with the same points."""
    berger: float
    """Sonneborn-Berger: points won against each opponent, times that opponent's points; a bye
    counts as won against one with the same points."""
    stage: int
    """Rounds of a knock-out that were won, byes included."""

    @property
    def tally(self) -> Tally:
        """Results with both colours together."""
        return self.as_first + self.as_second


def rank(schedule: Schedule, players: int, results: Results) -> list[Row]:
    """Return the table, the best first.

    A knock-out is ordered by rounds won, Swiss by points and Buchholz, all others by points a game;
    then by Sonneborn-Berger, and by the order of the list of players.
    """
    rows = _score(schedule, players, results)

    def key(row: Row) -> tuple[float, ...]:
        if isinstance(schedule, Swiss):
            return (-row.points, -row.buchholz, -row.berger, row.player)
        return (-row.stage, -row.tally.share, -row.berger, row.player)

    return sorted(rows, key=key)


def count(players: int, results: Results) -> Counts:
    """Return ``[N, N, 3]``, what ratings are made from: see `standings.Results`."""
    counts = np.zeros((players, players, 3))
    for result in results.values():
        counts[(*result.players, {0: 0, None: 1, 1: 2}[result.winner])] += 1
    return counts


def _score(schedule: Schedule, players: int, results: Results) -> list[Row]:
    firsts, seconds = [Tally()] * players, [Tally()] * players
    against: list[dict[int, Tally]] = [defaultdict(Tally) for _ in range(players)]
    for result in results.values():
        first, second = result.players
        firsts[first] += Tally.of(result.winner, 0)
        seconds[second] += Tally.of(result.winner, 1)
        against[first][second] += Tally.of(result.winner, 0)
        against[second][first] += Tally.of(result.winner, 1)
    byes, bye_points = [0] * players, 0
    if isinstance(schedule, Swiss):
        byes, bye_points = schedule.byes(results), schedule.games
    tallies = [first + second for first, second in zip(firsts, seconds, strict=True)]
    points = [tallies[p].points + byes[p] * bye_points for p in range(players)]
    stages = schedule.stages(results) if isinstance(schedule, KnockOut) else [0] * players
    return [
        Row(
            player=p,
            as_first=firsts[p],
            as_second=seconds[p],
            against=dict(against[p]),
            byes=byes[p],
            points=points[p],
            buchholz=sum(points[other] for other in against[p]) + byes[p] * points[p],
            berger=sum(tally.points * points[other] for other, tally in against[p].items())
            + byes[p] * bye_points * points[p],
            stage=stages[p],
        )
        for p in range(players)
    ]
