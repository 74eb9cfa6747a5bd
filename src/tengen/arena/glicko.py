"""How strong a person is, from one game to the next: Glicko-2.

Mark E. Glickman, "Example of the Glicko-2 system" (2013); the steps are numbered as there. Ratings are
on the scale of the opponents', whatever their zero: only differences count.
"""

import math
from dataclasses import dataclass

SCALE = 173.7178
"""Elo in a unit of the paper's own scale."""
TAU = 0.5
"""How much the volatility may change."""
_ENOUGH = 1e-6
"""Where the search for the volatility ends."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of somebody's strength."""

    rating: float
    """Elo."""
    deviation: float = 350.0
    """Elo; the rating is within two of these in 95 of 100 cases."""
    volatility: float = 0.06
    """How much it is expected to change by itself."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game of a rating period."""

    rating: float
    """The opponent's, Elo."""
    deviation: float
    """The opponent's, Elo."""
    score: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""


def after(standing: Standing, results: list[Result]) -> Standing:
    """Return the standing after a rating period with these games, at least one."""
    phi = standing.deviation / SCALE
    pulls = [_pull(standing, result) for result in results]
    v = 1 / sum(g * g * e * (1 - e) for g, e, _ in pulls)  # step 3
    surplus = sum(g * (score - e) for g, e, score in pulls)
    sigma = _volatility(standing.volatility, phi, v, v * surplus)  # steps 4 and 5
    widened = math.hypot(phi, sigma)  # step 6
    new_phi = 1 / math.sqrt(1 / widened**2 + 1 / v)  # step 7
    rating = standing.rating + SCALE * new_phi**2 * surplus
    return Standing(rating, SCALE * new_phi, sigma)


def _pull(standing: Standing, result: Result) -> tuple[float, float, float]:
    """Return g and E of the paper, and the score."""
    phi = result.deviation / SCALE
    g = 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)
    expected = 1 / (1 + math.exp(-g * (standing.rating - result.rating) / SCALE))
    return g, expected, result.score


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Return the new volatility: the root of f, by the paper's variant of regula falsi (step 5)."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        grown = math.exp(x)
        spread = phi**2 + v + grown
        return grown * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

    low, high = a, math.log(delta**2 - phi**2 - v) if delta**2 > phi**2 + v else a - TAU
    while delta**2 <= phi**2 + v and f(high) < 0:
        high -= TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _ENOUGH:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
