"""Limits are checked where they are made."""

import pytest

from tengen.core import Limit, SettingsError


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
