"""Tests that end as soon as they know: is one side stronger by so many Elo?

The generalised sequential probability ratio test (Wald 1945; Michel Van den Bergh's notes for
Fishtest). Two hypotheses bound the strength: the score expected is that of `elo0` or of `elo1`,
both in logistic Elo, ``1 / (1 + 10 ** (-elo / 400))`` with a draw as half a point. Of each, the
likeliest distribution of results with that mean is taken, so how many draws there are need not be
known. Games paired by opening, colours changed, are not independent of each other: there the unit is
the pair, with five results, which needs fewer games where openings favour a side.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tengen.arena.rating import expected_score
from tengen.core import SettingsError

_UNSEEN = 1e-3
"""Stands for a result that did not occur: no result is impossible."""

Verdict = Literal["H0", "H1"]


@dataclass(frozen=True, slots=True)
class SprtState:
    """How far a test has come."""

    llr: float
    """Logarithm of the likelihood ratio, H1 over H0."""
    lower: float
    """At or below this, H0 is accepted."""
    upper: float
    """At or above this, H1 is accepted."""
    verdict: Verdict | None
    """Which was accepted; None while the test goes on."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of H1, stronger by `elo1`, against H0, stronger by `elo0`.

    Raises:
        SettingsError: when the bounds are not in order, or the error rates no small chances.
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    """Chance of accepting H1 though H0 is true."""
    beta: float = 0.05
    """Chance of accepting H0 though H1 is true."""

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise SettingsError(f"sprt of {self.elo0:g} and {self.elo1:g} Elo: the first is less")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise SettingsError(f"sprt alpha={self.alpha:g} beta={self.beta:g}: between 0 and 0.5")

    def of(self, counts: Sequence[float]) -> SprtState:
        """Return how the test stands.

        Args:
            counts: how often each result occurred, the worst first. Three are of single games:
                losses, draws, wins. Five are of two games from one opening: 0, 1/2, 1, 3/2 and 2
                points in both together.

        Raises:
            SettingsError: when there are other than three or five, or one is no count.
        """
        table = np.array(counts, np.float64)
        if table.shape not in {(3,), (5,)} or not (np.isfinite(table).all() and min(table) >= 0):
            raise SettingsError(f"sprt of {list(counts)}: expected 3 or 5 counts")
        lower = math.log(self.beta / (1 - self.alpha))
        upper = math.log((1 - self.beta) / self.alpha)
        llr = _log_ratio(table, expected_score(self.elo0), expected_score(self.elo1))
        verdict: Verdict | None = "H1" if llr >= upper else "H0" if llr <= lower else None
        return SprtState(llr, lower, upper, verdict)


def _log_ratio(counts: NDArray[np.float64], score0: float, score1: float) -> float:
    """Return how much likelier `counts` are with a mean score of `score1` than with `score0`."""
    if not counts.any():
        return 0.0
    counts = np.where(counts > 0, counts, _UNSEEN)
    scores = np.linspace(0, 1, len(counts))
    shares = counts / counts.sum()
    under0, under1 = (_likeliest(shares, scores, mean) for mean in (score0, score1))
    return float((counts * np.log(under1 / under0)).sum())


def _likeliest(
    shares: NDArray[np.float64], scores: NDArray[np.float64], mean: float
) -> NDArray[np.float64]:
    """Return the distribution with that mean score under which `shares` are the likeliest.

    It is ``shares / (1 + t * (scores - mean))`` with the one t that makes the mean right.
    """
    off = scores - mean
    low, high = -1 / off.max(), -1 / off.min()
    for _ in range(60):
        middle = (low + high) / 2
        if (shares * off / (1 + middle * off)).sum() > 0:
            low = middle
        else:
            high = middle
    found = shares / (1 + (low + high) / 2 * off)
    return np.asarray(found / found.sum())
