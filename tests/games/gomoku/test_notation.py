"""Names of points."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import NotationError
from tengen.games.gomoku.notation import format_point, parse_point

SIZES = st.integers(3, 20)


@pytest.mark.parametrize(
    ("text", "size", "x", "y"),
    [
        ("h8", 15, 7, 7),
        ("a15", 15, 0, 0),
        ("o1", 15, 14, 14),
        ("i8", 15, 8, 7),  # no letter is skipped
        ("j8", 15, 9, 7),
        ("T20", 20, 19, 0),
        ("a1", 3, 0, 2),
    ],
)
def test_known_points(text: str, size: int, x: int, y: int) -> None:
    """Letters count columns from the left, i included; numbers count rows from the bottom."""
    assert parse_point(text, size) == y * size + x
    assert format_point(y * size + x, size) == text.lower()


@given(st.data())
def test_every_point_reads_back(data: st.DataObject) -> None:
    """Formatting and parsing undo each other, in lower and upper case."""
    size = data.draw(SIZES)
    action = data.draw(st.integers(0, size * size - 1))
    text = format_point(action, size)
    assert parse_point(text, size) == parse_point(text.upper(), size) == action


@given(st.text() | st.from_regex(r"\A\s?[a-zA-Z]?-?[0-9]{0,3}\s?\Z"), SIZES)
def test_any_text_is_a_point_or_a_notation_error(text: str, size: int) -> None:
    """No text gives anything but a point of the board or an error that quotes it."""
    try:
        action = parse_point(text, size)
    except NotationError as error:
        assert repr(text) in str(error)
        assert str(error).endswith(f"expected a1 to {format_point(size - 1, size)}")
    else:
        assert format_point(action, size) == text.strip().lower()


def test_error_names_the_board() -> None:
    """The message says what was read and what would be accepted."""
    with pytest.raises(NotationError, match=re.escape("bad point 'z9': expected a1 to h8")):
        parse_point("z9", 8)


@pytest.mark.parametrize(
    "text", ["h08", "h-8", "h 8", "hh8", "8h", "h8.", "\u04301", "a\u0661", "h"]
)
def test_nearly_points(text: str) -> None:
    """Signs, leading zeros, inner spaces and foreign letters or digits are not accepted."""
    with pytest.raises(NotationError):
        parse_point(text, 15)


@pytest.mark.parametrize("action", [-1, 225])
def test_only_points_have_names(action: int) -> None:
    """A number outside the board has no name."""
    with pytest.raises(NotationError):
        format_point(action, 15)
