"""Ratings of many players by all their games."""

import numpy as np
import pytest

from tengen.arena.elo import order, strengths
from tengen.arena.rating import elo_of, expected_score
from tengen.core import SettingsError


def simulate(elos, games, rng, draws=0.0):
    """Return the points of a round robin between players of known strength."""
    points = np.zeros((len(elos), len(elos)))
    for a in range(len(elos)):
        for b in range(a):
            drawn = rng.binomial(games, draws)
            wins = rng.binomial(games - drawn, expected_score(elos[a] - elos[b]))
            points[a, b] = wins + drawn / 2
            points[b, a] = games - points[a, b]
    return points


def test_two_players_match_their_score():
    """Between two, the rating is the Elo of the score."""
    first, second = strengths(np.array([[0.0, 30.0], [10.0, 0.0]]), 1)
    assert first.elo == pytest.approx(elo_of(0.75), abs=1e-3)
    low, high = first.interval
    assert low < first.elo < high
    assert second.elo == 0.0


def test_truth_is_in_the_intervals(rng):
    """Of intervals of 95 %, about 95 % hold the strength the games were drawn from."""
    elos = [0.0, 150.0, -200.0, 320.0, 60.0]
    inside = total = 0
    for _ in range(40):
        for truth, found in zip(elos, strengths(simulate(elos, 30, rng), 0), strict=True):
            low, high = found.interval
            inside += truth != 0.0 and low <= truth <= high
            total += truth != 0.0
    # 160 draws with 95 %: three and a half standard deviations are 6 %.
    assert 0.89 <= inside / total <= 0.995


def test_many_games_find_the_truth(rng):
    """With many games the ratings come close to the truth, whoever is the anchor."""
    elos = [0.0, 150.0, -200.0, 320.0]
    points = simulate(elos, 20_000, rng)
    for anchor in range(4):
        for truth, found in zip(elos, strengths(points, anchor), strict=True):
            assert found.elo == pytest.approx(truth - elos[anchor], abs=12)


def test_draws_make_no_interval_too_narrow(rng):
    """Draws count as half a win each; the intervals hold the truth all the same."""
    inside = 0
    for _ in range(40):
        points = simulate([0.0, 0.0, 0.0], 30, rng, draws=0.5)
        low, high = strengths(points, 0)[1].interval
        inside += low <= 0.0 <= high
    assert inside >= 38


def test_lost_everything():
    """Who lost every game has no rating, only an upper bound; more lost games lower it."""
    few = np.array([[0, 12, 10], [8, 0, 10], [0, 0, 0]], np.float64)
    many = few * 4
    bounds = []
    for points in (few, many):
        *_, last = strengths(points, 0)
        assert last.elo is None
        assert last.interval[0] is None
        bounds.append(last.interval[1])
    assert bounds[1] < bounds[0] < 0
    winner = strengths(few.T, 0)[2]
    assert winner.elo is None
    assert winner.interval[0] > 0
    assert winner.interval[1] is None
    assert order(strengths(few, 0))[-1] == 2
    assert order(strengths(few.T, 0))[0] == 2


def test_nothing_connects_two_players():
    """A player who met nobody is not compared with the others."""
    points = np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]], np.float64)
    assert strengths(points, 0)[2].elo is None
    assert strengths(points, 0)[2].interval == (None, None)


@pytest.mark.parametrize(
    ("points", "anchor"),
    [(np.zeros((2, 3)), 0), (np.zeros((2, 2)), 2), (np.eye(2), 0), (np.array([[0, -1], [1, 0]]), 0),
     (np.array([[0, np.nan], [1, 0]]), 0)],
)  # fmt: skip
def test_no_table_of_results(points, anchor):
    """What is no table of points is refused."""
    with pytest.raises(SettingsError, match="results"):
        strengths(points, anchor)
