"""What a score says about strength: interval, Elo difference, likelihood of superiority."""

import math
from dataclasses import dataclass

Z_95 = 1.959963984540054
"""Standard normal quantile of 97.5 %: a two-sided interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A match in figures, from the viewpoint of the side whose wins come first."""

    games: int
    score: float
    """Share of the points, a draw being half a point; 0.5 where no game was played."""
    interval: tuple[float, float]
    """95 % interval of `score`."""
    elo: float | None
    """Elo difference that explains `score`; None where it is beyond all bounds."""
    elo_interval: tuple[float | None, float | None]
    """`interval` in Elo; None where a bound is infinite."""
    superiority: float
    """Likelihood of being the stronger side, by the decided games."""


def rate(wins: int, draws: int, losses: int) -> Rating:
    """Return what `wins`, `draws` and `losses` are worth."""
    games = wins + draws + losses
    score = (wins + draws / 2) / games if games else 0.5
    low, high = wilson_interval(score, games)
    return Rating(
        games=games,
        score=score,
        interval=(low, high),
        elo=elo_of(score),
        elo_interval=(elo_of(low), elo_of(high)),
        superiority=likelihood_of_superiority(wins, losses),
    )


def wilson_interval(score: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """Return Wilson's interval of a proportion (1927), ``(0, 1)`` without games.

    It holds at 0 and 1, where the normal interval has no width. A draw counts as half a win,
    whose variance is never below that of wins, draws and losses apart: with draws the interval
    is a little too wide, never too narrow.
    """
    if not games:
        return 0.0, 1.0
    centre = score + z * z / (2 * games)
    spread = z * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    # At the ends the formula gives 0 and 1 up to rounding, and Elo tells the two apart.
    low = (centre - spread) / scale if score > 0 else 0.0
    high = (centre + spread) / scale if score < 1 else 1.0
    return low, high


def elo_of(score: float) -> float | None:
    """Return the Elo difference at which `score` is expected; None at 0 and 1."""
    if not 0 < score < 1:
        return None
    return -400 * math.log10(1 / score - 1) + 0.0  # + 0.0 turns -0.0 into 0.0


def expected_score(elo: float) -> float:
    """Return the score expected of a side `elo` points stronger, the inverse of `elo_of`."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def likelihood_of_superiority(wins: int, losses: int) -> float:
    """Return the normal approximation used by chess engine testers; draws say nothing."""
    if not wins + losses:
        return 0.5
    return 0.5 * (1 + math.erf((wins - losses) / math.sqrt(2 * (wins + losses))))
