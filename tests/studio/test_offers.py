"""What an engine makes of a draw that is offered."""

import pytest

from tengen.studio.sitting.offers import EARLIEST, EVEN, LASTING, judge_offer


@pytest.mark.parametrize(
    ("values", "answer"),
    [
        ([], "early"),
        ([0.0] * (EARLIEST - 1), "early"),
        ([0.0] * EARLIEST, None),
        ([-0.9] * EARLIEST, None),
        ([0.9] * EARLIEST + [EVEN] * LASTING, None),
        ([0.0] * EARLIEST + [EVEN + 0.01], "ahead"),
        ([0.0] * EARLIEST + [EVEN + 0.01] + [0.0] * (LASTING - 1), "ahead"),
        ([0.0] * EARLIEST + [None], "unsure"),
    ],
)
def test_it_agrees_when_it_has_hoped_for_nothing_for_a_while(values, answer):
    """Its last moves must all have looked even or worse, and the game be under way."""
    assert judge_offer(values) == answer
