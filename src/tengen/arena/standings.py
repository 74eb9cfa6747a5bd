"""Ratings of many players by all their games at once: Bradley-Terry with draws and a first move.

The model is Davidson's (1970), with the advantage of the first move as Davidson and Beaver (1977)
added it. Where the first player is ``x = rating - other rating + advantage`` stronger, in units of
log-odds, win, draw and loss are as ``exp(x / 2) : v : exp(-x / 2)``. It was chosen over that of Rao
and Kupper because its likelihood has a single maximum, and because a player's rating follows from
the points alone: a draw is exactly half a win and half a loss.

Elo here means what it means for a match, and at BayesElo: near even strength the score expected is
``1 / (1 + 10 ** (-elo / 400))``. That takes ``x = (1 + v / 2) * (difference + advantage)``: with it
the curve of the score is the logistic one exactly at v = 0 (no draws) and at v = 2 (half of the
games between equals are drawn), and close to it between.

All ratings, the advantage and v are fitted together: those that make the results most likely. A few
imagined games between equals, one won by the first player, one by the second and a tenth of one
drawn, keep advantage and v finite where there are few games or no draws.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.core import SettingsError

Results = NDArray[np.float64]
"""``[N, N, 3]``: games that the row's player began against the column's, by result: won by the
first player, drawn, won by the second."""

ELO = 400 / math.log(10)
"""Elo points of a unit of log-odds."""
_IMAGINED = np.array([1.0, 0.1, 1.0])
_WITHIN_95 = math.sqrt(3.841458820694124)
"""Root of the 95 % quantile of chi-square with one degree of freedom."""
_ONE_SIDED_95 = math.sqrt(2 * math.log(20))
"""The same for who won everything: one so weak does that once in twenty times."""
_RIDGE = 1e-6
"""Keeps ratings finite that no result bounds; beyond notice for all others."""
_FAR = 60.0
"""Log-odds beyond every rating that results bound."""
_CLOSE = 1e-3
"""Deviations within which a bound is found."""
_NARROW = 1e-4
"""Log-odds, 0.02 Elo, within which it is found at the latest."""
_DONE = 1e-8
"""Gain of log-likelihood, twice what is to be had, that ends a fit."""


@dataclass(frozen=True, slots=True)
class Strength:
    """One player's place among the others."""

    elo: float | None
    """Above the anchor; None where it is beyond all bounds, or nothing connects the two."""
    interval: tuple[float | None, float | None]
    """95 %, by the profile likelihood; None where a bound is infinite."""


@dataclass(frozen=True, slots=True)
class _Fit:
    """The likeliest ratings under some conditions."""

    values: NDArray[np.float64]
    """``[N + 2]``: the players' ratings and the advantage in log-odds, then the logarithm of v."""
    likelihood: float
    """Its logarithm."""


