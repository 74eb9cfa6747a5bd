"""A sum tree draws as a plain cumulative sum would."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tengen import load
from tengen.learning.replay import Replay
from tengen.learning.ring import ReplaySettings
from tengen.learning.samples import POLICY_VALUE, Samples, empty_samples
from tengen.learning.sums import Sums

GAME = load("gomoku", size=3, win_length=3)
# Quarters are exact in floating point, so that both ways of adding agree to the bit.
weights_of = st.lists(st.integers(0, 40).map(lambda n: n / 4), min_size=1, max_size=400)


def weighted(weights: NDArray[np.float32], first: int = 0) -> Samples:
    """Positions whose value says which they are."""
    samples = empty_samples(GAME, POLICY_VALUE, len(weights))
    samples["planes"][:] = 0
    samples["policy"][:] = 1
    samples["value"] = np.arange(first, first + len(weights), dtype=np.float32)
    samples["weight"] = weights
    return samples


@given(weights_of, st.data())
def test_find_agrees_with_a_cumulative_sum(numbers: list[float], data: st.DataObject) -> None:
    weights = np.array(numbers, np.float32)
    sums = Sums(weights)
    rows = np.array(data.draw(st.lists(st.integers(0, len(weights) - 1), max_size=20)), np.int64)
    weights[rows] = data.draw(st.integers(0, 9))
    sums.update(rows)
    whole = np.concatenate([[0.0], np.cumsum(weights, dtype=np.float64)])
    assert sums.total == whole[-1]
    assert [sums.before(row) for row in range(len(weights))] == list(whole[:-1])
    if whole[-1]:
        masses = np.linspace(0, whole[-1], 50, endpoint=False)
        expected = np.searchsorted(whole[1:], masses, side="right")
        np.testing.assert_array_equal(sums.find(masses), expected)


@given(st.integers(60, 300), st.lists(st.integers(1, 90), min_size=1, max_size=12))
def test_only_the_window_is_drawn_and_by_weight(largest: int, counts: list[int]) -> None:
    """Wherever the window lies in the ring, who weighs nothing in it is never drawn."""
    settings = ReplaySettings(smallest=40, largest=largest)
    replay, total = Replay(GAME, POLICY_VALUE, settings, None), 0
    for count in counts:
        weights = (np.arange(total, total + count) % 3).astype(np.float32)
        weights[-1] = 1
        replay.add(weighted(weights, total))
        total += count
        batch = replay.sample(200, np.random.default_rng(count))
        drawn = batch.columns["value"].astype(int)
        assert drawn.min() >= total - len(replay)
        assert drawn.max() < total
        assert (batch.columns["weight"] > 0).all()


def test_draws_follow_weights_after_they_are_changed() -> None:
    """A sample of new weight three is drawn three times as often, and its chance says so."""
    replay = Replay(GAME, POLICY_VALUE, ReplaySettings(smallest=100, largest=100), None)
    replay.add(weighted(np.ones(250, np.float32)))
    rows = replay.sample(5000, np.random.default_rng(1)).rows
    replay.reweigh(rows[rows % 2 == 0], np.float32(3))
    batch = replay.sample(40_000, np.random.default_rng(2))
    assert abs((batch.rows % 2 == 0).mean() - 0.75) < 0.01
    even = batch.rows % 2 == 0
    np.testing.assert_allclose(batch.columns["chances"], np.where(even, 1.5, 0.5), rtol=1e-5)
