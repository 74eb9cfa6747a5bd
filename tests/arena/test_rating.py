"""Intervals, Elo and superiority against published values."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.arena.rating import (
    elo_of,
    expected_score,
    likelihood_of_superiority,
    rate,
    wilson_interval,
)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_interval_published(successes, trials, low, high):
    """Newcombe (1998, table I, method 3) gives these intervals."""
    interval = wilson_interval(successes / trials, trials)
    assert interval == pytest.approx((low, high), abs=6e-5)


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0), (0.75, 190.848), (10 / 11, 400), (1 / 11, -400)]
)
def test_elo_logistic(score, elo):
    """400 points are odds of ten to one."""
    assert elo_of(score) == pytest.approx(elo, abs=1e-3)


def test_elo_unbounded():
    """A score of all or nothing has no Elo difference."""
    assert elo_of(1.0) is None
    assert elo_of(0.0) is None


@given(st.floats(-800, 800))
def test_elo_inverse(elo):
    """Score and Elo are two ways to say one thing."""
    assert elo_of(expected_score(elo)) == pytest.approx(elo, abs=1e-6)


@pytest.mark.parametrize(("wins", "losses"), [(30, 20), (55, 45), (3, 9)])
def test_superiority_is_the_normal_tail(wins, losses):
    """The likelihood is the normal distribution's, by its complementary error function."""
    z = (wins - losses) / math.sqrt(wins + losses)
    assert likelihood_of_superiority(wins, losses) == pytest.approx(
        math.erfc(-z / math.sqrt(2)) / 2
    )


def test_nothing_played():
    """Without games everything is open."""
    rating = rate(0, 0, 0)
    assert (rating.score, rating.interval, rating.superiority) == (0.5, (0.0, 1.0), 0.5)
    assert rating.elo_interval == (None, None)


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 300))
def test_sides_agree(wins, draws, losses):
    """What one side gains the other loses, and the score lies inside its interval."""
    ours, theirs = rate(wins, draws, losses), rate(losses, draws, wins)
    assert ours.score + theirs.score == pytest.approx(1)
    assert ours.interval[0] + theirs.interval[1] == pytest.approx(1)
    assert ours.interval[0] <= ours.score <= ours.interval[1]
    assert ours.superiority + theirs.superiority == pytest.approx(1)


def test_all_won_has_no_upper_bound():
    """Winning every game bounds the Elo difference from below only."""
    low, high = rate(38, 0, 0).elo_interval
    assert low == pytest.approx(398.1, abs=0.1)
    assert high is None


def test_draws_say_nothing_of_superiority():
    """Only decided games tell who is stronger."""
    assert rate(10, 0, 5).superiority == rate(10, 500, 5).superiority


def test_interval_covers():
    """In many simulated matches about 95 % of the intervals hold the true score."""
    games, true = 100, 0.7
    inside = 0.0
    for wins in range(games + 1):
        low, high = wilson_interval(wins / games, games)
        if low <= true <= high:
            inside += math.comb(games, wins) * true**wins * (1 - true) ** (games - wins)
    assert 0.93 < inside < 0.97