class League:
    """Players, all results between them, and what these say about strength.

    Args:
        results: see `Results`; a player's games against itself are none.
        known: Elo by player, at least one: the anchor with 0, or all whose rating is given.

    Raises:
        SettingsError: when the table has another shape or numbers that are no results, or no
            player's rating is known.
    """

    def __init__(self, results: Results, known: Mapping[int, float]) -> None:
        self._results = _check(results, known)
        self._known = {player: elo / ELO for player, elo in known.items()}
        points = self._results[..., :2].sum(axis=2) + self._results[..., 1:].sum(axis=2).T
        self._reaches = _reachable(points > 0)
        self._results[0, 0] = _IMAGINED  # a player against itself: only the first move decides
        self._best = _Fit(np.zeros(len(results) + 2), -math.inf)
        self._best = self._fit(self._known)

    @property
    def first_move(self) -> float:
        """Elo that moving first is worth."""
        return float(self._best.values[-2]) * ELO

    @property
    def draw_share(self) -> float:
        """Share of draws between equals, were the first move worth nothing."""
        draws = math.exp(self._best.values[-1])
        return draws / (2 + draws)

    def strengths(self) -> list[Strength]:
        """Return every player's strength; that of a known one is as given."""
        return [self.strength(player) for player in range(len(self._results))]

    def strength(self, player: int) -> Strength:
        """Return one player's strength.

        Who won or lost everything against those it is compared with has no finite rating, but is
        bounded from one side.
        """
        rating = self.rating(player)
        if player in self._known:
            return Strength(rating, (rating, rating))
        known = list(self._known)
        above = bool(self._reaches[player, known].any())
        below = bool(self._reaches[known, player].any())
        level = _WITHIN_95 if above and below else _ONE_SIDED_95
        low = self._bound(player, -1, level) if above else None
        high = self._bound(player, 1, level) if below else None
        return Strength(rating if above and below else None, (low, high))

    def rating(self, player: int) -> float:
        """Return a player's likeliest Elo even where nothing bounds it; then it is just far off."""
        return float(self._best.values[player]) * ELO

    def gains(self) -> NDArray[np.float64]:
        """Return ``[N, N]``: how much a meeting of two narrows all ratings together.

        That is the fall of the sum of the ratings' variances, in squared log-odds, by the
        information that two games with colours changed have; 0 for a player with itself.
        """
        values, directions = _constrain(self._best.values, self._known, None)
        information = _judge(self._results, values)[2]
        spread = directions @ np.linalg.inv(directions.T @ information @ directions) @ directions.T
        spread = spread[:-2, :-2]
        own = np.diag(spread)
        apart = own[:, None] + own[None, :] - 2 * spread
        told = -_judge(np.full(self._results.shape, 1 / 3), values)[2][:-2, :-2]
        moved = spread[:, :, None] - spread[:, None, :]  # of each player, with the two
        return np.asarray(told * (moved**2).sum(axis=0) / (1 + np.abs(told) * apart))

    def superiority(self, a: int, b: int) -> float:
        """Return the likelihood that player `a` is stronger than player `b`.

        By how much less likely the results would be between equals, as a standard normal
        probability of the root of the likelihood ratio.
        """
        known = self._known
        if a == b or (a in known and b in known):
            return 0.5 * (1 + float(np.sign(known.get(a, 0.0) - known.get(b, 0.0))))
        if a in known or b in known:
            given, other = (a, b) if a in known else (b, a)
            distance = self._distance(self._fit(known | {other: known[given]}))
        else:
            distance = self._distance(self._fit(known, same=(a, b)))
        if self._best.values[a] < self._best.values[b]:
            distance = -distance
        return 0.5 * (1 + math.erf(distance / math.sqrt(2)))

    def _fit(self, fixed: Mapping[int, float], same: tuple[int, int] | None = None) -> _Fit:
        """Return the likeliest values, some ratings `fixed` and two the `same`: Fisher scoring."""
        values, directions = _constrain(self._best.values, fixed, same)
        likelihood, slope, information = _judge(self._results, values)
        for _ in range(200):
            step = directions @ np.linalg.solve(
                directions.T @ information @ directions, directions.T @ slope
            )
            if slope @ step < _DONE:
                break
            step *= min(1.0, 2 / float(np.abs(step).max()))
            after = _judge(self._results, values + step)
            while after[0] < likelihood - 1e-9 * abs(likelihood):
                step /= 2
                after = _judge(self._results, values + step)
            values = values + step
            likelihood, slope, information = after
        return _Fit(values, likelihood)

    def _distance(self, fit: _Fit) -> float:
        """Return how unlikely the results are under the conditions of `fit`, in deviations."""
        return math.sqrt(max(0.0, 2 * (self._best.likelihood - fit.likelihood)))

    def _bound(self, player: int, side: int, level: float) -> float:
        """Return in Elo how far `player` can be to one side before the results become unlikely.

        The other ratings follow as suits the results best: the profile likelihood.
        """
        best = float(self._best.values[player])

        def excess(step: float) -> float:
            return self._distance(self._fit(self._known | {player: best + side * step})) - level

        return (best + side * _crossing(excess, -level)) * ELO


def ratings(results: Results, anchor: int) -> list[Strength]:
    """Return each player's strength relative to player `anchor`, who has 0 by definition.

    Raises:
        SettingsError: see `League`.
    """
    return League(results, {anchor: 0.0}).strengths()


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


