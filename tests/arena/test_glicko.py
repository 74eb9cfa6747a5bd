"""Glicko-2, against the worked example of its paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.arena.glicko import Result, Standing, after


def test_the_papers_example():
    """A player of 1500 beats 1400, loses to 1550 and 1700."""
    found = after(
        Standing(1500, 200, 0.06),
        [Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0)],
    )
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=1e-5)


@given(st.floats(-3000, 3000), st.floats(30, 350), st.floats(-3000, 3000), st.floats(10, 350))
def test_a_win_lifts_and_a_loss_lowers(rating, deviation, other, of_other):
    """Never beyond all bounds, and by an equal amount against an equal."""
    own = Standing(rating, deviation)
    won, lost = (after(own, [Result(other, of_other, score)]) for score in (1, 0))
    assert lost.rating <= rating <= won.rating
    assert won.rating - lost.rating < 1000
    level = [after(own, [Result(rating, of_other, score)]).rating for score in (1, 0.5, 0)]
    assert level[1] == pytest.approx(rating)
    assert level[0] - rating == pytest.approx(rating - level[2], rel=1e-3)
