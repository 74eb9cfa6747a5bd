"""Positions in a few bytes are remembered, drawn evenly, and kept on disk."""

from pathlib import Path

import numpy as np

from tengen.learning.positions import PositionMemory, empty_positions
from tengen.learning.ring import ReplaySettings
from tengen.learning.samples import Samples

WIDTH = 3
SETTINGS = ReplaySettings(smallest=100, largest=100)


def _numbered(first: int, count: int) -> Samples:
    """Return positions that tell their number in every column."""
    samples = empty_positions(WIDTH, count)
    numbers = np.arange(first, first + count)
    samples["position"][:] = (numbers % 256)[:, None]
    samples["score"][:] = numbers
    samples["best"][:] = -numbers
    samples["result"][:] = numbers % 3 - 1
    return samples


def test_the_newest_are_drawn_evenly(tmp_path: Path) -> None:
    """Of 250 positions the last 100 are drawn, each about as often, all columns together."""
    memory = PositionMemory(WIDTH, SETTINGS, tmp_path)
    for first in range(0, 250, 50):
        memory.add(_numbered(first, 50))
    drawn = memory.sample(20_000, np.random.default_rng(1)).columns
    counts = np.bincount(drawn["score"], minlength=250)
    assert not counts[:150].any()
    assert counts[150:].min() > 120
    assert (drawn["best"] == -drawn["score"]).all()
    assert (drawn["position"][:, 0] == drawn["score"] % 256).all()
    assert (drawn["result"] == drawn["score"] % 3 - 1).all()


def test_what_was_saved_comes_back(tmp_path: Path) -> None:
    """A memory that is loaded draws what the one that was saved would have drawn."""
    memory = PositionMemory(WIDTH, SETTINGS, tmp_path)
    for first in range(0, 150, 50):
        memory.add(_numbered(first, 50))
        memory.save()
    again = PositionMemory(WIDTH, SETTINGS, tmp_path)
    again.load()
    assert (again.total, len(again)) == (memory.total, len(memory)) == (150, 100)
    ours, theirs = (m.sample(50, np.random.default_rng(2)).columns for m in (memory, again))
    assert all(np.array_equal(ours[name], theirs[name]) for name in ours)
