"""Ratings of many players by all their games."""

import numpy as np
import pytest

from tengen.arena.rating import elo_of, likelihood_of_superiority, rate
from tengen.arena.standings import League, order, ratings
from tengen.bench.leagues import Coverage, Kind, chances, cover, simulate
from tengen.core import SettingsError


def table(players, *meetings):
    """Return results: ``(first, second, wins, draws, losses)`` of the first player each."""
    results = np.zeros((players, players, 3))
    for first, second, *counts in meetings:
        results[first, second] = counts
    return results


def test_two_players_match_their_score():
    """Between two, without draws, the rating is the Elo of the score, and so are its bounds."""
    first, second = ratings(table(2, (0, 1, 150, 0, 50), (1, 0, 50, 0, 150)), 1)
    assert first.elo == pytest.approx(elo_of(0.75), abs=1.5)
    assert first.interval == pytest.approx(rate(300, 0, 100).elo_interval, abs=3)
    assert (second.elo, second.interval) == (0.0, (0.0, 0.0))


@pytest.mark.parametrize("draws", [0.2, 0.5, 0.8])
def test_draws_are_half_points(draws):
    """With draws too, near even strength the rating is the Elo of the score."""
    decided = 1000 * (1 - draws)
    results = table(2, (0, 1, 0.55 * decided, 1000 * draws, 0.45 * decided))
    results[1, 0] = results[0, 1, ::-1]
    league = League(results, {1: 0.0})
    score = (0.55 * decided + 500 * draws) / 1000
    assert league.strength(0).elo == pytest.approx(elo_of(score), abs=1)
    assert league.draw_share == pytest.approx(draws, abs=0.01)
    assert league.first_move == pytest.approx(0, abs=1)


def test_draws_narrow_the_interval():
    """Drawn games tell more exactly that two are even than as many games won in turn."""
    won = ratings(table(2, (0, 1, 25, 0, 25), (1, 0, 25, 0, 25)), 0)[1]
    drawn = ratings(table(2, (0, 1, 5, 40, 5), (1, 0, 5, 40, 5)), 0)[1]
    assert drawn.interval[1] < 0.6 * won.interval[1]


def test_first_move():
    """What the first move is worth is told from what the players are."""
    kind = Kind(players=3, games=20_000, draws=0.3, first_move=80)
    truth = np.array([0.0, 150.0, -200.0])
    league = League(simulate(kind, truth, np.random.default_rng(3)), {0: 0.0})
    assert league.first_move == pytest.approx(80, abs=8)
    assert league.draw_share == pytest.approx(0.3, abs=0.01)
    assert [found.elo for found in league.strengths()] == pytest.approx(truth, abs=12)


def test_unequal_colours():
    """Who always began is not thought stronger for it, where others show what beginning is worth."""
    even = ((1, 2, 80, 0, 20), (2, 1, 80, 0, 20))
    found = ratings(table(3, *even, (0, 1, 40, 0, 10)), 1)
    assert found[0].elo == pytest.approx(0, abs=30)


def test_any_anchor(rng):
    """Another anchor moves all ratings alike."""
    results = simulate(Kind(players=4, games=20, draws=0.3), np.array([0, 90, -80, 200]), rng)
    by_first, by_last = ([found.elo for found in ratings(results, anchor)] for anchor in (0, 3))
    moved = np.subtract(by_first, by_last)
    assert moved == pytest.approx(np.full(4, moved[0]), abs=0.1)


@pytest.mark.parametrize(
    ("rounds", "least", "most"),
    [(2, 0.75, 1.0), pytest.param(12, 0.86, 0.995, marks=pytest.mark.long)],
)
def test_truth_is_in_the_intervals(rounds, least, most):
    """In simulated leagues, intervals of 95 % hold the strength that games were drawn from."""
    rng = np.random.default_rng(11)
    kinds = (
        Kind(players=4, games=10, draws=0.4, first_move=60),
        Kind(players=5, games=8, spread=300, meetings=0.5, forfeits=0.01),
        Kind(players=3, games=20, draws=0.8),
    )
    found = sum((cover(kind, rng) for kind in kinds for _ in range(rounds)), Coverage())
    assert found.leagues == 3 * rounds
    # Of nine a round, not independent: three standard deviations or so.
    assert least <= found.holding / found.intervals <= most


