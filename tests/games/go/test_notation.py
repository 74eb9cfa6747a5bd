"""Names of points and moves, position texts, and where handicap stones go."""

import random
import re
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import NotationError
from tengen.games.go.board import areas, liberties
from tengen.games.go.notation import (
    MAX_SIZE,
    MIN_SIZE,
    fixed_handicap,
    format_move,
    format_point,
    format_position,
    max_fixed_handicap,
    parse_move,
    parse_point,
    parse_position,
)
from tengen.games.stones import Setup

SIZES = st.integers(MIN_SIZE, MAX_SIZE)


@pytest.mark.parametrize(
    ("text", "size", "x", "y"),
    [
        ("d4", 19, 3, 15),
        ("a19", 19, 0, 0),
        ("t1", 19, 18, 18),
        ("h8", 19, 7, 11),
        ("j8", 19, 8, 11),  # i is skipped
        ("Q16", 19, 15, 3),
        ("z25", 25, 24, 0),
        ("b2", 2, 1, 0),
    ],
)
def test_known_points(text: str, size: int, x: int, y: int) -> None:
    """Letters count columns from the left without i; numbers count rows from the bottom."""
    assert parse_point(text, size) == y * size + x
    assert format_point(y * size + x, size) == text.lower()


@given(st.data())
def test_every_move_reads_back(data: st.DataObject) -> None:
    """Formatting and parsing undo each other, in lower and upper case, the pass included."""
    size = data.draw(SIZES)
    action = data.draw(st.integers(0, size * size))
    text = format_move(action, size)
    assert parse_move(text, size) == parse_move(text.upper(), size) == action


@given(st.text() | st.from_regex(r"\A\s?[a-zA-Z]?-?[0-9]{0,3}\s?\Z"), SIZES)
def test_any_text_is_a_move_or_a_notation_error(text: str, size: int) -> None:
    """No text gives anything but a move on the board or an error that quotes it."""
    try:
        action = parse_move(text, size)
    except NotationError as error:
        assert repr(text) in str(error)
        assert str(error).endswith(f"expected a1 to {format_point(size - 1, size)}, or pass")
    else:
        assert format_move(action, size) == text.strip().lower()


@pytest.mark.parametrize(
    "text", ["i9", "I9", "d04", "d-4", "d 4", "dd4", "4d", "d4.", "\u04301", "a\u0661", "d", ""]
)
def test_nearly_points(text: str) -> None:
    """The letter i, signs, leading zeros, inner spaces and foreign digits are not accepted."""
    with pytest.raises(NotationError):
        parse_point(text, 19)


@pytest.mark.parametrize("action", [-1, 362])
def test_only_moves_have_names(action: int) -> None:
    """A number that is neither a point nor the pass has no name."""
    with pytest.raises(NotationError):
        format_move(action, 19)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("W:Bd4,q16:Wq4", "W:Bd4,q16:Wq4"),
        (" w : wQ4 : bQ16 , D4 ", "W:Bd4,q16:Wq4"),
        ("B:Wc3", "B:Wc3"),
        ("W", "W"),
        ("", ""),
        ("B", ""),
        ("b:W:B", ""),
    ],
)
def test_positions_have_one_text(text: str, canonical: str) -> None:
    """Case, blanks and order do not matter; the empty board with Black to move is no text."""
    assert format_position(parse_position(text, 19), 19) == canonical


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("X:Ba1", "'X' is to move"),
        (":Ba1", "'' is to move"),
        ("Ba1", "'Ba1' is to move"),
        ("B:a1", "'a1' is not one list for B"),
        ("B:Ba1:Bb1", "'Bb1' is not one list for B"),
        ("B:Ba1:Wb1:Wc1", "'Wc1' is not one list for B"),
        ("B:Bi3", "bad point 'i3'"),
        ("B:Bk1", "bad point 'k1'"),
        ("B:Ba1,,b2", "bad point ''"),
        ("B:Ba1,A1", "a1 is taken twice"),
        ("B:Ba1:Wa1", "a1 is taken twice"),
        ("B:Bb2,a1:Wa2,b1", "a1 has no liberty"),
        ("B:Ba1:Wa2,b1", "a1 has no liberty"),
    ],
)
def test_bad_positions_are_refused(text: str, complaint: str) -> None:
    """What cannot be read, is not on the board, or could not stay there is refused and quoted."""
    with pytest.raises(NotationError, match=re.escape(complaint)):
        parse_position(text, 9)


