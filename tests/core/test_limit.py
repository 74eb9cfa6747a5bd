"""Limits are checked where they are made."""

import pytest

from tengen.core import Limit, SettingsError
from tengen.core.clock import Clock, TimeControl
from tengen.protocols.hub.level import Level


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ({"seconds": float("nan")}, "must be a number"),
        ({"seconds": float("inf")}, "at most 86400"),
        ({"seconds": 86_401}, "at most 86400"),
        ({"nodes": 2**31}, "at most 2147483647"),
        ({"visits": 2**31}, "at most 2147483647"),
        ({"visits": 0}, "above zero"),
        ({"seconds": -1}, "above zero"),
    ],
)
def test_refused(bounds: dict[str, float], words: str) -> None:
    """A bound that would hang or mean nothing is refused."""
    with pytest.raises(SettingsError, match=words):
        Limit(**bounds)  # type: ignore[arg-type]


def test_largest() -> None:
    """The bounds themselves are allowed."""
    assert not Limit(seconds=86_400, nodes=2**31 - 1, visits=2**31 - 1).is_open


def test_usual_visits_give_way() -> None:
    """Visits that nobody asked for do not end a move that was given time; those asked for do."""
    clock = Clock.full(TimeControl(period=5.0))
    assert Limit(visits=400, is_usual=True).under(clock) == Limit(5.0, clock=clock)
    assert Limit(visits=400).under(clock).visits == 400


def test_usual_seconds_give_way() -> None:
    """A clock, or a level that a program told, counts more than what is only usual."""
    usual, clock = Limit(seconds=0.3, is_usual=True), Clock.full(TimeControl(period=5.0))
    assert usual.under(clock) == Limit(5.0, clock=clock)
    assert Limit(seconds=0.3).under(clock).seconds == 0.3
    assert usual.told == Limit()
    assert usual.under(clock).under(Clock.full(TimeControl(period=2.0))).seconds == 2.0


@pytest.mark.parametrize(
    ("level", "seconds", "expected"),
    [
        (Level(), None, 0.3),
        (Level(), 2.0, 2.0),
        (Level(nodes=9), None, None),
        (Level(move_time=5.05), None, 5.0),
    ],
)
def test_levels_of_hub(level: Level, seconds: float | None, expected: float | None) -> None:
    """The usual time holds only where nobody tells a level, not even on the command line."""
    limit = level.limit(Limit(seconds=0.3, is_usual=True), seconds, 0.0)
    assert limit.seconds == (None if expected is None else pytest.approx(expected))