def _check(results: Results, known: Mapping[int, float]) -> Results:
    """Return a copy of `results` that is surely a table of results."""
    results = np.array(results, np.float64)
    if results.ndim != 3 or results.shape[2] != 3 or results.shape[0] != results.shape[1]:
        raise SettingsError(f"results of shape {results.shape}: expected NxNx3")
    if not (np.isfinite(results).all() and (results >= 0).all()):
        raise SettingsError("results must be numbers of games, 0 or more")
    if results[np.diag_indices(len(results))].any():
        raise SettingsError("results must not have games of a player against itself")
    if not known or not all(0 <= player < len(results) for player in known):
        raise SettingsError(f"results of {len(results)} players: the anchor is none of them")
    return results


def _reachable(beats: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return ``[N, N]``: from whom a chain of players, each scoring against the next, leads to whom.

    A rating cannot fall without bound below those its player's chains lead to.
    """
    reached = beats | np.eye(len(beats), dtype=np.bool_)
    for _ in range(len(beats).bit_length()):
        reached = (reached.astype(np.float32) @ reached.astype(np.float32)) > 0
    return reached


def _judge(
    results: Results, values: NDArray[np.float64]
) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
    """Return the log-likelihood, its slope ``[N + 2]`` and the information ``[N + 2, N + 2]``."""
    ratings, log_draws = values[:-2], values[-1]
    draws = math.exp(log_draws)
    stretch = 1 + draws / 2
    growth = draws / 2 / stretch  # of x, as the logarithm of v grows
    x = stretch * (ratings[:, None] - ratings[None, :] + values[-2])
    total = np.logaddexp(np.logaddexp(x / 2, -x / 2), log_draws)
    win, draw, loss = np.exp(x / 2 - total), np.exp(log_draws - total), np.exp(-x / 2 - total)
    games, balance, drawn = results.sum(axis=2), results[..., 0] - results[..., 2], results[..., 1]
    likelihood = (balance * x / 2 + drawn * log_draws - games * total).sum()

    pull = (balance - games * (win - loss)) / 2
    slope_x, slope_draws = stretch * pull, drawn - games * draw + pull * x * growth
    of_x = games * (win + loss - (win - loss) ** 2) / 4
    of_both = -games * draw * (win - loss) / 2
    info_x, info_both = stretch**2 * of_x, stretch * (of_x * x * growth + of_both)
    info_draws = games * draw * (1 - draw) + x * growth * (2 * of_both + of_x * x * growth)

    slope = np.concatenate([_net(slope_x), [slope_x.sum(), slope_draws.sum()]])
    slope[:-2] -= _RIDGE * ratings
    information = np.empty((len(values), len(values)))
    information[:-2, :-2] = np.diag(info_x.sum(axis=0) + info_x.sum(axis=1) + _RIDGE)
    information[:-2, :-2] -= info_x + info_x.T
    information[:-2, -2:] = np.stack([_net(info_x), _net(info_both)], axis=1)
    information[-2:, :-2] = information[:-2, -2:].T
    both = info_both.sum()
    information[-2:, -2:] = [[info_x.sum(), both], [both, info_draws.sum()]]
    return float(likelihood - _RIDGE * (ratings**2).sum() / 2), slope, information


def _net(of_pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ``[N]``: what falls to each player as first less what falls to it as second."""
    return np.asarray(of_pairs.sum(axis=1) - of_pairs.sum(axis=0))


def _constrain(
    start: NDArray[np.float64], fixed: Mapping[int, float], same: tuple[int, int] | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return values that keep the conditions, and ``[N + 2, F]``: the directions left to them."""
    values, directions, stuck = start.copy(), np.eye(len(start)), list(fixed)
    for player, rating in fixed.items():
        values[player] = rating
    if same is not None:
        first, second = same
        values[second] = values[first]
        directions[second, first] = 1.0
        stuck.append(second)
    return values, np.delete(directions, stuck, axis=1)


def _crossing(excess: Callable[[float], float], at_zero: float) -> float:
    """Return where a rising function, `at_zero` < 0 there, crosses 0: false position."""
    near, below, far = 0.0, at_zero, 0.25
    above = excess(far)
    while above < 0 and far < _FAR:
        near, below, far = far, above, 2 * far
        above = excess(far)
    for _ in range(60):
        if far - near < _NARROW or above < 0:
            break
        middle = near + (far - near) * min(0.95, max(0.05, below / (below - above)))
        found = excess(middle)
        if abs(found) < _CLOSE:
            return middle
        if found < 0:
            near, below = middle, found
        else:
            far, above = middle, found
    return near
