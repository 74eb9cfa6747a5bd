"""Simulated leagues: how often intervals of ratings hold the strength that games were drawn from."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from tengen.arena.standings import ELO, League, Results


@dataclass(frozen=True, slots=True)
class Kind:
    """What a simulated league is like."""

    players: int
    games: int
    """Of each pair that meets, each beginning half of them."""
    spread: float = 200.0
    """Standard deviation of the players' Elo."""
    draws: float = 0.0
    """Share of draws between equals without an advantage."""
    first_move: float = 0.0
    """Elo that moving first is worth."""
    meetings: float = 1.0
    """Share of the pairs that meet at all."""
    forfeits: float = 0.0
    """Share of the games that one side, by lot, loses by its own fault."""

    def __str__(self) -> str:
        return (
            f"{self.players} players, {self.games} games a pair, {self.draws:.0%} draws, first move "
            f"{self.first_move:+.0f} Elo, {self.meetings:.0%} of the pairs, "
            f"{self.forfeits:.0%} forfeits"
        )


KINDS = (
    Kind(players=2, games=40, draws=0.2),
    Kind(players=3, games=20, draws=0.3, first_move=50),
    Kind(players=4, games=30),
    Kind(players=5, games=10, draws=0.5),
    Kind(players=6, games=10, draws=0.1, first_move=150),
    Kind(players=6, games=20, spread=400, first_move=80),
    Kind(players=8, games=4, draws=0.3),
    Kind(players=8, games=10, draws=0.2, first_move=40, meetings=0.5),
    Kind(players=10, games=6, spread=300, draws=0.8, first_move=20),
    Kind(players=10, games=10, draws=0.3, first_move=60, forfeits=0.02),
    Kind(players=12, games=2, draws=0.25, meetings=0.7, forfeits=0.01),
    Kind(players=16, games=2, spread=300, draws=0.6, first_move=100, meetings=0.4),
)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many intervals there were, and how many of them held the truth."""

    intervals: int = 0
    holding: int = 0
    leagues: int = 0
    """In each of which one interval, by lot, is looked at by itself."""
    leagues_holding: int = 0

    def __add__(self, other: "Coverage") -> "Coverage":
        return Coverage(
            self.intervals + other.intervals,
            self.holding + other.holding,
            self.leagues + other.leagues,
            self.leagues_holding + other.leagues_holding,
        )


def cover(kind: Kind, rng: Generator) -> Coverage:
    """Play one league and return which intervals hold the truth; the anchor's is not counted."""
    truth = rng.normal(0, kind.spread, kind.players)
    anchor = int(rng.integers(kind.players))
    strengths = League(simulate(kind, truth, rng), {anchor: 0.0}).strengths()
    holds = []
    for player, strength in enumerate(strengths):
        low, high = strength.interval
        if player != anchor and (low, high) != (None, None):
            real = truth[player] - truth[anchor]
            holds.append((low is None or low <= real) and (high is None or real <= high))
    if not holds:
        return Coverage()
    chosen = holds[int(rng.integers(len(holds)))]
    return Coverage(len(holds), sum(holds), 1, int(chosen))


def simulate(kind: Kind, truth: np.ndarray, rng: Generator) -> Results:
    """Return the results of a league between players whose Elo is `truth`, ``[N]``."""
    results = np.zeros((kind.players, kind.players, 3))
    for first, second in _meetings(kind, rng):
        odds = np.array(chances(kind, truth[first] - truth[second]))
        fair = rng.binomial(kind.games // 2, 1 - kind.forfeits)
        results[first, second] += rng.multinomial(fair, odds)
        lost = rng.binomial(kind.games // 2 - fair, 0.5)
        results[first, second, 2] += lost
        results[first, second, 0] += kind.games // 2 - fair - lost
    return results


def chances(kind: Kind, elo: float) -> tuple[float, float, float]:
    """Return the chances that the first player, `elo` stronger, wins, draws and loses."""
    draws = 2 * kind.draws / (1 - kind.draws)
    x = (elo + kind.first_move) / ELO * (2 + draws) / 2
    win, loss = np.exp(x / 2), np.exp(-x / 2)
    total = win + draws + loss
    return float(win / total), float(draws / total), float(loss / total)


def _meetings(kind: Kind, rng: Generator) -> Iterator[tuple[int, int]]:
    """Yield who begins against whom; each player meets the next at least, so that all compare."""
    for a in range(kind.players):
        for b in range(a):
            if b == a - 1 or rng.random() < kind.meetings:
                yield a, b
                yield b, a
