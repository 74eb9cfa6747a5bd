"""What the games' README files promise."""

import re
from pathlib import Path

import pytest

import tengen.games

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("name", tengen.games.names())
def test_tests_that_are_named_exist(name: str) -> None:
    """A test that a README names is there."""
    readme = Path(tengen.games.__file__).parent / name / "README.md"
    named = set(re.findall(r"`(test_\w+)`", readme.read_text(encoding="utf-8")))
    sources = [path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py")]
    there = {
        test for source in sources for test in re.findall(r"^def (test_\w+)", source, re.MULTILINE)
    }
    assert named <= there
