"""Strength of many players by all their games at once, in Elo above one of them.

The Bradley-Terry model: a side that is `elo` points stronger scores ``expected_score(elo)``. The
ratings are those that make the results most likely (Zermelo 1929; Hunter, "MM algorithms for
generalized Bradley-Terry models", 2004). A draw counts as half a win and half a loss, whose
variance is never below that of wins, draws and losses apart: with draws the intervals are a little
too wide, never too narrow.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.core import SettingsError

ELO = 400 / math.log(10)
"""Elo points of a unit of log-odds."""
_CHI_SQUARE_95 = 3.841458820694124
"""95 % quantile of chi-square with one degree of freedom."""
_RIDGE = 1e-6
"""Keeps ratings finite that no result bounds; beyond notice for all others."""
_FAR = 40.0
"""Log-odds beyond every rating that results bound."""
_CLOSE = 1e-4
"""Log-odds to which a bound is found: 0.02 Elo."""


@dataclass(frozen=True, slots=True)
class Strength:
    """One player's place among the others."""

    elo: float | None
    """Above the anchor; None where it is beyond all bounds, or nothing connects the two."""
    interval: tuple[float | None, float | None]
    """95 %, by the likelihood ratio; None where a bound is infinite."""


def strengths(points: NDArray[np.float64], anchor: int) -> list[Strength]:
    """Return each player's strength relative to player `anchor`, who has 0 by definition.

    A player who won or lost everything against those the anchor is compared with has no finite
    rating, but is bounded from one side.

    Args:
        points: ``[N, N]``, what the row's player won from the column's, draws being halves.
        anchor: a row of it.

    Raises:
        SettingsError: when the table has another shape, or numbers that are no results.
    """
    points = np.array(points, np.float64)
    if points.ndim != 2 or points.shape[0] != points.shape[1] or not 0 <= anchor < len(points):
        raise SettingsError(f"results of shape {points.shape} with anchor {anchor}: expected NxN")
    if not (np.isfinite(points).all() and (points >= 0).all() and not points.diagonal().any()):
        raise SettingsError("results must be points of 0 or more, none of a player from itself")
    reaches = _reachable(points > 0)
    best = _fit(points, {anchor: 0.0})
    found = []
    for player in range(len(points)):
        above, below = bool(reaches[player, anchor]), bool(reaches[anchor, player])
        low = _bound(points, anchor, player, best, -1) if above else None
        high = _bound(points, anchor, player, best, 1) if below else None
        elo = float(best[player]) * ELO if above and below else None
        found.append(Strength(elo, (low, high)) if player != anchor else Strength(0.0, (0.0, 0.0)))
    return found


def _reachable(beats: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return ``[N, N]``: from whom a chain of players, each scoring against the next, leads to whom.

    A rating cannot fall without bound below those its player's chains lead to.
    """
    reached = beats | np.eye(len(beats), dtype=np.bool_)
    for _ in range(len(beats).bit_length()):
        reached = (reached.astype(np.int64) @ reached.astype(np.int64)) > 0
    return reached


def _fit(
    points: NDArray[np.float64],
    fixed: dict[int, float],
    start: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return the likeliest ratings ``[N]`` in log-odds, some of them fixed: damped Newton."""
    games = points + points.T
    ratings = np.zeros(len(points)) if start is None else start.copy()
    for player, rating in fixed.items():
        ratings[player] = rating
    free = np.array([player for player in range(len(points)) if player not in fixed])
    for _ in range(200 if free.size else 0):
        expected = _expected(ratings)
        slope = (points - games * expected).sum(axis=1) - _RIDGE * ratings
        weight = games * expected * (1 - expected)
        curvature = np.diag(weight.sum(axis=1) + _RIDGE) - weight
        step = np.linalg.solve(curvature[np.ix_(free, free)], slope[free])
        ratings[free] += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-7:
            break
    return ratings


def _expected(ratings: NDArray[np.float64]) -> NDArray[np.float64]:
    difference = np.clip(ratings[:, None] - ratings[None, :], -_FAR, _FAR)
    return np.asarray(1 / (1 + np.exp(-difference)))


def _log_likelihood(points: NDArray[np.float64], ratings: NDArray[np.float64]) -> float:
    difference = ratings[:, None] - ratings[None, :]
    return float(-(points * np.logaddexp(0, -difference)).sum() - _RIDGE * (ratings**2).sum() / 2)


def _bound(
    points: NDArray[np.float64], anchor: int, player: int, best: NDArray[np.float64], side: int
) -> float:
    """Return in Elo how far `player` can be to one side before the results become unlikely.

    The others' ratings follow as suits the results best: the profile likelihood.
    """
    ratings, top = best, _log_likelihood(points, best)

    def is_likely(rating: float) -> bool:
        nonlocal ratings
        ratings = _fit(points, {anchor: 0.0, player: rating}, ratings)
        return 2 * (top - _log_likelihood(points, ratings)) < _CHI_SQUARE_95

    near, reach = float(best[player]), 0.25
    while reach < _FAR and is_likely(near + side * reach):
        near, reach = near + side * reach, 2 * reach
    far = near + side * reach
    while abs(far - near) > _CLOSE:
        middle = (near + far) / 2
        near, far = (middle, far) if is_likely(middle) else (near, middle)
    return near * ELO


def order(found: Sequence[Strength]) -> list[int]:
    """Return the players from the strongest to the weakest; one-sided bounds stand for ratings."""

    def key(player: int) -> float:
        strength = found[player]
        if strength.elo is not None:
            return strength.elo
        low, high = strength.interval
        # Stronger than a bound, weaker than one, or not comparable at all.
        return low + 1e6 if low is not None else high - 1e6 if high is not None else -math.inf

    return sorted(range(len(found)), key=key, reverse=True)