@st.composite
def positions(draw: st.DrawFn) -> tuple[int, Setup]:
    """Boards of any size on which every chain has a liberty."""
    size = draw(SIZES)
    cells = draw(st.lists(st.sampled_from([0, 0, 1, 2]), min_size=size**2, max_size=size**2))
    for colour in (1, 2):
        for chain in areas(cells, size, (colour,)):
            if not liberties(cells, chain, size):
                cells[min(chain)] = 0
    stones = [tuple(p for p, cell in enumerate(cells) if cell == colour) for colour in (1, 2)]
    return size, Setup(draw(st.integers(0, 1)), *stones)


@given(positions())
def test_every_position_reads_back(drawn: tuple[int, Setup]) -> None:
    """Formatting and parsing undo each other."""
    size, position = drawn
    text = format_position(position, size)
    assert parse_position(text, size) == position
    assert parse_position(text.swapcase(), size) == position


@given(st.text() | st.text("BWbw:,a1b2c3 "), SIZES)
def test_any_text_is_a_position_or_a_notation_error(text: str, size: int) -> None:
    """Whatever is read has a text that gives the same again."""
    try:
        position = parse_position(text, size)
    except NotationError as error:
        assert "\n" not in str(error)
    else:
        assert parse_position(format_position(position, size), size) == position


SEEDS = ["W:Bd4,q16:Wq4", "B:Ba1,b2,c3:Wd4", "pass", "d4", "W", "b:W:B", "W:B" + "d4," * 300]
LETTERS = "BWbw:,abcdefghjklmnopqrstuvwxyz0123456789 \n\t\0iI\u00e9\u4e00-."


@pytest.mark.parametrize("seconds", [0.5, pytest.param(60, marks=pytest.mark.long)])
def test_damaged_texts(seconds: float) -> None:
    """Texts with letters put in, taken out and changed are read or refused in one line."""
    rng, end, tried = random.Random(1), time.monotonic() + seconds, 0
    while time.monotonic() < end:
        text = _damaged(list(rng.choice(SEEDS)), rng)
        for parse in (parse_move, parse_position):
            with suppress(NotationError):
                parse(text, rng.randint(MIN_SIZE, MAX_SIZE))
        tried += 1
    assert tried > 100


def _damaged(letters: list[str], rng: random.Random) -> str:
    for _ in range(rng.randint(1, 8)):
        start = rng.randint(0, len(letters))
        new = rng.choices(LETTERS, k=rng.randint(0, 2))
        letters[start : start + rng.randint(0, 2)] = new
    return "".join(letters)


# Go Text Protocol 2, 4.1.1: the stones of a handicap of nine, in the order they are added.
@pytest.mark.parametrize(
    ("size", "stones", "points"),
    [
        (19, 2, "d4 q16"),
        (19, 3, "d4 q16 d16"),
        (19, 4, "d4 q16 d16 q4"),
        (19, 5, "d4 q16 d16 q4 k10"),
        (19, 6, "d4 q16 d16 q4 d10 q10"),
        (19, 7, "d4 q16 d16 q4 d10 q10 k10"),
        (19, 8, "d4 q16 d16 q4 d10 q10 k4 k16"),
        (19, 9, "d4 q16 d16 q4 d10 q10 k4 k16 k10"),
        (13, 5, "d4 k10 d10 k4 g7"),
        (11, 2, "c3 j9"),
        (9, 4, "c3 g7 c7 g3"),
        (8, 4, "c3 f6 c6 f3"),
        (7, 4, "c3 e5 c5 e3"),
    ],
)
def test_fixed_handicap(size: int, stones: int, points: str) -> None:
    """Third line on small boards, fourth on large ones; corners, then sides, then the centre."""
    expected = sorted(parse_point(point, size) for point in points.split())
    assert list(fixed_handicap(size, stones)) == expected


@pytest.mark.parametrize(
    ("size", "most"), [(2, 0), (6, 0), (7, 4), (8, 4), (9, 9), (18, 4), (19, 9), (25, 9)]
)
def test_how_many_handicap_stones_have_a_place(size: int, most: int) -> None:
    """None below 7x7, four on 7x7 and boards without a middle, else nine."""
    assert max_fixed_handicap(size) == most
    for stones in (-1, 0, 1, most + 1):
        with pytest.raises(NotationError, match=f"bad handicap {stones} on {size}x{size}"):
            fixed_handicap(size, stones)
    for stones in range(2, most + 1):
        assert len(set(fixed_handicap(size, stones))) == stones
