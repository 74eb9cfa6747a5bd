"""Words that messages share."""

import pytest

from tengen.core.words import there_are


@pytest.mark.parametrize(
    ("names", "said"),
    [(["b", "a"], "there are a, b"), (["a"], "there is a"), ([], "there is none")],
)
def test_what_there_is_to_choose_from(names: list[str], said: str) -> None:
    """All are named in their order, and the verb fits their number."""
    assert there_are(names) == said