def test_simulated_chances():
    """A simulated league draws and favours the first player as it was told to."""
    win, draw, loss = chances(Kind(players=2, games=2, draws=0.4), 0.0)
    assert (win, draw, loss) == pytest.approx((0.3, 0.4, 0.3))
    win, draw, loss = chances(Kind(players=2, games=2, draws=0.5, first_move=100), 50.0)
    assert elo_of(win + draw / 2) == pytest.approx(150)


def test_lost_everything():
    """Who lost every game has no rating, only an upper bound; more lost games lower it."""
    bounds = []
    for times in (1, 4):
        few = table(3, (0, 1, 6, 0, 4), (1, 0, 4, 0, 6), (0, 2, 5, 0, 0), (2, 1, 0, 0, 5)) * times
        *_, last = ratings(few, 0)
        assert last.elo is None
        assert last.interval[0] is None
        bounds.append(last.interval[1])
        assert order(ratings(few, 0))[-1] == 2
        winner = ratings(few[..., ::-1], 0)[2]
        assert winner.elo is None
        assert winner.interval[0] > 0
        assert winner.interval[1] is None
        assert order(ratings(few[..., ::-1], 0))[0] == 2
    assert bounds[1] < bounds[0] < 0


def test_won_everything():
    """The bound of who won all games is where that happens once in twenty times."""
    low, high = ratings(table(2, (0, 1, 10, 0, 0), (1, 0, 0, 0, 10)), 1)[0].interval
    assert low == pytest.approx(elo_of(0.05 ** (1 / 20)), abs=15)
    assert high is None


def test_few_games():
    """After a single game, and after none, what is not known is not told."""
    found = ratings(table(2, (0, 1, 0, 1, 0)), 0)[1]
    assert found.elo == pytest.approx(0, abs=40)
    assert found.interval[0] < -150 < 150 < found.interval[1]
    assert ratings(table(2), 0)[1].interval == (None, None)


def test_nothing_connects_two_players():
    """A player who met nobody is not compared with the others."""
    found = ratings(table(3, (0, 1, 1, 0, 1)), 0)[2]
    assert found.elo is None
    assert found.interval == (None, None)


def test_superiority():
    """Between any two; for two alone it is what a match says, and turned it is the rest."""
    league = League(table(3, (0, 1, 20, 0, 10), (1, 0, 10, 0, 20), (1, 2, 9, 0, 0)), {2: 0.0})
    assert league.superiority(0, 1) == pytest.approx(likelihood_of_superiority(40, 20), abs=0.01)
    assert league.superiority(1, 0) == pytest.approx(1 - league.superiority(0, 1))
    assert league.superiority(1, 2) > 0.99
    assert league.superiority(0, 2) > 0.99
    assert league.superiority(2, 0) < 0.01
    assert league.superiority(1, 1) == 0.5
    assert League(table(3, (0, 1, 1, 0, 1)), {0: 0.0}).superiority(1, 2) == pytest.approx(0.5)


def test_known_ratings():
    """Against players whose ratings are given, a player is rated on their scale."""
    results = table(3, (0, 1, 20, 0, 20), (1, 0, 20, 0, 20), (0, 2, 20, 0, 20), (2, 0, 20, 0, 20))
    found, *given = League(results, {1: 100.0, 2: 300.0}).strengths()
    assert found.elo == pytest.approx(200, abs=1)
    assert [one.elo for one in given] == pytest.approx([100, 300])
    assert found.interval[1] - found.interval[0] < 120


@pytest.mark.parametrize(
    ("results", "anchor"),
    [(np.zeros((2, 3, 3)), 0), (np.zeros((2, 2)), 0), (table(2), 2), (np.ones((2, 2, 3)), 0),
     (table(2, (0, 1, 0, -1, 0)), 0), (table(2, (0, 1, 0, np.nan, 0)), 0)],
)  # fmt: skip
def test_no_table_of_results(results, anchor):
    """What is no table of results is refused."""
    with pytest.raises(SettingsError, match="results"):
        ratings(results, anchor)
