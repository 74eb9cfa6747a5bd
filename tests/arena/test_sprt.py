"""Sequential tests of strength."""

import math

import numpy as np
import pytest

from tengen.arena.rating import expected_score
from tengen.arena.sprt import Sprt
from tengen.core import SettingsError

QUICK = Sprt(elo0=0, elo1=150, alpha=0.05, beta=0.10)


def draw_pairs(elo, openings, rng, pairs):
    """Return the points of `pairs` pairs of games: an opening favours one colour by lot."""
    favour = rng.normal(0, openings, pairs)
    score = 1 / (1 + 10 ** (-(elo + np.stack([favour, -favour], axis=1)) / 400))
    drawn = 0.8 * np.minimum(score, 1 - score)
    lot = rng.random((pairs, 2))
    loss = 1 - score - drawn / 2
    return [tuple(pair) for pair in ((lot > loss) * 0.5 + (lot > loss + drawn) * 0.5).tolist()]


def mean_elo(elo, openings):
    """Return the Elo of the score that an `elo` is worth on average over openings."""
    favour = np.random.default_rng(1).normal(0, openings, 20_000)
    score = (1 / (1 + 10 ** (-(elo + favour) / 400))).mean()
    return -400 * math.log10(1 / score - 1)


def run(sprt, elo, openings, rng, counted):
    """Return the verdict of a test whose games are counted by `counted`, and its pairs."""
    pairs = []
    while True:
        pairs += draw_pairs(elo, openings, rng, 3)
        state = sprt.of(counted(pairs))
        if state.verdict:
            return state.verdict, len(pairs)


def games_of(pairs):
    """Return losses, draws and wins."""
    points = [point for pair in pairs for point in pair]
    return [points.count(result) for result in (0.0, 0.5, 1.0)]


def pairs_of(pairs):
    """Return how many pairs made 0, 1/2, 1, 3/2 and 2 points."""
    sums = [first + second for first, second in pairs]
    return [sums.count(result) for result in (0.0, 0.5, 1.0, 1.5, 2.0)]


@pytest.mark.parametrize(
    ("elo", "wrong", "most", "counted"),
    [
        (0, "H1", 0.05, games_of),
        (150, "H0", 0.10, pairs_of),
        pytest.param(0, "H1", 0.05, pairs_of, marks=pytest.mark.long),
        pytest.param(150, "H0", 0.10, games_of, marks=pytest.mark.long),
    ],
)
def test_error_rates(counted, elo, wrong, most, rng):
    """H1 is accepted by mistake with chance alpha at most, H0 with chance beta, or nearly."""
    runs = 100
    errors = sum(run(QUICK, elo, 0.0, rng, counted)[0] == wrong for _ in range(runs))
    # Three standard deviations above the chance that was asked for.
    assert errors / runs <= most + 3 * math.sqrt(most * (1 - most) / runs)


def test_pairs_need_fewer_games(rng):
    """Where openings favour a side, pairs tell it with fewer games than games alone."""
    sprt = Sprt(elo0=0, elo1=mean_elo(200, 300))
    lengths = {
        counted: np.mean([run(sprt, 200, 300.0, rng, counted)[1] for _ in range(25)])
        for counted in (pairs_of, games_of)
    }
    assert lengths[pairs_of] < 0.9 * lengths[games_of]


def test_known_value():
    """For many results in a narrow range the ratio is that of two normal distributions."""
    losses, draws, wins = 3000, 3900, 3100
    games = losses + draws + wins
    mean = (wins + draws / 2) / games
    variance = (wins + draws / 4) / games - mean**2
    score0, score1 = expected_score(0), expected_score(5)
    normal = games * ((mean - score0) ** 2 - (mean - score1) ** 2) / (2 * variance)
    assert Sprt(0, 5).of([losses, draws, wins]).llr == pytest.approx(normal, rel=0.01)


def test_one_sided_results():
    """A side that wins every game is soon stronger, one that loses every game is soon not."""
    sprt = Sprt(0, 50)
    assert sprt.of([0, 0, 50]).verdict == "H1"
    assert sprt.of([50, 0, 0]).verdict == "H0"
    assert sprt.of([0, 0, 0, 0, 25]).verdict == "H1"
    assert math.isfinite(sprt.of([0, 0, 1]).llr)


def test_nothing_yet():
    """Without a game there is no verdict; the bounds are Wald's."""
    state = Sprt(0, 10, alpha=0.05, beta=0.1).of([0, 0, 0])
    assert (state.llr, state.verdict) == (0.0, None)
    assert state.lower == pytest.approx(math.log(0.1 / 0.95))
    assert state.upper == pytest.approx(math.log(0.9 / 0.05))


def test_symmetry():
    """Seen from the other side the ratio changes its sign."""
    assert Sprt(-10, 10).of([10, 30, 20]).llr == pytest.approx(-Sprt(-10, 10).of([20, 30, 10]).llr)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Sprt(10, 0),
        lambda: Sprt(0, math.nan),
        lambda: Sprt(0, 10, alpha=0),
        lambda: Sprt(0, 10, beta=0.5),
        lambda: Sprt(0, 10).of([1, 2]),
        lambda: Sprt(0, 10).of([1, -2, 3]),
    ],
)
def test_refused(make):
    """Bounds out of order, rates that are no chances and other counts are refused."""
    with pytest.raises(SettingsError, match="sprt"):
        make()
